// SPDX-License-Identifier: Apache-2.0
#include "ground/corridor_map/diagram_check.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

/// In units of the contours. If it grows, less accurate diagrams are accepted. At the largest coordinates, the error of
/// Boost's vertices is below a tenth of it.
constexpr double kTolerance = 1e-3;

double DistanceTo(const Site& site, Vec2 p) {
  return site.IsPoint() ? Length(p - site.a) : Cross(site.direction, p - site.a);
}

class DiagramCheck {
 public:
  DiagramCheck(const VoronoiDiagram& diagram, const Sites& sites) : diagram_(diagram), sites_(sites) {}

  bool IsCell(uint32_t half) const {
    const HalfEdge& h = diagram_.halves[half];
    const Vec2 v = diagram_.vertices[h.origin], w = diagram_.vertices[diagram_.End(half)];
    return IsCellOf(sites_, h.site, diagram_.halves[half ^ 1].site, v, w);
  }

  bool IsLinked(uint32_t half) const {
    const HalfEdge& h = diagram_.halves[half];
    const Site& site = sites_[h.site];
    if (h.previous == kNone && diagram_.vertices[h.origin] != (site.IsPoint() ? site.a : sites_.EndOf(h.site))) {
      return false;
    }
    if (h.next == kNone) return diagram_.vertices[diagram_.End(half)] == site.a;
    const HalfEdge& next = diagram_.halves[h.next];
    // A point has one site for each sector around it. A line drawn on the surface is no obstacle, but it separates
    // sectors.
    const bool same = site.IsPoint() ? sites_.IsPoint(next.site) && sites_[next.site].a == site.a : next.site == h.site;
    return same && next.previous == half && next.origin == diagram_.End(half);
  }

 private:
  const VoronoiDiagram& diagram_;
  const Sites& sites_;
};

}  // namespace

bool IsCellOf(const Sites& sites, uint32_t of, uint32_t other, Vec2 v, Vec2 w) {
  const Site& site = sites[of];
  const double apart = std::abs(DistanceTo(site, v) - DistanceTo(sites[other], v));
  if (!(apart <= kTolerance)) return false;
  if (site.IsPoint()) {
    // A parabola around a point may turn by more than 180°. Its order is checked by its feet on the segment.
    if (!sites.IsPoint(other)) return true;
    const Vec2 to_v = v - site.a, to_w = w - site.a;
    return Cross(to_v, to_w) >= -kTolerance * std::max(Length(to_v), Length(to_w));
  }
  // With the segment drawn from left to right below its cell, the chain runs above it from right to left.
  const double from = Dot(v - site.a, site.direction), to = Dot(w - site.a, site.direction);
  const double above = Cross(site.direction, v - site.a);
  return above >= -kTolerance && to <= from + kTolerance && from <= site.length + kTolerance && to >= -kTolerance;
}

bool IsVoronoiDiagram(const VoronoiDiagram& diagram, const Border& border, const Sites& sites, uint32_t first,
                      uint32_t last) {
  const auto has_no_site = [](const HalfEdge& half) { return half.site == kNone; };
  if (std::ranges::any_of(diagram.halves, has_no_site)) return false;
  const DiagramCheck check(diagram, sites);
  std::vector<uint32_t> chains(last - first, 0);
  for (uint32_t half = 0; half < diagram.halves.size(); ++half) {
    const HalfEdge& h = diagram.halves[half];
    if (!check.IsCell(half) || !check.IsLinked(half)) return false;
    if (h.previous == kNone && !sites.IsPoint(h.site)) ++chains[h.site - first];
  }
  for (uint32_t i = first; i < last; ++i) {
    if (chains[i - first] != (border.IsInner(i) ? 0u : 1u)) return false;
  }
  return true;
}

}  // namespace navnet
