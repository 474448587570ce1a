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

/// Covers the bounds with aligned cubes: whole free ones as large as they come, 64³ ones elsewhere. `mixed` are the
/// blocks (in block coordinates) that hold a blocked voxel. Ascending by size, then by origin.
std::vector<BlockCube> CoverWithBlocks(const VoxelBox& bounds, std::span<const VoxelCoord> mixed);

}  // namespace navnet
