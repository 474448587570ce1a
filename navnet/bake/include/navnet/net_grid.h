// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts a net's free space back to voxel grids, for tools that read OpenVDB (see WriteVdb).

#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/voxel/occupancy_grid.h>

#include <vector>

namespace navnet {

/// One grid for each level. A voxel is blocked if no cell covers it: the voxels that were blocked, and those that the
/// net leaves out. Baking a grid as a voxel world at radius 0 gives the same free voxels again. Memory is linear
/// in the blocks of 64³ voxels that are not part of a larger free block, time in all blocks of the bounds; fails if
/// these are more than 2^24.
Result<std::vector<OccupancyGrid>> GridsOf(const Net& net, int threads = 0);

}  // namespace navnet
