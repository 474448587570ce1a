// SPDX-License-Identifier: Apache-2.0
#pragma once
// The free space for one radius as a graph: convex polygons (hubs and sleeves, see portals.h) joined by portals. Lists
// the portals that lead out of a polygon and traces straight lines through them.

#include "walk/funnel.h"
#include "walk/walk_polygon.h"

#include <cmath>
#include <vector>

namespace navnet {

/// A portal and the direction in which it is crossed: along its edge or against it.
struct WalkWay {
  uint32_t edge = kNone, portal = kNone;
  bool along = true;
};

class FreeSpace {
 public:
  /// A directed side of a polygon, with the polygon on its left.
  struct Side {
    Vec2 a, b;
    bool is_portal;
  };
  using Ends = FunnelPortal;

  FreeSpace() = default;
  FreeSpace(const GroundView& ground, const WalkPortals& portals, double radius_m)
      : ground_(&ground), portals_(&portals), radius_m_(radius_m) {}

  double radius_m() const { return radius_m_; }
  /// Clearance of the axis at a portal.
  double RoomAt(const WalkWay& way) const { return portals_->infos[way.portal].Clearance(); }

  /// Polygons are numbered from 0 to PolygonCount() - 1 by NumberOf.
  size_t PolygonCount() const { return ground_->vertices.size() + portals_->portals.size(); }
  size_t NumberOf(const WalkPolygon& r) const { return r.IsHub() ? r.vertex : ground_->vertices.size() + r.portal; }

  /// Calls `visit(way)` for each portal of `polygon` that is wide enough for the agent, except the portal
  /// `came_through`.
  template <class Visit>
  void EachWay(const WalkPolygon& polygon, uint32_t came_through, const Visit& visit) const;
  WalkPolygon Behind(const WalkWay& way) const;
  WalkPolygon Before(const WalkWay& way) const { return Behind({way.edge, way.portal, !way.along}); }

  /// Ends of a portal as seen in crossing direction. Ends that are not corners lie slightly outside the free space, at
  /// kWallShare of the radius.
  Ends EndsOf(const WalkWay& way) const {
    const WalkPortal& p = portals_->portals[way.portal];
    const Vec2 left = p.Left(radius_m_), right = p.Right(radius_m_);
    return way.along ? Ends{left, right} : Ends{right, left};
  }

  /// Ends of a portal at `clearance_m` instead of the radius, clamped to at least the radius and at most the clearance
  /// of the axis at the portal.
  Ends EndsMovedIn(const WalkWay& way, double clearance_m) const;

  /// Sides of `polygon`, all of which keep the radius from the walls: the polygon is the intersection of their left
  /// half-planes. Empty for a sleeve between two portals that are both too narrow for the agent.
  void Sides(const WalkPolygon& polygon, std::vector<Side>& sides) const;
  /// Whether `polygon` contains `p`, border included. `scratch`: reusable memory.
  bool Contains(const WalkPolygon& polygon, Vec2 p, std::vector<Side>& scratch) const;

  /// Traces the segment from `from`, in `polygon`, towards `to` through portals until `to` lies beyond no portal of the
  /// polygon reached. Returns false if the segment misses the portals that `to` lies beyond. `polygon` becomes the last
  /// polygon reached; the caller must check that it contains `to`. Appends the edges passed to `corridor` if given.
  /// Linear in the number of portals crossed.
  bool Follow(WalkPolygon& polygon, Vec2 from, Vec2 to, std::vector<GroundSpoke>* corridor = nullptr) const;

 private:
  bool IsOpen(uint32_t portal) const { return portals_->infos[portal].Clearance() >= radius_m_; }
  Ends FreeEnds(uint32_t portal) const;
  Ends EndsAlongWalls(uint32_t open, const Ends& at_open, uint32_t closed, Ends ends) const;

  const GroundView* ground_ = nullptr;
  const WalkPortals* portals_ = nullptr;
  double radius_m_ = 0;
};

/// Tolerance for cross products with `direction`, in square metres: points within about 1e-10 m of a ray count as on
/// it.
inline double OnRay(Vec2 direction) { return 1e-10 * (std::abs(direction.x) + std::abs(direction.y)); }

template <class Visit>
void FreeSpace::EachWay(const WalkPolygon& polygon, uint32_t came_through, const Visit& visit) const {
  const auto offer = [&](const WalkWay& way) {
    if (way.portal != came_through && IsOpen(way.portal)) visit(way);
  };
  if (!polygon.IsHub()) {
    offer({polygon.edge, polygon.portal, false});
    offer({polygon.edge, polygon.portal + 1, true});
    return;
  }
  const GroundVertex& vertex = ground_->vertices[polygon.vertex];
  for (const GroundSpoke spoke : ground_->spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const uint32_t edge = spoke / 2;
    const bool along = spoke % 2 == 0;
    offer({edge, along ? portals_->first[edge] : portals_->first[edge + 1] - 1, along});
  }
}

}  // namespace navnet
