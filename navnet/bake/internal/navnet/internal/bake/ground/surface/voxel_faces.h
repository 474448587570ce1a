#pragma once
// Voxel worlds as triangles, so that they can be walked on like any other.

#include <navnet/core/mesh.h>
#include <navnet/voxel/occupancy_grid.h>

namespace navnet {

/// The faces between blocked and free voxels inside the bounds, merged into rectangles of up to 64 x 64 voxels, two
/// triangles each, in world coordinates. Nothing is known beyond the bounds, so there are no faces on them. The same
/// for any number of threads; takes time and memory linear in the blocks that hold a blocked voxel. Fails with TooLarge
/// when there are more faces than a mesh can index.
Result<TriangleMesh> VoxelFaces(const OccupancyGrid& grid, int threads = 0);

}  // namespace navnet
