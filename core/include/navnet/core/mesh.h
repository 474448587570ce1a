// SPDX-License-Identifier: Apache-2.0
#pragma once
// Triangle meshes as plain arrays: the form in which NavNet takes every world that is made of surfaces.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Three indices into a vertex array. Winding does not matter; repeated indices (a segment, a point) are legal.
using Triangle = std::array<uint32_t, 3>;

/// A non-owning view of a triangle mesh: the arrays must outlive the view.
struct MeshView {
  std::span<const Vec3> vertices;       ///< In metres.
  std::span<const Triangle> triangles;  ///< Indices of vertices.
};

/// Owning triangle mesh in world coordinates (metres).
struct TriangleMesh {
  std::vector<Vec3> vertices;       ///< In metres.
  std::vector<Triangle> triangles;  ///< Indices of vertices.

  /// A view of this mesh.
  operator MeshView() const { return {vertices, triangles}; }  // NOLINT: implicit by design

  /// Appends another mesh's vertices and triangles.
  void Append(MeshView other);

  /// Makes a mesh from flat arrays, as game engines keep them: x, y, z per vertex and three indices per triangle.
  /// Fails when a count is not a multiple of three.
  static Result<TriangleMesh> FromFloats(std::span<const float> xyz, std::span<const uint32_t> indices);
};

/// The bounding box of all vertices that some triangle uses.
Box3 BoundsOf(MeshView mesh);

/// Refuses meshes that cannot be processed: no triangles, an index out of range, a coordinate that is NaN, infinite or
/// beyond ±1e12. The message names the first fault. Unused vertices are not checked.
Status Validate(MeshView mesh);

}  // namespace navnet
