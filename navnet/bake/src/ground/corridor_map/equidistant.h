// SPDX-License-Identifier: Apache-2.0
#pragma once
// Circles tangent to three sites, in double or in a type of higher precision.
//
// Every site gives an equation in the centre (x, y) and the radius r: a line n·p - r = n·a, a point |p - q|² = r².
// Where possible, two sites are reduced to a line in the space (x, y, r), on which the third site gives a linear or a
// quadratic equation. If two sites share a point (a segment and its end, two segments in a corner), that line is
// computed from the shared point, which avoids the cancellation that nearly parallel walls would cause.

#include "ground/corridor_map/voronoi.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>

namespace navnet {

/// A point or direction of the plan with coordinates of type Real; for double, Vec2 is used instead.
template <class Real>
struct RealVec2 {
  Real x = 0, y = 0;

  friend RealVec2 operator+(const RealVec2& a, const RealVec2& b) { return {a.x + b.x, a.y + b.y}; }
  friend RealVec2 operator-(const RealVec2& a, const RealVec2& b) { return {a.x - b.x, a.y - b.y}; }
  friend RealVec2 operator*(const RealVec2& a, const Real& s) { return {a.x * s, a.y * s}; }
  friend bool operator==(const RealVec2&, const RealVec2&) = default;
  friend Real Dot(const RealVec2& a, const RealVec2& b) { return a.x * b.x + a.y * b.y; }
  friend Real Cross(const RealVec2& a, const RealVec2& b) { return a.x * b.y - a.y * b.x; }
  friend Real LengthSquared(const RealVec2& a) { return Dot(a, a); }
  friend Real Length(const RealVec2& a) { return sqrt(LengthSquared(a)); }
};

template <class Real>
using VecOf = std::conditional_t<std::same_as<Real, double>, Vec2, RealVec2<Real>>;

template <class Real>
struct RealCircle {
  VecOf<Real> centre;
  Real radius = 0;
};

/// A site (see Site) with both its end points, computed from the integer end points in type Real.
template <class Real>
struct RealSite {
  using Vec = VecOf<Real>;
  Vec a, b, direction;  ///< For a point, b equals a and direction is zero.
  Real length = 0;

  bool IsPoint() const { return length == 0; }
  Vec Normal() const { return {-direction.y, direction.x}; }
  /// The point where a circle on the walkable side touches this site, or the line through it.
  Vec Tangent(const RealCircle<Real>& circle) const { return IsPoint() ? a : circle.centre - Normal() * circle.radius; }
};

template <class Real>
RealSite<Real> SiteIn(const Sites& sites, uint32_t site) {
  const Site& s = sites[site];
  if constexpr (std::same_as<Real, double>) {
    return {s.a, s.IsPoint() ? s.a : sites.EndOf(site), s.direction, s.length};
  } else {
    const VecOf<Real> a = {Real(s.a.x), Real(s.a.y)};
    if (s.IsPoint()) return {a, a, {}, 0};
    const VecOf<Real> b = {Real(sites.EndOf(site).x), Real(sites.EndOf(site).y)};
    const Real length = Length(b - a);
    return {a, b, (b - a) * Real(1 / length), length};
  }
}

/// Maximum difference of two lengths that count as equal: a relative part plus an absolute part in units of the
/// contours. Growing it accepts more circles that rounding would reject, but also false ones.
struct Tolerance {
  double proportion = 0, units = 0;

  template <class Real>
  Real Of(const Real& length) const {
    return proportion * length + units;
  }
};

template <class Real>
class CircleFinder {
 public:
  using Vec = VecOf<Real>;
  using Circle = RealCircle<Real>;
  using RSite = RealSite<Real>;

  /// The circle on the walkable side of three sites that touches them counter-clockwise in this order: the point where
  /// the cells of three obstacles meet that are consecutive around a point. Nothing if there is no such circle, or if
  /// `second` touches both its neighbours (its cell then has no end). The tangent point may lie beyond the end of a
  /// segment by `tolerance`.
  static std::optional<Circle> Find(const Sites& sites, uint32_t first, uint32_t second, uint32_t third,
                                    const Tolerance& tolerance) {
    const bool touch_before = sites.Touch(first, second), touch_after = sites.Touch(second, third);
    const bool touch_across = sites.Touch(third, first);
    if (touch_before && touch_after) return std::nullopt;
    const auto is_pair_of_segments = [&](uint32_t s, uint32_t t) { return !sites.IsPoint(s) && !sites.IsPoint(t); };
    // Collinear consecutive segments are never neighbours: the site of their common end lies between them.
    if ((touch_before && is_pair_of_segments(first, second)) || (touch_after && is_pair_of_segments(second, third)) ||
        (touch_across && is_pair_of_segments(third, first))) {
      return std::nullopt;
    }

    const std::array<uint32_t, 3> id = {first, second, third};
    const std::array<RSite, 3> all = {SiteIn<Real>(sites, first), SiteIn<Real>(sites, second),
                                      SiteIn<Real>(sites, third)};
    std::array<Circle, 2> found;
    int count = -1;
    // Pairs that touch go first: all three sites may share one point, and then only a touching pair determines the
    // line.
    for (const bool must_touch : {true, false}) {
      for (int k = 0; k < 3 && count < 0; ++k) {
        const int l = (k + 1) % 3;
        const bool touch = sites.Touch(id[k], id[l]);
        if (must_touch && !touch) continue;
        if (const auto line = FromCommonPoint(all[k], all[l], touch)) count = Touching(*line, all[(k + 2) % 3], found);
      }
    }
    for (int k = 0; k < 3 && count < 0; ++k) {
      const RSite &s = all[k], &t = all[(k + 1) % 3], &other = all[(k + 2) % 3];
      if (!s.IsPoint() && !t.IsPoint()) {
        const auto line = Meet(PlaneOf(s, s.a), PlaneOf(t, s.a), s.a);
        count = line ? Touching(*line, other, found) : 0;
      } else if (s.IsPoint() && t.IsPoint()) {
        const Plane bisector = BisectorOf(s.a, t.a, s.a);
        if (!other.IsPoint()) {
          const auto line = Meet(bisector, PlaneOf(other, s.a), s.a);
          count = line ? Touching(*line, s, found) : 0;
        } else {
          const auto line = Meet(bisector, BisectorOf(s.a, other.a, s.a), s.a);
          count = 0;
          // The line is parallel to the r axis: all its circles have the same centre.
          if (line) found[count++] = {line->centre, Length(line->centre - s.a)};
        }
      }
    }

    for (int i = 0; i < count; ++i) {
      const Circle& circle = found[i];
      if (!(circle.radius >= 0)) continue;
      if (!std::all_of(all.begin(), all.end(), [&](const RSite& s) { return Reaches(s, circle, tolerance); })) continue;
      if (touch_before || touch_after || touch_across) return circle;
      const std::array<Vec, 3> feet = {all[0].Tangent(circle), all[1].Tangent(circle), all[2].Tangent(circle)};
      if (Cross(feet[1] - feet[0], feet[2] - feet[0]) > 0) return circle;
    }
    return std::nullopt;
  }

 private:
  /// A line in the space (x, y, r): the circles whose centre and radius are linear functions of t.
  struct CircleLine {
    Vec centre, direction;
    Real radius = 0, growth = 0;

    Circle At(const Real& t) const { return {centre + direction * t, radius + growth * t}; }
  };

  /// normal · centre - weight * radius = offset.
  struct Plane {
    Vec normal;
    Real weight = 0, offset = 0;
  };

  /// Sine of the angle below which two directions count as parallel. If it grows, very large circles between nearly
  /// parallel sites are missed; if it shrinks, circles dominated by rounding are accepted.
  static constexpr double kParallel = std::same_as<Real, double> ? 1e-14 : 1e-40;

  static Plane PlaneOf(const RSite& line, const Vec& base) {
    return {line.Normal(), 1, Dot(line.Normal(), line.a - base)};
  }

  static Plane BisectorOf(const Vec& p, const Vec& q, const Vec& base) {
    const Vec along = (q - p) * Real(1 / Length(q - p));
    return {along, 0, Dot(along, (p + q) * Real(0.5) - base)};
  }

  /// The line in which two planes intersect; `base` is the origin that their offsets refer to. Nothing if they are
  /// parallel.
  static std::optional<CircleLine> Meet(const Plane& p, const Plane& q, const Vec& base) {
    using Vector = std::array<Real, 3>;
    const auto cross = [](const Vector& a, const Vector& b) {
      return Vector{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    const Vector p_normal = {p.normal.x, p.normal.y, -p.weight}, q_normal = {q.normal.x, q.normal.y, -q.weight};
    const Vector along = cross(p_normal, q_normal);
    const Real squared = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
    if (squared < kParallel * kParallel) return std::nullopt;
    const Vector from_p = cross(q_normal, along), from_q = cross(along, p_normal);
    Vector start;
    for (int i = 0; i < 3; ++i) start[i] = (p.offset * from_p[i] + q.offset * from_q[i]) / squared;
    using std::sqrt;
    const Real unit = 1 / sqrt(squared);
    return CircleLine{base + Vec{start[0], start[1]}, Vec{along[0], along[1]} * unit, start[2], along[2] * unit};
  }

  /// The circles that touch two sites with a common point, parametrised by radius; nothing if there is no common point.
  static std::optional<CircleLine> FromCommonPoint(const RSite& one, const RSite& other, bool touch) {
    if (one.IsPoint() && other.IsPoint()) return std::nullopt;
    if (one.IsPoint() || other.IsPoint()) {
      if (!touch) return std::nullopt;
      const RSite &point = one.IsPoint() ? one : other, &line = one.IsPoint() ? other : one;
      return CircleLine{point.a, line.Normal(), 0, 1};
    }
    const bool one_first = one.b == other.a, other_first = other.b == one.a;
    if (!one_first && !other_first) return std::nullopt;
    const Vec sum = one.Normal() + other.Normal();
    using std::isfinite;
    const Real scale = 2 / LengthSquared(sum);  // 1 / (1 + n · n')
    if (!isfinite(scale)) return std::nullopt;
    return CircleLine{one_first ? other.a : one.a, sum * scale, 0, 1};
  }

  /// Writes the circles of `line` that touch `site` to `found` and returns their number, at most two.
  static int Touching(const CircleLine& line, const RSite& site, std::array<Circle, 2>& found) {
    using std::abs;
    using std::sqrt;
    const Vec from = line.centre - site.a;
    int count = 0;
    if (!site.IsPoint()) {
      const Real rate = line.growth - Dot(site.Normal(), line.direction);
      if (abs(rate) > kParallel) found[count++] = line.At((Dot(site.Normal(), from) - line.radius) / rate);
      return count;
    }
    // |from + t direction|² = (radius + t growth)², that is a t² + 2 b t + c = 0, solved without cancellation.
    const Real a = LengthSquared(line.direction) - line.growth * line.growth;
    const Real b = Dot(from, line.direction) - line.radius * line.growth;
    const Real c = LengthSquared(from) - line.radius * line.radius;
    const Real discriminant = b * b - a * c;
    if (discriminant < -1e-9 * b * b) return 0;
    const Real root = discriminant > 0 ? Real(sqrt(discriminant)) : Real(0);
    const Real sum = b > 0 ? Real(-b - root) : Real(-b + root);
    if (sum != 0) found[count++] = line.At(c / sum);
    if (abs(a) > kParallel) found[count++] = line.At(sum / a);
    return count;
  }

  /// Whether the circle touches the segment itself, rather than the line beyond its ends.
  static bool Reaches(const RSite& site, const Circle& circle, const Tolerance& tolerance) {
    if (site.IsPoint()) return true;
    const Real rounding = tolerance.Of(Real(circle.radius + site.length));
    const Real along = Dot(circle.centre - site.a, site.direction);
    return along > -rounding && along < site.length + rounding;
  }
};

}  // namespace navnet
