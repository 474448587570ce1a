// SPDX-License-Identifier: Apache-2.0
#pragma once
// Data of the probes: the triangles or blocked voxels of a world, and a tree over them.

#include <navnet/core/mesh.h>
#include <navnet/internal/core/box_tree.h>
#include <navnet/voxel/clearance_probe.h>

#include <array>
#include <vector>

namespace navnet {

inline Box3 BoxOf(const std::array<Vec3, 3>& corners) {
  return {Min(Min(corners[0], corners[1]), corners[2]), Max(Max(corners[0], corners[1]), corners[2])};
}

inline std::array<Vec3, 3> CornersOf(MeshView mesh, size_t triangle) {
  const auto [a, b, c] = mesh.triangles[triangle];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

/// Either triangles or boxes of blocked voxels; neither for a voxel world without blocked voxels.
struct ClearanceProbe::Data {
  TriangleMesh mesh;
  GridFrame frame;
  std::vector<VoxelBox> blocked;
  BoxTree tree;  ///< Over the triangles in metres, or over the boxes in voxels.
};

}  // namespace navnet
