// SPDX-License-Identifier: Apache-2.0
#include "mujoco/controller.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// The vertical part of the thrust is at least this fraction of the weight: motors that hardly turn cannot tilt the
// vehicle, and a vehicle on its back cannot stop falling.
constexpr double kLeastLift = 0.3;

// Limits of what errors of the position ask for: beyond them, a vehicle that is far off would only tumble.
constexpr double kMostReturn_m_s = 3, kMostCorrection_m_s2 = 8;

Vec3 AtMost(Vec3 v, double most) {
  const double length = Length(v);
  return length > most ? v * (most / length) : v;
}

Vec3 Times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

}  // namespace

Vec3 AttitudeError(const BodyAxes& wanted, const BodyAxes& axes) {
  return (Cross(wanted.x, axes.x) + Cross(wanted.y, axes.y) + Cross(wanted.z, axes.z)) * 0.5;
}

MotorThrusts GeometricController::Update(const QuadrotorState& state, const Trajectory& trajectory,
                                         const YawProfile& yaw_profile, double time_s, double step_s) {
  MotionSample wanted = trajectory.At(time_s);
  if (time_s >= trajectory.duration_s()) wanted.jerk = {};  // At() keeps that of the end.
  const YawSample yaw = yaw_profile.At(time_s);
  const double mass = quadrotor_.mass_kg;
  const Vec3 weight = vertical_ * -quadrotor_.Weight();
  const Vec3 seen = state.acceleration * mass - state.axes.z * state.thrust_n - weight;
  outer_force_ = outer_force_ + (seen - outer_force_) * (1 - std::exp(-step_s / gains_.observer_s));

  // Position errors ask for a velocity, velocity errors for an acceleration.
  const double damping = 2 * gains_.position_damping * gains_.position_rad_s;
  const double return_rate = gains_.position_rad_s * gains_.position_rad_s / damping;
  const Vec3 back = AtMost((wanted.position - state.position) * return_rate, kMostReturn_m_s);
  const Vec3 acceleration =
      wanted.acceleration + AtMost((wanted.velocity + back - state.velocity) * damping, kMostCorrection_m_s2);
  Vec3 force = acceleration * mass - weight - outer_force_;
  force = force + vertical_ * std::max(0.0, kLeastLift * quadrotor_.Weight() - Dot(force, vertical_));
  wanted_axes_ = AxesOf(force, yaw.angle_rad, up_);

  // The direction of the force, b = f / |f|, turns with b' = (f' - b (b·f')) / |f|; the body's z axis with it.
  const Vec3 change = wanted.jerk * mass;
  const Vec3 axis = wanted_axes_.z;
  const Vec3 turning = axis * (yaw.rate_rad_s * Dot(axis, vertical_)) + Cross(axis, change) * (1 / Length(force));

  const Vec3 error = state.axes.ToBody(AttitudeError(wanted_axes_, state.axes));
  const Vec3 wanted_rates = state.axes.ToBody(turning);
  const Vec3 rate_error = state.rates_rad_s - wanted_rates;
  const double tilt = gains_.tilt_rad_s, turn = gains_.yaw_rad_s;
  const Vec3 attitude_stiffness = {tilt * tilt, tilt * tilt, turn * turn};
  const Vec3 attitude_damping = {2 * gains_.tilt_damping * tilt, 2 * gains_.tilt_damping * tilt,
                                 2 * gains_.yaw_damping * turn};
  const Vec3 angular =
      Times(error, attitude_stiffness) + Times(rate_error, attitude_damping) + Cross(state.rates_rad_s, wanted_rates);
  const Vec3 inertia = quadrotor_.inertia_kg_m2;
  const Vec3 torque = Cross(state.rates_rad_s, Times(inertia, state.rates_rad_s)) - Times(inertia, angular);
  return MixThrusts(quadrotor_, Dot(force, state.axes.z), torque);
}

}  // namespace navnet
