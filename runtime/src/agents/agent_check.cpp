// SPDX-License-Identifier: Apache-2.0
// Validation of agents: the ranges of their numbers; names of their kinds.

#include <navnet/core/range.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/follow.h>

namespace navnet {
namespace {

constexpr Range kAboveZero = {1e-9, 1e9};
constexpr Range kVelocity_m_s = {-1e9, 1e9};
constexpr Range kTurn_rad_s = {1e-9, ranges::kInfinity};

}  // namespace

const char* ToString(AgentKind kind) {
  switch (kind) {
    case AgentKind::Flyer: return "flyer";
    case AgentKind::Walker: return "walker";
  }
  return "unknown";
}

Status Validate(const FollowLimits& limits) {
  return RangeCheck("limits.")
      .Number("speed_m_s", limits.speed_m_s, kAboveZero)
      .Number("acceleration_m_s2", limits.acceleration_m_s2, kAboveZero)
      .Number("turn_rad_s", limits.turn_rad_s, kTurn_rad_s)
      .Number("look_ahead_m", limits.look_ahead_m, ranges::kSize_m)
      .Number("stray_m", limits.stray_m, ranges::kSize_m)
      .Number("arrival_m", limits.arrival_m, ranges::kDistance_m)
      .Number("off_path_m", limits.off_path_m, ranges::kDistance_m)
      .status();
}

Status Validate(const AvoidanceOptions& options) {
  return RangeCheck("avoidance.")
      .Number("horizon_s", options.horizon_s, ranges::kTimeStep_s)
      .Number("max_neighbours", options.max_neighbours, AvoidanceOptions::kMaxNeighbours)
      .Number("neighbour_m", options.neighbour_m, ranges::kSizeOrNone_m)
      .status();
}

Status Validate(const Mover& mover) {
  const RangeCheck check = RangeCheck()
                               .Point("position", mover.position)
                               .Point("velocity", mover.velocity, kVelocity_m_s)
                               .Point("preferred", mover.preferred, kVelocity_m_s)
                               .Number("radius_m", mover.radius_m, ranges::kLength_m)
                               .Number("speed_m_s", mover.speed_m_s, {0, 1e9})
                               .Number("height_m", mover.height_m, ranges::kLength_m);
  if (!check.ok()) return check.status();
  if (mover.kind == AgentKind::Flyer || mover.kind == AgentKind::Walker) return Ok();
  return Error{ErrorCode::InvalidArgument, "kind is neither a flyer nor a walker"};
}

Status Validate(const CrowdOptions& options) {
  if (Status s = Validate(options.avoidance); !s) return s;
  return RangeCheck()
      .Number("stuck_s", options.stuck_s, ranges::kTimeStep_s)
      .Number("replan_s", options.replan_s, ranges::kSeconds)
      .status();
}

Status Validate(const AgentSpec& spec) {
  const RangeCheck check = RangeCheck()
                               .Point("position", spec.position)
                               .Number("radius_m", spec.radius_m, ranges::kLength_m)
                               .Number("height_m", spec.height_m, ranges::kLength_m);
  return check.ok() ? Validate(spec.limits) : check.status();
}

}  // namespace navnet
