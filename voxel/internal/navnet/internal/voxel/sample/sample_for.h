// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sampling with a memory budget that includes what the caller needs for its own later work on the grid.

#include <navnet/voxel/sampler.h>

#include <functional>

namespace navnet {

/// Returns an upper bound on the bytes that the caller needs, besides those of sampling, for any grid with these
/// bounds.
using BytesForBounds = std::function<double(const VoxelBox& bounds)>;

/// As Sample, but the caller's memory counts towards the budget: an automatic voxel size leaves room for it, and a grid
/// that does not fit is refused before anything is allocated.
Result<Sampling> SampleFor(const World& world, const SampleOptions& options, const BytesForBounds& bytes_beside);

}  // namespace navnet
