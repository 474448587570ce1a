#pragma once
// Polygons on the integer plan grid: small convex ones by hand, the rest through Boost.Polygon, whose boolean
// operations are exact up to the rounding of crossings to the grid.

#include <navnet/core/geometry.h>

#include "ground/plan/contours.h"

#include <algorithm>
#include <span>
#include <vector>

namespace navnet {

/// A closed line of integer points.
using PlanRing = std::vector<GroundPoint>;

/// Positive when c lies to the left of a→b. Exact: coordinates stay below 2^28.
constexpr int64_t LeftOf(GroundPoint a, GroundPoint b, GroundPoint c) {
  return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
}
constexpr bool Before(GroundPoint a, GroundPoint b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// A closed box of the plan grid; default-constructed empty.
struct PlanBox {
  int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;

  void Extend(GroundPoint p) {
    x0 = std::min(x0, p.x), y0 = std::min(y0, p.y), x1 = std::max(x1, p.x), y1 = std::max(y1, p.y);
  }
  bool Touches(const PlanBox& b) const { return x0 <= b.x1 && b.x0 <= x1 && y0 <= b.y1 && b.y0 <= y1; }
};
PlanBox BoxOf(std::span<const GroundPoint> points);

/// A connected polygon with holes. The first ring is the outer boundary, counter-clockwise; holes run clockwise.
struct PlanPolygon {
  std::vector<PlanRing> rings;
  bool convex = false;  ///< One ring, and known to be convex.

  size_t PointCount() const;
};

/// Twice the area to the left of a ring.
double DoubleArea(std::span<const GroundPoint> ring);
double AreaOf(const PlanPolygon& polygon);

/// The convex hull of the squares of half width `widen` around the points, counter-clockwise, without collinear points.
/// Fewer than three points when there is no area.
PlanRing WidenedHull(std::span<const GroundPoint> points, int32_t widen);

/// A convex polygon cut off beyond the line on which `a * x + b * y = c`: what is left has a smaller or equal value.
std::vector<Vec2> CutConvex(std::span<const Vec2> polygon, double a, double b, double c);
/// The intersection of two convex polygons, counter-clockwise; empty when they do not meet.
std::vector<Vec2> IntersectConvex(std::span<const GroundPoint> a, std::span<const GroundPoint> b);

/// True when a and b, convex and counter-clockwise, share more than a strip `margin` wide.
bool ConvexOverlap(std::span<const GroundPoint> a, std::span<const GroundPoint> b, double margin);
/// True when a convex polygon holds all the points.
bool ConvexHolds(std::span<const GroundPoint> polygon, std::span<const GroundPoint> points);

/// True when the segments p→q and r→s have a point in common, ends included. Exact.
bool SegmentsMeet(GroundPoint p, GroundPoint q, GroundPoint r, GroundPoint s);
/// True when the polygons have a point in common, borders included. Exact; takes the product of their point counts.
bool Meet(const PlanPolygon& a, const PlanPolygon& b);
/// True when the point lies in the polygon or on its border.
bool Holds(const PlanPolygon& polygon, GroundPoint p);

std::vector<PlanPolygon> Subtract(const PlanRing& polygon, std::span<const PlanRing> cutters);
std::vector<PlanPolygon> Unite(std::span<const PlanPolygon* const> polygons);
std::vector<PlanPolygon> Intersect(const PlanPolygon& a, const PlanPolygon& b);
/// The part of a polygon with coordinates (x when axis is 0, y when 1) up to `line`, and the part from there on. The
/// points where edges cross the line are the same in both.
void CutAtLine(const PlanPolygon& polygon, int axis, int32_t line, std::vector<PlanPolygon>& low,
               std::vector<PlanPolygon>& high);
/// A polygon as convex pieces: trapezoids between vertical lines.
std::vector<PlanRing> Trapezoids(const PlanPolygon& polygon);

}  // namespace navnet
