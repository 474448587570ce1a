// SPDX-License-Identifier: Apache-2.0
// Invariant 8: no path is longer than the shortest one over the voxels' 26 neighbours.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>

#include "peers/grid_astar.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

TEST(Navigator, IsNeverLongerThanTheGridsShortestPath) {
  int compared = 0, shorter = 0;
  QueryContext context;
  FlightPath path;
  double worst = 0;
  for (const VoxelCase& c : VoxelCases(300)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    const Result<peers::DenseGrid> dense = peers::DenseGrid::Create(c.grid);
    ASSERT_TRUE(dense);
    Result<peers::GridAStar> astar = peers::GridAStar::Create(*dense);
    ASSERT_TRUE(astar);
    const GridFrame& frame = c.grid.frame();
    for (uint64_t i = 0; i < 20; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      const VoxelCoord start = frame.VoxelAt(*a), goal = frame.VoxelAt(*b);
      navigator.Find({.start = frame.CentreWorld(start), .goal = frame.CentreWorld(goal)}, context, path);
      const peers::PeerAnswer grid = astar->Find(start, goal);
      ASSERT_EQ(path.status == PathStatus::Complete, grid.found);
      if (!grid.found || start == goal) continue;
      ++compared;
      const double shortest = grid.length_voxels * frame.voxel_m;
      worst = std::max(worst, path.length_m / shortest);
      shorter += path.length_m < shortest * (1 - 1e-6);
    }
  }
  EXPECT_LE(worst, 1 + 1e-9);
  EXPECT_GT(compared, 2000);
  EXPECT_GT(shorter, 1000);
}

}  // namespace
}  // namespace navnet
