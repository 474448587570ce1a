// SPDX-License-Identifier: Apache-2.0
// Following a path.
#include <navnet/runtime/follow.h>

#include "agents.h"
#include "convert.h"
#include "objects.h"
#include "paths.h"
#include "room_objects.h"

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

/// The common body of all functions; `follow` returns the next step for a state and limits.
template <class Follow>
void Step(Call& call, const navnet_follow_state* state, const navnet_follow_limits* limits, navnet_follow_step* step,
          const Follow& follow) {
  call.NeedPointer(state, "state");
  call.NeedPointer(step, "step");
  const FollowLimits able = limits ? LimitsOf(call, *limits) : FollowLimits{};
  if (!call.ok()) return;
  const FollowStep next = follow(FollowState{In(state->position), In(state->velocity), In(state->place)}, able);
  if (call.ok()) *step = StepOut(next);
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
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedArray(points, count, "points");
    Step(call, state, limits, step, [&](const FollowState& from, const FollowLimits& able) {
      return FollowPath(held->navigator, ViewOf<Vec3>(points, count), radius_m, from, able, step_s);
    });
  });
}

navnet_status navnet_follow_flight_in_rooms(navnet_navigator navigator, const navnet_vec3* points, size_t count,
                                            double radius_m, navnet_rooms rooms, const navnet_follow_state* state,
                                            const navnet_follow_limits* limits, double step_s,
                                            navnet_follow_step* step) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedArray(points, count, "points");
    const auto around = call.Read<RoomsObject>(rooms, "rooms");
    Step(call, state, limits, step, [&](const FollowState& from, const FollowLimits& able) {
      return FollowPath(held->navigator, ViewOf<Vec3>(points, count), radius_m, from, able, step_s, {},
                        &around->rooms.corridor);
    });
  });
}

navnet_status navnet_follow_path(navnet_navigator navigator, navnet_path path, double radius_m,
                                 const navnet_follow_state* state, const navnet_follow_limits* limits, double step_s,
                                 navnet_follow_step* step) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const auto asked = call.Read<PathObject>(path, "path");
    const FlightPath* const flight = FlightOf(call, asked);
    Step(call, state, limits, step, [&](const FollowState& from, const FollowLimits& able) {
      return FollowPath(held->navigator, flight->points, radius_m, from, able, step_s, flight->jumps);
    });
  });
}

navnet_status navnet_follow_walk(navnet_navigator navigator, const navnet_vec3* points, size_t count, double radius_m,
                                 const navnet_follow_state* state, const navnet_follow_limits* limits, double step_s,
                                 navnet_follow_step* step) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedArray(points, count, "points");
    const Walker* const walker = call.ok() ? WalkerOf(call, held) : nullptr;
    Step(call, state, limits, step, [&](const FollowState& from, const FollowLimits& able) {
      return FollowPath(*walker, ViewOf<Vec3>(points, count), radius_m, from, able, step_s);
    });
  });
}
