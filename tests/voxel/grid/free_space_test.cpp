// SPDX-License-Identifier: Apache-2.0
#include "grid/free_space.h"

#include <navnet/voxel/sampler.h>
#include <navnet/worlds/worlds.h>

#include "grid/block_components.h"
#include "grid/occupancy_build.h"
#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <map>

namespace navnet {
namespace {

// Noise of a given density in bounds that need not be aligned to blocks.
OccupancyGrid Noise(uint64_t seed, const VoxelBox& bounds, double density) {
  TestRandom random(seed);
  std::vector<VoxelBox> blocked;
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    if (random.Uniform(0, 1) < density) blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
  });
  return BuildOccupancy({{}, 1}, bounds, 0, blocked);
}

TEST(BlockComponents, LabelsVoxelsEquallyIfAndOnlyIfConnected) {
  for (const double density : {0.0, 0.05, 0.3, 0.5, 0.7, 0.95, 1.0}) {
    TestRandom random(uint64_t(density * 100));
    BlockMask blocked{};
    oracle::VoxelSet blocked_set;
    const VoxelBox small{{0, 0, 0}, {64, 6, 64}};  // The rest of the block is solid, to keep the oracle quick.
    blocked.fill(~uint64_t{0});
    oracle::EachVoxel(small, [&](VoxelCoord v) {
      if (random.Uniform(0, 1) < density) {
        blocked_set.insert(v);
      } else {
        blocked[size_t(BlockRow(v.x, v.y))] &= ~(uint64_t{1} << v.z);
      }
    });
    BlockComponents components;
    LabelComponents(blocked, components);
    std::map<VoxelCoord, uint32_t> label;
    std::map<uint32_t, std::vector<VoxelCoord>> members;
    for (int row = 0; row < kBlockRows; ++row) {
      for (uint32_t i = components.row_start[size_t(row)]; i < components.row_start[size_t(row) + 1]; ++i) {
        for (int z = components.runs[i].lo; z <= components.runs[i].hi; ++z) {
          const VoxelCoord v{row / kBlockSize, row % kBlockSize, z};
          label[v] = components.runs[i].component;
          members[components.runs[i].component].push_back(v);
        }
      }
    }
    ASSERT_EQ(int64_t(label.size() + blocked_set.size()), small.Volume());
    ASSERT_EQ(members.size(), components.count);
    for (const auto& [component, voxels] : members) {
      const std::array seed{voxels.front()};
      ASSERT_EQ(oracle::Flood(blocked_set, small, seed).size(), voxels.size()) << density;
    }
  }
}

TEST(KeepConnected, KeepsExactlyTheFloodFillFromTheSeeds) {
  int checked = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TestRandom random(seed);
    VoxelBox bounds;
    for (int a = 0; a < 3; ++a) {
      bounds.lo[a] = random.Integer(-90, 70);
      bounds.hi[a] = bounds.lo[a] + random.Integer(1, a == int(seed % 3) ? 150 : 20);
    }
    const OccupancyGrid grid = Noise(seed, bounds, random.Uniform(0.3, 0.8));
    std::vector<VoxelCoord> seeds;
    for (int i = 0; i < 50 && seeds.size() < 1 + seed % 3; ++i) {
      VoxelCoord v;
      for (int a = 0; a < 3; ++a) v[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
      if (!grid.IsBlocked(v)) seeds.push_back(v);
    }
    if (seeds.empty()) continue;
    ++checked;
    const Result<OccupancyGrid> kept = KeepConnected(grid, seeds, 2, {});
    ASSERT_TRUE(kept) << kept.error().message;
    const oracle::VoxelSet reached = oracle::Flood(BlockedVoxels(grid), bounds, seeds);
    ASSERT_EQ(kept->free_count(), int64_t(reached.size())) << "seed " << seed;
    oracle::EachVoxel(bounds, [&](VoxelCoord v) { ASSERT_EQ(!kept->IsBlocked(v), reached.contains(v)); });
  }
  EXPECT_GT(checked, 40);
}

TEST(KeepConnected, FillsSolidsThatSpanWholeEmptyBlocks) {
  // A hollow box of 300³ voxels: its inside holds blocks without a single blocked voxel.
  const TriangleMesh shell = MakeBox({{10.2, 10.2, 10.2}, {310.2, 310.2, 310.2}});
  SampleOptions options;
  options.voxel_m = 1;
  options.seeds_world = {{8.5, 8.5, 8.5}};
  const Result<Sampling> outside = Sample(shell, options);
  ASSERT_TRUE(outside) << outside.error().message;
  EXPECT_EQ(outside->levels[0].blocked_count(), int64_t{301} * 301 * 301);
  EXPECT_TRUE(outside->levels[0].IsBlocked({150, 150, 150}));
  options.seeds_world = {{150, 150, 150}};
  const Result<Sampling> inside = Sample(shell, options);
  ASSERT_TRUE(inside) << inside.error().message;
  EXPECT_EQ(inside->levels[0].free_count(), int64_t{299} * 299 * 299);
  EXPECT_TRUE(inside->levels[0].IsBlocked({8, 8, 8}));
}

TEST(KeepConnected, StoresSolidSpaceAsTiles) {
  const TriangleMesh room = MakeBoxRoom({{0, 0, 0}, {10, 10, 10}}, 1);
  SampleOptions options;
  options.voxel_m = 1;
  options.bounds_world = Box3{{-1920, -1920, -1920}, {1920, 1920, 1920}};
  options.seeds_world = {{5, 5, 5}};
  options.memory_budget_bytes = size_t{100} << 20;
  const Result<Sampling> sampling = Sample(room, options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_LT(sampling->levels[0].free_count(), 1000);
  EXPECT_LE(sampling->levels[0].memory_bytes(), options.memory_budget_bytes);
}

TEST(KeepConnected, IsRefusedInAdvanceIfTheBoundsExceedTheBudget) {
  SampleOptions options;
  options.voxel_m = 1;
  options.margin_m = 40000;
  options.seeds_world = {{-5, -5, -5}};
  options.memory_budget_bytes = size_t{1} << 30;
  const Result<Sampling> sampling = Sample(MakeBox({{0, 0, 0}, {10, 10, 10}}), options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::TooLarge);
}

TEST(Sampler, RefusesASeedInsideAWallAndNamesTheLevel) {
  const TriangleMesh box = MakeBox({{0, 0, 0}, {10, 10, 10}});
  SampleOptions options;
  options.voxel_m = 0.5;
  options.radii_m = {0, 1};
  options.seeds_world = {{0.7, 5, 5}};  // Half a metre behind the wall: free at radius 0, not at 1 m.
  const Result<Sampling> sampling = Sample(box, options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(sampling.error().message.find("(0.7, 5, 5)"), std::string::npos) << sampling.error().message;
  EXPECT_NE(sampling.error().message.find("radius 1 m"), std::string::npos) << sampling.error().message;
}

TEST(Sampler, RefusesASeedOutsideTheBounds) {
  const TriangleMesh box = MakeBox({{0, 0, 0}, {10, 10, 10}});
  SampleOptions options;
  options.voxel_m = 0.5;
  options.seeds_world = {{5, 5, 1000}};
  const Result<Sampling> sampling = Sample(box, options);
  ASSERT_FALSE(sampling);
  EXPECT_NE(sampling.error().message.find("outside the bounds"), std::string::npos) << sampling.error().message;
}

}  // namespace
}  // namespace navnet
