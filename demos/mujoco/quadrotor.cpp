// SPDX-License-Identifier: Apache-2.0
#include "mujoco/quadrotor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace navnet {
namespace {

// Fraction of a motor's range that the total thrust leaves for torques, at both ends.
constexpr double kTorqueReserve = 0.1;

}  // namespace

double Quadrotor::ArmAlongAxes() const { return arm_m / std::numbers::sqrt2; }

Vec3 Quadrotor::MotorAt(size_t motor) const {
  const double arm = ArmAlongAxes();
  return {motor < 2 ? arm : -arm, motor == 0 || motor == 3 ? arm : -arm, 0};
}

Vec3 DragOn(const Quadrotor& quadrotor, Vec3 velocity_m_s, Vec3 wind_m_s) {
  const Vec3 relative = velocity_m_s - wind_m_s;
  return relative * -(quadrotor.drag_linear_kg_s + quadrotor.drag_quadratic_kg_m * Length(relative));
}

MotorThrusts MixThrusts(const Quadrotor& quadrotor, double thrust_n, Vec3 torque_n_m) {
  const double least = quadrotor.least_thrust_n, most = quadrotor.most_thrust_n, arm = quadrotor.ArmAlongAxes();
  const double reserve = kTorqueReserve * (most - least);
  MotorThrusts out;
  out.fill(std::clamp(thrust_n / 4, least + reserve, most - reserve));
  MotorThrusts tilt, yaw;
  for (size_t i = 0; i < 4; ++i) {
    const Vec3 at = quadrotor.MotorAt(i);
    tilt[i] = (torque_n_m.x * at.y - torque_n_m.y * at.x) / (4 * arm * arm);
    yaw[i] = torque_n_m.z * Quadrotor::SpinOf(i) / (4 * quadrotor.drag_torque_m);
  }
  // All motors' changes are scaled alike: so neither the total thrust nor the direction of the torque changes.
  for (const MotorThrusts& change : {tilt, yaw}) {
    double share = 1;
    for (size_t i = 0; i < 4; ++i) {
      const double room = change[i] > 0 ? most - out[i] : out[i] - least;
      if (std::abs(change[i]) > room) share = std::min(share, std::max(room, 0.0) / std::abs(change[i]));
    }
    for (size_t i = 0; i < 4; ++i) out[i] = std::clamp(out[i] + share * change[i], least, most);
  }
  return out;
}

Vec3 TorqueOf(const Quadrotor& quadrotor, const MotorThrusts& thrusts) {
  Vec3 torque;
  for (size_t i = 0; i < 4; ++i) {
    const Vec3 force = {0, 0, thrusts[i]};
    torque = torque + Cross(quadrotor.MotorAt(i), force) + force * (quadrotor.drag_torque_m * Quadrotor::SpinOf(i));
  }
  return torque;
}

BodyAxes AxesOf(Vec3 z, double yaw_rad, UpAxis up) {
  BodyAxes axes;
  axes.z = z * (1 / Length(z));
  Vec3 left = Cross(axes.z, WorldOf({std::cos(yaw_rad), std::sin(yaw_rad)}, 0, up));
  if (LengthSquared(left) < 1e-12) left = Cross(axes.z, WorldOf({-std::sin(yaw_rad), std::cos(yaw_rad)}, 0, up));
  axes.y = left * (1 / Length(left));
  axes.x = Cross(axes.y, axes.z);
  return axes;
}

}  // namespace navnet
