// SPDX-License-Identifier: Apache-2.0
// Invariant 8: no path is longer than the shortest one over the voxels' 26 neighbours.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>

#include "peers/grid_astar.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace navnet {
namespace {

// Flights compared with the shortest paths over the grid.
class Comparison {
 public:
  // Compares the flights between pairs of voxels that `ends(i, start, goal)` sets, as long as it returns true.
  template <class Ends>
  void Add(const Navigator& navigator, const OccupancyGrid& grid, const Ends& ends) {
    const Result<peers::DenseGrid> dense = peers::DenseGrid::Create(grid);
    ASSERT_TRUE(dense);
    Result<peers::GridAStar> astar = peers::GridAStar::Create(*dense);
    ASSERT_TRUE(astar);
    const GridFrame& frame = grid.frame();
    VoxelCoord start, goal;
    for (uint64_t i = 0; ends(i, start, goal); ++i) {
      navigator.Find({.start = frame.CentreWorld(start), .goal = frame.CentreWorld(goal)}, context_, path_);
      const peers::PeerAnswer way = astar->Find(start, goal);
      ASSERT_EQ(path_.status == PathStatus::Complete, way.found);
      if (!way.found || start == goal) continue;
      ++compared;
      const double shortest = way.length_voxels * frame.voxel_m;
      worst = std::max(worst, path_.length_m / shortest);
      shorter += path_.length_m < shortest * (1 - 1e-6);
    }
  }

  int compared = 0, shorter = 0;
  double worst = 0;  // Largest ratio of lengths.

 private:
  QueryContext context_;
  FlightPath path_;
};

TEST(Navigator, IsNeverLongerThanTheGridsShortestPath) {
  Comparison lengths;
  for (const VoxelCase& c : VoxelCases(300)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    lengths.Add(navigator, c.grid, [&](uint64_t i, VoxelCoord& start, VoxelCoord& goal) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (i == 20 || !a || !b) return false;
      start = c.grid.frame().VoxelAt(*a);
      goal = c.grid.frame().VoxelAt(*b);
      return true;
    });
  }
  EXPECT_LE(lengths.worst, 1 + 1e-9);
  EXPECT_GT(lengths.compared, 2000);
  EXPECT_GT(lengths.shorter, 1000);
}

// Cells as large as the only obstacle, and ends beside it: which side is the shorter one is hard to tell from cells.
TEST(Navigator, PassesALoneBoxOnTheShorterSide) {
  Comparison lengths;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(500 + seed);
    VoxelBox bounds, box;
    const int along = random.Integer(0, 2);
    for (int a = 0; a < 3; ++a) {
      bounds.lo[a] = random.Integer(-64, 64);
      bounds.hi[a] = bounds.lo[a] + random.Integer(30, 70);
      const int size = a == along ? random.Integer(15, 40) : random.Integer(3, 15);
      box.lo[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 4);
      box.hi[a] = std::min(box.lo[a] + size, bounds.hi[a]);
    }
    const auto beside = [&](VoxelCoord& v) {
      do {
        for (int a = 0; a < 3; ++a) {
          v[a] = random.Integer(std::max(bounds.lo[a], box.lo[a] - 5), std::min(bounds.hi[a], box.hi[a] + 5) - 1);
        }
      } while (box.Contains(v));
    };
    const OccupancyGrid grid = BuildOccupancy({{}, 1}, bounds, 0, std::vector<VoxelBox>{box});
    const Navigator navigator(Bake(World{"test", UpAxis::Z, grid})->net);
    lengths.Add(navigator, grid, [&](uint64_t i, VoxelCoord& start, VoxelCoord& goal) {
      beside(start);
      beside(goal);
      return i < 100;
    });
  }
  EXPECT_LE(lengths.worst, 1 + 1e-9);
  EXPECT_GT(lengths.compared, 9000);
  EXPECT_GT(lengths.shorter, 5000);
}

}  // namespace
}  // namespace navnet
