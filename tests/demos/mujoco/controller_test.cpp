// SPDX-License-Identifier: Apache-2.0
#include "mujoco/controller.h"

#include "mujoco/simulator.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace navnet {
namespace {

// A trajectory that stays at a place.
Trajectory At(Vec3 place) {
  TrajectoryPiece piece;
  piece.points.fill(place);
  piece.duration_s = 1;
  return Trajectory({piece});
}

/// The vehicle in empty space, under control.
class Controlled {
 public:
  explicit Controlled(UpAxis up = UpAxis::Z)
      : simulator_(*Simulator::Make({}, Quadrotor{}, up)), controller_(Quadrotor{}, ControlGains{}, up) {}

  void Fly(const Trajectory& trajectory, double seconds, Vec3 wind = {}) {
    for (double t = 0; t < seconds; t += kSimulatorStep_s) {
      simulator_.Step(controller_.Update(simulator_.State(), trajectory, YawProfile(), time_s_, kSimulatorStep_s),
                      wind);
      time_s_ += kSimulatorStep_s;
    }
  }
  Simulator& simulator() { return simulator_; }
  const GeometricController& controller() const { return controller_; }

 private:
  Simulator simulator_;
  GeometricController controller_;
  double time_s_ = 0;
};

TEST(AttitudeError, IsTheSineOfTheAngleTimesTheAxis) {
  TestRandom random(1);
  for (int i = 0; i < 1000; ++i) {
    const BodyAxes wanted = AxesOf(random.Point(-1, 1), random.Uniform(-4, 4), UpAxis::Z);
    const Vec3 d = random.Point(-1, 1);
    const Vec3 axis = d * (1 / Length(d));
    const double angle = random.Uniform(-3.1, 3.1);
    const auto turned = [&](Vec3 v) {  // Rodrigues' formula.
      return v * std::cos(angle) + Cross(axis, v) * std::sin(angle) + axis * (Dot(axis, v) * (1 - std::cos(angle)));
    };
    const BodyAxes axes = {turned(wanted.x), turned(wanted.y), turned(wanted.z)};
    EXPECT_LT(Length(AttitudeError(wanted, axes) - axis * std::sin(angle)), 1e-12);
    EXPECT_LT(Length(AttitudeError(axes, axes)), 1e-12);
  }
}

TEST(GeometricController, HoversInPlace) {
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    Controlled vehicle(up);
    vehicle.simulator().PlaceHovering({1, 2, 3}, 0);
    vehicle.Fly(At({1, 2, 3}), 2);
    EXPECT_LT(Length(vehicle.simulator().State().position - Vec3{1, 2, 3}), 1e-6);
    EXPECT_LT(Length(vehicle.controller().outer_force()), 1e-6);
  }
}

TEST(GeometricController, SettlesAfterAStep) {
  Controlled vehicle;
  vehicle.simulator().PlaceHovering({}, 0);
  const Vec3 goal = {0.5, -0.3, 0.4};
  double beyond = 0;
  for (int i = 0; i < 30; ++i) {
    vehicle.Fly(At(goal), 0.1);
    beyond = std::max(beyond, Dot(vehicle.simulator().State().position - goal, goal) / Length(goal));
  }
  EXPECT_LT(Length(vehicle.simulator().State().position - goal), 0.005);
  EXPECT_LT(beyond, 0.2 * Length(goal));
}

TEST(GeometricController, RecoversFromAnyAttitude) {
  TestRandom random(4);
  for (int i = 0; i < 20; ++i) {
    const double tilt = random.Uniform(0, 0.85 * std::numbers::pi), towards = random.Uniform(-3, 3);
    Controlled vehicle;
    QuadrotorState state;
    state.axes = AxesOf({std::sin(tilt) * std::cos(towards), std::sin(tilt) * std::sin(towards), std::cos(tilt)},
                        random.Uniform(-2, 2), UpAxis::Z);
    state.thrust_n = Quadrotor{}.Weight();
    state.rates_rad_s = random.Point(-1, 1);
    vehicle.simulator().Place(state);
    vehicle.Fly(At({}), 6);
    const QuadrotorState now = vehicle.simulator().State();
    EXPECT_LT(Length(now.position), 0.01) << i << ": tilted by " << tilt;
    EXPECT_LT(Length(now.velocity), 0.01) << i;
    EXPECT_LT(Length(now.axes.x - Vec3{1, 0, 0}), 0.01) << i;
  }
}

TEST(GeometricController, CancelsASteadyWind) {
  Controlled vehicle;
  vehicle.simulator().PlaceHovering({}, 0);
  const Vec3 wind = {4, -2, 1};
  vehicle.Fly(At({}), 4, wind);
  EXPECT_LT(Length(vehicle.simulator().State().position), 1e-3);
  const Vec3 drag = DragOn(Quadrotor{}, {}, wind);
  EXPECT_LT(Length(vehicle.controller().outer_force() - drag), 0.01 * Length(drag));
}

}  // namespace
}  // namespace navnet
