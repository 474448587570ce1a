// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact triangle–box overlap, a row of voxels at a time.

#include <navnet/core/block.h>

#include "triangles/fixed_mesh.h"

namespace navnet {

/// Sets the bit of every voxel of `clip` whose cube, widened by one unit on each side, meets the closed triangle.
/// Exact: integer arithmetic throughout, degenerate triangles included.
///
/// `corners` are relative to the mesh's base, `block_origin` is the block's low voxel relative to it, and `clip` the
/// voxels of the block to fill, relative to the block.
void RasterizeTriangle(const std::array<FixedVertex, 3>& corners, VoxelCoord block_origin, const VoxelBox& clip,
                       BlockMask& mask);

}  // namespace navnet
