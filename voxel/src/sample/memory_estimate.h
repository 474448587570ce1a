// SPDX-License-Identifier: Apache-2.0
#pragma once
// Estimates the memory of sampling before any of it is allocated.

#include <navnet/core/mesh.h>
#include <navnet/voxel/sampler.h>

namespace navnet {

/// Bytes for the triangle index and the trees of all levels, plus `beside` for the caller's needs. A result within the
/// budget is an upper bound; a result above the budget may be any proven lower bound above it.
/// Requires: radii sorted, each at most 1024 voxels.
size_t EstimateBytes(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, const SampleOptions& options,
                     double beside = 0);

/// The same for a voxel world; always an upper bound.
size_t EstimateVoxelBytes(const OccupancyGrid& grid, const VoxelBox& bounds, const SampleOptions& options,
                          double beside = 0);

}  // namespace navnet
