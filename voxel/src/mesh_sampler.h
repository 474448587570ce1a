#pragma once
// Triangles to trees: gather the triangles of each 128³ node, rasterise them block by block, nodes in parallel.

#include <navnet/core/parallel.h>

#include "fixed_mesh.h"
#include "mask_tree.h"
#include "triangle_index.h"

#include <functional>
#include <span>
#include <vector>

namespace navnet {

/// Puts into the vector all triangles whose bounding box meets the box (units, closed). Called from many threads.
using GatherFunction = std::function<void(const FixedBox&, std::vector<uint32_t>&)>;

/// The 128³ nodes inside `bounds`, as coordinates divided by 128, that have a triangle within `reach_voxels`; found by
/// halving the bounds down to nodes. Ascending order.
std::vector<VoxelCoord> TouchedNodes(const TriangleIndex& index, const FixedMesh& mesh, const VoxelBox& bounds,
                                     double reach_voxels, int threads);

/// One tree for each radius (voxels, ascending, >= 0). No node is written by two threads, so there is nothing to lock
/// and nothing to merge. Returns no trees when `progress` asked to stop.
std::vector<MaskTree::Ptr> SampleNodes(const FixedMesh& mesh, const VoxelBox& bounds,
                                       std::span<const double> radii_voxels, std::span<const VoxelCoord> nodes,
                                       const GatherFunction& gather, int threads, const ProgressFunction& progress);

}  // namespace navnet
