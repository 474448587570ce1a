#pragma once
// Following a path: from where an agent is, the velocity it should have for the next step. In an engine's loop:
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
// Plain functions on values: any number of threads may call them at once, and nothing is allocated once a thread is
// warmed up. The same input gives the same bits.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/repair.h>

#include <cstdint>
#include <limits>
#include <span>

namespace navnet {

/// What an agent is able to do and how it should follow.
struct FollowLimits {
  double speed_m_s = 1.5;        ///< Range: 1e-9 to 1e9.
  double acceleration_m_s2 = 4;  ///< Speeding up, braking and turning. Range: 1e-9 to 1e9.
  /// Of the velocity's direction. Range: 1e-9 to infinity.
  double turn_rad_s = std::numeric_limits<double>::infinity();
  double look_ahead_m = 1;  ///< The agent aims this far ahead on the path. Range: 1e-9 to 1e12.
  /// Bends are taken at speeds at which the agent is carried out of them by no more. Range: 1e-9 to 1e12.
  double stray_m = 0.1;
  double arrival_m = 0.05;  ///< Arrived when the goal is no farther. Range: 0 to infinity.
  /// Off the path when that is farther away, or when nothing of it is in sight. Range: 0 to infinity.
  double off_path_m = std::numeric_limits<double>::infinity();
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const FollowLimits& limits);

/// Where an agent is. `place` is what the last step returned, and {} on a new path.
struct FollowState {
  Vec3 position, velocity = {};  ///< In the world; of walkers, the velocity on the plan counts.
  PathPlace place = {};
};

enum class FollowOutcome : uint8_t {
  Moving,   ///< On its way.
  Arrived,  ///< At the path's end, to `arrival_m`. The velocity leads on to its very end.
  OffPath,  ///< Too far from the path, or out of its sight: plan again from here. The velocity is 0.
  Invalid,  ///< No points, a number out of range, or no clearance level for the radius. The velocity is 0.
};

/// Lower-case name: moving, arrived, off the path, invalid.
const char* ToString(FollowOutcome outcome);

struct FollowStep {
  FollowOutcome outcome = FollowOutcome::Invalid;
  Vec3 velocity = {};    ///< For this step. A walker's has no part along the up axis: its height is the ground's.
  PathPlace place = {};  ///< How far the agent has come: never behind the state's.
  Vec3 target = {};      ///< The point of the path that it aims at, in sight.
};

/// The velocity for the next `step_s` seconds (1e-9 to 1e9) of a flyer on a path of Navigator::Find or one valid as
/// such. It aims at the farthest point in sight up to the look-ahead, slows down in time for bends and the goal, and
/// does not overshoot the goal unless it began too fast.
///
/// Safe on a path that is valid: an agent in the free space of its level that moves by `velocity * step_s` stays in it
/// (to a millionth of a voxel). The limits of acceleration and turning hold but for steps where they would lead out of
/// free space: those head straight for the target. Progress goes only to places in sight, so never through a wall.
///
/// In a world without walls nearby, an agent that begins on the path is never farther from it than half the look-ahead
/// and twice `stray_m`. Costs a few lines of sight.
FollowStep FollowPath(const Navigator& navigator, std::span<const Vec3> points, double radius_m,
                      const FollowState& state, const FollowLimits& limits, double step_s);

/// The same for a walker on a path of Walker::Find: distances are on the plan.
FollowStep FollowPath(const Walker& walker, std::span<const Vec3> points, double radius_m, const FollowState& state,
                      const FollowLimits& limits, double step_s);

}  // namespace navnet
