// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/occupancy_grid.h>

#include "grid/occupancy_build.h"
#include "grid/occupancy_data.h"
#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace navnet {
namespace {

constexpr GridFrame kFrame{{1, -2, 3}, 0.25};

// The boxes of a random grid.
struct Boxes {
  VoxelBox bounds;
  std::vector<VoxelBox> boxes;
};

// Bounds of odd sizes and positions, and boxes in, across and outside of them: single voxels, bars, plates, blocks.
Boxes RandomBoxes(uint64_t seed) {
  TestRandom random(seed);
  Boxes out;
  for (int a = 0; a < 3; ++a) {
    out.bounds.lo[a] = random.Integer(-200, 100);
    out.bounds.hi[a] = out.bounds.lo[a] + random.Integer(1, 150);
  }
  const int count = random.Integer(1, 40);
  for (int i = 0; i < count; ++i) {
    VoxelBox box;
    const int largest = random.Integer(0, 3) == 0 ? 30 : 5;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(out.bounds.lo[a] - 10, out.bounds.hi[a] + 5);
      box.hi[a] = box.lo[a] + random.Integer(1, largest);
    }
    if (random.Integer(0, 2) == 0) box.hi = box.lo + VoxelCoord{1, 1, 1};
    out.boxes.push_back(box);
  }
  return out;
}

oracle::VoxelSet VoxelsOf(const Boxes& world) {
  oracle::VoxelSet voxels;
  for (const VoxelBox& box : world.boxes) {
    oracle::EachVoxel(box, [&](VoxelCoord v) {
      if (world.bounds.Contains(v)) voxels.insert(v);
    });
  }
  return voxels;
}

std::vector<VoxelCoord> BlocksOf(const oracle::VoxelSet& voxels) {
  std::set<VoxelCoord> blocks;
  for (VoxelCoord v : voxels) {
    blocks.insert({int(std::floor(v.x / 64.0)), int(std::floor(v.y / 64.0)), int(std::floor(v.z / 64.0))});
  }
  return {blocks.begin(), blocks.end()};
}

OccupancyGrid Build(const Boxes& world) { return BuildOccupancy(kFrame, world.bounds, 0, world.boxes); }

bool Bit(const BlockMask& mask, int x, int y, int z) { return mask[size_t(BlockRow(x, y))] >> z & 1; }

TEST(OccupancyGrid, HasNoBoundsWhenDefaultConstructed) {
  const OccupancyGrid grid;
  EXPECT_TRUE(grid.IsBlocked({0, 0, 0}));
  EXPECT_TRUE(grid.IsBlocked({-5, 1000, 7}));
  EXPECT_EQ(grid.blocked_count(), 0);
  EXPECT_EQ(grid.free_count(), 0);
  EXPECT_TRUE(grid.MixedBlocks().empty());
  BlockMask mask{};
  grid.ReadBlock({0, 0, 0}, mask);
  EXPECT_TRUE(std::ranges::all_of(mask, [](uint64_t row) { return row == ~uint64_t{0}; }));
}

TEST(OccupancyGrid, IsFreeInsideItsBoundsWhenNothingIsBlocked) {
  const OccupancyGrid grid = BuildOccupancy(kFrame, {{-3, 0, 5}, {2, 4, 9}}, 0.5, {});
  EXPECT_FALSE(grid.IsBlocked({-3, 0, 5}));
  EXPECT_FALSE(grid.IsBlocked({1, 3, 8}));
  EXPECT_EQ(grid.blocked_count(), 0);
  EXPECT_EQ(grid.free_count(), 5 * 4 * 4);
  EXPECT_TRUE(grid.MixedBlocks().empty());
}

TEST(OccupancyGrid, KeepsFrameBoundsAndRadius) {
  const VoxelBox bounds{{-3, 0, 5}, {2, 4, 9}};
  const OccupancyGrid grid = BuildOccupancy(kFrame, bounds, 0.5, {});
  EXPECT_EQ(grid.frame(), kFrame);
  EXPECT_EQ(grid.bounds(), bounds);
  EXPECT_EQ(grid.radius_m(), 0.5);
}

TEST(OccupancyGrid, EqualsASetOfVoxels) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Boxes world = RandomBoxes(seed);
    const oracle::VoxelSet expected = VoxelsOf(world);
    const OccupancyGrid grid = Build(world);
    VoxelBox around = world.bounds;
    for (int a = 0; a < 3; ++a) {
      around.lo[a] -= 2;
      around.hi[a] += 2;
    }
    oracle::EachVoxel(
        around, [&](VoxelCoord v) { ASSERT_EQ(grid.IsBlocked(v), !world.bounds.Contains(v) || expected.contains(v)); });
  }
}

TEST(OccupancyGrid, CountsLikeASet) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Boxes world = RandomBoxes(seed);
    const OccupancyGrid grid = Build(world);
    const int64_t expected = int64_t(VoxelsOf(world).size());
    ASSERT_EQ(grid.blocked_count(), expected) << "seed " << seed;
    ASSERT_EQ(grid.free_count(), world.bounds.Volume() - expected) << "seed " << seed;
  }
}

TEST(OccupancyGrid, ReadsBlocksLikeASet) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Boxes world = RandomBoxes(seed);
    ASSERT_TRUE(SameVoxels(BlockedVoxels(Build(world)), VoxelsOf(world))) << "seed " << seed;
  }
}

TEST(OccupancyGrid, ListsExactlyTheBlocksWithABlockedVoxelInAscendingOrder) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Boxes world = RandomBoxes(seed);
    ASSERT_EQ(Build(world).MixedBlocks(), BlocksOf(VoxelsOf(world))) << "seed " << seed;
  }
}

TEST(OccupancyGrid, ReadsEverythingOutsideTheBoundsAsBlocked) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Boxes world = RandomBoxes(seed);
    const oracle::VoxelSet expected = VoxelsOf(world);
    const OccupancyGrid grid = Build(world);
    const VoxelCoord first = BlockOf(world.bounds.lo), last = BlockOf(world.bounds.hi);
    BlockMask mask;
    oracle::EachVoxel({first - VoxelCoord{1, 1, 1}, last + VoxelCoord{2, 2, 2}}, [&](VoxelCoord block) {
      grid.ReadBlock(block, mask);
      TestRandom random(seed);
      for (int i = 0; i < 500; ++i) {
        const VoxelCoord local{random.Integer(0, 63), random.Integer(0, 63), random.Integer(0, 63)};
        const VoxelCoord v = BlockOrigin(block) + local;
        ASSERT_EQ(Bit(mask, local.x, local.y, local.z), !world.bounds.Contains(v) || expected.contains(v));
      }
    });
  }
}

TEST(OccupancyGrid, StoresALargeSolidBoxInLittleMemory) {
  // Larger than a 128³ node, so that whole nodes, leaves and single voxels are all needed.
  const VoxelBox solid{{-101, 7, -300}, {199, 307, 0}};
  const VoxelBox bounds{{-150, -50, -350}, {250, 350, 50}};
  const OccupancyGrid grid = BuildOccupancy(kFrame, bounds, 0, {&solid, 1});
  EXPECT_EQ(grid.blocked_count(), 300 * 300 * 300);
  EXPECT_LT(grid.memory_bytes(), size_t{8} << 20);
  TestRandom random(3);
  for (int i = 0; i < 20000; ++i) {
    const VoxelCoord v{random.Integer(-150, 249), random.Integer(-50, 349), random.Integer(-350, 49)};
    ASSERT_EQ(grid.IsBlocked(v), solid.Contains(v));
  }
}

TEST(OccupancyGrid, ReadsAndListsTheBlocksOfALargeSolidBox) {
  const VoxelBox solid{{-101, 7, -300}, {199, 307, 0}};
  const VoxelBox bounds{{-150, -50, -350}, {250, 350, 50}};
  const OccupancyGrid grid = BuildOccupancy(kFrame, bounds, 0, {&solid, 1});
  std::vector<VoxelCoord> expected;
  oracle::EachVoxel({{-2, 0, -5}, {4, 5, 0}}, [&](VoxelCoord block) { expected.push_back(block); });
  ASSERT_EQ(grid.MixedBlocks(), expected);
  int64_t count = 0;
  BlockMask mask;
  for (VoxelCoord block : expected) {
    grid.ReadBlock(block, mask);
    oracle::EachVoxel({{0, 0, 0}, {64, 64, 64}}, [&](VoxelCoord v) {
      const VoxelCoord voxel = BlockOrigin(block) + v;
      if (!bounds.Contains(voxel)) return;
      ASSERT_EQ(Bit(mask, v.x, v.y, v.z), solid.Contains(voxel));
      count += solid.Contains(voxel);
    });
  }
  EXPECT_EQ(count, grid.blocked_count());
}

TEST(OccupancyGrid, StoresBillionsOfBlockedVoxelsInLittleMemory) {
  // Several 4096³ nodes, some of them tiles.
  const VoxelBox bounds{{-4992, -4096, 0}, {8192, 4096, 4224}};
  const OccupancyGrid grid = BuildOccupancy(kFrame, bounds, 0, {&bounds, 1});
  EXPECT_EQ(grid.blocked_count(), bounds.Volume());
  EXPECT_EQ(grid.free_count(), 0);
  EXPECT_TRUE(grid.IsBlocked({-4992, -4096, 0}));
  EXPECT_TRUE(grid.IsBlocked({8191, 4095, 4223}));
  EXPECT_LT(grid.memory_bytes(), size_t{16} << 20);
}

TEST(OccupancyGrid, SharesItsDataWhenCopied) {
  const OccupancyGrid grid = Build(RandomBoxes(1));
  const OccupancyGrid copy = grid;  // NOLINT: the copy is the point
  EXPECT_EQ(&copy.data(), &grid.data());
}

TEST(OccupancyGrid, CountsOverlappingBoxesOnce) {
  const std::vector<VoxelBox> boxes(3, VoxelBox{{0, 0, 0}, {9, 9, 9}});
  EXPECT_EQ(BuildOccupancy(kFrame, {{-5, -5, -5}, {20, 20, 20}}, 0, boxes).blocked_count(), 729);
}

TEST(OccupancyGrid, CropsToOtherBoundsLikeASet) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Boxes world = RandomBoxes(seed);
    const OccupancyGrid grid = Build(world);
    TestRandom random(seed);
    for (int a = 0; a < 3; ++a) {
      world.bounds.lo[a] += random.Integer(0, int(world.bounds.Size(a)) / 2);
      world.bounds.hi[a] = world.bounds.lo[a] + random.Integer(1, int(world.bounds.Size(a)));
    }
    const OccupancyGrid cropped = Cropped(grid, world.bounds, 0.75);
    const oracle::VoxelSet expected = VoxelsOf(world);
    EXPECT_EQ(cropped.bounds(), world.bounds);
    EXPECT_EQ(cropped.radius_m(), 0.75);
    ASSERT_EQ(cropped.blocked_count(), int64_t(expected.size()));
    ASSERT_TRUE(SameVoxels(BlockedVoxels(cropped), expected));
    ASSERT_EQ(cropped.MixedBlocks(), BlocksOf(expected));
  }
}

// A random block of one style: mostly empty, half full, mostly full, runs of full leaves, or uniform.
BlockMask RandomMask(uint64_t seed) {
  std::mt19937_64 random(seed);
  BlockMask mask{};
  switch (seed % 6) {
    case 0:
      for (int i = 0; i < 50; ++i) mask[random() % mask.size()] |= uint64_t{1} << (random() % 64);
      break;
    case 1:
      for (uint64_t& row : mask) row = random();
      break;
    case 2:
      for (uint64_t& row : mask) row = random() | random() | random() | random();
      break;
    case 3:
      // Whole 8³ leaves on or off.
      for (int leaf = 0; leaf < 512; ++leaf) {
        if (random() % 3 != 0) continue;
        const int lx = leaf >> 6, ly = leaf >> 3 & 7, lz = leaf & 7;
        for (int x = 0; x < 8; ++x) {
          for (int y = 0; y < 8; ++y) mask[size_t(BlockRow(lx * 8 + x, ly * 8 + y))] |= uint64_t{0xFF} << (8 * lz);
        }
      }
      break;
    case 4: mask.fill(~uint64_t{0}); break;
    default: break;
  }
  return mask;
}

TEST(OccupancyData, RestoresTheBlocksOfANode) {
  for (uint64_t seed = 0; seed < 48; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // All eight blocks of a node, each of another style.
    TestRandom random(seed);
    const VoxelCoord node_at{random.Integer(-40, 40), random.Integer(-40, 40), random.Integer(-40, 40)};
    const VoxelCoord first{node_at.x * 2, node_at.y * 2, node_at.z * 2};
    const VoxelCoord origin = BlockOrigin(first);
    auto node = std::make_unique<MaskNode128>(openvdb::Coord(origin.x, origin.y, origin.z), false);
    int64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
      const BlockMask mask = RandomMask(seed * 8 + uint64_t(i) * 5);
      StoreBlock(mask, first + VoxelCoord{i >> 2, i >> 1 & 1, i & 1}, *node);
      for (uint64_t row : mask) bits += std::popcount(row);
    }
    auto tree = std::make_shared<MaskTree>(false);
    AttachNode(std::move(node), *tree);
    const OccupancyGrid grid = MakeOccupancy(kFrame, {origin, origin + VoxelCoord{128, 128, 128}}, 0, tree);
    EXPECT_EQ(grid.blocked_count(), bits);
    BlockMask read;
    for (int i = 0; i < 8; ++i) {
      grid.ReadBlock(first + VoxelCoord{i >> 2, i >> 1 & 1, i & 1}, read);
      ASSERT_TRUE(read == RandomMask(seed * 8 + uint64_t(i) * 5)) << "block " << i;
    }
  }
}

TEST(OccupancyData, DropsNodesWithoutABlockedVoxel) {
  MaskTree tree(false);
  auto node = std::make_unique<MaskNode128>(openvdb::Coord(128, 0, -128), false);
  StoreBlock(BlockMask{}, {2, 0, -2}, *node);
  AttachNode(std::move(node), tree);
  EXPECT_TRUE(tree.empty());
}

TEST(OccupancyData, FindsThePartOfABlockInsideTheBounds) {
  const VoxelBox bounds{{-10, 5, 70}, {200, 63, 129}};
  EXPECT_EQ(BlockPartInside({-1, 0, 1}, bounds), (VoxelBox{{54, 5, 6}, {64, 63, 64}}));
  EXPECT_EQ(BlockPartInside({3, 0, 2}, bounds), (VoxelBox{{0, 5, 0}, {8, 63, 1}}));
  EXPECT_TRUE(BlockPartInside({4, 0, 1}, bounds).IsEmpty());
  EXPECT_TRUE(BlockPartInside({0, 0, 0}, bounds).IsEmpty());
}

TEST(OccupancyData, ClearsAllBitsOutsideABox) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    TestRandom random(seed);
    VoxelBox inside;
    for (int a = 0; a < 3; ++a) {
      inside.lo[a] = random.Integer(0, 63);
      inside.hi[a] = random.Integer(inside.lo[a] + 1, 64);
    }
    const BlockMask before = RandomMask(1);
    BlockMask mask = before;
    ClearOutside(inside, mask);
    oracle::EachVoxel({{0, 0, 0}, {64, 64, 64}}, [&](VoxelCoord v) {
      ASSERT_EQ(Bit(mask, v.x, v.y, v.z), inside.Contains(v) && Bit(before, v.x, v.y, v.z));
    });
  }
}

}  // namespace
}  // namespace navnet
