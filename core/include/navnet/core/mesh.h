#pragma once
// Triangles as plain arrays: what every world made of surfaces comes down to.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Three indices into a vertex array. Winding does not matter; repeated indices (a segment, a point) are legal.
using Triangle = std::array<uint32_t, 3>;

/// A view of somebody's triangles. Does not own: the arrays must outlive the view.
struct MeshView {
  std::span<const Vec3> vertices;
  std::span<const Triangle> triangles;
};

/// Owning triangle mesh in world coordinates (metres).
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  operator MeshView() const { return {vertices, triangles}; }  // NOLINT: implicit by design

  /// Adds another mesh's vertices and triangles behind this one's.
  void Append(MeshView other);

  /// From an engine's arrays: x, y, z per vertex and three indices per triangle.
  /// Fails when a count is not a multiple of three.
  static Result<TriangleMesh> FromFloats(std::span<const float> xyz, std::span<const uint32_t> indices);
};

/// The box around all vertices that a triangle uses.
Box3 BoundsOf(MeshView mesh);

/// Refuses meshes nobody can work on: no triangles, an index out of range, a coordinate that is NaN, infinite or
/// beyond 1e12. The message names the first offender. Unused vertices are not looked at.
Status Validate(MeshView mesh);

}  // namespace navnet
