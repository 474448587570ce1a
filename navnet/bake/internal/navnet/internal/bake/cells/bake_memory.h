// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lower bound on the memory of a bake, from the size of a grid alone.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/sampler.h>

namespace navnet {

/// Lower bound on the bytes needed to partition a level with `blocked` blocked voxels. Counts the merged free cubes,
/// the shell of 64³ blocks at borders that are not aligned to blocks, and the 64³ blocks of solid space.
double BytesToCut(const VoxelBox& bounds, double blocked);

/// Samples a world for a bake. Chooses a voxel size, if it is not given, with which the levels can be partitioned
/// within the memory budget, and fails with TooLarge if that is impossible.
Result<Sampling> SampleToCut(const World& world, const SampleOptions& options);

}  // namespace navnet
