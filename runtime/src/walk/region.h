#pragma once
// Where a place is among the polygons of the free space for one radius: in a hub, or in a sleeve between two portals.

#include "walk/ground_index.h"
#include "walk/portals.h"

namespace navnet {

/// In the hub of `vertex`, or else on `edge` between the portals `portal` and `portal + 1`.
struct WalkRegion {
  uint32_t vertex = kNone;
  uint32_t edge = kNone, portal = kNone;

  bool IsHub() const { return vertex != kNone; }
  friend bool operator==(const WalkRegion&, const WalkRegion&) = default;
};

/// Whether a point lies beyond a portal, as seen along its edge.
bool IsBeyond(const WalkPortal& portal, double radius_m, Vec2 p);

/// The region of a place. Requires: the place has the clearance.
WalkRegion RegionAt(const GroundIndex& index, const WalkPortals& portals, const CellPoint& place, double radius_m);

/// The patch at a point of a region, found from the axis. kNone if the region's cells do not hold the point, or it is
/// no region at all.
uint32_t PatchAt(const GroundIndex& index, const WalkPortals& portals, const WalkRegion& region, Vec2 p);

/// The point of a region nearest to a place in it: itself, but for the slivers between the agent's circle round a
/// corner and the polygon that stands for it. The straight way there keeps the radius.
Vec2 MovedInto(const WalkPortals& portals, const WalkRegion& region, Vec2 p, double radius_m);

}  // namespace navnet
