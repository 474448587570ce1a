// Every site gives an equation in the centre (x, y) and the radius r: a line n·p - r = n·a, a point |p - q|² = r². Two
// sites leave a line in the space of (x, y, r) where they can, and the third one a linear or a quadratic equation on
// it. Where two sites meet in a point (a segment and its end, two segments in a corner) the line is known from that
// point, without the cancellation that nearly parallel walls would bring.

#include "ground/corridor_map/equidistant.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

/// Centre and radius; radii run from `radius` as `growth` says.
struct CircleLine {
  Vec2 centre, direction;
  double radius = 0, growth = 0;

  TouchingCircle At(double t) const { return {centre + direction * t, radius + growth * t}; }
};

/// normal · centre - weight * radius = offset.
struct Plane {
  Vec2 normal;
  double weight = 0, offset = 0;
};

/// Below this sine two directions count as parallel: no circle is that large.
constexpr double kParallel = 1e-14;

Plane PlaneOf(const Site& line, Vec2 base) { return {line.Normal(), 1, Dot(line.Normal(), line.a - base)}; }

Plane BisectorOf(Vec2 p, Vec2 q, Vec2 base) {
  const Vec2 along = (q - p) * (1 / Length(q - p));
  return {along, 0, Dot(along, (p + q) * 0.5 - base)};
}

/// The line in which two planes meet.
std::optional<CircleLine> Meet(const Plane& p, const Plane& q, Vec2 base) {
  using Vector = std::array<double, 3>;
  const auto cross = [](const Vector& a, const Vector& b) {
    return Vector{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Vector p_normal = {p.normal.x, p.normal.y, -p.weight}, q_normal = {q.normal.x, q.normal.y, -q.weight};
  const Vector along = cross(p_normal, q_normal);
  const double squared = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  if (squared < kParallel * kParallel) return std::nullopt;
  const Vector from_p = cross(q_normal, along), from_q = cross(along, p_normal);
  Vector start;
  for (int i = 0; i < 3; ++i) start[i] = (p.offset * from_p[i] + q.offset * from_q[i]) / squared;
  const double unit = 1 / std::sqrt(squared);
  return CircleLine{base + Vec2{start[0], start[1]}, Vec2{along[0], along[1]} * unit, start[2], along[2] * unit};
}

/// The circles that touch two sites which have a point in common, by radius; nothing if they have none.
std::optional<CircleLine> FromCommonPoint(const Sites& sites, uint32_t s, uint32_t t) {
  const Site &one = sites[s], &other = sites[t];
  if (one.IsPoint() && other.IsPoint()) return std::nullopt;
  if (one.IsPoint() || other.IsPoint()) {
    if (!sites.Touch(s, t)) return std::nullopt;
    const Site &point = one.IsPoint() ? one : other, &line = one.IsPoint() ? other : one;
    return CircleLine{point.a, line.Normal(), 0, 1};
  }
  const bool one_first = sites.EndOf(s) == other.a, other_first = sites.EndOf(t) == one.a;
  if (!one_first && !other_first) return std::nullopt;
  const Vec2 sum = one.Normal() + other.Normal();
  const double scale = 2 / LengthSquared(sum);  // 1 / (1 + n · n')
  if (!std::isfinite(scale)) return std::nullopt;
  return CircleLine{one_first ? other.a : one.a, sum * scale, 0, 1};
}

/// The circles of a line that touch a site; at most two.
int Touching(const CircleLine& line, const Site& site, std::array<TouchingCircle, 2>& found) {
  const Vec2 from = line.centre - site.a;
  int count = 0;
  if (!site.IsPoint()) {
    const double rate = line.growth - Dot(site.Normal(), line.direction);
    if (std::abs(rate) > kParallel) found[count++] = line.At((Dot(site.Normal(), from) - line.radius) / rate);
    return count;
  }
  // |from + t direction|² = (radius + t growth)², that is a t² + 2 b t + c = 0, solved without cancellation.
  const double a = LengthSquared(line.direction) - line.growth * line.growth;
  const double b = Dot(from, line.direction) - line.radius * line.growth;
  const double c = LengthSquared(from) - line.radius * line.radius;
  const double discriminant = b * b - a * c;
  if (discriminant < -1e-9 * b * b) return 0;
  const double sum = b > 0 ? -b - std::sqrt(std::max(0.0, discriminant)) : -b + std::sqrt(std::max(0.0, discriminant));
  if (sum != 0) found[count++] = line.At(c / sum);
  if (std::abs(a) > kParallel) found[count++] = line.At(sum / a);
  return count;
}

/// Whether the circle touches the segment, not the line beyond its ends.
bool Reaches(const Site& site, const TouchingCircle& circle, double proportion) {
  if (site.IsPoint()) return true;
  const double rounding = proportion * (circle.radius + site.length);
  const double along = Dot(circle.centre - site.a, site.direction);
  return along > -rounding && along < site.length + rounding;
}

}  // namespace

std::optional<TouchingCircle> CircleTouching(const Sites& sites, uint32_t first, uint32_t second, uint32_t third,
                                             double rounding) {
  const bool touch_before = sites.Touch(first, second), touch_after = sites.Touch(second, third);
  const bool touch_across = sites.Touch(third, first);
  if (touch_before && touch_after) return std::nullopt;
  const auto is_pair_of_segments = [&](uint32_t s, uint32_t t) { return !sites.IsPoint(s) && !sites.IsPoint(t); };
  // Two segments that continue each other have their common end between them.
  if ((touch_before && is_pair_of_segments(first, second)) || (touch_after && is_pair_of_segments(second, third)) ||
      (touch_across && is_pair_of_segments(third, first))) {
    return std::nullopt;
  }

  const std::array<uint32_t, 3> id = {first, second, third};
  std::array<TouchingCircle, 2> found;
  int count = -1;
  // Pairs that touch first: all three may meet in one point, and then only they say something.
  for (const bool must_touch : {true, false}) {
    for (int k = 0; k < 3 && count < 0; ++k) {
      const uint32_t s = id[k], t = id[(k + 1) % 3];
      if (must_touch && !sites.Touch(s, t)) continue;
      if (const auto line = FromCommonPoint(sites, s, t)) count = Touching(*line, sites[id[(k + 2) % 3]], found);
    }
  }
  for (int k = 0; k < 3 && count < 0; ++k) {
    const Site &s = sites[id[k]], &t = sites[id[(k + 1) % 3]], &other = sites[id[(k + 2) % 3]];
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
        // Along the radius: the centre is the same for all.
        if (line) found[count++] = {line->centre, Length(line->centre - s.a)};
      }
    }
  }

  for (int i = 0; i < count; ++i) {
    const TouchingCircle& circle = found[i];
    if (!(circle.radius >= 0)) continue;
    if (!std::all_of(id.begin(), id.end(), [&](uint32_t s) { return Reaches(sites[s], circle, rounding); })) continue;
    if (touch_before || touch_after || touch_across) return circle;
    const std::array<Vec2, 3> feet = {sites.Tangent(first, circle), sites.Tangent(second, circle),
                                      sites.Tangent(third, circle)};
    if (Cross(feet[1] - feet[0], feet[2] - feet[0]) > 0) return circle;
  }
  return std::nullopt;
}

}  // namespace navnet
