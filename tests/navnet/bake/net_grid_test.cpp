// SPDX-License-Identifier: Apache-2.0
// A net's grids, compared with its cells voxel by voxel.

#include <navnet/net_grid.h>

#include <navnet/bake.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace navnet {
namespace {

/// Whether a voxel of the bounds is in a cell, one char each.
class CoveredVoxels {
 public:
  CoveredVoxels(const VoxelBox& bounds, std::span<const VoxelBox> cells)
      : bounds_(bounds), covered_(size_t(bounds.Volume()), 0) {
    for (const VoxelBox& cell : cells) {
      for (int x = cell.lo.x; x < cell.hi.x; ++x) {
        for (int y = cell.lo.y; y < cell.hi.y; ++y) {
          for (int z = cell.lo.z; z < cell.hi.z; ++z) covered_[At({x, y, z})] = 1;
        }
      }
    }
  }

  /// Voxels of the bounds that are free in the grid but in no cell, or the other way round.
  int64_t CountUnlike(const OccupancyGrid& grid) const {
    int64_t unlike = 0;
    for (int x = bounds_.lo.x; x < bounds_.hi.x; ++x) {
      for (int y = bounds_.lo.y; y < bounds_.hi.y; ++y) {
        for (int z = bounds_.lo.z; z < bounds_.hi.z; ++z) {
          unlike += grid.IsBlocked({x, y, z}) == bool(covered_[At({x, y, z})]);
        }
      }
    }
    return unlike;
  }

  friend bool operator==(const CoveredVoxels& a, const CoveredVoxels& b) { return a.covered_ == b.covered_; }

 private:
  size_t At(VoxelCoord v) const {
    const VoxelCoord at = v - bounds_.lo;
    return (size_t(at.x) * size_t(bounds_.Size(1)) + size_t(at.y)) * size_t(bounds_.Size(2)) + size_t(at.z);
  }

  VoxelBox bounds_;
  std::vector<char> covered_;
};

struct NetCase {
  World world;
  BakeOptions options;
};

// Rotated and straight grids, one to three levels, every value of Keep. `extent`: voxels along an axis.
NetCase RandomCase(uint64_t seed, int extent) {
  TestRandom random(seed);
  NetCase c;
  const double voxel_m = random.Uniform(0.1, 1);
  c.world = {"random", random.Integer(0, 1) ? UpAxis::Z : UpAxis::Y,
             RandomMesh(seed, MeshStyle(random.Integer(0, kMeshStyles - 1)), 30, 40, voxel_m, {3, -7, 11})};
  SampleOptions& sample = c.options.sample;
  sample.voxel_m = voxel_m;
  sample.radii_m.clear();
  for (int level = 0, levels = random.Integer(1, 3); level < levels; ++level) {
    sample.radii_m.push_back(1.5 * level * voxel_m);
  }
  const double angle = random.Integer(0, 2) ? random.Uniform(-0.7, 0.7) : 0;
  sample.placement = {{3, -7, 11}, {std::cos(angle), std::sin(angle), c.world.up}};
  VoxelBox bounds;
  for (int axis = 0; axis < 3; ++axis) {
    bounds.lo[axis] = random.Integer(-extent / 2, 10);
    bounds.hi[axis] = bounds.lo[axis] + random.Integer(extent / 3, extent);
  }
  sample.bounds_voxels = bounds;
  c.options.keep = random.Integer(0, 1) ? Keep::Largest : Keep::All;
  c.options.min_cell = random.Integer(1, 4);
  return c;
}

// Returns the number of levels that leave out free space.
int ExpectGridsOfTheCells(const NetCase& c, int threads) {
  const Result<Baked> baked = Bake(c.world, c.options);
  EXPECT_TRUE(baked) << baked.error().message;
  if (!baked) return 0;
  const Net& net = baked->net;
  const Result<std::vector<OccupancyGrid>> grids = GridsOf(net, threads);
  EXPECT_TRUE(grids && grids->size() == net.levels().size());
  int leaving_out = 0;
  for (size_t i = 0; grids && i < grids->size(); ++i) {
    SCOPED_TRACE("level " + std::to_string(i));
    const NetLevel& level = net.levels()[i];
    const OccupancyGrid& grid = (*grids)[i];
    const VoxelBox& bounds = net.info().bounds;
    const CoveredVoxels covered(bounds, level.cells);
    EXPECT_EQ(grid.bounds(), bounds);
    EXPECT_EQ(grid.frame(), net.info().frame);
    EXPECT_EQ(grid.radius_m(), level.radius_m);
    EXPECT_EQ(grid.free_count(), level.voxels_free);
    EXPECT_EQ(covered.CountUnlike(grid), 0);
    leaving_out += level.voxels_left_out > 0;

    // A net baked from the grid has the same free voxels.
    const Result<Baked> again = Bake(World{"again", c.world.up, grid}, {});
    EXPECT_TRUE(again && again->net.info().bounds == bounds &&
                CoveredVoxels(bounds, again->net.levels()[0].cells) == covered);
  }
  return leaving_out;
}

TEST(NetGrid, IsFreeExactlyWhereTheNetHasCells) {
  int turned = 0, several_levels = 0, leaving_out = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const NetCase c = RandomCase(seed, 90);
    turned += !c.options.sample.placement.turn.IsNone();
    several_levels += c.options.sample.radii_m.size() > 1;
    leaving_out += ExpectGridsOfTheCells(c, int(1 + seed % 3));
  }
  EXPECT_GE(turned, 20);
  EXPECT_GE(several_levels, 20);
  EXPECT_GE(leaving_out, 20);
}

TEST(NetGrid, IsFreeInMergedBlocks) {
  NetCase c = RandomCase(7, 90);
  c.options.sample.bounds_voxels = VoxelBox{{-20, -3, -5}, {400, 140, 135}};
  const Result<Baked> baked = Bake(c.world, c.options);
  ASSERT_TRUE(baked) << baked.error().message;
  int merged = 0;
  for (const NetBlock& block : baked->net.levels()[0].blocks) merged += block.size > kBlockSize;
  EXPECT_GT(merged, 0);
  ExpectGridsOfTheCells(c, 2);
}

TEST(NetGrid, RefusesBoundsOfTooManyBlocks) {
  NetInfo info;
  info.bounds = {{0, 0, 0}, {1 << 20, 1 << 20, 1 << 20}};
  const Result<std::vector<OccupancyGrid>> grids = GridsOf(Net::WithoutLevels(info));
  ASSERT_FALSE(grids);
  EXPECT_EQ(grids.error().code, ErrorCode::TooLarge);
}

}  // namespace
}  // namespace navnet
