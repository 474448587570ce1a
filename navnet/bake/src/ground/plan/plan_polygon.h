// SPDX-License-Identifier: Apache-2.0
#pragma once
// Polygons on the integer plan grid. Convex polygons are handled here, all others by Boost.Polygon, whose boolean
// operations are exact up to rounding intersection points to the grid.

#include <navnet/core/geometry.h>

#include "ground/plan/contours.h"

#include <algorithm>
#include <span>
#include <vector>

namespace navnet {

/// A closed polyline of grid points.
using PlanRing = std::vector<GroundPoint>;

/// Positive when c lies to the left of a→b. Exact: coordinates stay below 2^28.
constexpr int64_t LeftOf(GroundPoint a, GroundPoint b, GroundPoint c) {
  return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
}
constexpr bool Before(GroundPoint a, GroundPoint b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// A closed box on the plan grid; empty by default.
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
  bool convex = false;  ///< True only for a single ring that is known to be convex; false if unknown.

  size_t PointCount() const;
};

/// Twice the signed area of a ring; positive if it runs counter-clockwise.
double DoubleArea(std::span<const GroundPoint> ring);
double AreaOf(const PlanPolygon& polygon);

/// The convex hull of the squares of half width `widen` around the points, counter-clockwise, without collinear points.
/// Fewer than three points when there is no area.
PlanRing WidenedHull(std::span<const GroundPoint> points, int32_t widen);

/// The part of a convex polygon with `a * x + b * y <= c`.
std::vector<Vec2> CutConvex(std::span<const Vec2> polygon, double a, double b, double c);
/// The intersection of two convex polygons, counter-clockwise; empty when they do not meet.
std::vector<Vec2> IntersectConvex(std::span<const GroundPoint> a, std::span<const GroundPoint> b);

/// True when the convex, counter-clockwise polygons a and b overlap by more than `margin` grid units in width.
bool ConvexOverlap(std::span<const GroundPoint> a, std::span<const GroundPoint> b, double margin);
/// True when a convex polygon holds all the points.
bool ConvexHolds(std::span<const GroundPoint> polygon, std::span<const GroundPoint> points);

/// True when the segments p→q and r→s have a point in common, ends included. Exact.
bool SegmentsMeet(GroundPoint p, GroundPoint q, GroundPoint r, GroundPoint s);
/// True when the polygons have a point in common, borders included. Exact. Cost: product of their point counts.
bool Meet(const PlanPolygon& a, const PlanPolygon& b);
/// True when the point lies in the polygon or on its border.
bool Holds(const PlanPolygon& polygon, GroundPoint p);

std::vector<PlanPolygon> Subtract(const PlanRing& polygon, std::span<const PlanRing> cutters);
std::vector<PlanPolygon> Unite(std::span<const PlanPolygon* const> polygons);
std::vector<PlanPolygon> Intersect(const PlanPolygon& a, const PlanPolygon& b);
/// Splits a polygon at `line` and appends the part with lower coordinates (x when axis is 0, y when 1) to `low` and the
/// other part to `high`. Both have the same points where edges cross the line.
void CutAtLine(const PlanPolygon& polygon, int axis, int32_t line, std::vector<PlanPolygon>& low,
               std::vector<PlanPolygon>& high);
/// Decomposes a polygon into trapezoids between vertical lines.
std::vector<PlanRing> Trapezoids(const PlanPolygon& polygon);

}  // namespace navnet
