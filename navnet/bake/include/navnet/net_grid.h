#pragma once
// A net's free space as voxel grids again, for tools that read OpenVDB (see WriteVdb).

#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/voxel/occupancy_grid.h>

#include <vector>

namespace navnet {

/// One grid for each level, in which all voxels of the bounds are blocked that no cell covers: what is blocked, and
/// what the net leaves out. Baked at radius 0 as a world of its own, a grid has the same free voxels again. Time and
/// memory grow with the blocks of 64³ voxels in the bounds that are not wholly free; fails when there are over 16
/// million.
Result<std::vector<OccupancyGrid>> GridsOf(const Net& net, int threads = 0);

}  // namespace navnet
