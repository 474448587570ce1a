// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_tables.h"

#include <algorithm>
#include <limits>

namespace navnet {

WalkTables::WalkTables(const GroundView& view, UpAxis up_axis)
    : up(up_axis),
      index(view),
      portals(view),
      graph(view, portals),
      widest(view),
      landmarks(view, portals, graph, widest),
      surface(index) {
  for (const GroundBend& bend : view.bends) max_clearance_m = std::max(max_clearance_m, bend.Clearance());
}

std::optional<CellPoint> WalkTables::PlaceFor(Vec3 p, double radius_m, double snap_m) const {
  const Vec2 plan = PlanOf(p, up);
  const double height = HeightOf(p, up);
  const auto place = index.Locate(plan, height);
  if (place && place->clearance_m >= radius_m - kClearanceSlack_m) return place;
  if (!(snap_m > 0)) return std::nullopt;
  return index.Nearest(plan, height, radius_m, snap_m);
}

std::array<uint32_t, 2> WalkTables::VerticesFrom(const WalkPolygon& polygon, double radius_m) const {
  if (polygon.IsHub()) return {polygon.vertex, kNone};
  const GroundEdge& edge = ground().edges[polygon.edge];
  if (edge.min_clearance_m >= radius_m) return {edge.from, edge.to};
  const auto is_open = [&](uint32_t begin, uint32_t end) {
    return std::all_of(portals.infos.begin() + begin, portals.infos.begin() + end,
                       [&](const WalkPortalInfo& info) { return info.Clearance() >= radius_m; });
  };
  return {is_open(portals.first[polygon.edge], polygon.portal + 1) ? edge.from : kNone,
          is_open(polygon.portal + 1, portals.first[polygon.edge + 1]) ? edge.to : kNone};
}

uint32_t WalkTables::GroupOf(const WalkPolygon& polygon, double radius_m) const {
  for (const uint32_t v : VerticesFrom(polygon, radius_m)) {
    if (v != kNone) return widest.Group(v, radius_m);
  }
  // A pocket in the middle of an edge: identified by the portal before it that is too narrow.
  uint32_t first = polygon.portal;
  while (portals.infos[first].Clearance() >= radius_m) --first;
  return uint32_t(ground().vertices.size()) + first;
}

bool WalkTables::IsConnected(const WalkPolygon& a, const WalkPolygon& b, double radius_m) const {
  if (a == b) return true;
  if (!a.IsHub() && a.edge == b.edge) {
    bool open = true;
    for (uint32_t i = std::min(a.portal, b.portal) + 1; i <= std::max(a.portal, b.portal) && open; ++i) {
      open = portals.infos[i].Clearance() >= radius_m;
    }
    if (open) return true;
  }
  for (const uint32_t v : VerticesFrom(a, radius_m)) {
    for (const uint32_t w : VerticesFrom(b, radius_m)) {
      if (v != kNone && w != kNone && widest.Group(v, radius_m) == widest.Group(w, radius_m)) return true;
    }
  }
  return false;
}

std::optional<CellPoint> WalkTables::NearestReachable(const WalkPolygon& from, const CellPoint& p,
                                                      double radius_m) const {
  std::optional<CellPoint> best;
  double best_distance = std::numeric_limits<double>::infinity();
  for (uint32_t cell = 0; cell < ground().bends.size(); ++cell) {
    if (!index.IsCell(cell)) continue;
    const auto q = index.NearestInCell(cell, radius_m, p.p);
    // Ties go to the first cell; skips the lookup for cells that are too far.
    if (!q || Length(*q - p.p) >= best_distance) continue;
    const CellPoint place = index.PlaceIn(cell, *q);
    if (place.patch == kNone || place.clearance_m < radius_m - kClearanceSlack_m) continue;
    const double distance = std::hypot(Length(*q - p.p), place.height - p.height);
    if (distance >= best_distance) continue;
    if (!IsConnected(from, PolygonAt(index, portals, place, radius_m), radius_m)) continue;
    best = place;
    best_distance = distance;
  }
  return best;
}

}  // namespace navnet
