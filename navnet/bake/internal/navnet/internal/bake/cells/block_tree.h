// SPDX-License-Identifier: Apache-2.0
#pragma once
// The blocks of a grid: 64³ blocks where there are blocked voxels, larger cubes where everything is free.

#include <navnet/core/geometry.h>

#include <span>
#include <vector>

namespace navnet {

struct BlockCube {
  VoxelCoord origin;
  int32_t size = 0;    ///< 64, or a larger power of two.
  bool whole = false;  ///< Entirely free and inside the bounds: a single cell.
};

/// The set of 64³ blocks that contain a blocked voxel ("mixed"), and the cover of the bounds by aligned cubes: free
/// cubes as large as possible, 64³ blocks elsewhere.
class BlockTree {
 public:
  /// `mixed`: the blocks (in block coordinates) that contain a blocked voxel.
  BlockTree(const VoxelBox& bounds, std::span<const VoxelCoord> mixed);

  /// Whether a block contains a blocked voxel.
  bool IsMixed(VoxelCoord block) const;
  /// Sets whether a block is mixed. Returns whether that changed.
  bool SetMixed(VoxelCoord block, bool is_mixed);

  /// The cubes that cover the bounds, ascending by size, then by origin.
  std::vector<BlockCube> Cover() const;
  /// Appends the cubes that cover the part of an aligned cube inside the bounds. Requires: no cube of the cover
  /// contains it properly.
  void CoverCube(VoxelCoord origin, int32_t size, std::vector<BlockCube>& out) const;
  /// The cube of the cover that contains a block. Requires: the block intersects the bounds.
  BlockCube CubeOf(VoxelCoord block) const;

 private:
  bool IsWhole(VoxelCoord origin, int32_t size) const;

  VoxelBox bounds_;
  VoxelCoord base_;
  std::vector<uint64_t> mixed_;  ///< Morton codes of the mixed blocks, ascending.
};

}  // namespace navnet
