// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/box_rooms.h>
#include <navnet/trajectory/check_trajectory.h>
#include <navnet/voxel/shapes.h>

#include "support/random_meshes.h"
#include "trajectory/flight_scene.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kRadius_m = 0.4;

TEST(CheckTrajectory, FindsWhereABlockIsInTheWay) {
  const FlightScene scene(WorldKind::City, 60, 1, kRadius_m);
  TrajectoryContext context;
  TrajectoryCheck check;
  int broken = 0, valid = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    Rooms rooms;
    const Trajectory trajectory = scene.Fly(seed, kRadius_m, rooms);
    if (trajectory.empty()) continue;
    World now = scene.world;
    TriangleMesh block = *BoxMesh(random.Point(0.2, 2));
    const Vec3 at = trajectory.At(random.Uniform(0, trajectory.duration_s())).position + random.Point(-2.5, 2.5);
    for (Vec3& p : block.vertices) p = p + at;
    std::get<TriangleMesh>(now.geometry).Append(block);
    const RoomMaker parts[] = {*scene.maker, *RoomMaker::Make(block)};
    const RoomMaker maker = *RoomMaker::Joined(parts);
    const ClearanceProbe probe = *ClearanceProbe::Make(now);
    TriangleRoomSource source(maker, {.radius_m = kRadius_m, .walls = scene.walls});
    const double from_s = random.Uniform(-0.2, 0.5) * trajectory.duration_s();
    CheckTrajectory(trajectory, from_s, source, context, check);
    // What is valid is the same motion, in rooms, and clear.
    EXPECT_LE(OutsideRooms(check.trajectory, check.rooms), 1e-6);
    EXPECT_LE(LargestJump(check.trajectory, {}), 1e-5);
    EXPECT_GE(ClearanceOf(check.trajectory, probe, kRadius_m), kRadius_m - 1e-6);
    const double begin_s = std::max(0.0, from_s);
    EXPECT_NEAR(check.valid_until_s, begin_s + check.trajectory.duration_s(), 1e-9);
    for (double t = 0; t < check.trajectory.duration_s(); t += 0.05) {
      EXPECT_LE(Length(check.trajectory.At(t).position - trajectory.At(begin_s + t).position), 1e-6);
    }
    const double rest_m = ClearanceOf(PartOf(trajectory, from_s, trajectory.duration_s()), probe, kRadius_m);
    EXPECT_EQ(check.is_valid, rest_m > kRadius_m - 1e-6) << rest_m;
    (check.is_valid ? valid : broken) += 1;
    if (check.is_valid) continue;
    // The block is near soon after.
    const Trajectory next = PartOf(trajectory, check.valid_until_s, check.valid_until_s + 0.05);
    EXPECT_LT(ClearanceOf(next, probe, kRadius_m), kRadius_m);
  }
  EXPECT_GT(broken, 5);
  EXPECT_GT(valid, 5);
}

TEST(CheckTrajectory, TakesRoomsFromTheBoxesOfTheNet) {
  const FlightScene scene(WorldKind::City, 60, 1, kRadius_m);
  const ClearanceProbe probe = *ClearanceProbe::Make(scene.world);
  TrajectoryContext context;
  TrajectoryCheck check;
  int valid = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const FlightQuery query{.start = *scene.navigator->RandomFree(2 * seed, kRadius_m),
                            .goal = *scene.navigator->RandomFree(2 * seed + 1, kRadius_m),
                            .radius_m = kRadius_m};
    const FlightPath path = scene.navigator->Find(query);
    QueryContext queries;
    RoomCorridor boxes;
    if (!BoxRoomsOf(*scene.navigator, query, path.points, queries, boxes)) continue;
    TrajectoryQuery wanted;
    wanted.points = path.points;
    wanted.rooms = &boxes;
    const Trajectory trajectory = PlanTrajectory(wanted).trajectory;
    BoxRoomSource source(*scene.navigator, query);
    CheckTrajectory(trajectory, 0, source, context, check);
    EXPECT_LE(OutsideRooms(check.trajectory, check.rooms), 1e-6);
    EXPECT_GE(ClearanceOf(check.trajectory, probe, kRadius_m), kRadius_m - 1e-6);
    valid += check.is_valid;
  }
  EXPECT_GT(valid, 15);
}

TEST(RoomMaker, OfJoinedPartsMakesTheSameRoomsAsOfAllTriangles) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    TriangleMesh all;
    std::vector<RoomMaker> makers;
    const int parts = random.Integer(1, 9);
    for (int i = 0; i < parts; ++i) {
      const TriangleMesh part = RandomMesh(seed * 10 + uint64_t(i), MeshStyle(random.Integer(0, kMeshStyles - 2)),
                                           random.Integer(1, 60), 10, 0.5, {});
      all.Append(part);
      makers.push_back(*RoomMaker::Make(part));
    }
    const RoomMaker joined = *RoomMaker::Joined(makers), whole = *RoomMaker::Make(all);
    EXPECT_EQ(joined.size(), whole.size());
    for (int i = 0; i < 20; ++i) {
      const Vec3 ends[] = {random.Point(0, 10), random.Point(0, 10)};
      RoomContext context;
      Rooms a, b;
      joined.Find(ends, {.radius_m = 0.1}, context, a);
      whole.Find(ends, {.radius_m = 0.1}, context, b);
      ASSERT_EQ(a.status, b.status);
      ASSERT_EQ(a.corridor.planes.size(), b.corridor.planes.size());
      for (size_t k = 0; k < a.corridor.planes.size(); ++k) {
        EXPECT_EQ(a.corridor.planes[k].normal, b.corridor.planes[k].normal);
        EXPECT_EQ(a.corridor.planes[k].offset_m, b.corridor.planes[k].offset_m);
      }
    }
  }
}

}  // namespace
}  // namespace navnet
