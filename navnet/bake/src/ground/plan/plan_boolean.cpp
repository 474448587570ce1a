// SPDX-License-Identifier: Apache-2.0
// Boolean operations with Boost.Polygon: a sweep over integer edges that rounds intersection points to the grid and
// bends every edge that passes through a rounded point, so edges of the result do not cross.

#include "ground/plan/plan_polygon.h"

#include <boost/polygon/polygon.hpp>

namespace navnet {
namespace {

namespace bp = boost::polygon;
using BoostPoint = bp::point_data<int32_t>;
using BoostRing = bp::polygon_data<int32_t>;
using BoostPolygon = bp::polygon_with_holes_data<int32_t>;
using BoostSet = bp::polygon_set_data<int32_t>;

void Insert(BoostSet& set, const PlanRing& ring, bool is_hole) {
  std::vector<BoostPoint> points;
  points.reserve(ring.size());
  for (GroundPoint p : ring) points.emplace_back(p.x, p.y);
  BoostRing polygon;
  polygon.set(points.begin(), points.end());
  set.insert(polygon, is_hole);
}

BoostSet ToBoost(const PlanPolygon& polygon) {
  BoostSet set;
  for (size_t i = 0; i < polygon.rings.size(); ++i) Insert(set, polygon.rings[i], i > 0);
  return set;
}

template <class Boundary>
PlanRing ToRing(const Boundary& boundary, bool counter_clockwise) {
  PlanRing ring;
  for (const auto& p : boundary) {
    const GroundPoint point{p.x(), p.y()};
    if (ring.empty() || ring.back() != point) ring.push_back(point);
  }
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  if ((DoubleArea(ring) > 0) != counter_clockwise) std::reverse(ring.begin(), ring.end());
  return ring;
}

std::vector<PlanPolygon> FromBoost(const BoostSet& set) {
  std::vector<BoostPolygon> polygons;
  set.get(polygons);
  std::vector<PlanPolygon> out;
  for (const BoostPolygon& polygon : polygons) {
    PlanPolygon& to = out.emplace_back();
    to.rings.push_back(ToRing(polygon, true));
    if (to.rings[0].size() < 3) {
      out.pop_back();
      continue;
    }
    for (auto hole = polygon.begin_holes(); hole != polygon.end_holes(); ++hole) {
      PlanRing ring = ToRing(*hole, false);
      if (ring.size() >= 3) to.rings.push_back(std::move(ring));
    }
  }
  return out;
}

}  // namespace

std::vector<PlanPolygon> Subtract(const PlanRing& polygon, std::span<const PlanRing> cutters) {
  using namespace bp::operators;
  BoostSet set, holes;
  Insert(set, polygon, false);
  for (const PlanRing& cutter : cutters) Insert(holes, cutter, false);
  set -= holes;
  return FromBoost(set);
}

std::vector<PlanPolygon> Unite(std::span<const PlanPolygon* const> polygons) {
  BoostSet set;
  for (const PlanPolygon* polygon : polygons) {
    for (size_t i = 0; i < polygon->rings.size(); ++i) Insert(set, polygon->rings[i], i > 0);
  }
  return FromBoost(set);
}

std::vector<PlanPolygon> Intersect(const PlanPolygon& a, const PlanPolygon& b) {
  using namespace bp::operators;
  BoostSet set = ToBoost(a);
  set &= ToBoost(b);
  return FromBoost(set);
}

std::vector<PlanRing> Trapezoids(const PlanPolygon& polygon) {
  std::vector<BoostRing> rings;
  ToBoost(polygon).get_trapezoids(rings);
  std::vector<PlanRing> out;
  for (const BoostRing& ring : rings) {
    PlanRing to = ToRing(ring, true);
    if (to.size() >= 3) out.push_back(std::move(to));
  }
  return out;
}

namespace {

PlanPolygon CutConvexAtLine(const PlanRing& ring, int axis, int32_t line, bool keep_low) {
  PlanPolygon out;
  out.convex = true;
  PlanRing& to = out.rings.emplace_back();
  const auto along = [axis](GroundPoint p) { return axis == 0 ? p.x : p.y; };
  const auto push = [&to](GroundPoint p) {
    if (to.empty() || to.back() != p) to.push_back(p);
  };
  for (size_t i = 0; i < ring.size(); ++i) {
    const GroundPoint p = ring[i], q = ring[(i + 1) % ring.size()];
    const int64_t fp = int64_t{along(p)} - line, fq = int64_t{along(q)} - line;
    if (keep_low ? fp <= 0 : fp >= 0) push(p);
    if ((fp < 0 && fq > 0) || (fp > 0 && fq < 0)) {
      // Interpolate from the lower end, whichever way the edge runs: both halves, and both polygons that share the
      // edge, get the same point.
      const GroundPoint from = fp < 0 ? p : q, to_point = fp < 0 ? q : p;
      const double share = double(int64_t{line} - along(from)) / double(int64_t{along(to_point)} - along(from));
      if (axis == 0) {
        push({line, int32_t(std::lround(from.y + share * (double(to_point.y) - from.y)))});
      } else {
        push({int32_t(std::lround(from.x + share * (double(to_point.x) - from.x))), line});
      }
    }
  }
  while (to.size() > 1 && to.front() == to.back()) to.pop_back();
  if (to.size() < 3 || DoubleArea(to) <= 0) out.rings.clear();
  return out;
}

}  // namespace

void CutAtLine(const PlanPolygon& polygon, int axis, int32_t line, std::vector<PlanPolygon>& low,
               std::vector<PlanPolygon>& high) {
  if (polygon.convex) {
    for (const bool keep_low : {true, false}) {
      PlanPolygon part = CutConvexAtLine(polygon.rings[0], axis, line, keep_low);
      if (!part.rings.empty()) (keep_low ? low : high).push_back(std::move(part));
    }
    return;
  }
  const PlanBox box = BoxOf(polygon.rings[0]);
  for (const bool keep_low : {true, false}) {
    PlanBox half = box;
    if (keep_low) {
      (axis == 0 ? half.x1 : half.y1) = line;
    } else {
      (axis == 0 ? half.x0 : half.y0) = line;
    }
    PlanPolygon rectangle;
    rectangle.rings.push_back({{half.x0, half.y0}, {half.x1, half.y0}, {half.x1, half.y1}, {half.x0, half.y1}});
    for (PlanPolygon& part : Intersect(polygon, rectangle)) (keep_low ? low : high).push_back(std::move(part));
  }
}

}  // namespace navnet
