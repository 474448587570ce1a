// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a flying body looks: the yaw angle along a trajectory, within limits of its rate and acceleration.
//
//   const YawProfile yaw = PlanYaw(trajectory, {.aim = YawAim::Point, .point = tower});
//   Send(trajectory.At(t), yaw.At(t));

#include <navnet/core/result.h>
#include <navnet/trajectory/trajectory.h>

#include <cstdint>
#include <numbers>
#include <vector>

namespace navnet {

/// What the nose points at.
enum class YawAim : uint8_t {
  Velocity,  ///< Along the horizontal velocity; where that is below YawOptions::least_speed_m_s, as before.
  Point,     ///< Towards a point; above or below it, as before.
  Fixed,     ///< At one angle.
};

/// How to turn. Angles are in radians, about the up axis, from the first horizontal axis towards the second as in
/// PlanOf: with z up from +x towards +y, with y up from +z towards +x.
struct YawOptions {
  YawAim aim = YawAim::Velocity;  ///< What the nose points at.
  Vec3 point = {};                ///< For YawAim::Point. Range: -1e12 to 1e12.
  double angle_rad = 0;           ///< For YawAim::Fixed. Range: -1e6 to 1e6.
  double start_rad = 0;           ///< At the start of the trajectory. Range: -1e6 to 1e6.
  /// Rate at the start; limited to the limit of the rate. Range: -1e6 to 1e6.
  double start_rate_rad_s = 0;
  double rate_rad_s = std::numbers::pi / 2;       ///< Limit of the rate. Range: 1e-3 to 1e6.
  double acceleration_rad_s2 = std::numbers::pi;  ///< Limit of the acceleration. Range: 1e-3 to 1e6.
  double least_speed_m_s = 0.1;                   ///< See YawAim::Velocity. Range: 0 to 1e6.
  UpAxis up = UpAxis::Z;                          ///< The world's up axis.
};

/// Lower-case name: velocity, point, fixed.
const char* ToString(YawAim aim);

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const YawOptions& options);

/// Yaw at one time.
struct YawSample {
  double angle_rad = 0;            ///< Counts turns: it does not jump at ±π.
  double rate_rad_s = 0;           ///< Its first derivative.
  double acceleration_rad_s2 = 0;  ///< Its second derivative.
};

/// The yaw along a trajectory: angle and rate are continuous, the acceleration is constant between steps. Angles do not
/// jump at ±π: they count turns.
class YawProfile {
 public:
  /// Before the start and after the end: as there, without rate.
  YawSample At(double time_s) const;
  /// Duration, that of the trajectory.
  double duration_s() const { return step_s_ * double(steps_.size()); }

 private:
  friend YawProfile PlanYaw(const Trajectory& trajectory, const YawOptions& options);

  double step_s_ = 0;
  std::vector<YawSample> steps_;  // At the beginning of each step.
};

/// Turns towards the aim as fast as the limits allow, and brakes in time to arrive without overshoot. Both limits hold
/// at every time. Follows a moving aim with a lag of about a step, 20 ms or a thousandth of long trajectories. An empty
/// trajectory, or options that Validate refuses, give an empty profile, which is 0 everywhere.
YawProfile PlanYaw(const Trajectory& trajectory, const YawOptions& options = {});

}  // namespace navnet
