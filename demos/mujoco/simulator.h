// SPDX-License-Identifier: Apache-2.0
#pragma once
// The physics, by MuJoCo: a rigid body with four motors among triangles.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include "mujoco/quadrotor.h"

#include <memory>
#include <string>

namespace navnet {

/// Half the thickness of the plates that stand for triangles, in metres: contacts are found by at most this much too
/// early, and never too late.
inline constexpr double kPlate_m = 5e-4;

/// Duration of a step of the simulation, and of the controller.
inline constexpr double kSimulatorStep_s = 0.002;

/// A quadrotor among triangles. MuJoCo collides convex hulls of meshes, so each triangle is a plate of its own: the
/// prism of thickness 2 kPlate_m around it, or a capsule if it is thinner than that. Requires one call at a time.
class Simulator {
 public:
  /// The vehicle is at the origin and at rest until PlaceHovering is called. Takes about 0.1 ms a triangle; a step then
  /// takes about 30 ns a triangle. For exact contacts, edges are at most about a hundred metres long. Fails for meshes
  /// that `Validate` refuses, except that it may be empty, and where MuJoCo refuses the model.
  static Result<Simulator> Make(MeshView world, const Quadrotor& quadrotor, UpAxis up);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  /// Puts the vehicle somewhere, at rest, upright, with motors that carry its weight.
  void PlaceHovering(Vec3 position, double yaw_rad);
  /// Puts the vehicle into a state; its thrust is divided among all motors, its acceleration is ignored.
  void Place(const QuadrotorState& state);

  /// Advances by a step, with the commanded thrusts and the velocity of the air during it.
  void Step(const MotorThrusts& commanded, Vec3 wind_m_s);

  /// The state now.
  QuadrotorState State() const;
  /// The contacts of the vehicle with the world that MuJoCo finds in this state.
  int Contacts() const;
  /// Whether MuJoCo found numbers out of range: then the state is meaningless.
  bool IsUnstable() const;

 private:
  struct Physics;
  explicit Simulator(std::unique_ptr<Physics> physics);
  std::unique_ptr<Physics> physics_;
};

/// The model in MuJoCo's format, MJCF.
std::string ModelText(MeshView world, const Quadrotor& quadrotor, UpAxis up);

}  // namespace navnet
