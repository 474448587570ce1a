// SPDX-License-Identifier: Apache-2.0
#pragma once
// Grids as sets, for comparisons that report differences.

#include <navnet/voxel/occupancy_grid.h>

#include "support/oracles.h"

#include <gtest/gtest.h>

namespace navnet {

/// All blocked voxels inside the bounds, read block by block.
inline oracle::VoxelSet BlockedVoxels(const OccupancyGrid& grid) {
  oracle::VoxelSet blocked;
  BlockMask mask;
  for (VoxelCoord block : grid.MixedBlocks()) {
    grid.ReadBlock(block, mask);
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        for (int z = 0; z < kBlockSize; ++z) {
          const VoxelCoord v = BlockOrigin(block) + VoxelCoord{x, y, z};
          if ((mask[size_t(BlockRow(x, y))] >> z & 1) && grid.bounds().Contains(v)) blocked.insert(v);
        }
      }
    }
  }
  return blocked;
}

/// Succeeds if two sets of voxels are equal; otherwise names the first voxel that is in only one of them.
inline testing::AssertionResult SameVoxels(const oracle::VoxelSet& actual, const oracle::VoxelSet& expected) {
  const auto text = [](VoxelCoord v) {
    return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
  };
  for (VoxelCoord v : actual) {
    if (!expected.contains(v)) return testing::AssertionFailure() << text(v) << " is blocked but should be free";
  }
  for (VoxelCoord v : expected) {
    if (!actual.contains(v)) return testing::AssertionFailure() << text(v) << " is free but should be blocked";
  }
  return testing::AssertionSuccess();
}

}  // namespace navnet
