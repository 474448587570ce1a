// SPDX-License-Identifier: Apache-2.0
#pragma once
// A convex polytope as the polygons of its faces, cut by one half-space after the other.

#include <navnet/core/geometry.h>
#include <navnet/runtime/room.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Each polygon is clipped on its own, and the polygon of a new plane is clipped by all others, so that rounding cannot
/// make the faces contradict each other; a corner is stored once for each face. A cut takes time linear in the number
/// of corners. Memory is reused.
class Polytope {
 public:
  /// Begins as a box. Requires: finite, not empty.
  void Begin(const Box3& box);
  /// Removes the points beyond a plane, and the faces that no longer touch the polytope. Returns whether the plane
  /// touches it: if not, the polytope stays as it is.
  bool Cut(const HalfSpace& plane);

  bool IsEmpty() const { return faces_.empty(); }
  size_t face_count() const { return faces_.size(); }
  const HalfSpace& PlaneOf(size_t face) const { return faces_[face].plane; }
  std::span<const Vec3> CornersOf(size_t face) const {
    return std::span(corners_).subspan(faces_[face].first, faces_[face].count);
  }
  /// Corners of all faces.
  std::span<const Vec3> corners() const { return corners_; }
  /// The bounding box of the corners.
  const Box3& bounds() const { return bounds_; }
  /// The mean of the corners; inside unless the polytope is flat.
  Vec3 Middle() const;

 private:
  struct Face {
    HalfSpace plane;
    uint32_t first = 0, count = 0;  ///< Of corners_.
  };

  bool AddFace(const HalfSpace& plane);
  void UpdateBounds();

  std::vector<Face> faces_, next_faces_;
  std::vector<Vec3> corners_, next_corners_;
  std::vector<Vec3> polygon_, clipped_;
  Box3 bounds_;
  double tolerance_ = 0;  ///< Distance beyond a plane up to which a corner counts as on it.
};

}  // namespace navnet
