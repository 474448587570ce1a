// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/partition.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <bit>

namespace navnet {
namespace {

// Expects that the cells are disjoint and that their union is the set of free voxels.
void ExpectExactCover(const BlockMask& blocked, const std::vector<LocalBox>& cells) {
  BlockMask covered{};
  for (const LocalBox& c : cells) {
    for (int a = 0; a < 3; ++a) {
      ASSERT_LT(c.lo[size_t(a)], c.hi[size_t(a)]);
      ASSERT_LE(c.hi[size_t(a)], kBlockSize);
    }
    for (int x = c.lo[0]; x < c.hi[0]; ++x) {
      for (int y = c.lo[1]; y < c.hi[1]; ++y) {
        uint64_t& row = covered[size_t(BlockRow(x, y))];
        const uint64_t bits = RowBits(c.lo[2], c.hi[2] - 1);
        ASSERT_EQ(row & bits, 0u) << "cells overlap";
        row |= bits;
      }
    }
  }
  for (size_t i = 0; i < kBlockRows; ++i) ASSERT_EQ(covered[i], ~blocked[i]) << "row " << i;
}

TEST(PartitionBlock, CoversExactlyTheFreeVoxelsOfNoise) {
  for (int percent = 0; percent <= 100; percent += 5) {
    TestRandom random{uint64_t(percent)};
    BlockMask blocked{};
    for (uint64_t& row : blocked) {
      for (int z = 0; z < kBlockSize; ++z) {
        if (random.Uniform(0, 100) < percent) row |= uint64_t{1} << z;
      }
    }
    std::vector<LocalBox> cells;
    PartitionBlock(blocked, cells);
    ExpectExactCover(blocked, cells);
  }
}

TEST(PartitionBlock, CoversExactlyTheFreeVoxelsBetweenBoxes) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TestRandom random(seed);
    BlockMask blocked{};
    for (int i = random.Integer(1, 40); i > 0; --i) {
      int lo[3], hi[3];
      for (int a = 0; a < 3; ++a) {
        lo[a] = random.Integer(0, 63);
        hi[a] = std::min(63, lo[a] + random.Integer(0, 20));
      }
      for (int x = lo[0]; x <= hi[0]; ++x) {
        for (int y = lo[1]; y <= hi[1]; ++y) blocked[size_t(BlockRow(x, y))] |= RowBits(lo[2], hi[2]);
      }
    }
    std::vector<LocalBox> cells;
    PartitionBlock(blocked, cells);
    ExpectExactCover(blocked, cells);
  }
}

TEST(PartitionBlock, MakesOneCellOfAnEmptyBlock) {
  std::vector<LocalBox> cells;
  PartitionBlock(BlockMask{}, cells);
  EXPECT_EQ(cells, (std::vector<LocalBox>{{{0, 0, 0}, {64, 64, 64}}}));
}

TEST(PartitionBlock, MakesNoCellOfASolidBlock) {
  BlockMask solid;
  solid.fill(~uint64_t{0});
  std::vector<LocalBox> cells;
  PartitionBlock(solid, cells);
  EXPECT_TRUE(cells.empty());
}

TEST(PartitionBlock, CutsAroundOneVoxelIntoSixBoxes) {
  BlockMask blocked{};
  blocked[size_t(BlockRow(30, 31))] = uint64_t{1} << 29;
  std::vector<LocalBox> cells;
  PartitionBlock(blocked, cells);
  EXPECT_EQ(cells.size(), 6u);
  ExpectExactCover(blocked, cells);
}

}  // namespace
}  // namespace navnet
