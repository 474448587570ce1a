// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a quadrotor follow a trajectory: the geometric controller on SE(3) of T. Lee, M. Leok and N. H. McClamroch,
// Geometric Tracking Control of a Quadrotor UAV on SE(3), 2010. Position and velocity errors and the trajectory's
// acceleration give a force; its direction and the yaw give an attitude; the trajectory's jerk gives the rates of that
// attitude. An observer estimates the force of drag and gusts from the measured acceleration, and the controller
// cancels it.

#include <navnet/core/geometry.h>
#include <navnet/trajectory/trajectory.h>
#include <navnet/trajectory/yaw.h>

#include "mujoco/quadrotor.h"

namespace navnet {

/// Strength of the corrections. A higher bandwidth corrects faster; the loops need bandwidths a factor of about three
/// apart, and the attitude's below the inverse of the motor lag.
struct ControlGains {
  double position_rad_s = 5, position_damping = 0.9;  ///< Bandwidth and damping of the position loop.
  double tilt_rad_s = 18, tilt_damping = 0.9;         ///< Of the attitude about the body's x and y axes.
  double yaw_rad_s = 6, yaw_damping = 0.9;            ///< About its z axis.
  double observer_s = 0.1;  ///< Time constant of the observer of outer forces; infinity: none are cancelled.
};

/// Follows one trajectory. Not thread-safe.
class GeometricController {
 public:
  GeometricController(const Quadrotor& quadrotor, const ControlGains& gains, UpAxis up)
      : quadrotor_(quadrotor), gains_(gains), up_(up), vertical_(WorldOf({}, 1, up)) {}

  /// Thrusts to command at a time of the trajectory. `step_s`: time since the last call, for the observer. Requires:
  /// the trajectory is not empty.
  MotorThrusts Update(const QuadrotorState& state, const Trajectory& trajectory, const YawProfile& yaw, double time_s,
                      double step_s);

  /// The attitude that the last update aimed at.
  const BodyAxes& wanted_axes() const { return wanted_axes_; }
  /// Estimated force on the vehicle besides thrust and weight, in newtons, in the world.
  Vec3 outer_force() const { return outer_force_; }

 private:
  Quadrotor quadrotor_;
  ControlGains gains_;
  UpAxis up_;
  Vec3 vertical_;
  Vec3 outer_force_;
  BodyAxes wanted_axes_;
};

/// Rotation from one attitude to another: the sine of its angle times its axis, in the world. 0 if they are equal.
Vec3 AttitudeError(const BodyAxes& wanted, const BodyAxes& axes);

}  // namespace navnet
