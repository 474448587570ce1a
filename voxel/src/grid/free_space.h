// SPDX-License-Identifier: Apache-2.0
#pragma once
// Connected components of the free space of a whole grid, and removal of those that are not wanted.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <span>

namespace navnet {

/// Returns `grid` with all free voxels blocked that are not 6-connected, inside the bounds, to one of `seeds`.
/// Requires: every seed is a free voxel inside the bounds.
/// Fails with Cancelled when `progress` returns false.
Result<OccupancyGrid> KeepConnected(const OccupancyGrid& grid, std::span<const VoxelCoord> seeds, int threads,
                                    const ProgressFunction& progress);

/// Memory that KeepConnected needs besides the grid, in bytes: it grows with the number of blocks in the bounds.
double KeepBytes(const VoxelBox& bounds);

}  // namespace navnet
