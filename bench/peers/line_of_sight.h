// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact line-of-sight tests: the any-angle counterpart of the rule for moves in grid_moves.h.

#include <navnet/core/geometry.h>

#include "peers/dense_grid.h"

namespace navnet::peers {

/// True if the segment between the centres of two voxels touches no blocked voxel. Voxels are closed cubes: a line
/// through an edge or a corner requires all 4 or 8 voxels there to be free. Between neighbours this equals the rule for
/// moves. Computed in integers, without rounding; O(distance). After Amanatides & Woo, "A Fast Voxel Traversal
/// Algorithm for Ray Tracing", Eurographics 1987. Requires: both voxels lie within the bounds, or less than 2^19 voxels
/// from each other along each axis.
bool SeesVoxel(const DenseGrid& grid, VoxelCoord from, VoxelCoord to);

/// The same for any two points, in units of voxels. The segment is thickened by kSightMargin on all sides, so that
/// every part of a free segment is free despite rounding. False for points that are not finite or outside the grid.
bool SeesPoint(const DenseGrid& grid, Vec3 from_voxels, Vec3 to_voxels);
inline constexpr double kSightMargin = 1e-9;

}  // namespace navnet::peers
