// SPDX-License-Identifier: Apache-2.0
#include "mujoco/tracked_flight.h"

#include <navnet/trajectory/plan.h>
#include <navnet/worlds/worlds.h>

#include "mujoco/simulator.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <array>

namespace navnet {
namespace {

// From rest to rest along straight lines, in one large room.
Trajectory Planned(std::vector<Vec3> points, const MotionLimits& limits = {}) {
  RoomCorridor room;
  const std::array<HalfSpace, 6> planes = {HalfSpace{{1, 0, 0}, 1000}, {{-1, 0, 0}, 1000}, {{0, 1, 0}, 1000},
                                           {{0, -1, 0}, 1000},         {{0, 0, 1}, 1000},  {{0, 0, -1}, 1000}};
  room.Append(planes);
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &room;
  query.limits = limits;
  const PlannedTrajectory planned = PlanTrajectory(query);
  EXPECT_TRUE(HasTrajectory(planned.status)) << ToString(planned.status);
  return planned.trajectory;
}

TrackedFlight Flown(const Trajectory& trajectory, const TriangleMesh& world, const TrackingOptions& options = {}) {
  const Result<ClearanceProbe> probe = ClearanceProbe::Make({"world", UpAxis::Z, world});
  EXPECT_TRUE(probe) << probe.error().message;
  const Result<TrackedFlight> flight = FlyTracked(trajectory, world, *probe, UpAxis::Z, options);
  EXPECT_TRUE(flight) << flight.error().message;
  return *flight;
}

TEST(FlyTracked, FollowsATrajectoryWithoutWind) {
  const Trajectory trajectory = Planned({{0, 0, 2}, {12, 5, 4}});
  const TrackedFlight flight = Flown(trajectory, MakeBox({{-5, -5, -1}, {20, 20, 0}}));
  EXPECT_EQ(flight.end, TrackedEnd::Arrived);
  EXPECT_LT(flight.max_error_m, 0.02);
  EXPECT_LT(flight.mean_error_m, 0.01);
  EXPECT_NEAR(flight.length_m, trajectory.Length(), 0.1);
  EXPECT_NEAR(flight.duration_s, trajectory.duration_s() + 1, 0.01);
  EXPECT_LT(Length(flight.track.back() - Vec3{12, 5, 4}), 0.01);
  EXPECT_GT(flight.max_speed_m_s, 4.5);
}

TEST(FlyTracked, ContactWithAWallEndsTheFlight) {
  const double wall_m = 8;
  const TriangleMesh wall = MakeBox({{wall_m, -5, -5}, {wall_m + 1, 5, 5}});
  const TrackedFlight flight = Flown(Planned({{0, 0, 0}, {20, 0, 0}}), wall);
  EXPECT_EQ(flight.end, TrackedEnd::Contact);
  const double cage_m = Quadrotor{}.cage_m;
  EXPECT_NEAR(flight.track.back().x, wall_m - cage_m, 0.02);
  EXPECT_LT(flight.least_clearance_m, cage_m + kPlate_m);
  EXPECT_GT(flight.least_clearance_m, cage_m - 0.02);
}

TEST(FlyTracked, IsLostWhereTheVehicleCannotFollow) {
  const MotionLimits limits{.speed_m_s = 40, .acceleration_m_s2 = 40, .jerk_m_s3 = 400};
  const TrackedFlight flight =
      Flown(Planned({{0, 0, 0}, {100, 0, 0}}, limits), MakeBox({{-900, -900, -900}, {-899, -899, -899}}));
  EXPECT_EQ(flight.end, TrackedEnd::Lost);
  EXPECT_GT(flight.max_error_m, TrackingOptions{}.lost_m);
  EXPECT_LT(flight.duration_s, 5);
}

TEST(FlyTracked, GustsMoveItAndTheSeedDecidesHow) {
  const Trajectory trajectory = Planned({{0, 0, 2}, {12, 5, 4}});
  const TriangleMesh floor = MakeBox({{-5, -5, -1}, {20, 20, 0}});
  TrackingOptions options;
  options.gust_m_s = 4;
  const TrackedFlight flight = Flown(trajectory, floor, options);
  EXPECT_EQ(flight.end, TrackedEnd::Arrived);
  EXPECT_GT(flight.max_error_m, 0.015);
  EXPECT_LT(flight.max_error_m, 0.08);
  EXPECT_EQ(Flown(trajectory, floor, options).track, flight.track);
  options.gust_seed = 2;
  EXPECT_NE(Flown(trajectory, floor, options).track, flight.track);
}

TEST(TrianglesNear, ContainAllThatTheFlightCanTouch) {
  int near_anything = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const MeshStyle style = MeshStyle(seed % kMeshStyles);
    const TriangleMesh mesh = RandomMesh(seed, style, 300, 40, 1, {-20, -20, -20});
    TestRandom random(seed);
    const Trajectory trajectory = Planned({random.Point(-20, 20), random.Point(-20, 20)});
    const double reach_m = 2;
    const TriangleMesh near = TrianglesNear(trajectory, mesh, reach_m);
    for (const Triangle& t : near.triangles) {
      for (size_t i = 0; i < 3; ++i) {
        EXPECT_LE(Length(near.vertices[t[i]] - near.vertices[t[(i + 1) % 3]]), kMostEdge_m);
      }
    }
    const Result<ClearanceProbe> all = ClearanceProbe::Make({"all", UpAxis::Z, mesh});
    ASSERT_TRUE(all);
    if (near.triangles.empty()) continue;
    const Result<ClearanceProbe> some = ClearanceProbe::Make({"some", UpAxis::Z, near});
    ASSERT_TRUE(some);
    int within = 0;
    for (double t = 0; t < trajectory.duration_s(); t += 0.05) {
      const Vec3 p = trajectory.At(t).position + random.Point(-0.5, 0.5);
      EXPECT_NEAR(all->PointClearance(p, 1), some->PointClearance(p, 1), 1e-9) << "seed " << seed;
      within += all->PointClearance(p, 1) < 1;
    }
    near_anything += within;
  }
  EXPECT_GT(near_anything, 50);
}

TEST(TrianglesNear, LeavesOutWhatIsFar) {
  TriangleMesh world = MakeBox({{-1, -1, -1}, {13, 1, 0}});
  world.Append(MakeBox({{-1, 100, -1}, {13, 101, 0}}));
  EXPECT_EQ(TrianglesNear(Planned({{0, 0, 2}, {12, 0, 2}}), world, 3).triangles.size(), 12u);
}

}  // namespace
}  // namespace navnet
