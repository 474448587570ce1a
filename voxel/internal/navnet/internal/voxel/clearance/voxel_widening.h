// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clearance levels of voxel worlds, one block at a time, and grids made from the masks of their blocks.

#include <navnet/core/block.h>
#include <navnet/voxel/occupancy_grid.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace navnet {

/// Largest radius, in voxels, by which a voxel world can be widened. Up to here a block depends on no more than the 26
/// blocks around it.
inline constexpr double kMaxVoxelWorldRadius = 63;

/// Reads the mask of any block at radius 0; returns false when the block is free, and then need not write the mask. A
/// set bit is a blocked voxel. Bits outside the world's bounds must be clear (`OccupancyGrid::ReadBlock` sets them: use
/// ClearOutside), unless a voxel there is known to be blocked: it then widens into the bounds too, as in `Sample` with
/// bounds smaller than the world.
using MaskReader = std::function<bool(VoxelCoord block, BlockMask& mask)>;

/// Widens blocks by one radius: a voxel becomes blocked when it has a point closer than the radius to a blocked voxel,
/// by the exact distance between cubes. The result equals that of `Sample` for the whole world bit for bit, whatever
/// the order of blocks.
///
/// Holds tables for its radius and scratch memory, up to 1 MB. Not thread-safe: make one for each thread and use it for
/// many blocks.
class VoxelWidener {
 public:
  /// Requires: 0 <= radius_voxels <= kMaxVoxelWorldRadius. A radius of 1e-9 or less widens nothing.
  explicit VoxelWidener(double radius_voxels);

  /// Number of neighbouring blocks in each direction on which the widened mask of a block depends: 0 or 1.
  int reach_blocks() const { return reach_ > 0 ? 1 : 0; }

  /// Fills `out` with the widened mask of a block; returns whether it has a blocked voxel. Voxels outside the world's
  /// bounds are set too: use ClearOutside or SetOutside as needed. Reads the block and, if reach_blocks() is 1, the 26
  /// around it, each at most once. Takes about 0.1 ms at a radius of 1 voxel, 3 ms at 10.
  bool Widen(const MaskReader& read, VoxelCoord block, BlockMask& out);

 private:
  /// Three words of a row: the block below, the block itself, the block above.
  using LongRow = std::array<uint64_t, 3>;
  static uint64_t Smear(const LongRow& row, int reach);
  bool ReadNeighbourhood(const MaskReader& read, VoxelCoord block);

  int reach_ = 0, side_ = 0;       ///< In voxels.
  std::vector<int> z_reach_;       ///< By (dx, dy): reach along z of a blocked voxel in that row; -1: none.
  std::vector<LongRow> rows_;      ///< The rows of the block and of `reach_` voxels around it.
  std::vector<uint64_t> smeared_;  ///< The middle words of the rows, spread along z by the current reach.
};

/// Makes a grid from the masks of its blocks, for example to save a world. `blocks`: block coordinates in any order;
/// each is read once, on at most `threads` threads (0 = all hardware threads). Blocks that are not listed are free.
/// Bits outside the bounds are ignored. Deterministic. Requires: bounds that `Sample` accepts.
OccupancyGrid MakeGrid(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                       std::span<const VoxelCoord> blocks, const MaskReader& read, int threads = 0);

}  // namespace navnet
