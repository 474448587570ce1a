// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clearance levels of voxel worlds.

#include <navnet/core/parallel.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>
#include <navnet/voxel/occupancy_grid.h>

#include <optional>

namespace navnet {

/// Returns the grid in which every voxel is blocked that has a point closer than `radius_m` to a blocked voxel of
/// `grid`, by the exact distance between cubes. Empty when `progress` cancelled.
/// Requires: 0 < radius_m <= kMaxVoxelWorldRadius voxels.
std::optional<OccupancyGrid> WidenVoxels(const OccupancyGrid& grid, double radius_m, int threads,
                                         const ProgressFunction& progress);

}  // namespace navnet
