// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/navigator.h>

#include <navnet/bake.h>
#include <navnet/runtime/repair.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/grids.h"
#include "support/oracles.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace navnet {
namespace {

Net BakeMesh(const TriangleMesh& mesh, double voxel_m, std::vector<double> radii, int min_cell = 2) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = std::move(radii);
  options.min_cell = min_cell;
  Result<Baked> baked = Bake(World{"mesh", UpAxis::Z, mesh}, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

double LengthOf(const std::vector<Vec3>& points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

// Invariant 4: every point of every path keeps the agent's radius from every triangle.
TEST(Navigator, KeepsItsDistanceFromEveryTriangle) {
  for (WorldKind kind : {WorldKind::City, WorldKind::Asteroids, WorldKind::Station, WorldKind::Cave, WorldKind::Maze,
                         WorldKind::Forest, WorldKind::Building}) {
    SCOPED_TRACE(std::string(ToString(kind)));
    const World world{"w", UpAxis::Z, *MakeWorld({.kind = kind})};
    const Vec3 size = BoundsOf(*world.mesh()).Size();
    const double voxel_m = std::max({size.x, size.y, size.z}) / 120;
    const ClearanceProbe probe = *ClearanceProbe::Make(world);
    const Navigator navigator(BakeMesh(*world.mesh(), voxel_m, {0, 0.7 * voxel_m, 1.6 * voxel_m}));
    int paths = 0;
    for (const NetLevel& level : navigator.net().levels()) {
      for (uint64_t i = 0; i < 150; ++i) {
        const auto a = navigator.RandomFree(2 * i, level.radius_m), b = navigator.RandomFree(2 * i + 1, level.radius_m);
        if (!a || !b) continue;
        const Effort effort = i % 3 == 0 ? Effort::Fast : i % 3 == 1 ? Effort::Balanced : Effort::Best;
        const FlightPath path = navigator.Find({.start = *a, .goal = *b, .radius_m = level.radius_m, .effort = effort});
        if (path.points.empty()) continue;
        ++paths;
        for (size_t k = 1; k < path.points.size(); ++k) {
          const double clearance = probe.SegmentClearance(path.points[k - 1], path.points[k], 2 * level.radius_m + 1);
          ASSERT_GE(clearance, level.radius_m - 1e-6 * voxel_m);
          ASSERT_GT(clearance, 0);
        }
      }
    }
    EXPECT_GT(paths, 50);
  }
}

// Invariant 5: Complete if and only if the free voxels connect start and goal.
TEST(Navigator, FindsAPathIfAndOnlyIfThereIsOne) {
  int complete = 0, unreachable = 0;
  for (const VoxelCase& c : VoxelCases(150)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    const oracle::VoxelSet blocked = BlockedVoxels(c.grid);
    TestRandom random(7);
    for (int i = 0; i < 12; ++i) {
      VoxelCoord ends[2];
      for (VoxelCoord& v : ends) {
        for (int a = 0; a < 3; ++a) v[a] = random.Integer(c.grid.bounds().lo[a], c.grid.bounds().hi[a] - 1);
      }
      const FlightPath path =
          navigator.Find({.start = c.grid.frame().CentreWorld(ends[0]), .goal = c.grid.frame().CentreWorld(ends[1])});
      if (c.grid.IsBlocked(ends[0])) {
        ASSERT_EQ(path.status, PathStatus::StartBlocked);
      } else if (c.grid.IsBlocked(ends[1])) {
        ASSERT_EQ(path.status, PathStatus::GoalBlocked);
      } else {
        const std::array seeds{ends[0]};
        const bool connected = oracle::Flood(blocked, c.grid.bounds(), seeds).contains(ends[1]);
        ASSERT_EQ(path.status, connected ? PathStatus::Complete : PathStatus::Unreachable);
        (connected ? complete : unreachable) += 1;
        if (connected) {
          ASSERT_EQ(path.points.front(), c.grid.frame().CentreWorld(ends[0]));
          ASSERT_EQ(path.points.back(), c.grid.frame().CentreWorld(ends[1]));
          ASSERT_NEAR(path.length_m, LengthOf(path.points), 1e-9);
          ASSERT_GE(path.length_m, Length(path.points.back() - path.points.front()) - 1e-9);
        } else {
          ASSERT_EQ(path.statistics.expanded, 0) << "known without a search";
          ASSERT_TRUE(path.points.empty());
        }
      }
    }
  }
  EXPECT_GT(complete, 200);
  EXPECT_GT(unreachable, 50);
}

// A path never leaves the free voxels: midpoints between grid planes lie in free voxels.
TEST(Navigator, StaysInFreeVoxelsWhateverTheEffort) {
  for (const VoxelCase& c : VoxelCases(120)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    for (uint64_t i = 0; i < 10; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      const Effort effort = i % 3 == 0 ? Effort::Fast : i % 3 == 1 ? Effort::Balanced : Effort::Best;
      const FlightPath path = navigator.Find({.start = *a, .goal = *b, .effort = effort});
      for (size_t k = 1; k < path.points.size(); ++k) {
        const Vec3 p = path.points[k - 1], d = path.points[k] - p;
        for (int step = 0; step <= 400; ++step) {
          const Vec3 q = p + d * (step / 400.0);
          VoxelCoord v;
          bool inside = true;
          for (int axis = 0; axis < 3; ++axis) {
            v[axis] = int(std::floor(q[axis]));
            inside = inside && q[axis] - v[axis] > 1e-6 && v[axis] + 1 - q[axis] > 1e-6;
          }
          ASSERT_FALSE(inside && c.grid.IsBlocked(v));
        }
      }
    }
  }
}

// A block in the open: the shortest path around it is known.
TEST(Navigator, PassesABoxByTheShortestPath) {
  const VoxelBox bounds{{0, 0, 0}, {60, 60, 60}};
  const Navigator navigator(
      Bake(World{"box", UpAxis::Z,
                 BuildOccupancy({{}, 1}, bounds, 0, std::vector<VoxelBox>{{{20, 10, 0}, {40, 60, 60}}})})
          ->net);
  // Past the two edges at y = 10.
  const Vec3 start{10, 30, 30}, goal{50, 30, 33};
  const FlightPath path = navigator.Find({.start = start, .goal = goal});
  ASSERT_EQ(path.status, PathStatus::Complete);
  const double flat = std::hypot(10, 20) + 20 + std::hypot(10, 20);
  EXPECT_NEAR(path.length_m, std::hypot(flat, 3), 1e-4 * path.length_m);
}

// Figure 5.2 of the thesis: a large volume whose contact's centre is far from the path must not mislead the search.
TEST(Navigator, TakesTheShorterOfTwoCorridors) {
  // A long wall with a door near the straight line and a large opening far from it.
  const VoxelBox bounds{{0, 0, 0}, {100, 100, 8}};
  const std::vector<VoxelBox> wall = {{{50, 0, 0}, {52, 44, 8}}, {{50, 47, 0}, {52, 70, 8}}};
  const Navigator navigator(Bake(World{"wall", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, wall)})->net);
  const FlightPath path = navigator.Find({.start = {5, 40, 4}, .goal = {95, 40, 4}});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.length_m, std::hypot(45, 4) + 2 + std::hypot(43, 4), 1e-4);
}

Navigator TwoRooms() {
  // Two sealed rooms side by side.
  std::vector<VoxelBox> walls = {{{30, 0, 0}, {31, 20, 20}}};
  return Navigator(Bake(World{"rooms", UpAxis::Z, BuildOccupancy({{}, 1}, {{0, 0, 0}, {61, 20, 20}}, 0, walls)})->net);
}

TEST(Navigator, GoesAsNearAsPossibleOnRequest) {
  const Navigator navigator = TwoRooms();
  FlightQuery query{.start = {5, 5, 5}, .goal = {50, 12, 7}};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::Unreachable);
  query.partial = true;
  const FlightPath path = navigator.Find(query);
  EXPECT_EQ(path.status, PathStatus::Partial);
  EXPECT_NEAR(Length(path.goal - Vec3{30, 12, 7}), 0, 1e-9) << "the point of the wall in front of the goal";
  EXPECT_EQ(path.points.back(), path.goal);
}

TEST(Navigator, ReportsInvalidEnds) {
  const Navigator navigator = TwoRooms();
  const auto status = [&](Vec3 start, Vec3 goal, double radius = 0) {
    return navigator.Find({.start = start, .goal = goal, .radius_m = radius}).status;
  };
  EXPECT_EQ(status({30.5, 5, 5}, {5, 5, 5}), PathStatus::StartBlocked);
  EXPECT_EQ(status({5, 5, 5}, {30.5, 5, 5}), PathStatus::GoalBlocked);
  EXPECT_EQ(status({-5, 5, 5}, {5, 5, 5}), PathStatus::OutsideWorld);
  EXPECT_EQ(status({5, 5, 5}, {5, 5, 1e300}), PathStatus::OutsideWorld);
  EXPECT_EQ(status({5, NAN, 5}, {5, 5, 5}), PathStatus::OutsideWorld);
  EXPECT_EQ(status({5, 5, 5}, {6, 6, 6}, 3), PathStatus::OutsideWorld) << "no level is for such an agent";
  EXPECT_EQ(status({5, 5, 5}, {6, 6, 6}, -1), PathStatus::InvalidQuery);
  EXPECT_EQ(status({5, 5, 5}, {6, 6, 6}, NAN), PathStatus::InvalidQuery);
  EXPECT_EQ(status({5, 5, 5}, {5, 5, 5}), PathStatus::Complete);
}

TEST(Navigator, SnapsBlockedEndsToTheNearestFreePoint) {
  const Navigator navigator = TwoRooms();
  FlightQuery query{.start = {30.2, 5, 5}, .goal = {5, 5, 5}, .snap_m = 0.1};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::StartBlocked);
  query.snap_m = 0.5;
  const FlightPath path = navigator.Find(query);
  EXPECT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.start, (Vec3{30, 5, 5}));
}

World Cave() { return World{"cave", UpAxis::Z, *MakeWorld({.kind = WorldKind::Cave})}; }

std::vector<FlightQuery> SomeQueries(const Navigator& navigator, uint64_t count) {
  std::vector<FlightQuery> queries;
  for (uint64_t i = 0; i < count; ++i) {
    queries.push_back({.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0)});
  }
  return queries;
}

void ExpectSame(const FlightPath& a, const FlightPath& b) {
  ASSERT_EQ(a.status, b.status);
  ASSERT_EQ(a.points, b.points);
  ASSERT_EQ(a.volumes, b.volumes);
  ASSERT_EQ(a.length_m, b.length_m);
  ASSERT_EQ(a.statistics.expanded, b.statistics.expanded);
}

TEST(Navigator, GivesTheSameAnswersInBatchesSlicesAndThreads) {
  const World world = Cave();
  const Navigator navigator(BakeMesh(*world.mesh(), 2, {0}));
  const std::vector<FlightQuery> queries = SomeQueries(navigator, 200);
  std::vector<FlightPath> singles;
  for (const FlightQuery& query : queries) singles.push_back(navigator.Find(query));
  for (int threads : {1, 4}) {
    const std::vector<FlightPath> batch = navigator.FindAll(queries, threads);
    ASSERT_EQ(batch.size(), singles.size());
    for (size_t i = 0; i < batch.size(); ++i) ExpectSame(batch[i], singles[i]);
  }
  QueryContext context;
  FlightPath path;
  for (size_t i = 0; i < queries.size(); ++i) {
    FlightRun run(navigator, queries[i], context);
    int slices = 1;
    while (!run.Step(7)) ++slices;
    run.Take(path);
    ExpectSame(path, singles[i]);
    if (path.status == PathStatus::Complete) {
      EXPECT_GE(slices, int(path.statistics.expanded / 7));
    }
  }
  std::vector<std::jthread> threads;
  std::atomic<int> wrong{0};
  for (size_t t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      QueryContext own;
      FlightPath mine;
      for (size_t i = 0; i < queries.size(); ++i) {
        const size_t k = (i * 7 + t * 31) % queries.size();
        navigator.Find(queries[k], own, mine);
        if (mine.points != singles[k].points) ++wrong;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(Navigator, StopsAtTheBudgetAndWhenCancelled) {
  const World world = Cave();
  const Navigator navigator(BakeMesh(*world.mesh(), 2, {0}));
  FlightQuery query;
  for (const FlightQuery& candidate : SomeQueries(navigator, 200)) {
    const FlightPath path = navigator.Find(candidate);
    if (path.status == PathStatus::Complete && path.statistics.expanded > 60) query = candidate;
  }
  query.max_expansions = 20;
  FlightPath path = navigator.Find(query);
  EXPECT_EQ(path.status, PathStatus::OutOfBudget);
  EXPECT_TRUE(path.points.empty());
  EXPECT_EQ(path.statistics.expanded, 20);
  query.partial = true;
  path = navigator.Find(query);
  EXPECT_EQ(path.status, PathStatus::Partial);
  ASSERT_GE(path.points.size(), 2u);
  EXPECT_LT(Length(path.points.back() - query.goal), Length(query.start - query.goal));
  query.max_expansions = 0;
  const std::atomic<bool> cancel{true};
  query.cancel = &cancel;
  EXPECT_EQ(navigator.Find(query).status, PathStatus::Cancelled);
}

TEST(Navigator, DecidesVisibilityExactly) {
  int seen = 0, hidden = 0;
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    for (uint64_t i = 0; i < 30; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      bool free = true;
      for (int step = 0; step <= 2000; ++step) {
        const Vec3 q = *a + (*b - *a) * (step / 2000.0);
        free = free && !c.grid.IsBlocked({int(std::floor(q.x)), int(std::floor(q.y)), int(std::floor(q.z))});
      }
      const bool visible = navigator.IsVisible(*a, *b, 0);
      if (visible) {
        ASSERT_TRUE(free);
      }
      (visible ? seen : hidden) += 1;
      // Random lines miss edges, so free lines are visible, except those that pass obstacles closer than the samples.
      if (free && !visible) {
        Vec3 back = *b;
        ASSERT_FALSE(navigator.IsVisible(back, *a, 0)) << "visible in one direction only";
      }
    }
  }
  EXPECT_GT(seen, 100);
  EXPECT_GT(hidden, 100);
}

TEST(Navigator, AnswersStraightFlightsWithoutASearch) {
  int straight = 0, bent = 0;
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    for (uint64_t i = 0; i < 30; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      for (const Effort effort : {Effort::Fast, Effort::Balanced, Effort::Best}) {
        const FlightPath path = navigator.Find({.start = *a, .goal = *b, .effort = effort});
        if (navigator.IsVisible(*a, *b, 0)) {
          ++straight;
          ASSERT_EQ(path.points, (std::vector<Vec3>{*a, *b}));
          ASSERT_EQ(path.statistics.expanded, 0);
          ASSERT_FALSE(path.volumes.empty());
          ASSERT_TRUE(CheckPath(navigator, path.points, 0).IsValid());
        } else if (path.status == PathStatus::Complete) {
          ++bent;
          ASSERT_GT(path.points.size(), 2u);
          ASSERT_GT(path.statistics.expanded, 0);
        }
      }
    }
  }
  EXPECT_GT(straight, 300);
  EXPECT_GT(bent, 300);
}

TEST(Navigator, FindsNearestPointsAndClearances) {
  const Navigator navigator = TwoRooms();
  EXPECT_EQ(navigator.NearestFree({5, 5, 5}, 0, 0), (Vec3{5, 5, 5}));
  EXPECT_EQ(navigator.NearestFree({30.25, 5, 5}, 0, 1), (Vec3{30, 5, 5}));
  EXPECT_EQ(navigator.NearestFree({30.25, 5, 5}, 0, 0.1), std::nullopt);
  EXPECT_EQ(navigator.NearestFree({5, 5, 5}, 9, 1), std::nullopt);
  EXPECT_DOUBLE_EQ(navigator.ClearanceAt({15, 10, 10}), 10);
  EXPECT_DOUBLE_EQ(navigator.ClearanceAt({29, 10, 10}), 1);
  EXPECT_EQ(navigator.ClearanceAt({30.5, 10, 10}), 0);
  EXPECT_EQ(navigator.ClearanceAt({NAN, 10, 10}), 0);
}

TEST(Navigator, WorksInARotatedGrid) {
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const Turn turn{std::cos(0.3), std::sin(0.3), UpAxis::Z};
  for (Vec3& v : mesh.vertices) v = turn.ToWorld(v) + Vec3{1000, -500, 20};
  const World world{"turned", UpAxis::Z, mesh};
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.3};
  options.align = Align::Auto;
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked && baked->align->used);
  const Navigator navigator(baked->net);
  const ClearanceProbe probe = *ClearanceProbe::Make(world);
  int complete = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    const Vec3 a = *navigator.RandomFree(2 * i, 0.3), b = *navigator.RandomFree(2 * i + 1, 0.3);
    const FlightPath path = navigator.Find({.start = a, .goal = b, .radius_m = 0.3});
    complete += path.status == PathStatus::Complete;
    for (size_t k = 1; k < path.points.size(); ++k) {
      ASSERT_GE(probe.SegmentClearance(path.points[k - 1], path.points[k], 1), 0.3 - 1e-6);
    }
  }
  EXPECT_GT(complete, 40);
}

}  // namespace
}  // namespace navnet
