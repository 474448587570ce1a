#pragma once
// Clearance levels of worlds that are voxels to begin with.

#include <navnet/core/parallel.h>
#include <navnet/voxel/occupancy_grid.h>

#include <optional>

namespace navnet {

/// The largest radius, in voxels, that WidenVoxels takes.
inline constexpr double kMaxVoxelWorldRadius = 63;

/// The grid in which every voxel is blocked that has a point closer than `radius_m` to a blocked voxel of `grid`: exact
/// distance between cubes. Nothing when `progress` asked to stop.
/// Requires: 0 < radius_m <= kMaxVoxelWorldRadius voxels.
std::optional<OccupancyGrid> WidenVoxels(const OccupancyGrid& grid, double radius_m, int threads,
                                         const ProgressFunction& progress);

}  // namespace navnet
