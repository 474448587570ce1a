// SPDX-License-Identifier: Apache-2.0
#include "probe/walk_obstacles.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

Vec2 NearestOn(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double length2 = LengthSquared(d);
  return length2 > 0 ? a + std::clamp(Dot(p - a, d) / length2, 0.0, 1.0) * d : a;
}

// The nearest points of the segments from a to b and from c to d.
SidePlace Nearest(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Vec2 along = b - a, side = d - c;
  if (const double turn = Cross(along, side); turn != 0) {
    const double on_walk = Cross(c - a, side) / turn, on_side = Cross(c - a, along) / turn;
    if (on_walk >= 0 && on_walk <= 1 && on_side >= 0 && on_side <= 1) {
      return {0, a + on_walk * along, a + on_walk * along, {}};
    }
  }
  SidePlace best{INFINITY, a, c, {}};
  const auto offer = [&](Vec2 on_walk, Vec2 beside) {
    if (const double distance = Length(beside - on_walk); distance < best.distance)
      best = {distance, on_walk, beside, {}};
  };
  offer(a, NearestOn(c, d, a));
  offer(b, NearestOn(c, d, b));
  offer(NearestOn(a, b, c), c);
  offer(NearestOn(a, b, d), d);
  return best;
}

// The point at distance `by` from p towards q, or q if that is nearer.
Vec2 Towards(Vec2 p, Vec2 q, double by) {
  const double length = Length(q - p);
  return length > by ? p + (by / length) * (q - p) : q;
}

bool Holds(std::span<const Vec2> polygon, Vec2 p) {
  bool left = true, right = true, has_area = false;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const double side = Cross(polygon[(i + 1) % polygon.size()] - polygon[i], p - polygon[i]);
    left = left && side >= 0;
    right = right && side <= 0;
    has_area = has_area || side != 0;
  }
  return has_area && (left || right);
}

struct Corner {
  Vec2 p;
  double low, high;  // Heights above the plane.
};

// Clips a convex polygon to the part where `value` is not negative.
template <class Value>
std::vector<Corner> Keep(const std::vector<Corner>& in, const Value& value) {
  std::vector<Corner> out;
  for (size_t i = 0; i < in.size(); ++i) {
    const Corner &a = in[i], &b = in[(i + 1) % in.size()];
    const double at_a = value(a), at_b = value(b);
    if (at_a >= 0) out.push_back(a);
    if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) {
      const double share = at_a / (at_a - at_b);
      out.push_back({a.p + share * (b.p - a.p), a.low + share * (b.low - a.low), a.high + share * (b.high - a.high)});
    }
  }
  return out;
}

}  // namespace

PlanPlane PlaneOf(const PlanSolid& solid) {
  if (solid.is_box) return {solid.heights[1], {}};
  const Vec2 u = solid.corners[1] - solid.corners[0], v = solid.corners[2] - solid.corners[0];
  const double du = solid.heights[1] - solid.heights[0], dv = solid.heights[2] - solid.heights[0];
  const Vec2 slope = Vec2{du * v.y - dv * u.y, dv * u.x - du * v.x} * (1 / Cross(u, v));
  return {solid.heights[0] - Dot(slope, solid.corners[0]), slope};
}

void AddObstacle(const PlanSolid& solid, const PlanPlane& plane, Vec2 a, Vec2 b, double within, const SliceRules& rules,
                 std::vector<SidePlace>& out) {
  std::vector<Corner> corners;
  for (size_t i = 0; i < solid.corner_count(); ++i) {
    const Vec2 p = solid.corners[i];
    const double below = plane.At(p), top = solid.TopAt(i) - below;
    corners.push_back({p, solid.is_box ? solid.heights[0] - below : top, top});
  }
  const double least = rules.step_m + rules.height_slack_m, most = rules.height_m - rules.height_slack_m;
  corners = Keep(Keep(corners, [&](const Corner& c) { return c.high - least; }),
                 [&](const Corner& c) { return most - c.low; });
  if (corners.empty()) return;
  SidePlace best{within, a, a, a};
  std::vector<Vec2> polygon;
  Vec2 middle;
  for (size_t i = 0; i < corners.size(); ++i) {
    const SidePlace place = Nearest(a, b, corners[i].p, corners[(i + 1) % corners.size()].p);
    if (place.distance < best.distance) best = place;
    polygon.push_back(corners[i].p);
    middle = middle + corners[i].p * (1 / double(corners.size()));
  }
  if (polygon.size() >= 3 && Holds(polygon, a)) best = {0, a, a, a};
  if (!(best.distance < within)) return;
  best.within = Towards(best.beside, middle, 4 * rules.plan_slack_m);
  out.push_back(best);
}

void AddLedges(std::span<const PlanSolid> solids, size_t of, Vec2 a, Vec2 b, double within, const SliceRules& rules,
               std::vector<SidePlace>& out) {
  const PlanSolid& solid = solids[of];
  const size_t count = solid.corner_count();
  double turn = 0;
  for (size_t i = 2; i < count; ++i) {
    turn += Cross(solid.corners[i - 1] - solid.corners[0], solid.corners[i] - solid.corners[0]);
  }
  const double reach = rules.step_m + rules.height_slack_m;
  std::vector<Stretch> covered;
  for (size_t i = 0; i < count; ++i) {
    const Vec2 from = solid.corners[i], side = solid.corners[(i + 1) % count] - from;
    const double length = Length(side), at_from = solid.TopAt(i), at_to = solid.TopAt((i + 1) % count);
    if (!(length > 0) || !(Nearest(a, b, from, from + side).distance < within)) continue;
    // A line just outside the edge, and its parts that other surfaces continue within a step.
    const Vec2 outwards = Vec2{side.y, -side.x} * ((turn > 0 ? 2 : -2) * rules.plan_slack_m / length);
    const PlanLine line{from + outwards, side * (1 / length)};
    covered.clear();
    std::vector<SlicePiece> pieces;
    for (size_t k = 0; k < solids.size(); ++k) {
      if (k == of || !solids[k].is_walkable) continue;
      pieces.clear();
      AddSlice(solids[k], line, pieces);
      for (const SlicePiece& p : pieces) {
        const Stretch both = Common({0, length}, {p.u0, p.u1});
        if (both.IsEmpty()) continue;
        const auto off = [&](double u) { return p.High(u) - (at_from + (at_to - at_from) * (u / length)); };
        const Stretch s = Common(WhereNotNegative(both.lo, both.hi, reach - off(both.lo), reach - off(both.hi)),
                                 WhereNotNegative(both.lo, both.hi, off(both.lo) + reach, off(both.hi) + reach));
        if (!s.IsEmpty()) covered.push_back(s);
      }
    }
    std::sort(covered.begin(), covered.end(), [](const Stretch& x, const Stretch& y) { return x.lo < y.lo; });
    covered.push_back({length, length});
    double at = 0;
    for (const Stretch& s : covered) {
      if (s.lo - at > 2 * rules.plan_slack_m) {
        const Vec2 begin = from + at * line.direction, end = from + s.lo * line.direction;
        SidePlace place = Nearest(a, b, begin, end);
        place.within = Towards(place.beside, 0.5 * (begin + end), 4 * rules.plan_slack_m);
        if (place.distance < within) out.push_back(place);
      }
      at = std::max(at, s.hi);
    }
  }
}

}  // namespace navnet
