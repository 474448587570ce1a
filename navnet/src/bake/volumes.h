#pragma once
// NavVolumes: the maximal free box around a cell.

#include "leaf_grid.h"

namespace navnet {

/// A free box that contains `cell` and of which no face can move out by a voxel; it may reach as far as the bounds.
/// Requires: the cell is free.
VoxelBox GrowVolume(const LeafGrid& grid, const VoxelBox& cell);

}  // namespace navnet
