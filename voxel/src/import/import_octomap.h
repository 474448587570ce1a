// SPDX-License-Identifier: Apache-2.0
#pragma once
// OctoMap's binary maps (.bt): an octree of 16 levels, two bits per child. Hornung et al., "OctoMap: An Efficient
// Probabilistic 3D Mapping Framework Based on Octrees", Autonomous Robots 2013.
//
// Not read by liboctomap, because its readBinaryNode() continues with uninitialised bytes when a file is truncated, and
// follows children below the deepest level, so a damaged file can cause endless recursion.

#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <functional>
#include <string_view>

namespace navnet {

/// Called for one leaf with its voxels and whether they are occupied. The low corner of voxel (0, 0, 0) is the origin
/// (OctoMap's key 32768).
using OctomapLeafFunction = std::function<void(const VoxelBox& box, bool is_occupied)>;

/// Calls `leaf` for every free or occupied leaf, coarser ones as larger boxes, and returns the map's resolution in its
/// own units. Leaves are disjoint. If the bytes are damaged, `leaf` may have been called before the error is found: do
/// not use the leaves until the call has succeeded. A map without nodes is valid and has no leaves.
Result<double> ReadOctomap(std::string_view bytes, const OctomapLeafFunction& leaf);

/// Reads a map. Occupied leaves are blocked; free and unknown space is free, so unobserved parts of a scanned world
/// count as free. The low corner of voxel (0, 0, 0) is the origin (OctoMap's key 32768), the voxel size is the map's
/// resolution times `scale`, and the bounds are the bounding box of all known voxels. Requires: scale finite, > 0.
Result<OccupancyGrid> ImportOctomap(std::string_view bytes, double scale);

}  // namespace navnet
