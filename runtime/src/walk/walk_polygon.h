// SPDX-License-Identifier: Apache-2.0
#pragma once
// Point location among the polygons of the free space for one radius: in a hub, or in a sleeve between two portals.

#include "walk/ground_index.h"
#include "walk/portals.h"

namespace navnet {

/// The hub of `vertex`, or else the sleeve on `edge` between the portals `portal` and `portal + 1`.
struct WalkPolygon {
  uint32_t vertex = kNone;
  uint32_t edge = kNone, portal = kNone;

  bool IsHub() const { return vertex != kNone; }
  friend bool operator==(const WalkPolygon&, const WalkPolygon&) = default;
};

/// Whether `p` lies beyond a portal, as seen along its edge.
inline bool IsBeyond(const WalkPortal& portal, double radius_m, Vec2 p) {
  const Vec2 left = portal.Left(radius_m);
  Vec2 across = portal.Right(radius_m) - left;
  if (LengthSquared(across) < 1e-16) across = portal.right - portal.left;  // No wider than the agent.
  return Cross(across, p - left) > 0;
}

/// The polygon that contains `place`. Requires: the clearance of `place` is at least `radius_m`.
WalkPolygon PolygonAt(const GroundIndex& index, const WalkPortals& portals, const CellPoint& place, double radius_m);

/// The patch at a point of a polygon, found by following the surface from the axis. kNone if the cells of the polygon
/// do not contain `p`, or `polygon` is empty.
uint32_t PatchAt(const GroundIndex& index, const WalkPortals& portals, const WalkPolygon& polygon, Vec2 p);

/// The point of the polygon nearest to `place`. That is `place` itself, except in the slivers between the circle of the
/// agent round a corner and the polygon that replaces it. The segment between the two keeps the radius.
Vec2 MovedInto(const WalkPortals& portals, const WalkPolygon& polygon, const CellPoint& place, double radius_m);

}  // namespace navnet
