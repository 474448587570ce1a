// SPDX-License-Identifier: Apache-2.0
// Following a path.
#include <navnet/runtime/follow.h>

#include "agents.h"
#include "convert.h"
#include "objects.h"
#include "paths.h"

using namespace navnet;
using namespace navnet::c;

FollowLimits navnet::c::LimitsOf(Call& call, const navnet_follow_limits& limits) {
  call.NeedBytes(limits.struct_bytes, sizeof limits, "navnet_follow_limits");
  return {.speed_m_s = limits.speed_m_s,
          .acceleration_m_s2 = limits.acceleration_m_s2,
          .turn_rad_s = limits.turn_rad_s,
          .look_ahead_m = limits.look_ahead_m,
          .stray_m = limits.stray_m,
          .arrival_m = limits.arrival_m,
          .off_path_m = limits.off_path_m};
}

navnet_follow_limits navnet::c::DefaultLimits() {
  const FollowLimits usual = {};
  return {.struct_bytes = sizeof(navnet_follow_limits),
          .reserved = 0,
          .speed_m_s = usual.speed_m_s,
          .acceleration_m_s2 = usual.acceleration_m_s2,
          .turn_rad_s = usual.turn_rad_s,
          .look_ahead_m = usual.look_ahead_m,
          .stray_m = usual.stray_m,
          .arrival_m = usual.arrival_m,
          .off_path_m = usual.off_path_m};
}

namespace {

navnet_follow_step StepOut(const FollowStep& next) {
  return {navnet_follow_outcome(next.outcome),
          0,
          Out(next.velocity),
          Out(next.place),
          Out(next.target),
          Out(next.behind_gate)};
}

/// The common body of two functions; `follower` returns the navigator or its walker, or null after a failure.
template <class Follower>
navnet_status Follow(const char* function, navnet_navigator navigator, const navnet_vec3* points, size_t count,
                     double radius_m, const navnet_follow_state* state, const navnet_follow_limits* limits,
                     double step_s, navnet_follow_step* step, const Follower& follower) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedArray(points, count, "points");
    call.NeedPointer(state, "state");
    call.NeedPointer(step, "step");
    const FollowLimits able = limits ? LimitsOf(call, *limits) : FollowLimits{};
    const auto* const along = call.ok() ? follower(call, held) : nullptr;
    if (!along) return;
    const FollowState from = {In(state->position), In(state->velocity), In(state->place)};
    const FollowStep next = FollowPath(*along, ViewOf<Vec3>(points, count), radius_m, from, able, step_s);
    *step = StepOut(next);
  });
}

}  // namespace

navnet_status navnet_follow_limits_default(navnet_follow_limits* limits, size_t limits_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(limits, "limits");
    call.NeedBytes(limits_bytes, sizeof *limits, "navnet_follow_limits");
    if (call.ok()) *limits = DefaultLimits();
  });
}

navnet_status navnet_follow_flight(navnet_navigator navigator, const navnet_vec3* points, size_t count, double radius_m,
                                   const navnet_follow_state* state, const navnet_follow_limits* limits, double step_s,
                                   navnet_follow_step* step) {
  return Follow(__func__, navigator, points, count, radius_m, state, limits, step_s, step,
                [](Call&, const Held<NavigatorObject>& held) { return &held->navigator; });
}

navnet_status navnet_follow_path(navnet_navigator navigator, navnet_path path, double radius_m,
                                 const navnet_follow_state* state, const navnet_follow_limits* limits, double step_s,
                                 navnet_follow_step* step) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const auto asked = call.Read<PathObject>(path, "path");
    call.NeedPointer(state, "state");
    call.NeedPointer(step, "step");
    const FollowLimits able = limits ? LimitsOf(call, *limits) : FollowLimits{};
    const FlightPath* const flight = FlightOf(call, asked);
    if (!flight) return;
    const FollowState from = {In(state->position), In(state->velocity), In(state->place)};
    *step = StepOut(FollowPath(held->navigator, flight->points, radius_m, from, able, step_s, flight->jumps));
  });
}

navnet_status navnet_follow_walk(navnet_navigator navigator, const navnet_vec3* points, size_t count, double radius_m,
                                 const navnet_follow_state* state, const navnet_follow_limits* limits, double step_s,
                                 navnet_follow_step* step) {
  return Follow(__func__, navigator, points, count, radius_m, state, limits, step_s, step,
                [](Call& call, const Held<NavigatorObject>& held) { return WalkerOf(call, held); });
}
