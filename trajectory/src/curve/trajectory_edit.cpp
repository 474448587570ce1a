// SPDX-License-Identifier: Apache-2.0
// Parts, splices and time scales of trajectories. Parts are cut by subdivision: their control points are convex
// combinations of those of the whole.

#include <navnet/internal/core/text.h>
#include <navnet/trajectory/trajectory.h>

#include "curve/bezier.h"
#include "curve/parts.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace navnet {

void AppendPart(const Trajectory& trajectory, double from_s, double to_s, std::vector<TrajectoryPiece>& parts) {
  for (size_t i = 0; i < trajectory.pieces().size(); ++i) {
    const TrajectoryPiece& piece = trajectory.pieces()[i];
    const double start_s = trajectory.StartOf(i);
    const double from = std::max(0.0, (from_s - start_s) / piece.duration_s);
    const double to = std::min(1.0, (to_s - start_s) / piece.duration_s);
    if (!(from < to)) continue;
    parts.push_back({BezierPart(piece.points, from, to), piece.duration_s * (to - from), piece.room});
    if (!(parts.back().duration_s > 0)) parts.pop_back();
  }
}

Trajectory PartOf(const Trajectory& trajectory, double from_s, double to_s) {
  std::vector<TrajectoryPiece> parts;
  AppendPart(trajectory, from_s, to_s, parts);
  return Trajectory(std::move(parts));
}

Status CheckSplice(const Trajectory& first, double until_s, const Trajectory& second) {
  constexpr double kSame = 1e-6;
  const MotionState end = first.StateAt(until_s), start = second.StateAt(0);
  for (const auto& [a, b, unit] : {std::tuple(end.position, start.position, " m"),
                                   {end.velocity, start.velocity, " m/s"},
                                   {end.acceleration, start.acceleration, " m/s²"}}) {
    const double apart = Length(a - b);
    if (apart <= kSame * (1 + Length(a))) continue;
    return Error{ErrorCode::InvalidArgument, "begins " + Shortest(apart, 6) + unit + " away from the state at " +
                                                 Shortest(until_s, 6) + " s; plan it with that state as its start"};
  }
  return Ok();
}

Trajectory Spliced(const Trajectory& first, double until_s, const Trajectory& second, uint32_t room_offset) {
  std::vector<TrajectoryPiece> pieces;
  AppendPart(first, 0, until_s, pieces);
  for (TrajectoryPiece piece : second.pieces()) {
    piece.room += room_offset;
    pieces.push_back(piece);
  }
  return Trajectory(std::move(pieces));
}

Trajectory TimeScaled(const Trajectory& trajectory, double factor) {
  std::vector<TrajectoryPiece> pieces(trajectory.pieces().begin(), trajectory.pieces().end());
  for (TrajectoryPiece& piece : pieces) piece.duration_s *= factor;
  return Trajectory(std::move(pieces));
}

}  // namespace navnet
