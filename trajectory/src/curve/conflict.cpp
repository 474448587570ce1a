// SPDX-License-Identifier: Apache-2.0
// The first time at which moving objects come too near to each other: the difference of their curves is a Bézier curve
// on each interval of time in which none of them changes its piece; it is subdivided, the earlier half first, until its
// control points are farther away or its beginning is nearer.

#include <navnet/trajectory/traffic.h>

#include "curve/curve_between.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int kConflictHalvings = 50;
constexpr double kFlat_m = 1e-6;  // Extent of a curve below which a conflict is not ruled out any more.

// Lower bound of the distance of a curve from the origin or from a box, and the distance of a point.
struct FromOrigin {
  double Of(const PositionCurve& curve) const { return LeastNorm(curve); }
  double Of(Vec3 p) const { return Length(p); }
};
struct FromBox {
  Box3 box;
  double Of(Vec3 p) const { return Length(p - Min(Max(p, box.min), box.max)); }
  // The plane through the point of the box nearest to the curve's mean has the box behind it.
  double Of(const PositionCurve& curve) const {
    Vec3 mean;
    for (const Vec3& p : curve) mean = mean + p * (1.0 / double(curve.size()));
    const Vec3 nearest = Min(Max(mean, box.min), box.max), out = mean - nearest;
    const double length = Length(out);
    if (!(length > 0)) return 0;
    double least = kInfinite;
    for (const Vec3& p : curve) least = std::min(least, Dot(p - nearest, out) / length);
    return std::max(0.0, least);
  }
};

// The first time at which a curve is nearer than `least_m`.
template <class Distance>
std::optional<double> FirstNear(const PositionCurve& curve, double from_s, double to_s, double least_m,
                                const Distance& distance, int depth = kConflictHalvings) {
  if (distance.Of(curve.front()) < least_m) return from_s;
  if (distance.Of(curve) >= least_m) return std::nullopt;
  double extent_m = 0;
  for (const Vec3& p : curve) extent_m = std::max(extent_m, Length(p - curve.front()));
  if (depth == 0 || extent_m < kFlat_m) return from_s;
  PositionCurve head, tail;
  SplitBezier(curve, 0.5, head, tail);
  const double middle_s = (from_s + to_s) / 2;
  if (const auto first = FirstNear(head, from_s, middle_s, least_m, distance, depth - 1)) return first;
  return FirstNear(tail, middle_s, to_s, least_m, distance, depth - 1);
}

// The next time after `time_s` at which a trajectory that begins at `begin_s` changes its piece, begins or ends.
double NextBreak(const Trajectory& trajectory, double begin_s, double time_s) {
  if (time_s < begin_s) return begin_s;
  const double own_s = time_s - begin_s;
  if (own_s >= trajectory.duration_s()) return kInfinite;
  for (size_t i = trajectory.PieceAt(own_s) + 1; i <= trajectory.pieces().size(); ++i) {
    const double at_s = begin_s + trajectory.StartOf(i);
    if (at_s > time_s) return at_s;
  }
  return kInfinite;
}

Box3 BoxOf(const Trajectory& trajectory) {
  Box3 box{trajectory.pieces()[0].points[0], trajectory.pieces()[0].points[0]};
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    for (const Vec3& p : piece.points) box = {Min(box.min, p), Max(box.max, p)};
  }
  return box;
}

double DistanceBetween(const Box3& a, const Box3& b) {
  Vec3 gap;
  for (int k = 0; k < 3; ++k) gap[k] = std::max({0.0, a.min[k] - b.max[k], b.min[k] - a.max[k]});
  return Length(gap);
}

std::optional<double> FirstNearBall(const Trajectory& trajectory, double begin_s, bool stays, double least_m,
                                    const MovingBall& ball, double before_s) {
  const Trajectory& other = *ball.trajectory;
  const double end_s = begin_s + trajectory.duration_s(), other_end_s = ball.begin_s + other.duration_s();
  double last_s = stays ? std::max(end_s, other_end_s) : end_s;
  if (!ball.stays) last_s = std::min(last_s, other_end_s);
  last_s = std::min(last_s, before_s);
  const auto difference = [&](double from_s, double to_s) {
    PositionCurve curve = CurveBetween(trajectory, from_s - begin_s, to_s - begin_s);
    const PositionCurve of_other = CurveBetween(other, from_s - ball.begin_s, to_s - ball.begin_s);
    for (size_t k = 0; k < curve.size(); ++k) curve[k] = curve[k] - of_other[k];
    return curve;
  };
  for (double from_s = begin_s; from_s < last_s;) {
    const double to_s =
        std::min({last_s, NextBreak(trajectory, begin_s, from_s), NextBreak(other, ball.begin_s, from_s)});
    const PositionCurve curve = difference(from_s, to_s);
    if (const auto first = FirstNear(curve, from_s, to_s, least_m, FromOrigin{})) return first;
    if (to_s == last_s && Length(curve.back()) < least_m) return to_s;
    from_s = to_s;
  }
  return std::nullopt;
}

std::optional<double> FirstNearBox(const Trajectory& trajectory, double begin_s, bool stays, double least_m,
                                   const TimedBox& timed, double before_s) {
  const FromBox distance{timed.box};
  const double end_s = begin_s + trajectory.duration_s();
  const double last_s = std::min({end_s, timed.until_s, before_s});
  for (double from_s = std::max(begin_s, timed.from_s); from_s < last_s;) {
    const double to_s = std::min(last_s, NextBreak(trajectory, begin_s, from_s));
    const PositionCurve curve = CurveBetween(trajectory, from_s - begin_s, to_s - begin_s);
    if (const auto first = FirstNear(curve, from_s, to_s, least_m, distance)) return first;
    from_s = to_s;
  }
  // Where it ends, and while it stays.
  const double stay_s = std::max(end_s, timed.from_s);
  const bool is_there = stay_s <= timed.until_s && stay_s < before_s && (stays || stay_s == end_s);
  if (is_there && distance.Of(trajectory.pieces().back().points.back()) < least_m) return stay_s;
  return std::nullopt;
}

}  // namespace

std::optional<Conflict> FirstConflict(const Trajectory& trajectory, double begin_s, double radius_m,
                                      const Traffic& traffic, bool stays) {
  std::optional<Conflict> first;
  double before_s = kInfinite;
  const auto offer = [&](std::optional<double> time_s, size_t with, bool is_box) {
    if (!time_s || !(*time_s < before_s)) return;
    before_s = *time_s;
    first = Conflict{*time_s, with, is_box};
  };
  const Box3 own = BoxOf(trajectory);
  for (size_t i = 0; i < traffic.balls.size(); ++i) {
    const MovingBall& ball = traffic.balls[i];
    const double least_m = radius_m + ball.radius_m;
    if (DistanceBetween(own, BoxOf(*ball.trajectory)) >= least_m) continue;
    offer(FirstNearBall(trajectory, begin_s, stays, least_m, ball, before_s), i, false);
  }
  for (size_t i = 0; i < traffic.boxes.size(); ++i) {
    const TimedBox& timed = traffic.boxes[i];
    if (DistanceBetween(own, timed.box) >= radius_m) continue;
    offer(FirstNearBox(trajectory, begin_s, stays, radius_m, timed, before_s), i, true);
  }
  return first;
}

}  // namespace navnet
