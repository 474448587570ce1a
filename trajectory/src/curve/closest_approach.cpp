// SPDX-License-Identifier: Apache-2.0
// The smallest distance of two moving points: branch and bound over the difference of their curves, which on a common
// interval of time is a Bézier curve, too.

#include <navnet/trajectory/trajectory.h>

#include "curve/curve_between.h"

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

constexpr int kApproachHalvings = 50;

// Lowers `best` to the smallest norm of a curve over an interval of time, up to a tolerance.
void LowerBest(const PositionCurve& curve, double from_s, double to_s, double tolerance_m, ClosestApproach& best,
               int depth) {
  const auto offer = [&](Vec3 p, double at_s) {
    const double distance_m = Length(p);
    if (distance_m < best.distance_m) best = {distance_m, at_s};
  };
  offer(curve.front(), from_s);
  offer(curve.back(), to_s);
  if (depth == 0 || LeastNorm(curve) >= best.distance_m - tolerance_m) return;
  PositionCurve head, tail;
  SplitBezier(curve, 0.5, head, tail);
  const double middle_s = (from_s + to_s) / 2;
  const bool tail_first = Length(tail.back()) < Length(head.front());
  if (tail_first) LowerBest(tail, middle_s, to_s, tolerance_m, best, depth - 1);
  LowerBest(head, from_s, middle_s, tolerance_m, best, depth - 1);
  if (!tail_first) LowerBest(tail, middle_s, to_s, tolerance_m, best, depth - 1);
}

}  // namespace

ClosestApproach MinDistance(const Trajectory& a, const Trajectory& b, double delay_s, double tolerance_m) {
  std::vector<double> times_s;
  for (size_t i = 0; i <= a.pieces().size(); ++i) times_s.push_back(a.StartOf(i));
  for (size_t i = 0; i <= b.pieces().size(); ++i) times_s.push_back(b.StartOf(i) + delay_s);
  std::sort(times_s.begin(), times_s.end());
  ClosestApproach best{std::numeric_limits<double>::infinity(), 0};
  for (size_t i = 0; i + 1 < times_s.size(); ++i) {
    const double from_s = times_s[i], to_s = times_s[i + 1];
    PositionCurve difference = CurveBetween(a, from_s, to_s);
    const PositionCurve other = CurveBetween(b, from_s - delay_s, to_s - delay_s);
    for (size_t k = 0; k < difference.size(); ++k) difference[k] = difference[k] - other[k];
    LowerBest(difference, from_s, to_s, tolerance_m, best, kApproachHalvings);
  }
  return best;
}

}  // namespace navnet
