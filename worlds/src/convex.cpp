// SPDX-License-Identifier: Apache-2.0
#include "convex.h"

#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kOnLine = 1e-9;          // Points closer than this, in metres, are on the line.
constexpr double kSmallestAreaM2 = 1e-9;  // Polygons with a smaller area are rounding errors and are dropped.

}  // namespace

double AreaOf(const ConvexPolygon& polygon) {
  double twice = 0;
  for (size_t i = 2; i < polygon.size(); ++i) twice += Cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  return twice / 2;
}

LinearFunction LeftOf(Vec2 a, Vec2 b) {
  const Vec2 d = (b - a) * (1 / Length(b - a));
  return {a.x * d.y - a.y * d.x, -d.y, d.x};
}

LinearFunction Through(Vec2 a, double at_a, Vec2 b, double at_b, Vec2 c, double at_c) {
  const Vec2 u = b - a, v = c - a;
  const double area = Cross(u, v), du = at_b - at_a, dv = at_c - at_a;
  const double slope_x = (du * v.y - dv * u.y) / area, slope_y = (u.x * dv - v.x * du) / area;
  return {at_a - slope_x * a.x - slope_y * a.y, slope_x, slope_y};
}

// Sutherland & Hodgman 1974, for a single line.
ConvexPolygon Clip(const ConvexPolygon& polygon, const LinearFunction& keep) {
  ConvexPolygon out;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double at_a = keep.At(a), at_b = keep.At(b);
    if (at_a >= -kOnLine) out.push_back(a);
    if ((at_a > kOnLine && at_b < -kOnLine) || (at_a < -kOnLine && at_b > kOnLine)) {
      out.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    }
  }
  if (out.size() < 3 || AreaOf(out) < kSmallestAreaM2) out.clear();
  return out;
}

ConvexPolygon Intersection(const ConvexPolygon& a, const ConvexPolygon& b) {
  ConvexPolygon out = a;
  for (size_t i = 0; i < b.size() && !out.empty(); ++i) out = Clip(out, LeftOf(b[i], b[(i + 1) % b.size()]));
  return out;
}

void AddDifference(const ConvexPolygon& a, const ConvexPolygon& b, std::vector<ConvexPolygon>& pieces) {
  if (Intersection(a, b).empty()) {
    pieces.push_back(a);
    return;
  }
  ConvexPolygon rest = a;
  for (size_t i = 0; i < b.size() && !rest.empty(); ++i) {
    const LinearFunction inside = LeftOf(b[i], b[(i + 1) % b.size()]);
    ConvexPolygon outside = Clip(rest, -inside);
    if (!outside.empty()) pieces.push_back(std::move(outside));
    rest = Clip(rest, inside);
  }
}

}  // namespace navnet::worlds
