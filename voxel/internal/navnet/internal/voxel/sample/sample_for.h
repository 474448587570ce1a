#pragma once
// Sampling for a caller that will do more with the grid, so that the memory of all of it is settled first.

#include <navnet/voxel/sampler.h>

#include <functional>

namespace navnet {

/// Bytes that the caller will need for a grid with these bounds, whatever is in it, besides those of sampling.
using BytesForBounds = std::function<double(const VoxelBox& bounds)>;

/// As Sample. The caller's memory counts towards the budget: an automatic voxel size leaves room for it, and what does
/// not fit is refused before anything is allocated.
Result<Sampling> SampleFor(const World& world, const SampleOptions& options, const BytesForBounds& bytes_beside);

}  // namespace navnet
