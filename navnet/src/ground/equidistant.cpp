// Every site gives an equation in the centre (x, y) and the radius r: a line n·p - r = n·a, a point |p - q|² = r². Two
// points together give a linear one, as does a segment with its own end (the centre lies at right angles above it), so
// that at most one quadratic remains.

#include "equidistant.h"

#include <array>
#include <cmath>

namespace navnet {
namespace {

/// normal · (x, y, r) = offset, in coordinates relative to some base.
struct Plane {
  std::array<double, 3> normal;
  double offset = 0;
};
using Vector = std::array<double, 3>;

double Dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Plane LinePlane(const Site& line, Vec2 base) {
  const Vec2 n = line.Normal();
  return {{n.x, n.y, -1}, navnet::Dot(n, line.a - base)};
}

Plane BisectorPlane(Vec2 p, Vec2 q, Vec2 base) {
  const Vec2 along = (q - p) * (1 / Length(q - p));
  return {{along.x, along.y, 0}, navnet::Dot(along, (p + q) * 0.5 - base)};
}

/// The end of a segment: the centre's foot.
Plane EndPlane(const Site& line, Vec2 end, Vec2 base) {
  return {{line.direction.x, line.direction.y, 0}, navnet::Dot(line.direction, end - base)};
}

/// Below this sine two directions count as parallel: no circle is that large.
constexpr double kParallel = 1e-13;

std::optional<Vector> Meet(const Plane& p, const Plane& q, const Plane& s) {
  const Vector qs = Cross(q.normal, s.normal), sp = Cross(s.normal, p.normal), pq = Cross(p.normal, q.normal);
  const double determinant = Dot(p.normal, qs);
  if (std::abs(determinant) < kParallel) return std::nullopt;
  Vector x;
  for (int i = 0; i < 3; ++i) x[i] = (p.offset * qs[i] + q.offset * sp[i] + s.offset * pq[i]) / determinant;
  return x;
}

/// Where the line in which two planes meet has r² = x² + y²: the base is a point to touch.
int MeetCone(const Plane& p, const Plane& q, std::array<Vector, 2>& out) {
  const Vector along = Cross(p.normal, q.normal);
  const double squared = Dot(along, along);
  if (squared < kParallel * kParallel) return 0;
  const Vector from_p = Cross(q.normal, along), from_q = Cross(along, p.normal);
  Vector start;
  for (int i = 0; i < 3; ++i) start[i] = (p.offset * from_p[i] + q.offset * from_q[i]) / squared;
  const auto form = [](const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] - a[2] * b[2]; };
  const double a = form(along, along), b = form(along, start), c = form(start, start);
  const auto at = [&](double t) {
    return Vector{start[0] + t * along[0], start[1] + t * along[1], start[2] + t * along[2]};
  };
  // a t² + 2 b t + c = 0, without cancellation.
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  if (b * b - a * c < -1e-9 * b * b) return 0;
  const double sum = b > 0 ? -b - root : -b + root;
  int count = 0;
  if (sum != 0) out[count++] = at(c / sum);
  if (std::abs(a) > kParallel * squared) out[count++] = at(sum / a);
  return count;
}

}  // namespace

std::optional<TouchingCircle> CircleTouching(const Sites& sites, uint32_t first, uint32_t second, uint32_t third) {
  const std::array<const Site*, 3> site = {&sites[first], &sites[second], &sites[third]};
  const bool touch_before = sites.Touch(first, second), touch_after = sites.Touch(second, third);
  if (touch_before && touch_after) return std::nullopt;
  const bool touch_across = sites.Touch(third, first);

  // Points first: one of them is the base, which keeps numbers small.
  std::array<const Site*, 3> points{}, lines{};
  int point_count = 0, line_count = 0;
  for (const Site* s : site) (s->IsPoint() ? points[point_count++] : lines[line_count++]) = s;
  const Vec2 base = point_count > 0 ? points[0]->a : lines[0]->a;

  std::array<Vector, 2> found;
  int count = 0;
  const auto take = [&](std::optional<Vector> x) {
    if (x) found[count++] = *x;
  };
  const bool any_touch = touch_before || touch_after || touch_across;
  if (any_touch && point_count > 0) {
    // A segment with its own end, whichever two they are.
    const auto [s, t] = touch_before ? std::pair(0, 1) : touch_after ? std::pair(1, 2) : std::pair(2, 0);
    const Site *one = site[s], *two = site[t], *other = site[3 - s - t];
    if (one->IsPoint() == two->IsPoint()) return std::nullopt;
    const Site &point = one->IsPoint() ? *one : *two, &line = one->IsPoint() ? *two : *one;
    if (other->IsPoint()) {
      const Vec2 to = other->a - point.a;
      const double rise = navnet::Dot(line.Normal(), to);
      if (rise <= 0) return std::nullopt;
      const double radius = LengthSquared(to) / (2 * rise);
      return TouchingCircle{point.a + line.Normal() * radius, radius};
    }
    take(Meet(LinePlane(line, base), EndPlane(line, point.a, base), LinePlane(*other, base)));
  } else if (any_touch) {
    return std::nullopt;  // Two segments that continue each other without their common end between them.
  } else if (point_count == 0) {
    take(Meet(LinePlane(*lines[0], base), LinePlane(*lines[1], base), LinePlane(*lines[2], base)));
  } else if (point_count == 1) {
    count = MeetCone(LinePlane(*lines[0], base), LinePlane(*lines[1], base), found);
  } else if (point_count == 2) {
    count = MeetCone(LinePlane(*lines[0], base), BisectorPlane(points[0]->a, points[1]->a, base), found);
  } else {
    const Plane p = BisectorPlane(points[0]->a, points[1]->a, base),
                q = BisectorPlane(points[0]->a, points[2]->a, base);
    auto x = Meet(p, q, Plane{{0, 0, 1}, 0});
    if (x) (*x)[2] = std::hypot((*x)[0], (*x)[1]);
    take(x);
  }

  for (int i = 0; i < count; ++i) {
    const TouchingCircle circle = {base + Vec2{found[i][0], found[i][1]}, found[i][2]};
    if (!(circle.radius >= 0)) continue;
    if (any_touch) return circle;
    const std::array<Vec2, 3> feet = {sites.Tangent(first, circle), sites.Tangent(second, circle),
                                      sites.Tangent(third, circle)};
    if (navnet::Cross(feet[1] - feet[0], feet[2] - feet[0]) > 0) return circle;
  }
  return std::nullopt;
}

}  // namespace navnet
