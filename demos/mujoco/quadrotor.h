// SPDX-License-Identifier: Apache-2.0
#pragma once
// A quadrotor in a spherical cage, as drones that inspect interiors have: what its parts weigh and can do.

#include <navnet/core/geometry.h>

#include <array>
#include <cstddef>

namespace navnet {

/// Standard gravity, in m/s².
inline constexpr double kGravity_m_s2 = 9.80665;

/// Thrust of each motor, in newtons. Motors are at the front left, front right, rear right and rear left.
using MotorThrusts = std::array<double, 4>;

/// Properties of the vehicle. Body axes: x forward, y left, z along the thrust. The centre of mass is that of the cage.
struct Quadrotor {
  double mass_kg = 1.2;
  Vec3 inertia_kg_m2 = {0.010, 0.010, 0.018};  ///< About the body axes.
  double cage_m = 0.25;                        ///< Radius of the cage, the shape that touches the world.
  double arm_m = 0.16;                         ///< From the centre to each motor.
  /// Range of the thrust of one motor. All four together lift 1.97 times the weight.
  double least_thrust_n = 0.1, most_thrust_n = 5.8;
  double motor_lag_s = 0.03;          ///< Time constant of a motor's first-order response.
  double drag_torque_m = 0.016;       ///< Torque of a rotor about its axis, per newton of thrust.
  double drag_linear_kg_s = 0.3;      ///< Drag of the rotors: force per speed relative to the air.
  double drag_quadratic_kg_m = 0.04;  ///< Drag of cage and body: force per square of that speed.

  /// Largest thrust of all motors together, in newtons.
  constexpr double MostThrust() const { return 4 * most_thrust_n; }
  /// Thrust of all motors together that carries the weight, in newtons.
  constexpr double Weight() const { return mass_kg * kGravity_m_s2; }
  /// Distance of each motor from the x and y axes, in metres.
  double ArmAlongAxes() const;
  /// Position of a motor, along the body axes.
  Vec3 MotorAt(size_t motor) const;
  /// Direction of a rotor's drag torque: 1 along the body's z axis, -1 against it. Neighbours turn in opposite
  /// directions.
  static constexpr double SpinOf(size_t motor) { return motor % 2 == 0 ? 1 : -1; }
};

/// Force of the air on the vehicle, in newtons, in the world. It acts at the centre of mass.
Vec3 DragOn(const Quadrotor& quadrotor, Vec3 velocity_m_s, Vec3 wind_m_s);

/// Thrusts of the motors, within their range, for a total thrust and a torque along the body axes. The total thrust is
/// limited first, to four fifths of the range about its middle; then the torque about x and y is scaled down until it
/// fits, and last the torque about z. A vehicle that raises its thrust to turn faster is pushed off by it.
MotorThrusts MixThrusts(const Quadrotor& quadrotor, double thrust_n, Vec3 torque_n_m);

/// Torque of the motors along the body axes.
Vec3 TorqueOf(const Quadrotor& quadrotor, const MotorThrusts& thrusts);

/// The axes of a body in the world: of length 1, perpendicular, right-handed.
struct BodyAxes {
  Vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};

  Vec3 ToWorld(Vec3 d) const { return x * d.x + y * d.y + z * d.z; }
  Vec3 ToBody(Vec3 d) const { return {Dot(x, d), Dot(y, d), Dot(z, d)}; }
};

/// Axes whose z is along `z` (not zero), turned about it so that x points at the yaw angle (see YawOptions) as seen
/// from above; where z is horizontal in that direction, x is any direction.
BodyAxes AxesOf(Vec3 z, double yaw_rad, UpAxis up);

/// What the controller knows about the vehicle: its state, without errors of measurement.
struct QuadrotorState {
  Vec3 position = {}, velocity = {};  ///< In the world.
  BodyAxes axes = {};
  Vec3 rates_rad_s = {};   ///< Angular velocity along the body axes.
  Vec3 acceleration = {};  ///< In the world, during the last step.
  double thrust_n = 0;     ///< Of all motors together.
};

}  // namespace navnet
