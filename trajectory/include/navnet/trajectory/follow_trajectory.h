// SPDX-License-Identifier: Apache-2.0
#pragma once
// Follows a trajectory with a body that is pushed around: feed-forward of the planned motion, feedback of position and
// velocity, and a bound of the error that holds for every disturbance up to a given size.
//
//   const TrackingBound bound = BoundOf(options, limits.jerk_m_s3, {.acceleration_m_s2 = 2}, step_s);
//   // Make rooms for the radius of the body plus bound.position_m, plan, then in each step of length step_s:
//   const TrackStep step = FollowTrajectory(trajectory, options, body.position, body.velocity, step_s, progress);
//   body.ApplyAcceleration(step.acceleration);

#include <navnet/core/result.h>
#include <navnet/trajectory/trajectory.h>
#include <navnet/trajectory/yaw.h>

#include <limits>

namespace navnet {

/// How to follow.
struct TrackOptions {
  /// Commanded acceleration for each metre of error. Larger: smaller errors, larger commands. Range: 1e-3 to 1e6.
  double position_gain_s2 = 16;
  /// Commanded acceleration for each m/s of error. Twice the root of position_gain_s2 approaches fastest without
  /// overshoot. Range: 1e-3 to 1e6.
  double velocity_gain_s = 8;
  /// Limit of the norm of the commanded acceleration. Range: 1e-3 to infinity.
  double acceleration_m_s2 = std::numeric_limits<double>::infinity();
  /// Beyond this error the trajectory's time slows down and waits until the body is back within half of it. Below the
  /// bound of the error, the trajectory takes longer than planned for no need. Range: above 0 to infinity: never waits.
  double wait_error_m = 1;
  /// Time in which the trajectory's time comes to a halt, and runs again. Range: 1e-3 to 1e6.
  double ease_s = 1;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const TrackOptions& options);

/// How far the body is along its trajectory: begin with a default one, keep it between steps.
struct TrackProgress {
  double time_s = 0;  ///< Of the trajectory.
  double rate = 1;    ///< Seconds of the trajectory in a second: 1, less while time waits. 0 to 1.
};

/// One step's command.
struct TrackStep {
  Vec3 acceleration;        ///< To command during the step: feed-forward plus feedback, in m/s².
  MotionState reference;    ///< Where the body should be at the start of the step, and how it should move.
  YawSample yaw;            ///< Of the yaw profile at that time; all 0 without one.
  double error_m = 0;       ///< Distance of the body from the reference.
  bool is_waiting = false;  ///< Whether the trajectory's time is slowed down or halted.
  bool has_ended = false;   ///< Whether the trajectory's time has reached its end.
};

/// The command for the next `step_s` seconds, of a body at `position` that moves at `velocity`, and the progress after
/// them. `yaw` may be null. An empty trajectory, options that Validate refuses, a step that is not above 0 or numbers
/// that are not finite give a zero command and leave the progress as it is. Allocates nothing; takes about a
/// microsecond.
TrackStep FollowTrajectory(const Trajectory& trajectory, const TrackOptions& options, Vec3 position, Vec3 velocity,
                           double step_s, TrackProgress& progress, const YawProfile* yaw = nullptr);

/// What may go wrong, as bounds of norms. Range of each: 0 to 1e9.
struct TrackDisturbance {
  double acceleration_m_s2 = 0;   ///< Of gusts, drag and errors of the actuators: difference from the commanded one.
  double position_error_m = 0;    ///< Of the measured position.
  double velocity_error_m_s = 0;  ///< Of the measured velocity.
  double start_error_m = 0;       ///< Of the position when following begins.
  double start_error_m_s = 0;     ///< Of the velocity when following begins.
};

/// Bounds of what happens at any time, in a step and between steps. Infinite where following is not stable.
struct TrackingBound {
  double position_m = 0;     ///< Of the distance from the reference.
  double velocity_m_s = 0;   ///< Of the difference from its velocity.
  double feedback_m_s2 = 0;  ///< Of the feedback: the commanded acceleration is at most this above the trajectory's.
};

/// The tracking error of a body whose acceleration is what FollowTrajectory commands, held for a step, plus any
/// disturbance within bounds: no disturbance, however it is chosen, leads to a larger one, and some come close to it.
/// It holds while the command stays below TrackOptions::acceleration_m_s2 (sure if that is at least the trajectory's
/// largest acceleration plus `feedback_m_s2`) and while time does not wait (sure if `wait_error_m` is at least
/// `position_m` plus the error of measuring). `jerk_m_s3`: the trajectory's limit. Exact up to 1e-6 and the motion
/// between steps: for critical damping and short steps it is about disturbance / position_gain_s2. Cost: up to some
/// milliseconds for low gains and short steps.
TrackingBound BoundOf(const TrackOptions& options, double jerk_m_s3, const TrackDisturbance& disturbance,
                      double step_s);

}  // namespace navnet
