// SPDX-License-Identifier: Apache-2.0
#include "room_shape.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Half the edge of the box in which surfaces are first looked for, in metres: more than any coordinate.
constexpr double kEverywhere_m = 4e12;
// Inexactness of corners, relative to the box; more than rounding.
constexpr double kCornerShare = 1e-12;

}  // namespace

bool BeginAs(Polytope& polytope, std::span<const HalfSpace> planes) {
  const Vec3 far = Vec3{1, 1, 1} * kEverywhere_m;
  Box3 around{far * -1, far};
  // Corners are as inexact as the box is large: so it is made smaller until it is about as large as the polytope.
  for (double size = 2 * kEverywhere_m;;) {
    polytope.Begin(around);
    for (const HalfSpace& plane : planes) polytope.Cut(plane);
    if (polytope.IsEmpty()) return false;
    const Box3& box = polytope.bounds();
    if (std::max({box.max.x, box.max.y, box.max.z, -box.min.x, -box.min.y, -box.min.z}) >= kEverywhere_m) return false;
    const double next = Length(box.Size());
    const Vec3 by = Vec3{1, 1, 1} * (0.01 * next + kCornerShare * size);
    around = {box.min - by, box.max + by};
    if (next > 0.5 * size) return true;
    size = next;
  }
}

RoomShape ShapeOf(std::span<const HalfSpace> planes) {
  RoomShape shape;
  Polytope polytope;
  if (!BeginAs(polytope, planes)) return shape;
  for (size_t face = 0; face < polytope.face_count(); ++face) {
    const std::span<const Vec3> corners = polytope.CornersOf(face);
    shape.planes.push_back(polytope.PlaneOf(face));
    shape.corners.insert(shape.corners.end(), corners.begin(), corners.end());
    shape.first_corner.push_back(uint32_t(shape.corners.size()));
  }
  return shape;
}

RoomShape PortalShapeOf(const RoomCorridor& corridor, size_t room) {
  std::vector<HalfSpace> planes(corridor.PlanesOf(room).begin(), corridor.PlanesOf(room).end());
  planes.insert(planes.end(), corridor.PlanesOf(room + 1).begin(), corridor.PlanesOf(room + 1).end());
  return ShapeOf(planes);
}

}  // namespace navnet
