// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes occupancy grids from lists of voxels, for importers that need not know OpenVDB.

#include <navnet/voxel/occupancy_grid.h>

#include <span>

namespace navnet {

/// A grid whose blocked voxels are the union of `blocked`, clipped to `bounds`. Boxes may overlap.
OccupancyGrid BuildOccupancy(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                             std::span<const VoxelBox> blocked);

}  // namespace navnet
