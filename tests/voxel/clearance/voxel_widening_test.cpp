// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/voxel/clearance/voxel_widening.h>

#include <navnet/voxel/sampler.h>

#include "grid/occupancy_build.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace navnet {
namespace {

// Random voxels and boxes in bounds of odd sizes and positions, on both sides of the origin.
OccupancyGrid RandomGrid(uint64_t seed) {
  TestRandom random(seed);
  VoxelBox bounds;
  for (int a = 0; a < 3; ++a) {
    bounds.lo[a] = random.Integer(-150, 40);
    bounds.hi[a] = bounds.lo[a] + random.Integer(1, 170);
  }
  std::vector<VoxelBox> blocked;
  const int count = random.Integer(1, 12);
  for (int i = 0; i < count; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
      box.hi[a] = box.lo[a] + (i % 3 == 0 ? random.Integer(1, 40) : 1);
    }
    blocked.push_back(box);
  }
  return BuildOccupancy({{1, 2, 3}, 0.5}, bounds, 0, blocked);
}

MaskReader ReaderOf(const OccupancyGrid& grid) {
  return [grid](VoxelCoord block, BlockMask& mask) {
    const VoxelBox inside = BlockPartInside(block, grid.bounds());
    if (inside.IsEmpty()) return false;
    grid.ReadBlock(block, mask);
    ClearOutside(inside, mask);
    return std::ranges::any_of(mask, [](uint64_t row) { return row != 0; });
  };
}

// Every block of the bounds.
std::vector<VoxelCoord> BlocksOf(const VoxelBox& bounds) {
  std::vector<VoxelCoord> blocks;
  const VoxelCoord lo = BlockOf(bounds.lo), hi = BlockOf(bounds.hi - VoxelCoord{1, 1, 1});
  for (int x = lo.x; x <= hi.x; ++x) {
    for (int y = lo.y; y <= hi.y; ++y) {
      for (int z = lo.z; z <= hi.z; ++z) blocks.push_back({x, y, z});
    }
  }
  return blocks;
}

TEST(VoxelWidener, GivesTheBlocksOfAWholeSampling) {
  constexpr std::array kRadii = {0.0, 1e-10, 0.3, 1.0, 1.7, 2.0, 4.5, 9.0, 13.2, 20.0};
  int64_t blocked = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const OccupancyGrid grid = RandomGrid(seed);
    const double radius = seed % 5 == 4 ? TestRandom(seed).Uniform(0.3, 20) : kRadii[seed % kRadii.size()];
    SampleOptions options;
    options.radii_m = {radius * grid.frame().voxel_m};
    const Result<Sampling> sampling = Sample(World{"voxels", UpAxis::Z, grid}, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    ASSERT_EQ(sampling->bounds, grid.bounds());
    VoxelWidener widener(radius);
    const MaskReader read = ReaderOf(grid);
    for (VoxelCoord block : BlocksOf(grid.bounds())) {
      BlockMask widened, sampled;
      const bool any = widener.Widen(read, block, widened);
      ASSERT_EQ(any, std::ranges::any_of(widened, [](uint64_t row) { return row != 0; }));
      SetOutside(BlockPartInside(block, grid.bounds()), widened);
      sampling->levels[0].ReadBlock(block, sampled);
      ASSERT_EQ(widened, sampled) << "radius " << radius << ", block " << block.x << " " << block.y << " " << block.z;
    }
    blocked += sampling->levels[0].blocked_count();
  }
  EXPECT_GT(blocked, 1000000);
}

TEST(VoxelWidener, LetsBlockedVoxelsOutsideTheBoundsBlockInside) {
  const OccupancyGrid grid =
      BuildOccupancy({}, {{-10, -5, -5}, {80, 20, 20}}, 0, std::array{VoxelBox{{60, 3, 3}, {63, 9, 9}}});
  SampleOptions options;
  options.radii_m = {5};
  options.bounds_world = Box3{{64, 0, 0}, {75, 20, 20}};
  const Result<Sampling> sampling = Sample(World{"voxels", UpAxis::Z, grid}, options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_GT(sampling->levels[0].blocked_count(), 0);
  BlockMask widened, sampled;
  EXPECT_TRUE(VoxelWidener(5).Widen(ReaderOf(grid), {1, 0, 0}, widened));
  SetOutside(BlockPartInside({1, 0, 0}, sampling->bounds), widened);
  sampling->levels[0].ReadBlock({1, 0, 0}, sampled);
  EXPECT_EQ(widened, sampled);
}

TEST(VoxelWidener, ReadsEachBlockAtMostOnceAndOnlyAllowedOnes) {
  std::vector<VoxelCoord> reads;
  const MaskReader read = [&reads](VoxelCoord block, BlockMask&) {
    reads.push_back(block);
    return false;
  };
  BlockMask mask;
  mask.fill(1);
  EXPECT_FALSE(VoxelWidener(0).Widen(read, {4, -5, 6}, mask));
  EXPECT_EQ(mask, BlockMask{});
  EXPECT_EQ(reads, std::vector({VoxelCoord{4, -5, 6}}));
  EXPECT_EQ(VoxelWidener(0).reach_blocks(), 0);
  reads.clear();
  EXPECT_FALSE(VoxelWidener(kMaxVoxelWorldRadius).Widen(read, {4, -5, 6}, mask));
  EXPECT_EQ(VoxelWidener(kMaxVoxelWorldRadius).reach_blocks(), 1);
  std::ranges::sort(reads);
  EXPECT_EQ(reads, BlocksOf({{3 * 64, -6 * 64, 5 * 64}, {6 * 64, -3 * 64, 8 * 64}}));
}

TEST(MakeGrid, RestoresAGridFromItsBlocks) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const OccupancyGrid grid = RandomGrid(seed);
    // Masks with bits outside the bounds, and blocks that are free, outside or named twice.
    const MaskReader read = [&grid](VoxelCoord block, BlockMask& mask) {
      grid.ReadBlock(block, mask);
      return true;
    };
    std::vector<VoxelCoord> blocks = BlocksOf(grid.bounds());
    blocks.push_back(blocks.front() - VoxelCoord{1, 1, 1});
    blocks.push_back(blocks.front());
    std::ranges::reverse(blocks);
    for (int threads : {1, 3}) {
      const OccupancyGrid made = MakeGrid(grid.frame(), grid.bounds(), 0.25, blocks, read, threads);
      EXPECT_EQ(made.frame(), grid.frame());
      EXPECT_EQ(made.bounds(), grid.bounds());
      EXPECT_EQ(made.radius_m(), 0.25);
      EXPECT_EQ(made.blocked_count(), grid.blocked_count());
      ASSERT_EQ(made.MixedBlocks(), grid.MixedBlocks());
      for (VoxelCoord block : blocks) {
        BlockMask actual, expected;
        made.ReadBlock(block, actual);
        grid.ReadBlock(block, expected);
        ASSERT_EQ(actual, expected);
      }
    }
  }
}

}  // namespace
}  // namespace navnet
