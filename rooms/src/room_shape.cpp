// SPDX-License-Identifier: Apache-2.0
#include <navnet/rooms/rooms.h>

#include "polytope.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Half the edge of the box in which surfaces are first looked for, in metres: more than any coordinate.
constexpr double kEverywhere_m = 4e12;

void CutInside(Polytope& polytope, const Box3& box, std::span<const HalfSpace> planes) {
  polytope.Begin(box);
  for (const HalfSpace& plane : planes) polytope.Cut(plane);
}

}  // namespace

RoomShape ShapeOf(std::span<const HalfSpace> planes) {
  RoomShape shape;
  Polytope polytope;
  const Vec3 far = Vec3{1, 1, 1} * kEverywhere_m;
  Box3 around{far * -1, far};
  // Corners are as inexact as the box is large: so the box is made smaller until it is about the polytope's.
  for (double size = 2 * kEverywhere_m;;) {
    CutInside(polytope, around, planes);
    if (polytope.IsEmpty()) return shape;
    const Box3& box = polytope.bounds();
    if (std::max({box.max.x, box.max.y, box.max.z, -box.min.x, -box.min.y, -box.min.z}) >= kEverywhere_m) return shape;
    const double next = Length(box.Size());
    const Vec3 by = Vec3{1, 1, 1} * (0.01 * next + 1e-3 * size * 1e-9);
    around = {box.min - by, box.max + by};
    if (next > 0.5 * size) break;
    size = next;
  }
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
