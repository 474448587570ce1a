// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two moving points together: their curves over a common interval of time.

#include <navnet/trajectory/trajectory.h>

#include "curve/bezier.h"

#include <algorithm>
#include <array>
#include <limits>

namespace navnet {

/// Control points of a position over an interval of time.
using PositionCurve = std::array<Vec3, 6>;

/// The curve over an interval that lies in one piece, or before or after all, where the object waits.
inline PositionCurve CurveBetween(const Trajectory& trajectory, double from_s, double to_s) {
  PositionCurve curve;
  if (to_s <= 0 || from_s >= trajectory.duration_s()) {
    curve.fill(to_s <= 0 ? trajectory.pieces().front().points.front() : trajectory.pieces().back().points.back());
    return curve;
  }
  const size_t i = trajectory.PieceAt((from_s + to_s) / 2);
  const TrajectoryPiece& piece = trajectory.pieces()[i];
  const auto share = [&](double time_s) {
    return std::clamp((time_s - trajectory.StartOf(i)) / piece.duration_s, 0.0, 1.0);
  };
  return BezierPart(piece.points, share(from_s), share(to_s));
}

/// Lower bound of the distance of a curve from the origin: that of its control points along the direction to their
/// mean.
inline double LeastNorm(const PositionCurve& curve) {
  Vec3 mean;
  for (const Vec3& p : curve) mean = mean + p;
  const double length = Length(mean);
  if (!(length > 0)) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& p : curve) least = std::min(least, Dot(p, mean) / length);
  return std::max(0.0, least);
}

}  // namespace navnet
