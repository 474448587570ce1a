#pragma once
// Where a shape stands in the world: how large, how turned, at which place.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

namespace navnet {

/// A rotation. Of unit length; other lengths but 0 mean the same rotation. q and -q do, too.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;

  /// About an axis (any length but 0) by an angle, right-handed.
  static Quaternion AboutAxis(Vec3 axis, double angle_radians);

  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// Takes a point p to position + rotation (scale · p): scaled along the shape's own axes, then turned, then moved.
struct Transform {
  Vec3 position = {};        ///< In metres. Range: -1e12 to 1e12.
  Quaternion rotation = {};  ///< From the shape's axes to the world's.
  Vec3 scale = {1, 1, 1};    ///< Along the shape's own axes. Range: 1e-9 to 1e9.

  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

/// Refuses numbers outside the ranges above and a quaternion of zeros; the message names the offender and the range.
Status Validate(const Transform& transform);

/// The mesh with all its vertices transformed; triangles and winding stay. Requires: Validate(transform) passed.
/// The same numbers give the same bits.
TriangleMesh Transformed(MeshView mesh, const Transform& transform);

}  // namespace navnet
