#pragma once
// Clearance levels of worlds that are voxels to begin with.

#include <navnet/core/parallel.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>
#include <navnet/voxel/occupancy_grid.h>

#include <optional>

namespace navnet {

/// The grid in which every voxel is blocked that has a point closer than `radius_m` to a blocked voxel of `grid`: exact
/// distance between cubes. Nothing when `progress` asked to stop.
/// Requires: 0 < radius_m <= kMaxVoxelWorldRadius voxels.
std::optional<OccupancyGrid> WidenVoxels(const OccupancyGrid& grid, double radius_m, int threads,
                                         const ProgressFunction& progress);

}  // namespace navnet
