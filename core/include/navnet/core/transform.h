// SPDX-License-Identifier: Apache-2.0
#pragma once
// The placement of a shape in the world: scale, rotation and position.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

namespace navnet {

/// A rotation. Need not have unit length: all non-zero multiples of q, including -q, are the same rotation.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;  ///< Real part w, then the imaginary parts.

  /// Right-handed rotation about an axis of any non-zero length.
  static Quaternion AboutAxis(Vec3 axis, double angle_radians);

  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// Maps a point p to position + rotation (scale · p): scaled along the shape's own axes, then rotated, then translated.
struct Transform {
  Vec3 position = {};        ///< In metres. Range: -1e12 to 1e12.
  Quaternion rotation = {};  ///< From the shape's axes to the world's.
  Vec3 scale = {1, 1, 1};    ///< Along the shape's own axes. Range: 1e-9 to 1e9.

  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

/// Refuses numbers outside the ranges above and a zero quaternion; the message names the number and its range.
Status Validate(const Transform& transform);

/// The mesh with all vertices transformed; triangles and winding stay the same. Deterministic: the same input gives the
/// same bits. Requires: Validate(transform) passed.
TriangleMesh Transformed(MeshView mesh, const Transform& transform);

}  // namespace navnet
