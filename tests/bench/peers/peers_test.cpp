// SPDX-License-Identifier: Apache-2.0
// The planners that benchmarks compare with. Comparisons are valid only if these are correct.

#include "grid/occupancy_build.h"
#include "peers/dense_grid.h"
#include "peers/grid_astar.h"
#include "peers/lazy_theta.h"
#include "peers/line_of_sight.h"
#include "peers/ompl_planner.h"
#include "support/oracles.h"
#include "support/random_meshes.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace navnet::peers {
namespace {

OccupancyGrid Grid(const VoxelBox& bounds, const std::vector<VoxelBox>& blocked) {
  return BuildOccupancy({{}, 1}, bounds, 0, blocked);
}

VoxelBox OneVoxel(VoxelCoord v) { return {v, v + VoxelCoord{1, 1, 1}}; }

DenseGrid Dense(const OccupancyGrid& grid) {
  Result<DenseGrid> dense = DenseGrid::Create(grid);
  EXPECT_TRUE(dense) << dense.error().message;
  return *std::move(dense);
}

/// Noise from empty to nearly full, away from the origin and of all sizes from one voxel to 13.
OccupancyGrid NoiseGrid(int seed) {
  TestRandom random(500 + uint64_t(seed));
  VoxelBox bounds;
  for (int a = 0; a < 3; ++a) {
    bounds.lo[a] = random.Integer(-70, 70);
    bounds.hi[a] = bounds.lo[a] + random.Integer(seed % 7 == 0 ? 1 : 5, 13);
  }
  const double density = random.Uniform(0, 0.7);
  std::vector<VoxelBox> blocked;
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    if (random.Uniform(0, 1) < density) blocked.push_back(OneVoxel(v));
  });
  return Grid(bounds, blocked);
}

VoxelCoord RandomVoxel(TestRandom& random, const VoxelBox& box) {
  return {random.Integer(box.lo.x, box.hi.x - 1), random.Integer(box.lo.y, box.hi.y - 1),
          random.Integer(box.lo.z, box.hi.z - 1)};
}

/// A random voxel, mostly a free one, because blocked ends give no search.
VoxelCoord RandomFreeVoxel(TestRandom& random, const OccupancyGrid& grid) {
  VoxelCoord v = RandomVoxel(random, grid.bounds());
  for (int tries = 0; tries < 50 && grid.IsBlocked(v); ++tries) v = RandomVoxel(random, grid.bounds());
  return v;
}

bool MoveIsFree(const OccupancyGrid& grid, VoxelCoord from, VoxelCoord to) {
  bool free = true;
  VoxelBox box;
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = std::min(from[a], to[a]);
    box.hi[a] = std::max(from[a], to[a]) + 1;
  }
  oracle::EachVoxel(box, [&](VoxelCoord v) { free = free && !grid.IsBlocked(v); });
  return free;
}

/// Shortest lengths to all reachable voxels, by Dijkstra's algorithm.
std::map<VoxelCoord, double> Dijkstra(const OccupancyGrid& grid, VoxelCoord start) {
  std::map<VoxelCoord, double> best;
  std::set<std::pair<double, VoxelCoord>> open;
  if (!grid.IsBlocked(start)) open.insert({best[start] = 0, start});
  while (!open.empty()) {
    const auto [length, from] = *open.begin();
    open.erase(open.begin());
    oracle::EachVoxel({from - VoxelCoord{1, 1, 1}, from + VoxelCoord{2, 2, 2}},
                      [&, length = length, from = from](VoxelCoord to) {
                        if (!MoveIsFree(grid, from, to)) return;
                        const double longer = length + Length(CentreOf(to) - CentreOf(from));
                        const auto [known, is_new] = best.try_emplace(to, longer);
                        if (!is_new && known->second <= longer) return;
                        open.erase({known->second, to});
                        known->second = longer;
                        open.insert({longer, to});
                      });
  }
  return best;
}

/// Whether a segment keeps `margin` from the closed cubes of all blocked voxels and of all voxels around the bounds, by
/// clipping it against each.
bool SegmentIsFree(const OccupancyGrid& grid, Vec3 a, Vec3 b, double margin) {
  bool free = true;
  VoxelBox around;
  for (int k = 0; k < 3; ++k) {
    around.lo[k] = int32_t(std::floor(std::min(a[k], b[k]))) - 1;
    around.hi[k] = int32_t(std::floor(std::max(a[k], b[k]))) + 2;
  }
  oracle::EachVoxel(around, [&](VoxelCoord v) {
    if (!free || !grid.IsBlocked(v)) return;
    double enter = 0, leave = 1;
    for (int k = 0; k < 3; ++k) {
      const double low = v[k] - margin, high = v[k] + 1 + margin, d = b[k] - a[k];
      if (d == 0) {
        if (a[k] < low || a[k] > high) leave = -1;
        continue;
      }
      enter = std::max(enter, std::min((low - a[k]) / d, (high - a[k]) / d));
      leave = std::min(leave, std::max((low - a[k]) / d, (high - a[k]) / d));
    }
    if (enter <= leave) free = false;
  });
  return free;
}

/// Points every hundredth of a voxel lie in free voxels.
bool SamplesAreFree(const OccupancyGrid& grid, Vec3 a, Vec3 b) {
  const int count = int(Length(b - a) * 100) + 1;
  for (int i = 0; i <= count; ++i) {
    const Vec3 p = a + (b - a) * (double(i) / count);
    if (grid.IsBlocked({int32_t(std::floor(p.x)), int32_t(std::floor(p.y)), int32_t(std::floor(p.z))})) return false;
  }
  return true;
}

void ExpectValidPath(const OccupancyGrid& grid, VoxelCoord start, VoxelCoord goal, const PeerAnswer& answer) {
  ASSERT_FALSE(answer.points_voxels.empty());
  EXPECT_EQ(answer.points_voxels.front(), CentreOf(start));
  EXPECT_EQ(answer.points_voxels.back(), CentreOf(goal));
  double length = 0;
  for (size_t i = 1; i < answer.points_voxels.size(); ++i) {
    const Vec3 a = answer.points_voxels[i - 1], b = answer.points_voxels[i];
    length += Length(b - a);
    EXPECT_TRUE(SamplesAreFree(grid, a, b)) << Text(a) << " to " << Text(b);
    EXPECT_TRUE(SegmentIsFree(grid, a, b, 1e-12)) << Text(a) << " to " << Text(b);
  }
  EXPECT_NEAR(answer.length_voxels, length, 1e-9);
  EXPECT_GE(answer.length_voxels, Length(CentreOf(goal) - CentreOf(start)) - 1e-9);
  EXPECT_GE(answer.us, 0);
}

TEST(DenseGrid, EqualsTheOccupancyGridVoxelByVoxel) {
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    const DenseGrid dense = Dense(c.grid);
    EXPECT_EQ(dense.bounds(), c.grid.bounds());
    const VoxelBox bounds = c.grid.bounds();
    oracle::EachVoxel({bounds.lo - VoxelCoord{2, 2, 2}, bounds.hi + VoxelCoord{2, 2, 2}}, [&](VoxelCoord v) {
      ASSERT_EQ(dense.IsBlocked(v), c.grid.IsBlocked(v)) << v.x << " " << v.y << " " << v.z;
      if (!bounds.Contains(v)) return;
      ASSERT_EQ(dense.VoxelOf(dense.IndexOf(v)), v);
      uint32_t around = 0;
      int bit = 0;
      oracle::EachVoxel({v - VoxelCoord{1, 1, 1}, v + VoxelCoord{2, 2, 2}},
                        [&](VoxelCoord n) { around |= uint32_t(c.grid.IsBlocked(n)) << bit++; });
      ASSERT_EQ(dense.NeighbourhoodAt(dense.IndexOf(v)), around);
    });
  }
}

TEST(DenseGrid, AcceptsAGridWithEmptyBounds) {
  const DenseGrid dense = Dense(OccupancyGrid());
  EXPECT_TRUE(dense.IsBlocked({0, 0, 0}));
  EXPECT_TRUE(dense.bounds().IsEmpty());
}

TEST(DenseGrid, RefusesGridsOfMoreThanTwoGibibytes) {
  const Result<DenseGrid> dense = DenseGrid::Create(Grid({{}, {1 << 15, 1 << 15, 1 << 15}}, {}));
  ASSERT_FALSE(dense);
  EXPECT_EQ(dense.error().code, ErrorCode::TooLarge);
  EXPECT_NE(dense.error().message.find("32768 × 32768 × 32768"), std::string::npos) << dense.error().message;
}

TEST(LineOfSight, TouchesExactlyTheVoxelsThatClippingFinds) {
  int free = 0, blocked = 0;
  for (int seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const OccupancyGrid grid = NoiseGrid(seed);
    const DenseGrid dense = Dense(grid);
    TestRandom random{uint64_t(seed)};
    for (int i = 0; i < 200; ++i) {
      const VoxelCoord from = RandomFreeVoxel(random, grid), to = RandomFreeVoxel(random, grid);
      const bool expected = SegmentIsFree(grid, CentreOf(from), CentreOf(to), 1e-9);
      ASSERT_EQ(SeesVoxel(dense, from, to), expected);
      ASSERT_EQ(SeesPoint(dense, CentreOf(from), CentreOf(to)), expected);
      ++(expected ? free : blocked);
    }
  }
  EXPECT_GT(free, 1000);
  EXPECT_GT(blocked, 1000);
}

TEST(LineOfSight, BetweenNeighboursEqualsTheRuleForMoves) {
  for (int seed = 0; seed < 40; ++seed) {
    const OccupancyGrid grid = NoiseGrid(seed);
    const DenseGrid dense = Dense(grid);
    oracle::EachVoxel(grid.bounds(), [&](VoxelCoord v) {
      oracle::EachVoxel({v - VoxelCoord{1, 1, 1}, v + VoxelCoord{2, 2, 2}},
                        [&](VoxelCoord n) { ASSERT_EQ(SeesVoxel(dense, v, n), MoveIsFree(grid, v, n)); });
    });
  }
}

TEST(LineOfSight, BetweenAnyPointsTouchesWhatClippingFinds) {
  for (int seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const OccupancyGrid grid = NoiseGrid(seed);
    const DenseGrid dense = Dense(grid);
    TestRandom random{uint64_t(seed)};
    for (int i = 0; i < 200; ++i) {
      Vec3 ends[2];
      for (Vec3& p : ends) {
        p = CentreOf(RandomFreeVoxel(random, grid));
        // Half of them on faces, edges and corners.
        for (int a = 0; a < 3; ++a) p[a] += i % 2 ? random.Uniform(-0.5, 0.5) : random.Integer(-1, 1) * 0.5;
      }
      ASSERT_EQ(SeesPoint(dense, ends[0], ends[1]), SegmentIsFree(grid, ends[0], ends[1], kSightMargin))
          << Text(ends[0]) << " to " << Text(ends[1]);
    }
  }
}

TEST(LineOfSight, IsBlockedByTheBoundsAndByInvalidPoints) {
  const DenseGrid dense = Dense(Grid({{}, {9, 9, 9}}, {}));
  EXPECT_TRUE(SeesPoint(dense, {0.5, 0.5, 0.5}, {8.5, 8.5, 8.5}));
  EXPECT_FALSE(SeesPoint(dense, {0.5, 0.5, 0.5}, {9.5, 8.5, 8.5}));
  EXPECT_FALSE(SeesPoint(dense, {0.5, 0.5, 0.5}, {1e300, 8.5, 8.5}));
  EXPECT_FALSE(SeesPoint(dense, {0.5, std::nan(""), 0.5}, {1, 1, 1}));
  EXPECT_FALSE(SeesVoxel(dense, {0, 0, 0}, {9, 0, 0}));
}

TEST(GridAStar, FindsTheSameLengthsAsDijkstra) {
  int found = 0, unreachable = 0;
  for (int seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE(seed);
    const OccupancyGrid grid = NoiseGrid(seed);
    const DenseGrid dense = Dense(grid);
    Result<GridAStar> astar = GridAStar::Create(dense);
    ASSERT_TRUE(astar);
    TestRandom random{uint64_t(seed)};
    for (int s = 0; s < 4; ++s) {
      const VoxelCoord start = RandomFreeVoxel(random, grid);
      const std::map<VoxelCoord, double> best = Dijkstra(grid, start);
      for (int g = 0; g < 15; ++g) {
        const VoxelCoord goal = RandomFreeVoxel(random, grid);
        const PeerAnswer answer = astar->Find(start, goal);
        ASSERT_EQ(answer.found, best.contains(goal));
        ++(answer.found ? found : unreachable);
        if (!answer.found) {
          EXPECT_TRUE(answer.points_voxels.empty());
          continue;
        }
        ASSERT_NEAR(answer.length_voxels, best.at(goal), 1e-9);
        ExpectValidPath(grid, start, goal, answer);
        EXPECT_GE(answer.expanded, int64_t(answer.points_voxels.size()));
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(unreachable, 300);
}

TEST(GridAStar, CutsNoCorners) {
  // In a world one voxel high, two blocked voxels that share an edge leave no passage between them.
  const OccupancyGrid grid = Grid({{}, {2, 2, 1}}, {OneVoxel({0, 1, 0}), OneVoxel({1, 0, 0})});
  const DenseGrid dense = Dense(grid);
  EXPECT_FALSE(GridAStar::Create(dense)->Find({0, 0, 0}, {1, 1, 0}).found);
  EXPECT_FALSE(LazyTheta::Create(dense)->Find({0, 0, 0}, {1, 1, 0}).found);
}

TEST(GridAStar, AnswersAfterItsGenerationsWrapAround) {
  // More queries than the 2^16 generations stored in nodes.
  const OccupancyGrid grid = Grid({{}, {4, 4, 1}}, {{{1, 0, 0}, {2, 3, 1}}});
  const DenseGrid dense = Dense(grid);
  Result<GridAStar> astar = GridAStar::Create(dense);
  ASSERT_TRUE(astar);
  const PeerAnswer first = astar->Find({0, 0, 0}, {2, 0, 0});
  ASSERT_TRUE(first.found);
  for (int i = 0; i < 70000; ++i) {
    const PeerAnswer answer = astar->Find({0, 0, 0}, {2, 0, 0});
    ASSERT_EQ(answer.points_voxels, first.points_voxels) << i;
    ASSERT_EQ(answer.expanded, first.expanded) << i;
  }
}

TEST(LazyTheta, FindsValidPathsAndOnRequestNoneLongerThanTheGrids) {
  int found = 0, shorter = 0, published_longer = 0;
  for (int seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE(seed);
    const OccupancyGrid grid = NoiseGrid(seed);
    const DenseGrid dense = Dense(grid);
    Result<GridAStar> astar = GridAStar::Create(dense);
    Result<LazyTheta> theta = LazyTheta::Create(dense, {.never_longer_than_grid = true});
    Result<LazyTheta> published = LazyTheta::Create(dense);
    ASSERT_TRUE(astar && theta && published);
    TestRandom random{uint64_t(seed)};
    for (int i = 0; i < 40; ++i) {
      const VoxelCoord start = RandomFreeVoxel(random, grid), goal = RandomFreeVoxel(random, grid);
      const PeerAnswer shortest = astar->Find(start, goal);
      const PeerAnswer answer = theta->Find(start, goal), plain = published->Find(start, goal);
      ASSERT_EQ(answer.found, shortest.found);
      ASSERT_EQ(plain.found, shortest.found);
      if (!answer.found) continue;
      ExpectValidPath(grid, start, goal, answer);
      ExpectValidPath(grid, start, goal, plain);
      published_longer += plain.length_voxels > shortest.length_voxels + 1e-9;
      EXPECT_LE(answer.length_voxels, shortest.length_voxels + 1e-9);
      ++found;
      shorter += answer.length_voxels < shortest.length_voxels - 1e-9;
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(shorter, found / 4);
  EXPECT_LT(published_longer, found / 20);
}

TEST(LazyTheta, GoesStraightWherePossible) {
  const DenseGrid dense = Dense(Grid({{}, {40, 30, 20}}, {}));
  const PeerAnswer answer = LazyTheta::Create(dense)->Find({1, 2, 3}, {37, 19, 11});
  ASSERT_TRUE(answer.found);
  EXPECT_EQ(answer.points_voxels.size(), 2u);
  EXPECT_NEAR(answer.length_voxels, std::sqrt(36. * 36 + 17 * 17 + 8 * 8), 1e-12);
}

/// Boxes with wide gaps between them: easy for any planner.
OccupancyGrid EasyGrid(int seed) {
  TestRandom random(700 + uint64_t(seed));
  std::vector<VoxelBox> blocked;
  for (int i = 0; i < 6; ++i) {
    const VoxelCoord lo = RandomVoxel(random, {{-5, -5, -5}, {30, 30, 30}});
    blocked.push_back({lo, lo + VoxelCoord{random.Integer(1, 9), random.Integer(1, 9), random.Integer(1, 9)}});
  }
  return Grid({{-10, -10, -10}, {40, 40, 40}}, blocked);
}

TEST(OmplPlanner, FindsValidPathsInEasyWorlds) {
  for (int seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const OccupancyGrid grid = EasyGrid(seed);
    const DenseGrid dense = Dense(grid);
    // A limit that a working planner does not reach.
    OmplPlanner ompl(dense, {.time_limit_s = 60, .range_voxels = seed % 2 ? 5.0 : 0, .seed = 1});
    TestRandom random{uint64_t(seed)};
    for (int i = 0; i < 5; ++i) {
      const VoxelCoord start = RandomFreeVoxel(random, grid), goal = RandomFreeVoxel(random, grid);
      const PeerAnswer answer = ompl.Find(start, goal);
      ASSERT_TRUE(answer.found);
      ExpectValidPath(grid, start, goal, answer);
    }
  }
}

TEST(OmplPlanner, GivesTheSamePathAfterOtherQueries) {
  const OccupancyGrid grid = EasyGrid(3);
  const DenseGrid dense = Dense(grid);
  const VoxelCoord start{-9, -9, -9}, goal{38, 37, 36};
  OmplPlanner ompl(dense, {.time_limit_s = 60});
  const PeerAnswer first = ompl.Find(start, goal);
  ASSERT_TRUE(first.found);
  EXPECT_TRUE(ompl.Find(goal, {-9, 30, -9}).found);
  EXPECT_EQ(ompl.Find(start, goal).points_voxels, first.points_voxels);
  EXPECT_EQ(OmplPlanner(dense, {.time_limit_s = 60}).Find(start, goal).points_voxels, first.points_voxels);
}

TEST(OmplPlanner, StopsAtItsTimeLimitWithoutOutput) {
  const OccupancyGrid grid = Grid({{}, {9, 9, 9}}, {{{4, 0, 0}, {5, 9, 9}}});
  const DenseGrid dense = Dense(grid);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const PeerAnswer answer = OmplPlanner(dense, {.time_limit_s = 0.02}).Find({1, 1, 1}, {7, 7, 7});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_FALSE(answer.found);
  EXPECT_TRUE(answer.points_voxels.empty());
}

TEST(Planner, AcceptsAnyTwoVoxels) {
  const OccupancyGrid grid = Grid({{}, {5, 5, 5}}, {OneVoxel({2, 2, 2})});
  const DenseGrid dense = Dense(grid), nothing = Dense(OccupancyGrid());
  Result<GridAStar> astar = GridAStar::Create(dense), no_astar = GridAStar::Create(nothing);
  Result<LazyTheta> theta = LazyTheta::Create(dense), no_theta = LazyTheta::Create(nothing);
  OmplPlanner ompl(dense), no_ompl(nothing);
  for (Planner* planner : std::initializer_list<Planner*>{&*astar, &*theta, &ompl}) {
    for (const VoxelCoord bad : {VoxelCoord{2, 2, 2}, {-1, 0, 0}, {0, 5, 0}, {INT32_MAX, INT32_MIN, 0}}) {
      EXPECT_FALSE(planner->Find({0, 0, 0}, bad).found);
      EXPECT_FALSE(planner->Find(bad, {0, 0, 0}).found);
    }
    const PeerAnswer same = planner->Find({1, 1, 1}, {1, 1, 1});
    EXPECT_TRUE(same.found);
    EXPECT_EQ(same.length_voxels, 0);
    EXPECT_EQ(same.points_voxels, std::vector<Vec3>{CentreOf({1, 1, 1})});
  }
  for (Planner* planner : std::initializer_list<Planner*>{&*no_astar, &*no_theta, &no_ompl}) {
    EXPECT_FALSE(planner->Find({0, 0, 0}, {0, 0, 0}).found);
  }
}

}  // namespace
}  // namespace navnet::peers
