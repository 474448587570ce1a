// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gathers the triangles of a 128³ node and rasterises them into masks, block by block.

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>

#include "triangles/fixed_mesh.h"

#include <functional>
#include <span>
#include <vector>

namespace navnet {

/// Fills an empty vector with the triangles near a box (closed, units): all that meet it, and only triangles whose
/// bounding box meets it. Called from many threads.
using GatherFunction = std::function<void(const FixedBox&, std::vector<uint32_t>&)>;

/// Whether GatherFunction would find a triangle. Called from many threads.
using TouchFunction = std::function<bool(const FixedBox&)>;

/// Receives the mask of a block at a level; called only for masks with a blocked voxel.
using StoreFunction = std::function<void(size_t level, VoxelCoord block, const BlockMask& mask)>;

/// Returns the 128³ nodes that meet `bounds` and have a triangle within `reach_voxels`, as coordinates divided by 128,
/// in ascending order. Found by recursive bisection of the bounds.
std::vector<VoxelCoord> TouchedNodes(const FixedMesh& mesh, const VoxelBox& bounds, double reach_voxels,
                                     const TouchFunction& touches, int threads);

/// Samples one node for each radius (voxels, ascending, >= 0). Calls `store` for its blocks in ascending order, for
/// each at ascending levels. A block's mask at a level is the union of the masks of the single triangles. Throws
/// CancelledError when `keep_going` (may be empty) returns false.
void SampleNode(const FixedMesh& mesh, const VoxelBox& bounds, std::span<const double> radii_voxels, VoxelCoord node,
                const GatherFunction& gather, const StoreFunction& store, const KeepGoing& keep_going = {});

}  // namespace navnet
