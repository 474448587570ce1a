// SPDX-License-Identifier: Apache-2.0
#include "probe/ground_slice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

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

std::vector<Stretch> MergedParts(std::vector<Stretch> parts) {
  std::sort(parts.begin(), parts.end(), [](const Stretch& a, const Stretch& b) { return a.lo < b.lo; });
  std::vector<Stretch> merged;
  for (const Stretch& part : parts) {
    if (part.IsEmpty()) continue;
    if (!merged.empty() && part.lo <= merged.back().hi) {
      merged.back().hi = std::max(merged.back().hi, part.hi);
    } else {
      merged.push_back(part);
    }
  }
  return merged;
}

std::vector<Stretch> CommonParts(std::span<const Stretch> a, std::span<const Stretch> b) {
  std::vector<Stretch> common;
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const Stretch both = Common(a[i], b[k]);
    if (!both.IsEmpty()) common.push_back(both);
    ++(a[i].hi < b[k].hi ? i : k);
  }
  return common;
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

namespace {

/// A walkable part of a surface without obstructions, and the first u where it is reached; infinity: not reached.
struct OpenStretch {
  Stretch at;
  double height_lo, height_hi;
  double reached = std::numeric_limits<double>::infinity();

  double Height(double u) const {
    const double length = at.hi - at.lo;
    return length > 0 ? height_lo + (height_hi - height_lo) * std::clamp((u - at.lo) / length, 0.0, 1.0) : height_hi;
  }
};

/// The parts of all walkable pieces from 0 to `length` that nothing obstructs.
std::vector<OpenStretch> OpenStretches(std::span<const SlicePiece> pieces, double length, const SliceRules& rules) {
  std::vector<OpenStretch> open;
  std::vector<Stretch> blocked;
  for (const SlicePiece& surface : pieces) {
    const Stretch whole = Common({surface.u0, surface.u1}, {0, length});
    if (!surface.is_walkable || whole.IsEmpty()) continue;
    blocked.clear();
    for (const SlicePiece& other : pieces) {
      if (&other == &surface) continue;
      const Stretch s = WhereInTheWay(other, whole.lo, whole.hi, surface.High(whole.lo), surface.High(whole.hi), rules);
      if (!s.IsEmpty()) blocked.push_back(s);
    }
    double at = whole.lo;
    const auto add = [&](double end) {
      if (end >= at) open.push_back({{at, end}, surface.High(at), surface.High(end)});
    };
    for (const Stretch& s : MergedParts(blocked)) {
      add(s.lo);
      at = s.hi;
    }
    add(whole.hi);
  }
  return open;
}

}  // namespace

double WalkAlong(std::span<const SlicePiece> pieces, double z, double length, const SliceRules& rules) {
  const double slack = rules.plan_slack_m, reach = rules.step_m + rules.height_slack_m;
  std::vector<SlicePiece> walls;
  std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(walls),
               [&](const SlicePiece& piece) { return IsUpright(piece, rules); });
  const auto is_walled = [&](double u, double height) {
    return std::any_of(walls.begin(), walls.end(), [&](const SlicePiece& wall) {
      return !WhereInTheWay(wall, u - slack, u + slack, height, height, rules).IsEmpty();
    });
  };
  // The first place at or after `from.reached` where an agent can step from one stretch to the other.
  const auto first_step = [&](const OpenStretch& from, const OpenStretch& to) -> std::optional<double> {
    const Stretch both = Common({from.reached - slack, from.at.hi + slack}, {to.at.lo - slack, to.at.hi + slack});
    if (both.IsEmpty()) return std::nullopt;
    const auto off = [&](double u) { return to.Height(u) - from.Height(u); };
    // Heights are constant beyond the ends of a stretch, so the difference is linear between these places.
    std::array<double, 6> places{both.lo, both.hi, from.at.lo, from.at.hi, to.at.lo, to.at.hi};
    for (double& u : places) u = std::clamp(u, both.lo, both.hi);
    std::sort(places.begin(), places.end());
    for (size_t i = 0; i < places.size(); ++i) {
      const double lo = places[i == 0 ? 0 : i - 1], hi = places[i];
      const Stretch s = Common(WhereNotNegative(lo, hi, reach - off(lo), reach - off(hi)),
                               WhereNotNegative(lo, hi, off(lo) + reach, off(hi) + reach));
      if (s.IsEmpty()) continue;
      for (const double u : {s.lo, s.hi}) {
        if (!is_walled(u, from.Height(u)) && !is_walled(u, to.Height(u))) return u;
      }
    }
    return std::nullopt;
  };
  std::vector<OpenStretch> open = OpenStretches(pieces, length, rules);
  std::vector<size_t> next{open.size()};
  open.push_back({{0, 0}, z, z, 0});
  double farthest = 0;
  while (!next.empty()) {
    const OpenStretch from = open[next.back()];
    next.pop_back();
    farthest = std::max(farthest, from.at.hi);
    for (size_t i = 0; i + 1 < open.size(); ++i) {
      if (open[i].reached <= std::max(from.reached, open[i].at.lo)) continue;
      const std::optional<double> u = first_step(from, open[i]);
      if (!u || *u >= open[i].reached) continue;
      open[i].reached = std::max(*u, open[i].at.lo);
      next.push_back(i);
    }
  }
  return farthest;
}

}  // namespace navnet
