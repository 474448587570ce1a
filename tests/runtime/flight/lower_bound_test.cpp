// SPDX-License-Identifier: Apache-2.0
// FlightQuery::certify: the bound holds for every path, and is useful.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>
#include <navnet/worlds/worlds.h>

#include "grid/occupancy_build.h"
#include "support/lattice_paths.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr std::array kEfforts = {Effort::Fast, Effort::Balanced, Effort::Best};

Navigator VoxelNavigator(const VoxelBox& bounds, std::vector<VoxelBox> blocked) {
  return Navigator(Bake(World{"test", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, blocked)})->net);
}

// A wall one voxel thick with a hole. The shortest path is known: it bends at the hole's edges on both sides.
TEST(LowerBound, IsTightForAWallWithAHole) {
  const VoxelBox bounds{{0, 0, 0}, {41, 60, 20}};
  const Navigator navigator =
      VoxelNavigator(bounds, {{{20, 12, 0}, {21, 60, 20}}, {{20, 0, 0}, {21, 10, 20}}, {{20, 10, 4}, {21, 12, 20}}});
  const double shortest = 2 * std::hypot(10, 18.5) + 1;
  for (const Effort effort : kEfforts) {
    const FlightPath path =
        navigator.Find({.start = {10, 30.5, 2}, .goal = {31, 30.5, 2}, .effort = effort, .certify = true});
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_NEAR(path.length_m, shortest, 1e-3);
    EXPECT_LE(path.lower_bound_m, shortest + 1e-9);
    EXPECT_GE(path.lower_bound_m, shortest * (effort == Effort::Fast ? 0.95 : 0.999));
    EXPECT_NEAR(path.Gap(), path.length_m / path.lower_bound_m - 1, 1e-12);
    EXPECT_GT(path.statistics.certify_us, 0);
  }
}

// Over a box that reaches from wall to wall: unfolding gives the shortest path.
TEST(LowerBound, IsTightForAPathOverABox) {
  const VoxelBox bounds{{0, 0, 0}, {60, 20, 40}};
  const Navigator navigator = VoxelNavigator(bounds, {{{25, 0, 0}, {35, 20, 30}}});
  const Vec3 start{5, 3, 10}, goal{55, 17, 10};
  const double shortest = std::hypot(2 * std::hypot(20, 20) + 10, 14);
  for (const Effort effort : kEfforts) {
    const FlightPath path = navigator.Find({.start = start, .goal = goal, .effort = effort, .certify = true});
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_NEAR(path.length_m, shortest, 1e-3);
    EXPECT_LE(path.lower_bound_m, shortest + 1e-9);
    EXPECT_GE(path.lower_bound_m, shortest * (effort == Effort::Fast ? 0.95 : 0.999));
  }
}

TEST(LowerBound, IsTheLengthOfAStraightPath) {
  const Navigator navigator = VoxelNavigator({{0, 0, 0}, {30, 30, 30}}, {{{5, 5, 5}, {6, 6, 6}}});
  const FlightPath path = navigator.Find({.start = {1, 20, 3}, .goal = {29, 25, 20}, .certify = true});
  EXPECT_EQ(path.lower_bound_m, path.length_m);
  EXPECT_EQ(path.Gap(), 0);
  const FlightPath point = navigator.Find({.start = {1, 20, 3}, .goal = {1, 20, 3}, .certify = true});
  EXPECT_EQ(point.Gap(), 0);
}

TEST(LowerBound, IsZeroWithoutCertify) {
  const Navigator navigator = VoxelNavigator({{0, 0, 0}, {30, 30, 30}}, {{{15, 0, 0}, {16, 20, 30}}});
  const FlightPath path = navigator.Find({.start = {1, 2, 3}, .goal = {29, 2, 3}});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.lower_bound_m, 0);
  EXPECT_TRUE(std::isinf(path.Gap()));
  EXPECT_EQ(path.statistics.certify_us, 0);
  const FlightPath none = navigator.Find({.start = {1, 2, 3}, .goal = {15.5, 2, 3}, .certify = true});
  ASSERT_EQ(none.status, PathStatus::GoalBlocked);
  EXPECT_EQ(none.lower_bound_m, 0);
  EXPECT_TRUE(std::isinf(none.Gap()));
}

// No path is shorter than the bound, however it was found: by more effort, in the other direction, or over a lattice of
// half voxels on the edges of obstacles, any two of which may be joined by a straight line.
void CheckBounds(const Net& net, double radius_m, uint64_t seeds, int& compared, int& improved) {
  const Navigator navigator(net);
  const NetLevel& level = *net.LevelFor(radius_m);
  for (uint64_t i = 0; i < seeds; ++i) {
    const auto a = navigator.RandomFree(2 * i, radius_m), b = navigator.RandomFree(2 * i + 1, radius_m);
    if (!a || !b) continue;
    const FlightQuery query{.start = *a, .goal = *b, .radius_m = radius_m, .certify = true};
    std::array<FlightPath, 3> paths;
    for (size_t e = 0; e < kEfforts.size(); ++e) {
      FlightQuery with = query;
      with.effort = kEfforts[e];
      paths[e] = navigator.Find(with);
    }
    if (paths[0].status != PathStatus::Complete) continue;
    FlightQuery back = query;
    std::swap(back.start, back.goal);
    back.effort = Effort::Best;
    const uint32_t component = level.components[paths[0].volumes.front()];
    const double on_lattice = oracle::ShortestOnLattice(net, radius_m, component, paths[2].points);
    const double shortest =
        std::min({paths[0].length_m, paths[1].length_m, paths[2].length_m, navigator.Find(back).length_m, on_lattice});
    const double straight = Length(*b - *a);
    for (const FlightPath& path : paths) {
      ASSERT_LE(path.lower_bound_m, shortest * (1 + 1e-12));
      ASSERT_GE(path.lower_bound_m, straight * (1 - 1e-12));
      improved += path.lower_bound_m > straight * 1.001;
    }
    ++compared;
  }
}

TEST(LowerBound, HoldsForEveryPathInSmallWorlds) {
  int compared = 0, improved = 0;
  for (uint64_t seed = 0; seed < 240; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    VoxelBox bounds;
    for (int a = 0; a < 3; ++a) {
      bounds.lo[a] = random.Integer(-70, 60);
      bounds.hi[a] = bounds.lo[a] + random.Integer(4, 9);
    }
    std::vector<VoxelBox> blocked;
    for (int i = random.Integer(2, 12); i > 0; --i) {
      VoxelBox box;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
        box.hi[a] = box.lo[a] + (random.Integer(0, 2) == 0 ? 9 : random.Integer(1, 3));
      }
      blocked.push_back(box);
    }
    BakeOptions options;
    options.min_cell = 1 + int(seed % 3);
    const Result<Baked> baked = Bake(World{"test", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, blocked)}, options);
    ASSERT_TRUE(baked);
    ASSERT_NO_FATAL_FAILURE(CheckBounds(baked->net, 0, 4, compared, improved));
  }
  EXPECT_GT(compared, 300);
  EXPECT_GT(improved, 300);
}

TEST(LowerBound, HoldsForEveryPathAmongTrianglesAndInRotatedNets) {
  int compared = 0, improved = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    const World world{"test", UpAxis::Z, RandomMesh(seed, MeshStyle(seed % 4), 8, 6, 0.3, {40, -7, 3})};
    BakeOptions options;
    options.sample.voxel_m = 0.3;
    options.sample.radii_m = {0.1, 0.35};
    options.min_cell = 2;
    options.align = seed % 2 ? Align::Auto : Align::World;
    const Result<Baked> baked = Bake(world, options);
    ASSERT_TRUE(baked);
    for (const NetLevel& level : baked->net.levels()) {
      if (level.cells.empty()) continue;
      ASSERT_NO_FATAL_FAILURE(CheckBounds(baked->net, level.radius_m, 3, compared, improved));
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(LowerBound, HoldsInWorldsOfManyBlocks) {
  int compared = 0;
  double sum = 0, straight = 0;
  for (const WorldKind kind : {WorldKind::City, WorldKind::Station, WorldKind::Cave, WorldKind::Maze}) {
    SCOPED_TRACE(std::string(ToString(kind)));
    const World world{"w", UpAxis::Z, *MakeWorld({.kind = kind})};
    BakeOptions options;
    const Vec3 size = BoundsOf(*world.mesh()).Size();
    options.sample.voxel_m = std::max({size.x, size.y, size.z}) / 150;
    const Navigator navigator(Bake(world, options)->net);
    for (uint64_t i = 0; i < 40; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      const FlightPath path = navigator.Find({.start = *a, .goal = *b, .certify = true});
      if (path.status != PathStatus::Complete) continue;
      const FlightPath best = navigator.Find({.start = *b, .goal = *a, .effort = Effort::Best});
      ASSERT_LE(path.lower_bound_m, best.length_m * (1 + 1e-12));
      ASSERT_LE(path.lower_bound_m, path.length_m);
      ++compared;
      sum += path.Gap();
      straight += path.length_m / Length(*b - *a) - 1;
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_LT(sum, 0.8 * straight);
}

// Costs only add to the length.
TEST(LowerBound, HoldsForCosts) {
  const Navigator navigator = VoxelNavigator({{0, 0, 0}, {40, 40, 40}}, {{{20, 0, 0}, {21, 30, 40}}});
  const std::array regions = {CostRegion{{{15, 25, 0}, {25, 40, 40}}, 3}, CostRegion{{{5, 5, 5}, {12, 12, 12}}}};
  const FlightQuery query{.start = {3, 5, 3},
                          .goal = {37, 6, 30},
                          .regions = regions,
                          .climb_cost = 2,
                          .descend_cost = 0.5,
                          .certify = true};
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  FlightQuery plain{.start = query.start, .goal = query.goal, .certify = true};
  EXPECT_LE(path.lower_bound_m, path.cost_m);
  EXPECT_GE(path.lower_bound_m, navigator.Find(plain).lower_bound_m + 2 * 27 - 0.5);
}

// The bound of a partial path is for its end.
TEST(LowerBound, OfAPartialPathIsForItsEnd) {
  const Navigator navigator =
      VoxelNavigator({{0, 0, 0}, {40, 20, 20}}, {{{10, 0, 0}, {11, 15, 20}}, {{30, 0, 0}, {31, 20, 20}}});
  const FlightPath path = navigator.Find({.start = {3, 5, 3}, .goal = {38, 6, 5}, .partial = true, .certify = true});
  ASSERT_EQ(path.status, PathStatus::Partial);
  EXPECT_LE(path.lower_bound_m, path.length_m);
  EXPECT_GE(path.lower_bound_m, Length(path.goal - path.start));
  EXPECT_LT(path.Gap(), 0.05);
}

}  // namespace
}  // namespace navnet
