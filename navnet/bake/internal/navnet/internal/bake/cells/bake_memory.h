#pragma once
// How much memory a bake needs at least, from the size of a grid alone.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/sampler.h>

namespace navnet {

/// Bytes that cutting a level takes at least: bounds that are not aligned to blocks have a shell of blocks of 64³, and
/// solid space is divided into such blocks too. `blocked`: voxels.
double BytesToCut(const VoxelBox& bounds, double blocked);

/// Samples a world for a bake: with bounds, and a choice of voxels, that can be cut within the memory budget.
Result<Sampling> SampleToCut(const World& world, const SampleOptions& options);

}  // namespace navnet
