// SPDX-License-Identifier: Apache-2.0
#pragma once
// NavVolumes: a maximal free box around each cell.

#include <navnet/internal/bake/cells/leaf_grid.h>

namespace navnet {

/// How far the NavVolume of a cell may reach: kVolumeReach voxels beyond the blocks of 64³ voxels the cell lies in, but
/// not beyond the bounds.
VoxelBox ReachOf(const VoxelBox& cell, const VoxelBox& bounds);

/// A free box in `reach` that contains `cell` and is maximal: no face can move outwards by a voxel.
/// Requires: the cell is free; `reach` contains it and lies in the grid's bounds.
VoxelBox GrowVolume(const LeafGrid& grid, const VoxelBox& reach, const VoxelBox& cell);

}  // namespace navnet
