#pragma once
// Triangles to masks: gather the triangles of a 128³ node and rasterise them block by block.

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>

#include "triangles/fixed_mesh.h"

#include <functional>
#include <span>
#include <vector>

namespace navnet {

/// Puts into the vector all triangles whose bounding box meets the box (units, closed), but those that do not meet it
/// themselves may be left out. Called from many threads.
using GatherFunction = std::function<void(const FixedBox&, std::vector<uint32_t>&)>;

/// Whether GatherFunction would find any. Called from many threads.
using TouchFunction = std::function<bool(const FixedBox&)>;

/// Takes the mask of a block at a level; never one without a blocked voxel.
using StoreFunction = std::function<void(size_t level, VoxelCoord block, const BlockMask& mask)>;

/// The 128³ nodes inside `bounds`, as coordinates divided by 128, that have a triangle within `reach_voxels`; found by
/// halving the bounds down to nodes. Ascending order.
std::vector<VoxelCoord> TouchedNodes(const FixedMesh& mesh, const VoxelBox& bounds, double reach_voxels,
                                     const TouchFunction& touches, int threads);

/// Samples one node for each radius (voxels, ascending, >= 0): stores its blocks in ascending order, each at one level
/// after the other. What a block's mask is at a level is the union of what it is for each triangle alone. Throws
/// CancelledError when `keep_going` (may be empty) says no.
void SampleNode(const FixedMesh& mesh, const VoxelBox& bounds, std::span<const double> radii_voxels, VoxelCoord node,
                const GatherFunction& gather, const StoreFunction& store, const KeepGoing& keep_going = {});

}  // namespace navnet
