#pragma once
// NavVolumes: the maximal free box around a cell.

#include "free_probe.h"

namespace navnet {

/// A free box that contains `cell` and of which no face can move out by a voxel; it may reach as far as `bounds`, those
/// of the grid. Requires: the cell is free.
VoxelBox GrowVolume(const FreeProbe& probe, const VoxelBox& bounds, const VoxelBox& cell);

}  // namespace navnet
