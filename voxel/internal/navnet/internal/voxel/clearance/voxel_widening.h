#pragma once
// Clearance levels of worlds that are voxels to begin with, one block at a time; and such worlds from their blocks.

#include <navnet/core/block.h>
#include <navnet/voxel/occupancy_grid.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace navnet {

/// The largest radius, in voxels, that a voxel world can be widened by: a block then depends on the 26 around it.
inline constexpr double kMaxVoxelWorldRadius = 63;

/// Reads the mask of any block at radius 0; false when the block is free, and then the mask need not be written.
/// A set bit is a blocked voxel. What is unknown to the world counts as free: bits outside the bounds must be clear
/// (`OccupancyGrid::ReadBlock` sets them: use ClearOutside). Only blocked voxels outside the bounds of a grid may be
/// set; they block inside the bounds too, as they do in `Sample` with bounds smaller than the world.
using MaskReader = std::function<bool(VoxelCoord block, BlockMask& mask)>;

/// Widens blocks by one radius: a voxel is blocked when it has a point closer than the radius to a blocked voxel; exact
/// distance between cubes. Bit for bit what `Sample` gives for the whole world, whatever the order of blocks.
///
/// Holds tables for its radius and scratch memory, up to 1 MB: make one for each thread and use it for many blocks.
class VoxelWidener {
 public:
  /// Requires: 0 <= radius_voxels <= kMaxVoxelWorldRadius. A radius of 1e-9 or less widens nothing.
  explicit VoxelWidener(double radius_voxels);

  /// How many blocks around one its widened mask depends on, along each axis: 0 or 1.
  int reach_blocks() const { return reach_ > 0 ? 1 : 0; }

  /// Fills `out` with the widened mask of a block and says whether it holds a blocked voxel. Voxels outside the world's
  /// bounds are widened into as well: cut them off with ClearOutside or SetOutside as needed. Reads the block and, when
  /// the radius reaches there, the 26 around it, each at most once. Some 0.1 ms at 1 voxel, 3 ms at 10.
  bool Widen(const MaskReader& read, VoxelCoord block, BlockMask& out);

 private:
  /// Three words of a row: the block below, the block itself, the block above.
  using LongRow = std::array<uint64_t, 3>;
  static uint64_t Smear(const LongRow& row, int reach);
  bool ReadNeighbourhood(const MaskReader& read, VoxelCoord block);

  int reach_ = 0, side_ = 0;       ///< In voxels.
  std::vector<int> z_reach_;       ///< By (dx, dy): how far up and down a row blocks; -1: not at all.
  std::vector<LongRow> rows_;      ///< The block and `reach_` rows around it.
  std::vector<uint64_t> smeared_;  ///< The middle words of the rows, spread by one number of voxels.
};

/// A grid from the masks of its blocks, such as a world to save. `blocks`: block coordinates in any order; each is read
/// once, on at most `threads` threads at a time (0 = all the machine has), and what is not listed is free. Bits outside
/// the bounds are ignored. The same blocks give the same grid. Requires: bounds as `Sample` takes them.
OccupancyGrid MakeGrid(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                       std::span<const VoxelCoord> blocks, const MaskReader& read, int threads = 0);

}  // namespace navnet
