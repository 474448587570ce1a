// SPDX-License-Identifier: Apache-2.0
// Cutting a whole grid into cells, and a lower bound on the memory for that.

#include "cells/cut.h"

#include <navnet/bake.h>
#include <navnet/internal/bake/cells/bake_memory.h>
#include <navnet/internal/bake/cells/block_tree.h>
#include <navnet/internal/bake/cells/partition.h>
#include <navnet/worlds/worlds.h>

#include "grid/occupancy_build.h"

#include <gtest/gtest.h>

#include <random>

namespace navnet {
namespace {

VoxelBox RandomBounds(std::mt19937& random, int longest, int step = 1) {
  VoxelBox bounds;
  for (int a = 0; a < 3; ++a) {
    bounds.lo[a] = (int(random() % 200) - 100) / step * step;
    bounds.hi[a] = bounds.lo[a] + std::max(step, int(random() % unsigned(longest)) / step * step);
  }
  return bounds;
}

OccupancyGrid GridOf(const VoxelBox& bounds, const std::vector<VoxelBox>& blocked) {
  Result<OccupancyGrid> grid = BuildOccupancy({}, bounds, 0, blocked);
  EXPECT_TRUE(grid.ok());
  return *grid;
}

// Blocks without obstacles are cut once and shared; the result must equal that of cutting each block separately.
TEST(CutGrid, CutsEveryBlockAsIfItWereTheOnlyOne) {
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    const VoxelBox bounds = RandomBounds(random, 300);
    std::vector<VoxelBox> blocked;
    for (int i = 0; i < round % 4; ++i) {
      const VoxelBox box = Intersection(RandomBounds(random, 60), bounds);
      if (!box.IsEmpty()) blocked.push_back(box);
    }
    const OccupancyGrid grid = GridOf(bounds, blocked);
    const std::optional<CutLevel> cut = CutGrid(grid, 2, {});
    ASSERT_TRUE(cut);
    for (const NetBlock& block : cut->level.blocks) {
      if (block.size != kBlockSize) continue;
      BlockMask mask, seen;
      grid.ReadBlock(BlockOf(block.origin), mask);
      cut->leaves.Read(BlockOf(block.origin), seen);
      EXPECT_TRUE(mask == seen);
      std::vector<LocalBox> cells;
      PartitionBlock(mask, cells);
      ASSERT_EQ(cells.size(), block.cell_count);
      for (size_t i = 0; i < cells.size(); ++i) {
        const VoxelBox& cell = cut->level.cells[block.first_cell + i];
        for (int a = 0; a < 3; ++a) {
          EXPECT_EQ(cell.lo[a], block.origin[a] + cells[i].lo[a]);
          EXPECT_EQ(cell.hi[a], block.origin[a] + cells[i].hi[a]);
        }
      }
    }
  }
}

TEST(BytesToCut, CountsTheCubesOfAnEmptyGrid) {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    // At multiples of leaves, so that leaves need no memory.
    const VoxelBox bounds = RandomBounds(random, round < 40 ? 1500 : 100, 8);
    size_t cubes = 0, cut_off = 0;
    for (const BlockCube& cube : BlockTree(bounds, {}).Cover()) {
      ++cubes;
      cut_off += cube.whole ? 0 : 1;
    }
    EXPECT_EQ(BytesToCut(bounds, 0), 400.0 * double(cubes) + 350.0 * double(cut_off)) << round;
  }
}

// An empty grid of 24,000³ voxels has most of a million blocks around its border.
TEST(Bake, RefusesBoundsThatCannotBeCutWithinTheBudget) {
  const World world{"cube", UpAxis::Z, MakeBox({{0, 0, 0}, {4, 4, 4}})};
  BakeOptions options;
  options.sample.voxel_m = 1;
  options.sample.margin_m = 12001;
  EXPECT_TRUE(Sample(world, options.sample).ok());
  const Result<Baked> baked = Bake(world, options);
  ASSERT_FALSE(baked);
  EXPECT_EQ(baked.error().code, ErrorCode::TooLarge);
  EXPECT_NE(baked.error().message.find("memory budget of 4 GiB"), std::string::npos) << baked.error().message;
}

TEST(Bake, RefusesSolidSpaceThatCannotBeCutWithinTheBudget) {
  constexpr int32_t kSize = 1 << 15;
  const VoxelBox all = {{0, 0, 0}, {kSize, kSize, kSize}};
  const World world{"solid", UpAxis::Z, GridOf(all, {all})};
  const Result<Baked> baked = Bake(world);
  ASSERT_FALSE(baked);
  EXPECT_EQ(baked.error().code, ErrorCode::TooLarge);
  EXPECT_NE(baked.error().message.find("cut into cells"), std::string::npos) << baked.error().message;
}

TEST(Bake, ChoosesLargerVoxelsIfSmallOnesExceedTheBudget) {
  const World world{"cube", UpAxis::Z, MakeBox({{0, 0, 0}, {4, 4, 4}})};
  BakeOptions options;
  options.sample.margin_m = 300;
  options.sample.memory_budget_bytes = size_t{64} << 20;
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked) << baked.error().message;
  EXPECT_NE(baked->sampling.voxel_reason.find("coarsened"), std::string::npos) << baked->sampling.voxel_reason;
  EXPECT_LE(BytesToCut(baked->sampling.bounds, 0), double(options.sample.memory_budget_bytes));
}

// If progress returns false in a stage, no later stage begins.
TEST(Bake, StopsInEveryStage) {
  Result<TriangleMesh> mesh = MakeWorld({.kind = WorldKind::Building});
  ASSERT_TRUE(mesh);
  const World world{"building", UpAxis::Z, *std::move(mesh)};
  BakeOptions options;
  options.sample.voxel_m = 1;
  options.sample.radii_m = {0.3};
  options.walk.emplace();
  options.align = Align::Auto;
  std::vector<std::string> stages;
  options.sample.progress = [&](std::string_view stage, double) {
    if (std::ranges::find(stages, stage) == stages.end()) stages.emplace_back(stage);
    return true;
  };
  ASSERT_TRUE(Bake(world, options));
  for (const char* known : {"sample", "cells", "contacts", "slivers", "volumes", "corridors", "patches", "net"}) {
    EXPECT_NE(std::ranges::find(stages, known), stages.end()) << known;
  }
  for (const std::string& last : stages) {
    bool is_over = false;
    options.sample.progress = [&](std::string_view stage, double) {
      EXPECT_FALSE(is_over) << last << ", and then " << stage;
      is_over = stage == last;
      return !is_over;
    };
    const Result<Baked> baked = Bake(world, options);
    ASSERT_FALSE(baked) << last;
    EXPECT_EQ(baked.error().code, ErrorCode::Cancelled) << last << ": " << baked.error().message;
  }
}

}  // namespace
}  // namespace navnet
