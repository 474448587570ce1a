// SPDX-License-Identifier: Apache-2.0
#pragma once
// Slow, simple reference implementations to compare the fast paths with. They share no code with what they check.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include <array>
#include <set>
#include <span>
#include <vector>

namespace navnet::oracle {

using Corners = std::array<Vec3, 3>;
using VoxelSet = std::set<VoxelCoord>;

/// Distance between a closed triangle and a closed box, over all pairs of features.
double TriangleBoxDistance(const Corners& triangle, const Box3& box);

/// Distance between a point and a closed triangle.
double PointTriangleDistance(Vec3 p, const Corners& triangle);

/// Whether a closed triangle and a closed box with integer corners intersect: 13 separating axes in 128-bit integers.
bool TriangleMeetsBox(const std::array<std::array<int64_t, 3>, 3>& triangle, const std::array<int64_t, 3>& lo,
                      const std::array<int64_t, 3>& hi);

/// Voxels of `bounds` that the sampler must block at radius 0, by testing every triangle against every voxel: vertices
/// snapped to `units` per voxel, voxels widened by one unit.
VoxelSet TouchedVoxels(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, int units);

/// For every voxel of `bounds` in (x, y, z) order, its distance in metres to the nearest triangle.
std::vector<double> VoxelDistances(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds);

/// Free voxels 6-connected to a seed inside the bounds, by flood fill.
VoxelSet Flood(const VoxelSet& blocked, const VoxelBox& bounds, std::span<const VoxelCoord> seeds);

/// Calls `visit(VoxelCoord)` for every voxel of a box in (x, y, z) order.
template <class Visit>
void EachVoxel(const VoxelBox& box, const Visit& visit) {
  for (int x = box.lo.x; x < box.hi.x; ++x) {
    for (int y = box.lo.y; y < box.hi.y; ++y) {
      for (int z = box.lo.z; z < box.hi.z; ++z) visit(VoxelCoord{x, y, z});
    }
  }
}

}  // namespace navnet::oracle
