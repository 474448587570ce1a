#pragma once
// What an OccupancyGrid holds, and how blocks of words and OpenVDB leaves turn into one another.

#include <navnet/core/block.h>
#include <navnet/voxel/occupancy_grid.h>

#include "grid/mask_tree.h"

#include <memory>

namespace navnet {

struct OccupancyData {
  GridFrame frame;
  VoxelBox bounds;
  double radius_m = 0;
  MaskTree::ConstPtr tree;  ///< Active = blocked; nothing active outside `bounds`.
  int64_t blocked_count = 0;
};

/// Wraps a finished tree. Requires: no active voxel outside `bounds`.
OccupancyGrid MakeOccupancy(const GridFrame& frame, const VoxelBox& bounds, double radius_m, MaskTree::ConstPtr tree);

/// The same blocked voxels inside other bounds, for another radius.
OccupancyGrid Cropped(const OccupancyGrid& grid, const VoxelBox& bounds, double radius_m);

/// Writes the set bits of `mask` as leaves of `node`; leaves without a bit are not made, leaves with every bit become
/// tiles. Requires: the block lies inside the node and the node holds nothing there yet.
void StoreBlock(const BlockMask& mask, VoxelCoord block, MaskNode128& node);

/// An empty node for the 128³ voxels that hold a block.
std::unique_ptr<MaskNode128> MakeNode(VoxelCoord block);

/// Whether every voxel of a node is blocked.
bool IsSolid(const MaskNode128& node);

/// Hangs a node into a tree that has nothing at its place. A node without a blocked voxel is dropped, one without a
/// free voxel becomes a tile.
void AttachNode(std::unique_ptr<MaskNode128> node, MaskTree& tree);

/// Blocks all 128³ voxels of a node in a tree that has nothing at its place.
void AttachSolid(VoxelCoord node_origin, MaskTree& tree);

}  // namespace navnet
