// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts voxel worlds to triangles, from which their walkable ground is made.

#include <navnet/core/mesh.h>
#include <navnet/voxel/occupancy_grid.h>

namespace navnet {

/// The faces between blocked and free voxels inside the bounds, merged into rectangles of up to 64 x 64 voxels, two
/// triangles each, in world coordinates. There are no faces on the border of the bounds, since nothing is known beyond
/// it. The same for any number of threads; time and memory are linear in the blocks that contain a blocked voxel. Fails
/// with TooLarge if there are more faces than a mesh can index.
Result<TriangleMesh> VoxelFaces(const OccupancyGrid& grid, int threads = 0);

}  // namespace navnet
