// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/worlds.h>

#include "worlds/column_map.h"
#include "worlds/world_checks.h"

#include <gtest/gtest.h>

// Properties of single kinds of worlds; worlds_test.cpp has those of all kinds.

namespace navnet {
namespace {

constexpr double kRounding = 1e-9;

TEST(Asteroids, ReachAMillionTrianglesInAThousandMetres) {
  const TriangleMesh mesh = Make({.kind = WorldKind::Asteroids, .size_m = 1000, .triangles = 1'000'000});
  EXPECT_EQ(mesh.triangles.size(), 1'000'000u);
  EXPECT_TRUE(IsClosedManifold(mesh));
  EXPECT_GT(VolumesOf(mesh).size(), 1000u);
}

TEST(Station, IsSealed) {
  const ProceduralWorld world = MakeWithPlaces({.kind = WorldKind::Station});
  const ColumnMap map(world.mesh, 0.2);
  const std::vector<bool> outside = map.Flood(map.Find({20, 20, 1000}), FlyThrough{0});
  for (const Vec3& place : world.places) EXPECT_FALSE(outside[map.Find(place)]);
}

/// Expects that each doorway is free from wall to wall and from floor to lintel, and that the wall around it is solid.
void ExpectOpeningsInWalls(const ProceduralWorld& world) {
  constexpr double kPitchM = 0.05;
  const ColumnMap map(world.mesh, kPitchM);
  for (const Box3& doorway : world.doorways) {
    const Vec3 size = doorway.Size();
    const int thin = size.x < size.y ? 0 : 1, along = 1 - thin;
    EXPECT_NEAR(size[along], building::kDoorWidthM, kRounding);
    EXPECT_NEAR(size.z, building::kDoorHeightM, kRounding);
    EXPECT_LT(size[thin], size[along]);
    for (const double across : {0.2, 0.5, 0.8}) {
      Vec3 p = doorway.min + size * 0.5;
      p[thin] = doorway.min[thin] + across * size[thin];
      for (const double side : {-1.0, 1.0}) {
        p[along] = doorway.min[along] + size[along] / 2 + side * (size[along] / 2 - kPitchM);
        const size_t inside = map.Find(p);
        ASSERT_NE(inside, ColumnMap::kNone);
        EXPECT_NEAR(map.intervals()[inside].floor_m, doorway.min.z, kRounding);
        EXPECT_NEAR(map.intervals()[inside].ceiling_m, doorway.max.z, kRounding);
        p[along] += side * 2 * kPitchM;
        EXPECT_EQ(map.Find(p), ColumnMap::kNone);
      }
    }
  }
}

TEST(Station, NamesItsDoorways) {
  for (const uint64_t seed : {1, 2, 3}) {
    const ProceduralWorld world = MakeWithPlaces({.kind = WorldKind::Station, .seed = seed});
    EXPECT_GT(world.doorways.size(), world.places.size() / 4);  // Most rooms have a door.
    ExpectOpeningsInWalls(world);
  }
}

/// Number of pairs of neighbouring maze cells without a wall between them; cells are 4 m apart.
int64_t CountPassages(const ProceduralWorld& maze, int cells) {
  const ColumnMap map(maze.mesh, 0.2);
  const double pitch_m = maze.places[1].x - maze.places[0].x;
  int64_t passages = 0;
  for (size_t i = 0; i < maze.places.size(); ++i) {
    const size_t stride[] = {1, size_t(cells), size_t(cells) * size_t(cells)};
    for (int axis = 0; axis < 3; ++axis) {
      if (i / stride[axis] % size_t(cells) + 1 == size_t(cells)) continue;
      Vec3 wall = maze.places[i];
      wall[axis] += pitch_m / 2;
      passages += map.Find(wall) != ColumnMap::kNone;
    }
  }
  return passages;
}

TEST(Maze, IsASpanningTreeOfItsCells) {
  const ProceduralWorld maze = MakeWithPlaces({.kind = WorldKind::Maze, .size_m = 24});
  ASSERT_EQ(maze.places.size(), 216u);
  EXPECT_EQ(CountPassages(maze, 6), 215);
}

TEST(Maze, HasLoopsOnRequest) {
  const ProceduralWorld maze = MakeWithPlaces({.kind = WorldKind::Maze, .size_m = 24, .loops = 0.3});
  EXPECT_GT(CountPassages(maze, 6), 215 + 60);
}

TEST(Maze, IsOpenToTheOutside) {
  const ProceduralWorld maze = MakeWithPlaces({.kind = WorldKind::Maze, .size_m = 24});
  const ColumnMap map(maze.mesh, 0.2);
  EXPECT_NE(map.Find({0.1, maze.places.front().y, maze.places.front().z}), ColumnMap::kNone);
  EXPECT_NE(map.Find({23.9, maze.places.back().y, maze.places.back().z}), ColumnMap::kNone);
}

class BuildingWorld : public testing::Test {
 protected:
  static constexpr double kPitchM = 0.1;
  const double size_m_ = 30;
  const ProceduralWorld world_ = MakeWithPlaces({.kind = WorldKind::Building, .size_m = size_m_});
  const ColumnMap map_{world_.mesh, kPitchM};
  const Vec3 before_entrance_ = world_.places.front();
  const Vec3 on_roof_ = {size_m_ / 2, size_m_ / 2, BoundsOf(world_.mesh).max.z - 0.5};
};

TEST_F(BuildingWorld, FollowsBuildingRules) {
  EXPECT_LE(building::kStepHeightM, 0.2);
  EXPECT_GE(building::kDoorWidthM, 0.9);
  EXPECT_GE(building::kDoorHeightM, 2.1);
  EXPECT_GE(building::kMinHeadroomM, 2.1);
  EXPECT_LE(building::kMaxRampSlope, 0.12);
}

TEST_F(BuildingWorld, LetsAWalkerClimbTheStairsToEveryRoomAndTheRoof) {
  std::vector<Vec3> everywhere = world_.places;
  everywhere.push_back(on_roof_);
  const WalkOn walker = {building::kMinHeadroomM - kRounding, building::kStepHeightM + kRounding};
  EXPECT_TRUE(map_.Connects(everywhere, walker));
}

TEST_F(BuildingWorld, LetsAWheelchairReachEveryRoomByRamps) {
  const WalkOn wheelchair = {building::kMinHeadroomM - kRounding, building::kMaxRampSlope * kPitchM + kRounding};
  EXPECT_TRUE(map_.Connects(world_.places, wheelchair));
}

TEST_F(BuildingWorld, HasNoRampToTheRoof) {
  const WalkOn wheelchair = {building::kMinHeadroomM - kRounding, building::kMaxRampSlope * kPitchM + kRounding};
  EXPECT_FALSE(map_.Flood(map_.Find(before_entrance_), wheelchair)[map_.Find(on_roof_)]);
}

TEST_F(BuildingWorld, KeepsRampsGentleAtItsSmallest) {
  for (const WorldKindInfo& info : WorldKinds()) {
    if (info.kind != WorldKind::Building) continue;
    const ProceduralWorld smallest = MakeWithPlaces({.kind = info.kind, .size_m = info.min_size_m});
    const WalkOn wheelchair = {building::kMinHeadroomM - kRounding, building::kMaxRampSlope * kPitchM + kRounding};
    EXPECT_TRUE(ColumnMap(smallest.mesh, kPitchM).Connects(smallest.places, wheelchair));
  }
}

TEST_F(BuildingWorld, HasAnOpenStairwellFromTheGroundToTheSky) {
  int open = 0;
  for (double x = 2; x < size_m_ - 2; x += kPitchM) {
    for (double y = 2; y < size_m_ - 2; y += kPitchM) {
      const size_t at_ground = map_.Find({x, y, 1});
      open += at_ground != ColumnMap::kNone && std::isinf(map_.intervals()[at_ground].ceiling_m);
    }
  }
  EXPECT_GT(open * kPitchM * kPitchM, 0.5);  // Square metres.
}

TEST_F(BuildingWorld, HasAnEntranceOfTheDocumentedSize) {
  for (double x : {-0.45, 0.0, 0.45}) {
    const size_t in_wall = map_.Find(before_entrance_ + Vec3{x, 0.75, 0});
    ASSERT_NE(in_wall, ColumnMap::kNone);
    EXPECT_NEAR(map_.intervals()[in_wall].Height(), building::kDoorHeightM, kRounding);
  }
}

TEST_F(BuildingWorld, NamesItsDoorways) {
  EXPECT_GT(world_.doorways.size(), world_.places.size() / 4);
  ExpectOpeningsInWalls(world_);
}

}  // namespace
}  // namespace navnet
