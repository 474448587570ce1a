// SPDX-License-Identifier: Apache-2.0
#include "walk/free_space.h"

#include <algorithm>

namespace navnet {

WalkPolygon FreeSpace::Behind(const WalkWay& way) const {
  const uint32_t first = portals_->first[way.edge], last = portals_->first[way.edge + 1] - 1;
  if (way.along) {
    if (way.portal == last) return {.vertex = ground_->edges[way.edge].to};
    return {.edge = way.edge, .portal = way.portal};
  }
  if (way.portal == first) return {.vertex = ground_->edges[way.edge].from};
  return {.edge = way.edge, .portal = way.portal - 1};
}

FreeSpace::Ends FreeSpace::EndsMovedIn(const WalkWay& way, double clearance_m) const {
  const WalkPortal& p = portals_->portals[way.portal];
  const WalkPortalInfo& info = portals_->infos[way.portal];
  const double clearance = std::max(radius_m_, std::min(clearance_m / kWallShare, info.Clearance()));
  // Ends at walls stay slightly outside those at corners, as in EndsOf, so that the portals keep their order.
  const Vec2 left = p.Left(std::max(clearance, radius_m_ / info.LeftShare()));
  const Vec2 right = p.Right(std::max(clearance, radius_m_ / info.RightShare()));
  return way.along ? Ends{left, right} : Ends{right, left};
}

// Ends exactly at the radius, as seen along the edge.
FreeSpace::Ends FreeSpace::FreeEnds(uint32_t portal) const {
  const WalkPortal& p = portals_->portals[portal];
  const WalkPortalInfo& info = portals_->infos[portal];
  return {p.Left(radius_m_ / info.LeftShare()), p.Right(radius_m_ / info.RightShare())};
}

// Ends of a portal that is too narrow, for the sides that start at the ends of a passable portal: each side runs
// parallel to its wall and as far as the wall does. At a corner, the end is kept.
FreeSpace::Ends FreeSpace::EndsAlongWalls(uint32_t open, const Ends& at_open, uint32_t closed, Ends ends) const {
  const WalkPortal &from = portals_->portals[open], &to = portals_->portals[closed];
  if (!IsCorner(from.left, to.left)) ends.left = at_open.left + (to.left - from.left);
  if (!IsCorner(from.right, to.right)) ends.right = at_open.right + (to.right - from.right);
  return ends;
}

void FreeSpace::Sides(const WalkPolygon& polygon, std::vector<Side>& sides) const {
  sides.clear();
  if (!polygon.IsHub()) {
    const uint32_t first = polygon.portal, second = polygon.portal + 1;
    if (!IsOpen(first) && !IsOpen(second)) return;
    Ends a = FreeEnds(first), b = FreeEnds(second);
    // In a dead end the two sides cross before the closed portal. They run along the walls, since the ends of a portal
    // that has shrunk to a point give no direction.
    if (!IsOpen(second)) b = EndsAlongWalls(first, a, second, b);
    if (!IsOpen(first)) a = EndsAlongWalls(second, b, first, a);
    if (IsOpen(first)) sides.push_back({a.left, a.right, true});
    sides.push_back({a.right, b.right, false});
    if (IsOpen(second)) sides.push_back({b.right, b.left, true});
    sides.push_back({b.left, a.left, false});
    return;
  }
  // The spokes are in counter-clockwise order, and so are the ends of their first portals, seen from outside the hub.
  const GroundVertex& vertex = ground_->vertices[polygon.vertex];
  for (const GroundSpoke spoke : ground_->spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const uint32_t edge = spoke / 2;
    const bool along = spoke % 2 == 0;
    const Ends e = FreeEnds(along ? portals_->first[edge] : portals_->first[edge + 1] - 1);
    const Vec2 right = along ? e.right : e.left, left = along ? e.left : e.right;
    if (!sides.empty()) sides.push_back({sides.back().b, right, false});
    sides.push_back({right, left, true});
  }
  if (!sides.empty()) sides.push_back({sides.back().b, sides.front().a, false});
}

bool FreeSpace::Contains(const WalkPolygon& polygon, Vec2 p, std::vector<Side>& scratch) const {
  Sides(polygon, scratch);
  return !scratch.empty() && std::all_of(scratch.begin(), scratch.end(),
                                         [&](const Side& s) { return Cross(s.b - s.a, p - s.a) >= -OnRay(s.b - s.a); });
}

bool FreeSpace::Follow(WalkPolygon& polygon, Vec2 from, Vec2 to, std::vector<GroundSpoke>* corridor) const {
  const Vec2 d = to - from;
  const double touch = OnRay(d);
  enum class Exit { Before, Beyond, Through };
  // Whether `to` lies beyond the portal of a way out, and if so, whether the segment leads through that portal.
  const auto side_of = [&](uint32_t portal, bool along) {
    const WalkPortal& p = portals_->portals[portal];
    const Vec2 left = p.Left(radius_m_), right = p.Right(radius_m_);
    const double beyond = Cross(right - left, to - left);
    if (!(along ? beyond > 0 : beyond < 0)) return Exit::Before;
    const double at_left = Cross(d, left - from), at_right = Cross(d, right - from);
    const bool is_through = along ? at_left >= -touch && at_right <= touch : at_right >= -touch && at_left <= touch;
    return is_through ? Exit::Through : Exit::Beyond;
  };
  uint32_t came_through = kNone;
  size_t steps_left = PolygonCount() + 1;  // A guard against malformed ground: a segment enters a convex polygon once.
  while (true) {
    bool is_beyond = false;
    WalkWay next;
    EachWay(polygon, came_through, [&](const WalkWay& way) {
      if (next.portal != kNone) return;
      const Exit exit = side_of(way.portal, way.along);
      is_beyond |= exit != Exit::Before;
      if (exit == Exit::Through) next = way;
    });
    if (next.portal == kNone) return !is_beyond;
    if (steps_left == 0) return false;
    --steps_left;
    if (corridor) {
      const GroundSpoke spoke = 2 * next.edge + !next.along;
      if (corridor->empty() || corridor->back() != spoke) corridor->push_back(spoke);
    }
    // Along the edge as far as it goes.
    const uint32_t last = next.along ? portals_->first[next.edge + 1] - 1 : portals_->first[next.edge];
    for (; next.portal != last && steps_left > 0; --steps_left) {
      const uint32_t portal = next.along ? next.portal + 1 : next.portal - 1;
      if (!IsOpen(portal)) break;
      const Exit exit = side_of(portal, next.along);
      if (exit == Exit::Through) {
        next.portal = portal;
        continue;
      }
      polygon = Behind(next);
      return exit == Exit::Before;
    }
    polygon = Behind(next);
    came_through = next.portal;
  }
}

}  // namespace navnet
