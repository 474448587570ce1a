// SPDX-License-Identifier: Apache-2.0
#pragma once
// Samples 128³ nodes in parallel and inserts them into OpenVDB trees.

#include <navnet/core/parallel.h>

#include "grid/mask_tree.h"
#include "sample/node_sampler.h"

#include <span>
#include <vector>

namespace navnet {

/// Returns one tree for each radius (voxels, ascending, >= 0). Each node is written by one thread only, so no locks or
/// merging are needed. Throws CancelledError when `progress` returns false.
std::vector<MaskTree::Ptr> SampleNodes(const FixedMesh& mesh, const VoxelBox& bounds,
                                       std::span<const double> radii_voxels, std::span<const VoxelCoord> nodes,
                                       const GatherFunction& gather, int threads, const ProgressFunction& progress);

}  // namespace navnet
