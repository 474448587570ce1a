#pragma once
// Triangles to trees: samples nodes in parallel and hangs them into OpenVDB trees.

#include <navnet/core/parallel.h>

#include "grid/mask_tree.h"
#include "sample/node_sampler.h"

#include <span>
#include <vector>

namespace navnet {

/// One tree for each radius (voxels, ascending, >= 0). No node is written by two threads, so there is nothing to lock
/// and nothing to merge. Throws CancelledError when `progress` asks to stop.
std::vector<MaskTree::Ptr> SampleNodes(const FixedMesh& mesh, const VoxelBox& bounds,
                                       std::span<const double> radii_voxels, std::span<const VoxelCoord> nodes,
                                       const GatherFunction& gather, int threads, const ProgressFunction& progress);

}  // namespace navnet
