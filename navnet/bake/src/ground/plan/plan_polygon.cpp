// SPDX-License-Identifier: Apache-2.0
#include "ground/plan/plan_polygon.h"

#include <cmath>

namespace navnet {
namespace {

Vec2 ToVec2(GroundPoint p) { return {double(p.x), double(p.y)}; }

int Sign(int64_t value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

bool OnSegment(GroundPoint a, GroundPoint b, GroundPoint p) {
  return LeftOf(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

/// Calls `use(from, to)` for the edges until it returns true; returns whether it did.
template <class Use>
bool AnyEdge(const PlanPolygon& polygon, const Use& use) {
  for (const PlanRing& ring : polygon.rings) {
    for (size_t i = 0, last = ring.size() - 1; i < ring.size(); last = i++) {
      if (use(ring[last], ring[i])) return true;
    }
  }
  return false;
}

}  // namespace

PlanBox BoxOf(std::span<const GroundPoint> points) {
  PlanBox box;
  for (GroundPoint p : points) box.Extend(p);
  return box;
}

size_t PlanPolygon::PointCount() const {
  size_t count = 0;
  for (const PlanRing& ring : rings) count += ring.size();
  return count;
}

double DoubleArea(std::span<const GroundPoint> ring) {
  double area = 0;
  for (size_t i = 1; i + 1 < ring.size(); ++i) area += double(LeftOf(ring[0], ring[i], ring[i + 1]));
  return area;
}

double AreaOf(const PlanPolygon& polygon) {
  double area = 0;
  for (const PlanRing& ring : polygon.rings) area += DoubleArea(ring) / 2;
  return area;
}

PlanRing WidenedHull(std::span<const GroundPoint> points, int32_t widen) {
  PlanRing all;
  all.reserve(points.size() * 4);
  for (GroundPoint p : points) {
    all.push_back({p.x - widen, p.y - widen});
    if (widen == 0) continue;
    all.push_back({p.x + widen, p.y - widen});
    all.push_back({p.x - widen, p.y + widen});
    all.push_back({p.x + widen, p.y + widen});
  }
  std::sort(all.begin(), all.end(), Before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() < 3) return all;
  // Andrew's monotone chain: the lower hull from left to right, then the upper hull back.
  PlanRing hull(2 * all.size());
  size_t count = 0;
  for (GroundPoint p : all) {
    while (count >= 2 && LeftOf(hull[count - 2], hull[count - 1], p) <= 0) --count;
    hull[count++] = p;
  }
  const size_t lower = count + 1;
  for (size_t i = all.size() - 1; i-- > 0;) {
    while (count >= lower && LeftOf(hull[count - 2], hull[count - 1], all[i]) <= 0) --count;
    hull[count++] = all[i];
  }
  hull.resize(count - 1);
  return hull;
}

std::vector<Vec2> CutConvex(std::span<const Vec2> polygon, double a, double b, double c) {
  std::vector<Vec2> out;
  out.reserve(polygon.size() + 1);
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const double fp = a * p.x + b * p.y - c, fq = a * q.x + b * q.y - c;
    if (fp <= 0) out.push_back(p);
    if ((fp < 0 && fq > 0) || (fp > 0 && fq < 0)) out.push_back(p + (q - p) * (fp / (fp - fq)));
  }
  return out;
}

std::vector<Vec2> IntersectConvex(std::span<const GroundPoint> a, std::span<const GroundPoint> b) {
  std::vector<Vec2> out;
  out.reserve(a.size() + b.size());
  for (GroundPoint p : a) out.push_back(ToVec2(p));
  for (size_t i = 0, last = b.size() - 1; i < b.size() && !out.empty(); last = i++) {
    const Vec2 from = ToVec2(b[last]), d = ToVec2(b[i]) - from;
    out = CutConvex(out, d.y, -d.x, d.y * from.x - d.x * from.y);
  }
  return out;
}

bool ConvexOverlap(std::span<const GroundPoint> a, std::span<const GroundPoint> b, double margin) {
  if (a.size() < 3 || b.size() < 3) return false;
  // Separating axis theorem: two convex polygons are disjoint exactly when an edge of one of them separates them.
  const auto separated = [margin](std::span<const GroundPoint> p, std::span<const GroundPoint> q) {
    for (size_t i = 0, last = p.size() - 1; i < p.size(); last = i++) {
      int64_t deepest = INT64_MIN;
      for (GroundPoint c : q) deepest = std::max(deepest, LeftOf(p[last], p[i], c));
      if (double(deepest) <= margin * Length(ToVec2(p[i]) - ToVec2(p[last]))) return true;
    }
    return false;
  };
  return !separated(a, b) && !separated(b, a);
}

bool ConvexHolds(std::span<const GroundPoint> polygon, std::span<const GroundPoint> points) {
  if (polygon.size() < 3) return false;
  for (size_t i = 0, last = polygon.size() - 1; i < polygon.size(); last = i++) {
    for (GroundPoint p : points) {
      if (LeftOf(polygon[last], polygon[i], p) < 0) return false;
    }
  }
  return true;
}

bool Holds(const PlanPolygon& polygon, GroundPoint p) {
  bool inside = false;
  const bool on_border = AnyEdge(polygon, [&](GroundPoint a, GroundPoint b) {
    if (OnSegment(a, b, p)) return true;
    if ((a.y > p.y) != (b.y > p.y) && (LeftOf(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
    return false;
  });
  return on_border || inside;
}

bool SegmentsMeet(GroundPoint a, GroundPoint b, GroundPoint c, GroundPoint d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x)) return false;
  if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return false;
  const int ca = Sign(LeftOf(c, d, a)), cb = Sign(LeftOf(c, d, b));
  const int ac = Sign(LeftOf(a, b, c)), ad = Sign(LeftOf(a, b, d));
  if (ca * cb < 0 && ac * ad < 0) return true;
  return OnSegment(c, d, a) || OnSegment(c, d, b) || OnSegment(a, b, c) || OnSegment(a, b, d);
}

bool Meet(const PlanPolygon& a, const PlanPolygon& b) {
  const PlanBox box = BoxOf(b.rings[0]);
  if (AnyEdge(a, [&](GroundPoint p, GroundPoint q) {
        if (std::max(p.x, q.x) < box.x0 || std::min(p.x, q.x) > box.x1) return false;
        if (std::max(p.y, q.y) < box.y0 || std::min(p.y, q.y) > box.y1) return false;
        return AnyEdge(b, [&](GroundPoint r, GroundPoint s) { return SegmentsMeet(p, q, r, s); });
      })) {
    return true;
  }
  return Holds(a, b.rings[0][0]) || Holds(b, a.rings[0][0]);
}

}  // namespace navnet
