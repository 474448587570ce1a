#include "probe/ground_slice.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

struct Corner {
  double u, v, h;
};

void AddUprightTriangle(std::array<Corner, 3> c, std::vector<SlicePiece>& out) {
  std::sort(c.begin(), c.end(), [](const Corner& a, const Corner& b) { return a.u < b.u; });
  const double run = c[2].u - c[0].u;
  if (!(run > 0)) {
    const auto [low, high] = std::minmax({c[0].h, c[1].h, c[2].h});
    out.push_back({c[0].u, c[0].u, low, low, high, high, false});
    return;
  }
  const double opposite = c[0].h + (c[2].h - c[0].h) * ((c[1].u - c[0].u) / run);
  const double low = std::min(opposite, c[1].h), high = std::max(opposite, c[1].h);
  out.push_back({c[0].u, c[1].u, c[0].h, low, c[0].h, high, false});
  out.push_back({c[1].u, c[2].u, low, c[2].h, high, c[2].h, false});
}

}  // namespace

Stretch WhereNotNegative(double from, double to, double at_from, double at_to) {
  if (at_from >= 0 && at_to >= 0) return {from, to};
  if (at_from < 0 && at_to < 0) return {};
  const double cut = from + (to - from) * (at_from / (at_from - at_to));
  return at_from >= 0 ? Stretch{from, cut} : Stretch{cut, to};
}

void AddSlice(const PlanSolid& solid, const PlanLine& line, std::vector<SlicePiece>& out) {
  std::array<Corner, 4> c;
  const size_t count = solid.corner_count();
  size_t left = 0, on = 0;
  for (size_t i = 0; i < count; ++i) {
    const Vec2 from = solid.corners[i] - line.origin;
    c[i] = {Dot(line.direction, from), Cross(line.direction, from), solid.TopAt(i)};
    left += c[i].v >= 0;
    on += c[i].v == 0;
  }
  if (on == count && !solid.is_box) return AddUprightTriangle({c[0], c[1], c[2]}, out);
  if (left == 0 || left == count) return;
  SlicePiece piece;
  piece.is_walkable = solid.is_walkable;
  std::array<Corner, 4> crossings;
  size_t crossed = 0;
  for (size_t i = 0; i < count; ++i) {
    const Corner &a = c[i], &b = c[(i + 1) % count];
    if ((a.v >= 0) == (b.v >= 0)) continue;
    const double share = a.v / (a.v - b.v);
    crossings[crossed++] = {a.u + (b.u - a.u) * share, 0, a.h + (b.h - a.h) * share};
  }
  if (crossed < 2) return;
  Corner first = crossings[0], last = crossings[1];
  if (first.u > last.u) std::swap(first, last);
  piece.u0 = first.u;
  piece.u1 = last.u;
  if (solid.is_box) {
    piece.low0 = piece.low1 = solid.heights[0];
    piece.high0 = piece.high1 = solid.heights[1];
  } else if (constexpr double kNoWidth = 1e-9; last.u - first.u < kNoWidth) {
    piece.low0 = piece.low1 = std::min(first.h, last.h);
    piece.high0 = piece.high1 = std::max(first.h, last.h);
  } else {
    piece.low0 = piece.high0 = first.h;
    piece.low1 = piece.high1 = last.h;
  }
  out.push_back(piece);
}

Stretch WhereInTheWay(const SlicePiece& piece, double from, double to, double at_from, double at_to,
                      const SliceRules& rules) {
  const Stretch both = Common({piece.u0, piece.u1}, {from, to});
  if (both.IsEmpty()) return {};
  const auto line = [&](double u) {
    return to > from ? at_from + (at_to - at_from) * ((u - from) / (to - from)) : at_to;
  };
  const double above = rules.height_slack_m + (IsUpright(piece, rules) ? rules.step_m : 0);
  const double below = rules.height_m - rules.height_slack_m;
  const auto over = [&](double u) { return piece.High(u) - line(u) - above; };
  const auto under = [&](double u) { return line(u) + below - piece.Low(u); };
  return Common(WhereNotNegative(both.lo, both.hi, over(both.lo), over(both.hi)),
                WhereNotNegative(both.lo, both.hi, under(both.lo), under(both.hi)));
}

double WalkAlong(std::span<const SlicePiece> pieces, double z, double length, const SliceRules& rules) {
  const double slack = rules.plan_slack_m;
  // How far a surface may be walked on from u: until it ends or something is in the way.
  const auto end_on = [&](const SlicePiece& surface, double u) {
    double end = std::min(surface.u1, length);
    for (const SlicePiece& other : pieces) {
      if (&other == &surface || other.u0 >= end || other.u1 <= u) continue;
      const Stretch s = WhereInTheWay(other, u, surface.u1, surface.High(u), surface.High(surface.u1), rules);
      // What ends at once is left behind.
      if (!s.IsEmpty() && s.hi > u + slack) end = std::min(end, std::max(s.lo, u));
    }
    return end;
  };
  // Whether a wall stands where one surface goes over into the next.
  const auto is_walled = [&](double u, double height) {
    return std::any_of(pieces.begin(), pieces.end(), [&](const SlicePiece& wall) {
      if (!IsUpright(wall, rules) || wall.u0 > u + slack || wall.u1 < u - slack) return false;
      return !WhereInTheWay(wall, u - slack, u + slack, height, height, rules).IsEmpty();
    });
  };
  double u = 0, reach = rules.height_slack_m;
  for (size_t i = 0; i <= 2 * pieces.size() && u < length; ++i) {
    if (is_walled(u, z)) break;
    double farthest = u, height = z;
    for (const SlicePiece& p : pieces) {
      if (!p.is_walkable || p.u0 > u + slack || p.u1 < u - slack) continue;
      const double from = std::max(u - slack, p.u0), to = std::min(u + slack, p.u1);
      const double low = std::min(p.High(from), p.High(to)), high = std::max(p.High(from), p.High(to));
      if (low > z + reach || high < z - reach) continue;
      const double begin = std::clamp(u, p.u0, p.u1), end = end_on(p, begin);
      if (!(end > farthest) || is_walled(u, p.High(begin))) continue;
      farthest = end;
      height = p.High(end);
    }
    // Where the walk begins on the very edge of its surface, the next one is a step away.
    if (!(farthest > u) && i > 0) break;
    u = farthest;
    z = height;
    reach = rules.step_m + rules.height_slack_m;
  }
  return u;
}

}  // namespace navnet
