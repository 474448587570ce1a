// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data of an OccupancyGrid, and the conversion between block masks and OpenVDB leaves.

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

/// Copy of `grid` clipped to `bounds` and labelled with `radius_m`.
OccupancyGrid Cropped(const OccupancyGrid& grid, const VoxelBox& bounds, double radius_m);

/// Writes the set bits of `mask` as leaves of `node`; leaves without a set bit are not created, full leaves become
/// tiles. Requires: the block lies inside the node and the node holds nothing there yet.
void StoreBlock(const BlockMask& mask, VoxelCoord block, MaskNode128& node);

/// Returns an empty node for the 128³ voxels that contain a block.
std::unique_ptr<MaskNode128> MakeNode(VoxelCoord block);

/// Whether every voxel of a node is blocked.
bool IsSolid(const MaskNode128& node);

/// Inserts a node into a tree. A node without a blocked voxel is dropped, one without a free voxel becomes a tile.
/// Requires: the tree has nothing at the node's place.
void AttachNode(std::unique_ptr<MaskNode128> node, MaskTree& tree);

/// Blocks all 128³ voxels of a node. Requires: the tree has nothing at the node's place.
void AttachSolid(VoxelCoord node_origin, MaskTree& tree);

}  // namespace navnet
