// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/runtime/box_rooms.h>

#include "support/free_oracle.h"
#include "support/room_checks.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

using ranges::kInfinity;

constexpr double kNear = 1e-5;  // In voxels: more than the tolerance of free points.

Navigator NavigatorAmong(const GridFrame& frame, const VoxelBox& bounds, const std::vector<VoxelBox>& blocked) {
  return Navigator(Bake(World{"test", UpAxis::Z, BuildOccupancy(frame, bounds, 0, blocked)})->net);
}

bool IsStrictlyInside(Vec3 p, const Box3& box, double by) {
  for (int k = 0; k < 3; ++k) {
    if (!(p[k] > box.min[k] + by && p[k] < box.max[k] - by)) return false;
  }
  return true;
}

// Whether some point of a path is at most `tolerance` beyond any of the planes.
bool MeetsPath(std::span<const HalfSpace> planes, std::span<const Vec3> points, double tolerance) {
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    double enter = 0, leave = 1;
    for (const HalfSpace& plane : planes) {
      const double from = plane.DistanceTo(points[i]) - tolerance, to = plane.DistanceTo(points[i + 1]) - tolerance;
      if (from > 0 && to > 0) enter = 2;
      if (from > 0 && to <= 0) enter = std::max(enter, from / (from - to));
      if (from <= 0 && to > 0) leave = std::min(leave, from / (from - to));
    }
    if (enter <= leave) return true;
  }
  return false;
}

// Rooms must contain the path in order, be free and keep the query's rules.
void ExpectSound(const Navigator& navigator, const FlightQuery& query, const FlightPath& path, TestRandom& random) {
  QueryContext context;
  RoomCorridor rooms;
  ASSERT_TRUE(BoxRoomsOf(navigator, query, path.points, context, rooms));
  const double voxel_m = navigator.info().frame.voxel_m, near = kNear * voxel_m;
  EXPECT_TRUE(RunsThrough(rooms, path.points, near));
  const oracle::FreeSpaceOf free(navigator.net(), query.radius_m);
  for (size_t room = 0; room < rooms.size(); ++room) {
    const std::vector<Vec3> corners = SlowCornersOf(rooms.PlanesOf(room), 1e-3 * near);
    ASSERT_GE(corners.size(), 4u);
    for (int i = 0; i < 4; ++i) {
      const Vec3 a = RandomAmong(random, corners), b = RandomAmong(random, corners);
      EXPECT_TRUE(free.IsFree(a, b));
      for (const Vec3 p : {a, b, corners[size_t(random.Integer(0, int(corners.size()) - 1))]}) {
        EXPECT_GE(p.z, query.floor_m - near);
        EXPECT_LE(p.z, query.ceiling_m + near);
        for (const CostRegion& region : query.regions) {
          EXPECT_FALSE(std::isinf(region.factor) && IsStrictlyInside(p, region.box_world, near));
        }
      }
    }
    if (room > 0) {
      EXPECT_FALSE(SlowCornersOf(PortalPlanes(rooms, room - 1), near).empty());
      // Both contain the point of the path between them, but for the rounding of doubles.
      EXPECT_TRUE(MeetsPath(PortalPlanes(rooms, room - 1), path.points, 1e-9));
    }
  }
}

TEST(BoxRooms, ContainThePathAndAreFree) {
  int paths = 0;
  for (VoxelCase& world : VoxelCases(12)) {
    const Result<Baked> baked = Bake(World{"test", UpAxis::Z, world.grid}, {.min_cell = 1 + paths % 3});
    if (!baked) continue;  // Nothing is free.
    const Navigator navigator(baked->net);
    TestRandom random(uint64_t(paths) + 1);
    for (uint64_t i = 0; i < 6; ++i) {
      const auto start = navigator.RandomFree(2 * i, 0), goal = navigator.RandomFree(2 * i + 1, 0);
      if (!start) continue;
      const FlightQuery query{.start = *start, .goal = *goal};
      const FlightPath path = navigator.Find(query);
      if (path.status != PathStatus::Complete) continue;
      SCOPED_TRACE(world.name + " " + std::to_string(i));
      ExpectSound(navigator, query, path, random);
      ++paths;
    }
  }
  EXPECT_GT(paths, 20);
}

// Random balls in a box, as rows of voxels.
std::vector<VoxelBox> BallsIn(const VoxelCoord& size, TestRandom& random) {
  std::vector<VoxelBox> rows;
  for (int i = 0; i < 200; ++i) {
    const Vec3 middle{random.Uniform(0, size.x), random.Uniform(0, size.y), random.Uniform(0, size.z)};
    const double radius = random.Uniform(1, 25);
    for (int z = std::max(0, int(middle.z - radius)); z < std::min<double>(size.z, middle.z + radius); ++z) {
      for (int y = std::max(0, int(middle.y - radius)); y < std::min<double>(size.y, middle.y + radius); ++y) {
        const double dz = z + 0.5 - middle.z, dy = y + 0.5 - middle.y, rest = radius * radius - dz * dz - dy * dy;
        const double half = std::sqrt(std::max(0.0, rest));
        const int lo = std::max(0, int(middle.x - half)), hi = std::min(size.x, int(middle.x + half));
        if (lo < hi) rows.push_back({{lo, y, z}, {hi, y + 1, z + 1}});
      }
    }
  }
  return rows;
}

// Among round obstacles volumes overlap much, and the path leaves several of them at one place.
TEST(BoxRooms, AreThereForEveryPath) {
  QueryContext context;
  RoomCorridor rooms;
  FlightPath path;
  int paths = 0;
  for (uint64_t seed = 73; seed < 75; ++seed) {
    TestRandom random(seed);
    const VoxelCoord size{200, 200, 40};
    const Navigator navigator = NavigatorAmong({{}, 0.5}, {{}, size}, BallsIn(size, random));
    for (uint64_t i = 0; i < 50; ++i) {
      const FlightQuery query{.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0)};
      navigator.Find(query, context, path);
      if (path.status != PathStatus::Complete) continue;
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(i));
      EXPECT_TRUE(BoxRoomsOf(navigator, query, path.points, context, rooms));
      EXPECT_TRUE(RunsThrough(rooms, path.points, kNear * navigator.info().frame.voxel_m));
      ++paths;
    }
  }
  EXPECT_GT(paths, 80);
}

TEST(BoxRooms, OverlapWithInteriorWhereVolumesOnlyTouch) {
  // A bent corridor.
  const Navigator navigator =
      NavigatorAmong({{}, 1}, {{0, 0, 0}, {20, 10, 10}}, {{{10, 0, 0}, {20, 4, 10}}, {{0, 7, 0}, {10, 10, 10}}});
  const FlightQuery query{.start = {1, 1, 5}, .goal = {19, 9, 5}};
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  QueryContext context;
  RoomCorridor rooms;
  ASSERT_TRUE(BoxRoomsOf(navigator, query, path.points, context, rooms));
  ASSERT_GE(rooms.size(), 2u);
  for (size_t room = 0; room + 1 < rooms.size(); ++room) {
    EXPECT_GT(RoomInside(PortalPlanes(rooms, room), 1e-9), 0.1) << room;
  }
}

TEST(BoxRooms, StayOutsideForbiddenBoxesAndBetweenHeights) {
  const Navigator navigator =
      NavigatorAmong({{3, 2, 1}, 0.5}, {{0, 0, 0}, {100, 100, 60}}, {VoxelBox{{40, 0, 0}, {44, 70, 60}}});
  TestRandom random(5);
  int paths = 0;
  for (uint64_t i = 0; i < 30; ++i) {
    std::vector<CostRegion> regions;
    for (int k = 0; k < 6; ++k) {
      const Vec3 lo = random.Point(3, 45);
      regions.push_back({{lo, lo + random.Point(1, 15)}, k < 5 ? kInfinity : 3});
    }
    if (i % 3 == 0) regions[0].box_world.max.z = kInfinity;
    const FlightQuery query{.start = *navigator.RandomFree(2 * i, 0),
                            .goal = *navigator.RandomFree(2 * i + 1, 0),
                            .regions = regions,
                            .floor_m = 2,
                            .ceiling_m = i % 2 == 0 ? 25 : kInfinity};
    const FlightPath path = navigator.Find(query);
    if (path.status != PathStatus::Complete) continue;
    SCOPED_TRACE(i);
    ExpectSound(navigator, query, path, random);
    ++paths;
  }
  EXPECT_GT(paths, 10);
}

TEST(BoxRooms, AreNoneForAPathThatIsBlockedOrBreaksTheRules) {
  const Navigator navigator = NavigatorAmong({{}, 1}, {{0, 0, 0}, {20, 20, 20}}, {VoxelBox{{9, 0, 0}, {11, 20, 10}}});
  QueryContext context;
  RoomCorridor rooms;
  const auto made = [&](const FlightQuery& query, std::vector<Vec3> points) {
    const bool result = BoxRoomsOf(navigator, query, points, context, rooms);
    EXPECT_EQ(rooms.empty(), !result);
    return result;
  };
  EXPECT_TRUE(made({}, {{1, 1, 12}, {19, 1, 12}}));
  EXPECT_TRUE(made({}, {{1, 1, 12}}));
  EXPECT_FALSE(made({}, {}));
  EXPECT_FALSE(made({}, {{1, 1, 1}, {19, 1, 1}}));
  EXPECT_FALSE(made({}, {{1, 1, NAN}, {19, 1, 1}}));
  EXPECT_FALSE(made({.start = {}, .goal = {}, .radius_m = 5}, {{1, 1, 12}, {19, 1, 12}}));
  EXPECT_FALSE(made({.start = {}, .goal = {}, .ceiling_m = 11}, {{1, 1, 12}, {19, 1, 12}}));
  EXPECT_FALSE(made({.start = {}, .goal = {}, .ceiling_m = 12}, {{1, 1, 12}, {19, 1, 12}, {19, 1, 13}}));
  EXPECT_TRUE(made({.start = {}, .goal = {}, .ceiling_m = 13}, {{1, 1, 12}, {19, 1, 12}, {19, 1, 13}}));
  const std::vector<CostRegion> forbidden{{{{5, 0, 0}, {6, 2, 20}}, kInfinity}};
  EXPECT_FALSE(made({.start = {}, .goal = {}, .regions = forbidden}, {{1, 1, 12}, {19, 1, 12}}));
  EXPECT_TRUE(made({.start = {}, .goal = {}, .regions = forbidden}, {{1, 2, 12}, {19, 2, 12}}));
}

}  // namespace
}  // namespace navnet
