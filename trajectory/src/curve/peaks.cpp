// SPDX-License-Identifier: Apache-2.0
// The largest speed, acceleration and jerk: branch and bound over parts of the curves. A part is bounded by its control
// points from above and by its ends from below, and is halved while the bounds may matter.

#include <navnet/trajectory/trajectory.h>

#include "curve/bezier.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kExact = 1e-6;    // Relative error.
constexpr int kPeakHalvings = 40;  // Halvings; the bounds come together quadratically, so half as many suffice.

// Raises `peak` to an upper bound of the largest value of `measure`, a convex function, on the curve, exact to kExact.
template <size_t N, class Measure>
void RaisePeak(const std::array<Vec3, N>& points, const Measure& measure, double& peak, int depth = kPeakHalvings) {
  double bound = 0;
  for (const Vec3& p : points) bound = std::max(bound, measure(p));
  if (bound <= peak) return;
  const double reached = std::max(measure(points.front()), measure(points.back()));
  if (bound <= reached * (1 + kExact) || depth == 0) {
    peak = bound;
    return;
  }
  std::array<Vec3, N> head, tail;
  SplitBezier(points, 0.5, head, tail);
  RaisePeak(head, measure, peak, depth - 1);
  RaisePeak(tail, measure, peak, depth - 1);
}

}  // namespace

MotionPeaks Trajectory::Peaks(UpAxis up) const {
  MotionPeaks peaks;
  const auto norm = [](Vec3 v) { return navnet::Length(v); };
  for (const TrajectoryPiece& piece : pieces_) {
    std::array<Vec3, 5> velocity;
    std::array<Vec3, 4> acceleration;
    std::array<Vec3, 3> jerk;
    for (size_t i = 0; i < 5; ++i) velocity[i] = piece.VelocityPoint(i);
    for (size_t i = 0; i < 4; ++i) acceleration[i] = piece.AccelerationPoint(i);
    for (size_t i = 0; i < 3; ++i) jerk[i] = piece.JerkPoint(i);
    RaisePeak(velocity, norm, peaks.speed_m_s);
    RaisePeak(
        velocity, [&](Vec3 v) { return std::max(0.0, HeightOf(v, up)); }, peaks.climb_m_s);
    RaisePeak(
        velocity, [&](Vec3 v) { return std::max(0.0, -HeightOf(v, up)); }, peaks.descent_m_s);
    RaisePeak(acceleration, norm, peaks.acceleration_m_s2);
    RaisePeak(jerk, norm, peaks.jerk_m_s3);
  }
  return peaks;
}

}  // namespace navnet
