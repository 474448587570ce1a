// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/level_index.h>

#include <navnet/bake.h>

#include "support/oracles.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

Net BakeGrid(const OccupancyGrid& grid) { return Bake(World{"test", UpAxis::Z, grid})->net; }

bool HoldsClosed(const VoxelBox& box, Vec3 p) {
  for (int a = 0; a < 3; ++a) {
    if (p[a] < box.lo[a] || p[a] > box.hi[a]) return false;
  }
  return true;
}

double DistanceTo(const VoxelBox& box, Vec3 p) {
  Vec3 q = p;
  for (int a = 0; a < 3; ++a) q[a] = std::clamp(p[a], double(box.lo[a]), double(box.hi[a]));
  return Length(q - p);
}

TEST(LevelIndex, FindsTheSameCellsAsALinearSearch) {
  for (const VoxelCase& c : VoxelCases(90)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const NetLevel& level = net.levels()[0];
    const LevelIndex index(level, net.info().bounds);
    VoxelBox around = net.info().bounds;
    for (int a = 0; a < 3; ++a) {
      around.lo[a] -= 2;
      around.hi[a] += 2;
    }
    oracle::EachVoxel(around, [&](VoxelCoord v) { ASSERT_EQ(index.CellAt(v), level.CellAt(v)); });
    TestRandom random(3);
    for (int i = 0; i < 200; ++i) {
      Vec3 p;
      for (int a = 0; a < 3; ++a) {
        p[a] = random.Uniform(around.lo[a], around.hi[a]);
        if (random.Integer(0, 1)) p[a] = std::round(p[a]);
      }
      std::vector<uint32_t> expected;
      for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
        if (HoldsClosed(level.cells[cell], p)) expected.push_back(cell);
      }
      const TouchingCells found = index.CellsAt(p);
      std::vector<uint32_t> actual(found.begin(), found.end());
      std::ranges::sort(actual);
      ASSERT_EQ(actual, expected);

      double nearest = INFINITY;
      for (const VoxelBox& cell : level.cells) nearest = std::min(nearest, DistanceTo(cell, p));
      const auto near = index.Nearest(p, 5, std::nullopt);
      ASSERT_EQ(near.has_value(), nearest <= 5);
      if (near) {
        ASSERT_NEAR(near->distance, nearest, 1e-12);
        ASSERT_TRUE(HoldsClosed(level.cells[near->cell], near->point));
      }
    }
  }
}

TEST(LevelIndex, SpreadsRandomPointsEvenlyOverTheCells) {
  const Net net = BakeGrid(VoxelCases(6)[5].grid);
  const NetLevel& level = net.levels()[0];
  const LevelIndex index(level, net.info().bounds);
  TestRandom random(1);
  std::vector<int> hits(level.cells.size(), 0);
  constexpr int kPoints = 40'000;
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 p =
        index.PointAt(random.Uniform(0, 1), {random.Uniform(0, 1), random.Uniform(0, 1), random.Uniform(0, 1)});
    const uint32_t cell = index.CellAt({int(std::floor(p.x)), int(std::floor(p.y)), int(std::floor(p.z))});
    ASSERT_NE(cell, kNoCell);
    ++hits[cell];
  }
  for (size_t i = 0; i < hits.size(); ++i) {
    const double expected = kPoints * double(level.cells[i].Volume()) / double(level.voxels_free);
    EXPECT_NEAR(hits[i], expected, 6 * std::sqrt(expected) + 6);
  }
}

TEST(LevelIndex, FindsTheCellsThatOverlapABox) {
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    const Net net = Bake(World{"test", UpAxis::Z, c.grid})->net;
    const NetLevel& level = net.levels().front();
    const LevelIndex index(level, net.info().bounds);
    TestRandom random(3);
    for (int i = 0; i < 20; ++i) {
      VoxelBox box;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = random.Integer(c.grid.bounds().lo[a] - 3, c.grid.bounds().hi[a]);
        box.hi[a] = box.lo[a] + random.Integer(1, 40);
      }
      std::vector<uint32_t> expected, found;
      for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
        if (!Intersection(level.cells[cell], box).IsEmpty()) expected.push_back(cell);
      }
      index.parts().CellsIn(box, found);
      std::ranges::sort(found);
      ASSERT_EQ(found, expected);
    }
  }
}

}  // namespace
}  // namespace navnet
