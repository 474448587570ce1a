#pragma once
// Which blocks a grid consists of: 64³ ones where there is something to cut, larger ones where everything is free.

#include <navnet/core/geometry.h>

#include <span>
#include <vector>

namespace navnet {

struct BlockCube {
  VoxelCoord origin;
  int32_t size = 0;    ///< 64, or a larger power of two.
  bool whole = false;  ///< Free throughout and inside the bounds: one cell.
};

/// Which blocks of 64³ hold a blocked voxel, and how aligned cubes cover the bounds: whole free ones as large as they
/// come, 64³ ones elsewhere.
class BlockTree {
 public:
  /// `mixed`: the blocks (in block coordinates) that hold a blocked voxel.
  BlockTree(const VoxelBox& bounds, std::span<const VoxelCoord> mixed);

  /// Whether a block holds a blocked voxel.
  bool IsMixed(VoxelCoord block) const;
  /// Whether a block changed from holding a blocked voxel to holding none, or back.
  bool SetMixed(VoxelCoord block, bool is_mixed);

  /// The cubes that cover the bounds. Ascending by size, then by origin.
  std::vector<BlockCube> Cover() const;
  /// Appends the cubes that cover the part of an aligned cube inside the bounds. Requires: no cube of the cover is
  /// larger there.
  void CoverCube(VoxelCoord origin, int32_t size, std::vector<BlockCube>& out) const;
  /// The cube of the cover that holds a block. Requires: the block meets the bounds.
  BlockCube CubeOf(VoxelCoord block) const;

 private:
  bool IsWhole(VoxelCoord origin, int32_t size) const;

  VoxelBox bounds_;
  VoxelCoord base_;
  std::vector<uint64_t> mixed_;  ///< Their numbers, ascending.
};

}  // namespace navnet
