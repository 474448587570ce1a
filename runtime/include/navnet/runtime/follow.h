// SPDX-License-Identifier: Apache-2.0
#pragma once
// Path following: computes an agent's velocity for the next step from its position. In an engine's loop:
//
//   FollowState state{.position = body.position()};
//   while (true) {
//     const FollowStep step = FollowPath(navigator, path.points, 0.5, state, {.speed_m_s = 4}, dt);
//     if (step.outcome == FollowOutcome::Arrived) break;
//     if (step.outcome == FollowOutcome::OffPath) { Replan(); continue; }
//     body.Move(step.velocity, dt);
//     state = {body.position(), step.velocity, step.place};
//   }
//
// Pure functions: any number of threads may call them at once, and nothing is allocated after a thread's first calls.
// The same input gives the same bits.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/room.h>

#include <cstdint>
#include <limits>
#include <span>

namespace navnet {

/// Limits of an agent's motion, and how closely it follows.
struct FollowLimits {
  double speed_m_s = 1.5;        ///< Range: 1e-9 to 1e9.
  double acceleration_m_s2 = 4;  ///< Limit for speeding up, braking and turning. Range: 1e-9 to 1e9.
  /// Maximum rate at which the velocity changes direction. Range: 1e-9 to infinity.
  double turn_rad_s = std::numeric_limits<double>::infinity();
  double look_ahead_m = 1;  ///< Distance ahead on the path at which the agent aims. A larger value gives smoother
                            ///< motion that cuts corners more. Range: 1e-9 to 1e12.
  /// Maximum overshoot in a bend: the agent slows down so far that inertia carries it outwards by no more than this. A
  /// larger value allows faster turns. Range: 1e-9 to 1e12.
  double stray_m = 0.1;
  double arrival_m = 0.05;  ///< Arrived when the goal is at most this far. Range: 0 to infinity.
  /// OffPath when the path is farther away than this, or when no point of it is in sight. Range: 0 to infinity.
  double off_path_m = std::numeric_limits<double>::infinity();
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const FollowLimits& limits);

/// Motion state of an agent. `place` is the one returned by the last step, and {} on a new path.
struct FollowState {
  Vec3 position, velocity = {};  ///< In the world; of a walker's velocity, only the horizontal part is used.
  PathPlace place = {};          ///< Progress along the path.
};

/// How a step along a path ended.
enum class FollowOutcome : uint8_t {
  Moving,   ///< On its way.
  Arrived,  ///< Within `arrival_m` of the path's end. The velocity leads on to the end itself.
  OffPath,  ///< Too far from the path, or no point of it in sight: plan again from here. The velocity is 0.
  Invalid,  ///< No points, jumps that are not the path's, a number out of range, or no clearance level for the radius.
            ///< The velocity is 0.
  AtGate,   ///< Within `arrival_m` of a gate that the path enters. The velocity leads on to the gate itself. Behind the
            ///< gate go on with its other end as the position and FollowStep::behind_gate as the place.
};

/// Lower-case name with underscores: moving, arrived, off_path, invalid, at_gate.
const char* ToString(FollowOutcome outcome);

/// What an agent does in the next step.
struct FollowStep {
  FollowOutcome outcome = FollowOutcome::Invalid;  ///< How the step ended.
  Vec3 velocity = {};  ///< For this step. A walker's has no component along the up axis: its height follows the ground.
  PathPlace place = {};        ///< Progress along the path; never behind that of the input state.
  Vec3 target = {};            ///< The point of the path that the agent aims at; in sight.
  PathPlace behind_gate = {};  ///< If AtGate: the place at the gate's other end, on the path.
};

/// The velocity for the next `step_s` seconds (1e-9 to 1e9) of a flyer on a path from Navigator::Find, or any path that
/// CheckPath finds valid. The agent aims at the farthest visible point within the look-ahead, slows down in time for
/// bends and the goal, and does not overshoot the goal unless it was too fast at the start.
///
/// Safe on a valid path: an agent in the free space of its level that moves by `velocity * step_s` stays in it (to a
/// millionth of a voxel). The limits on acceleration and turning hold, except for steps in which they would lead out of
/// free space: such a step heads straight for the target. Progress advances only to visible places, so never through a
/// wall.
///
/// With jumps (FlightPath::jumps), the agent follows the path up to the next gate that it enters, as if that were the
/// goal.
///
/// Without walls nearby, an agent that begins on the path strays from it by at most half the look-ahead plus twice
/// `stray_m`. Costs a few line-of-sight tests.
///
/// `rooms`: those of an exact path, which may leave the NavVolumes (see room.h): what is in sight through rooms is in
/// sight. The agent then stays in the union of rooms and free space.
FollowStep FollowPath(const Navigator& navigator, std::span<const Vec3> points, double radius_m,
                      const FollowState& state, const FollowLimits& limits, double step_s,
                      std::span<const FlightJump> jumps = {}, const RoomCorridor* rooms = nullptr);

/// The same for a walker on a path from Walker::Find: distances are horizontal.
FollowStep FollowPath(const Walker& walker, std::span<const Vec3> points, double radius_m, const FollowState& state,
                      const FollowLimits& limits, double step_s);

}  // namespace navnet
