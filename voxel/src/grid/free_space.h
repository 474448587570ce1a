#pragma once
// Which free space counts: the pieces of free space of a whole grid, and what is kept of them.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <span>

namespace navnet {

/// The same grid with all free voxels blocked that are not 6-connected, inside the bounds, to one of `seeds`.
/// Requires: every seed is a free voxel inside the bounds.
/// Fails with Cancelled when `progress` asked to stop.
Result<OccupancyGrid> KeepConnected(const OccupancyGrid& grid, std::span<const VoxelCoord> seeds, int threads,
                                    const ProgressFunction& progress);

/// Memory that KeepConnected needs besides the grid, in bytes: it grows with the number of blocks in the bounds.
double KeepBytes(const VoxelBox& bounds);

}  // namespace navnet
