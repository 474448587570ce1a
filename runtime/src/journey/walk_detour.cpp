// SPDX-License-Identifier: Apache-2.0
#include "journey/walk_detour.h"

#include "journey/travel_stop.h"

#include <algorithm>

namespace navnet {
namespace {

// Whether a segment passes through the inside of a rectangle.
bool Enters(const PlanRegion& box, Vec2 a, Vec2 b) {
  double first = 0, last = 1;
  const auto clip = [&](double from, double to, double lo, double hi) {
    const double d = to - from;
    if (d == 0) {
      if (from <= lo || from >= hi) last = -1;
      return;
    }
    const double u = (lo - from) / d, v = (hi - from) / d;
    first = std::max(first, std::min(u, v));
    last = std::min(last, std::max(u, v));
  };
  clip(a.x, b.x, box.lo.x, box.hi.x);
  clip(a.y, b.y, box.lo.y, box.hi.y);
  return last - first > 1e-9;
}

// Length of the shortest way round a rectangle; infinite if one of the ends lies inside.
double RoundBox(const PlanRegion& box, Vec2 a, Vec2 b) {
  const Vec2 corners[4] = {box.lo, {box.hi.x, box.lo.y}, box.hi, {box.lo.x, box.hi.y}};
  double least = kNever;
  for (int i = 0; i < 4; ++i) {
    const Vec2 c = corners[i];
    if (Enters(box, a, c)) continue;
    if (!Enters(box, c, b)) least = std::min(least, Length(c - a) + Length(b - c));
    for (const Vec2 d : {corners[(i + 1) % 4], corners[(i + 3) % 4]}) {
      if (!Enters(box, d, b)) least = std::min(least, Length(c - a) + Length(d - c) + Length(b - d));
    }
  }
  return least;
}

}  // namespace

double CostPast(CostField& costs, Vec2 a, Vec2 b, bool goes_round, uint32_t& patch) {
  const uint32_t next = costs.PatchAfter(a, b, patch, {});
  const double length = Length(b - a), straight = costs.Cost(a, b, patch, next);
  patch = next;
  if (straight <= length || !goes_round) return straight;
  double round = length;
  for (const PlanRegion& region : costs.regions()) {
    if (Enters(region, a, b)) round += RoundBox(region, a, b) - length;
  }
  return std::min(straight, round);
}

}  // namespace navnet
