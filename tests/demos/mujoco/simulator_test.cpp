// SPDX-License-Identifier: Apache-2.0
#include "mujoco/simulator.h"

#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

Simulator MakeSimulator(MeshView world, UpAxis up = UpAxis::Z) {
  Result<Simulator> simulator = Simulator::Make(world, Quadrotor{}, up);
  EXPECT_TRUE(simulator) << simulator.error().message;
  return std::move(*simulator);
}

MotorThrusts Hovering() {
  MotorThrusts thrusts;
  thrusts.fill(Quadrotor{}.Weight() / 4);
  return thrusts;
}

TEST(Simulator, HoversWhereTheThrustIsTheWeight) {
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    Simulator simulator = MakeSimulator({}, up);
    simulator.PlaceHovering({3, -2, 7}, 1);
    for (int i = 0; i < 1000; ++i) simulator.Step(Hovering(), {});
    EXPECT_LT(Length(simulator.State().position - Vec3{3, -2, 7}), 1e-9);
    EXPECT_LT(Length(simulator.State().axes.x - WorldOf({std::cos(1), std::sin(1)}, 0, up)), 1e-9);
    EXPECT_EQ(simulator.Contacts(), 0);
    EXPECT_FALSE(simulator.IsUnstable());
  }
}

TEST(Simulator, MotorsRespondWithTheirLag) {
  const Quadrotor quadrotor;
  Simulator simulator = MakeSimulator({});
  MotorThrusts most;
  most.fill(2 * quadrotor.most_thrust_n);  // Beyond the range: limited to it.
  for (int i = 0; i < 15; ++i) simulator.Step(most, {});
  const double share = 1 - std::exp(-15 * kSimulatorStep_s / quadrotor.motor_lag_s);
  const double expected_n = quadrotor.Weight() + share * (quadrotor.MostThrust() - quadrotor.Weight());
  EXPECT_NEAR(simulator.State().thrust_n, expected_n, 0.02 * expected_n);
  for (int i = 0; i < 500; ++i) simulator.Step(most, {});
  EXPECT_NEAR(simulator.State().thrust_n, quadrotor.MostThrust(), 1e-6);
}

TEST(Simulator, TorquesTurnTheBodyAsTheMotorsSay) {
  const Quadrotor quadrotor;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 torque;
    torque[axis] = 0.02;
    Simulator simulator = MakeSimulator({});
    simulator.PlaceHovering({}, 0);
    const MotorThrusts thrusts = MixThrusts(quadrotor, quadrotor.Weight(), torque);
    const int steps = 100;
    for (int i = 0; i < steps; ++i) simulator.Step(thrusts, {});
    // The torque grows to its value with the motors' lag.
    const double seconds = steps * kSimulatorStep_s - quadrotor.motor_lag_s;
    Vec3 expected;
    expected[axis] = torque[axis] / quadrotor.inertia_kg_m2[axis] * seconds;
    EXPECT_LT(Length(simulator.State().rates_rad_s - expected), 0.05 * Length(expected)) << axis;
  }
}

TEST(Simulator, WindPushesTheBodyToTheSpeedOfTheAir) {
  Simulator simulator = MakeSimulator({});
  simulator.PlaceHovering({}, 0);
  for (int i = 0; i < 15'000; ++i) simulator.Step(Hovering(), {0, 3, 0});
  EXPECT_LT(Length(simulator.State().velocity - Vec3{0, 3, 0}), 0.05);
}

// Compares contacts with exact distances.
void ExpectContactsOf(const TriangleMesh& mesh, Vec3 middle, double reach_m, uint64_t seed) {
  const double cage_m = Quadrotor{}.cage_m;
  const Result<ClearanceProbe> probe = ClearanceProbe::Make({"mesh", UpAxis::Z, mesh});
  ASSERT_TRUE(probe) << probe.error().message;
  Simulator simulator = MakeSimulator(mesh);
  TestRandom random(seed);
  int touching = 0, free = 0;
  for (int i = 0; i < 300; ++i) {
    Vec3 place = middle + random.Point(-reach_m, reach_m);
    if (i % 2 == 0) {
      // Near the surface: beside a random point of a triangle, where contact begins.
      const Triangle& t = mesh.triangles[size_t(random.Integer(0, int(mesh.triangles.size()) - 1))];
      const double u = random.Uniform(0, 1), v = random.Uniform(0, 1 - u);
      const Vec3 on = mesh.vertices[t[0]] * (1 - u - v) + mesh.vertices[t[1]] * u + mesh.vertices[t[2]] * v;
      const Vec3 side = random.Point(-1, 1);
      place = on + side * (cage_m * random.Uniform(0.9, 1.1) / Length(side));
    }
    simulator.PlaceHovering(place, 0);
    const double clearance_m = probe->PointClearance(place, 10);
    // MuJoCo's own tolerance of the distance is 1e-6.
    if (clearance_m < cage_m - 1e-6) {
      EXPECT_GT(simulator.Contacts(), 0) << clearance_m << " seed " << seed << " at " << i;
      ++touching;
    } else if (clearance_m > cage_m + kPlate_m + 1e-6) {
      EXPECT_EQ(simulator.Contacts(), 0) << clearance_m << " seed " << seed << " at " << i;
      ++free;
    }
  }
  EXPECT_GT(touching, 30);
  EXPECT_GT(free, 10);
}

TEST(Simulator, FindsExactlyTheContactsOfRandomTriangles) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    for (const MeshStyle style :
         {MeshStyle::Soup, MeshStyle::Degenerate, MeshStyle::Lattice, MeshStyle::AxisAligned, MeshStyle::Slivers}) {
      const double size_m = seed % 2 == 0 ? 3 : 30;
      const Vec3 offset = seed % 3 == 0 ? Vec3{5000, -3000, 100} : Vec3{};
      const TriangleMesh mesh = RandomMesh(seed, style, 40, size_m, 1, offset);
      ExpectContactsOf(mesh, offset + Vec3{1, 1, 1} * (size_m / 2), size_m / 2 + 1, seed);
    }
  }
}

TEST(Simulator, FindsContactsWithTheWallsOfAStation) {
  const Result<ProceduralWorld> station = MakeWorldWithPlaces({.kind = WorldKind::Station, .size_m = 26});
  ASSERT_TRUE(station);
  ExpectContactsOf(station->mesh, {13, 13, 13}, 6, 1);
}

TEST(Simulator, StopsAtAFloor) {
  Simulator simulator = MakeSimulator(MakeBox({{-5, -5, -1}, {5, 5, 0}}));
  simulator.PlaceHovering({0.3, 0.2, 0.5}, 0);
  MotorThrusts least;
  least.fill(0);
  int first = -1;
  for (int i = 0; i < 500; ++i) {
    simulator.Step(least, {});
    if (first < 0 && simulator.Contacts() > 0) first = i;
  }
  ASSERT_GT(first, 0);
  EXPECT_NEAR(simulator.State().position.z, Quadrotor{}.cage_m, 0.02);
}

TEST(Simulator, RefusesDamagedMeshes) {
  TriangleMesh mesh = MakeBox({{0, 0, 0}, {1, 1, 1}});
  mesh.triangles.push_back({0, 1, 99});
  EXPECT_FALSE(Simulator::Make(mesh, Quadrotor{}, UpAxis::Z));
}

}  // namespace
}  // namespace navnet
