// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sparse voxel grid of one clearance level: which voxels of a bounded world are blocked.

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

struct OccupancyData;  // Holds the OpenVDB grid; private to voxel/.

/// Blocked and free voxels inside `bounds()`. An immutable value: copying shares the data, any number of threads may
/// read at once. Sparse: memory grows with the area of the surface, not with the volume.
///
///   for (VoxelCoord block : grid.MixedBlocks()) {
///     grid.ReadBlock(block, mask);
///     ...
///   }
class OccupancyGrid {
 public:
  /// An empty grid without bounds: everything is outside, so everything is blocked.
  OccupancyGrid();
  /// For NavNet itself.
  explicit OccupancyGrid(std::shared_ptr<const OccupancyData> data);

  /// Maps voxels to the world.
  const GridFrame& frame() const;
  /// The voxels that the grid covers.
  const VoxelBox& bounds() const;
  /// The agent radius this level is for, in metres; 0 for the world itself.
  double radius_m() const;

  /// True for blocked voxels and for everything outside the bounds. O(tree depth).
  bool IsBlocked(VoxelCoord voxel) const;

  int64_t blocked_count() const;  ///< Blocked voxels inside the bounds.
  int64_t free_count() const;     ///< The rest of the bounds.
  size_t memory_bytes() const;    ///< Memory of the grid; copies share it.

  /// Block coordinates, in ascending (x, y, z) order, of all blocks inside the bounds that hold a blocked voxel.
  /// A block of the bounds that is not listed is free wherever it lies inside the bounds.
  std::vector<VoxelCoord> MixedBlocks() const;

  /// Reads one block; a set bit is a blocked voxel or one outside the bounds.
  void ReadBlock(VoxelCoord block, BlockMask& mask) const;

  /// For NavNet itself.
  const OccupancyData& data() const { return *data_; }

 private:
  std::shared_ptr<const OccupancyData> data_;
};

}  // namespace navnet
