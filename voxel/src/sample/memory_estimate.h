#pragma once
// How much memory will sampling hold? Answered before any of it is allocated.

#include <navnet/core/mesh.h>
#include <navnet/voxel/sampler.h>

namespace navnet {

/// Bytes for the triangles' index and the trees of all levels, and `beside` for what the caller needs. Up to the budget
/// an upper bound; when it exceeds the budget it may stop at any proven lower bound above it.
/// Requires: radii sorted, each at most 1024 voxels.
size_t EstimateBytes(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, const SampleOptions& options,
                     double beside = 0);

/// The same for a world of voxels: an upper bound.
size_t EstimateVoxelBytes(const OccupancyGrid& grid, const VoxelBox& bounds, const SampleOptions& options,
                          double beside = 0);

}  // namespace navnet
