#pragma once
// NavVolumes: the maximal free box around a cell.

#include <navnet/internal/bake/cells/leaf_grid.h>

namespace navnet {

/// How far the NavVolume of a cell may reach: kVolumeReach voxels beyond the blocks of 64³ voxels the cell lies in, but
/// not beyond the bounds.
VoxelBox ReachOf(const VoxelBox& cell, const VoxelBox& bounds);

/// A free box that contains `cell` and of which no face can move out by a voxel inside `reach`.
/// Requires: the cell is free; `reach` contains it and lies in the grid's bounds.
VoxelBox GrowVolume(const LeafGrid& grid, const VoxelBox& reach, const VoxelBox& cell);

}  // namespace navnet
