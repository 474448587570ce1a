// SPDX-License-Identifier: Apache-2.0
#include "mujoco/quadrotor.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace navnet {
namespace {

double SumOf(const MotorThrusts& thrusts) { return std::accumulate(thrusts.begin(), thrusts.end(), 0.0); }

TEST(MixThrusts, GivesThrustAndTorqueThatMotorsCanProduce) {
  const Quadrotor quadrotor;
  TestRandom random(1);
  for (int i = 0; i < 2000; ++i) {
    MotorThrusts wanted;
    for (double& thrust : wanted) thrust = random.Uniform(1.2, 4.7);
    const MotorThrusts given = MixThrusts(quadrotor, SumOf(wanted), TorqueOf(quadrotor, wanted));
    for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(given[k], wanted[k], 1e-12);
  }
}

TEST(MixThrusts, KeepsTheRangeOfTheMotorsAndTheDirectionOfTheTorque) {
  const Quadrotor quadrotor;
  TestRandom random(2);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 wanted = random.Point(-3, 3);
    const MotorThrusts given = MixThrusts(quadrotor, random.Uniform(-10, 40), wanted);
    for (const double thrust : given) {
      EXPECT_GE(thrust, quadrotor.least_thrust_n);
      EXPECT_LE(thrust, quadrotor.most_thrust_n);
    }
    const Vec3 torque = TorqueOf(quadrotor, given);
    EXPECT_NEAR(torque.x * wanted.y, torque.y * wanted.x, 1e-9);
    EXPECT_GT(torque.x * wanted.x + torque.y * wanted.y, 0);
    EXPECT_GE(torque.z * wanted.z, -1e-12);
  }
}

TEST(MixThrusts, KeepsTheTotalThrustWhereTorquesDoNotFit) {
  const Quadrotor quadrotor;
  for (const double thrust_n : {4.0, 12.0, 20.0}) {
    EXPECT_NEAR(SumOf(MixThrusts(quadrotor, thrust_n, {5, -3, 1})), thrust_n, 1e-9);
  }
}

TEST(Quadrotor, DragOpposesTheSpeedRelativeToTheAir) {
  const Quadrotor quadrotor;
  EXPECT_EQ(DragOn(quadrotor, {2, 3, 4}, {2, 3, 4}), Vec3{});
  const Vec3 drag = DragOn(quadrotor, {5, 0, 0}, {1, 0, 0});
  EXPECT_NEAR(drag.x, -(4 * quadrotor.drag_linear_kg_s + 16 * quadrotor.drag_quadratic_kg_m), 1e-12);
  EXPECT_EQ(drag.y, 0);
}

TEST(AxesOf, AreRightHandedAndPointWhereTheyShould) {
  TestRandom random(3);
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    for (int i = 0; i < 1000; ++i) {
      const Vec3 z = random.Point(-1, 1);
      const double yaw = random.Uniform(-4, 4);
      const BodyAxes axes = AxesOf(z, yaw, up);
      EXPECT_NEAR(Length(axes.x), 1, 1e-12);
      EXPECT_NEAR(Length(axes.y), 1, 1e-12);
      EXPECT_NEAR(Dot(axes.z, z), Length(z), 1e-12);
      EXPECT_NEAR(Length(Cross(axes.x, axes.y) - axes.z), 0, 1e-12);
      // x has no part across the heading.
      EXPECT_NEAR(Dot(axes.y, WorldOf({std::cos(yaw), std::sin(yaw)}, 0, up)), 0, 1e-12);
    }
    const BodyAxes level = AxesOf(WorldOf({}, 2, up), 0.5, up);
    EXPECT_NEAR(Length(level.x - WorldOf({std::cos(0.5), std::sin(0.5)}, 0, up)), 0, 1e-12);
  }
  // Thrust along the heading itself.
  const BodyAxes lying = AxesOf({1, 0, 0}, 0, UpAxis::Z);
  EXPECT_NEAR(Length(Cross(lying.x, lying.y) - lying.z), 0, 1e-12);
}

}  // namespace
}  // namespace navnet
