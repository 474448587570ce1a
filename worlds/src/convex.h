// SPDX-License-Identifier: Apache-2.0
#pragma once
// Convex polygons on the plan (the horizontal plane) and linear functions over it, for clipping the top of a solid by
// the solids above it.

#include <navnet/core/geometry.h>

#include <vector>

namespace navnet::worlds {

/// Three or more corners, counter-clockwise; an empty vector is the empty polygon.
using ConvexPolygon = std::vector<Vec2>;

/// base + x * slope_x + y * slope_y: a height over the plan, or the signed distance from a line.
struct LinearFunction {
  double base = 0, slope_x = 0, slope_y = 0;

  constexpr double At(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
  friend constexpr LinearFunction operator-(LinearFunction a, LinearFunction b) {
    return {a.base - b.base, a.slope_x - b.slope_x, a.slope_y - b.slope_y};
  }
  friend constexpr LinearFunction operator+(LinearFunction a, double d) { return {a.base + d, a.slope_x, a.slope_y}; }
  constexpr LinearFunction operator-() const { return {-base, -slope_x, -slope_y}; }
};

double AreaOf(const ConvexPolygon& polygon);

/// Signed distance from the line through two points, positive to its left. Requires: distinct points.
LinearFunction LeftOf(Vec2 a, Vec2 b);

/// The linear function with these values at three points. Requires: points not on one line.
LinearFunction Through(Vec2 a, double at_a, Vec2 b, double at_b, Vec2 c, double at_c);

/// The part of a polygon where the function is not negative; empty if its area is below 1e-9 m².
ConvexPolygon Clip(const ConvexPolygon& polygon, const LinearFunction& keep);

ConvexPolygon Intersection(const ConvexPolygon& a, const ConvexPolygon& b);

/// Appends convex pieces that together are `a` without `b`.
void AddDifference(const ConvexPolygon& a, const ConvexPolygon& b, std::vector<ConvexPolygon>& pieces);

}  // namespace navnet::worlds
