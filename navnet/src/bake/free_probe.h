#pragma once
// Is a box free? Asked millions of times while NavVolumes grow.

#include <navnet/voxel/occupancy_grid.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Answers as OccupancyGrid::IsFree, but passes over free blocks 64 at a time: one bit for each block of the bounds
/// says whether it holds a blocked voxel. Immutable once made; refers to the grid.
class FreeProbe {
 public:
  /// `mixed`: the blocks of the grid that hold a blocked voxel (OccupancyGrid::MixedBlocks).
  FreeProbe(const OccupancyGrid& grid, std::span<const VoxelCoord> mixed);

  bool IsFree(const VoxelBox& box) const;

 private:
  size_t WordOf(VoxelCoord block) const;

  const OccupancyGrid& grid_;
  VoxelCoord lo_, size_;         ///< Of the bounds, in blocks; z in words of 64 blocks.
  std::vector<uint64_t> mixed_;  ///< Empty when the bounds are too large for a bit each.
};

}  // namespace navnet
