// SPDX-License-Identifier: Apache-2.0
#include "ground/corridor_map/medial_arc.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

/// Signed arc length of the parabola y = x² / 2 from its apex to x.
double ParabolaLength(double x) { return (x * std::sqrt(1 + x * x) + std::asinh(x)) / 2; }

}  // namespace

MedialArc MeasureArc(const Site& left, const Site& right, Vec2 p, Vec2 q) {
  const double at_ends = std::min(Length(left.Foot(p) - p), Length(left.Foot(q) - q));
  const double chord = Length(q - p);
  if (left.IsPoint() && right.IsPoint()) {
    const Vec2 middle = (left.a + right.a) * 0.5;
    const bool passes = Dot(middle - p, q - p) > 0 && Dot(middle - q, p - q) > 0;
    return {chord, passes ? Length(right.a - left.a) / 2 : at_ends};
  }
  if (!left.IsPoint() && !right.IsPoint()) return {chord, at_ends};

  const Site& point = left.IsPoint() ? left : right;
  const Site& line = left.IsPoint() ? right : left;
  // Distance from the directrix to the focus; the apex lies halfway.
  const double height = std::abs(Cross(line.direction, point.a - line.a));
  if (height == 0) return {chord, at_ends};  // The point lies on the line: the arc is straight.
  const double from = Dot(p - point.a, line.direction), to = Dot(q - point.a, line.direction);
  const double length = height * std::abs(ParabolaLength(to / height) - ParabolaLength(from / height));
  return {length, (from < 0) != (to < 0) ? height / 2 : at_ends};
}

}  // namespace navnet
