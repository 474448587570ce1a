#pragma once
// OctoMap's binary maps (.bt): an octree of 16 levels, two bits per child. Hornung et al., "OctoMap: An Efficient
// Probabilistic 3D Mapping Framework Based on Octrees", Autonomous Robots 2013.
//
// Read here and not by liboctomap: its readBinaryNode() goes on with uninitialised bytes when a file is cut short, and
// follows children below the deepest level, so a damaged file can make it recurse without end.

#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <functional>
#include <string_view>

namespace navnet {

/// Told one leaf: its voxels, (0, 0, 0) beginning at the origin (OctoMap's key 32768), and whether they are occupied.
using OctomapLeafFunction = std::function<void(const VoxelBox& box, bool is_occupied)>;

/// Calls `leaf` for every free or occupied leaf, coarser ones as larger boxes, and returns the map's resolution in its
/// own units. Leaves are disjoint. When the bytes turn out to be damaged, leaves have been told already: keep them
/// aside until the call has succeeded. A map of no nodes is fine and has no leaves.
Result<double> ReadOctomap(std::string_view bytes, const OctomapLeafFunction& leaf);

/// Reads a map. Occupied leaves are blocked; free and unknown space is free, so a world that was scanned from inside is
/// open where nobody looked. Voxel (0, 0, 0) begins at the origin (OctoMap's key 32768), its size is the map's
/// resolution times `scale`, and the bounds are the box around everything known. Requires: scale finite, > 0.
Result<OccupancyGrid> ImportOctomap(std::string_view bytes, double scale);

}  // namespace navnet
