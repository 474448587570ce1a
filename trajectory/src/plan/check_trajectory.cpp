// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/check_trajectory.h>

#include "curve/bezier.h"
#include "curve/parts.h"
#include "plan/context.h"

#include <algorithm>

namespace navnet {
namespace {

constexpr int kCheckHalvings = 10;          // Of a piece.
constexpr double kRoundingInside_m = 1e-7;  // How far outside of a room a control point may be.

class Check {
 public:
  Check(RoomSource& source, RoomCorridor& rooms, std::vector<TrajectoryPiece>& pieces)
      : source_(source), rooms_(rooms), pieces_(pieces) {}

  /// Appends a piece, or parts of it, with rooms. False, with the parts up to then, when one has none.
  bool Append(const TrajectoryPiece& piece, int depth = kCheckHalvings) {
    if (!rooms_.empty() && IsInLast(piece)) return Emit(piece);
    if (source_.AppendRoom(piece.points.front(), piece.points.back(), rooms_)) {
      if (IsInLast(piece)) return Emit(piece);
      rooms_.RemoveLast();
    }
    if (depth == 0) return false;
    TrajectoryPiece head, tail;
    SplitBezier(piece.points, 0.5, head.points, tail.points);
    head.duration_s = tail.duration_s = piece.duration_s / 2;
    return Append(head, depth - 1) && Append(tail, depth - 1);
  }

 private:
  bool IsInLast(const TrajectoryPiece& piece) const {
    return std::all_of(piece.points.begin(), piece.points.end(),
                       [&](Vec3 p) { return rooms_.Contains(rooms_.size() - 1, p, kRoundingInside_m); });
  }
  bool Emit(TrajectoryPiece piece) {
    piece.room = uint32_t(rooms_.size() - 1);
    pieces_.push_back(piece);
    return true;
  }

  RoomSource& source_;
  RoomCorridor& rooms_;
  std::vector<TrajectoryPiece>& pieces_;
};

}  // namespace

void CheckTrajectory(const Trajectory& trajectory, double from_s, RoomSource& source, TrajectoryContext& context,
                     TrajectoryCheck& check) {
  check.rooms.Clear();
  std::vector<TrajectoryPiece>& pieces = TrajectoryAccess::PiecesOf(context);
  pieces.clear();
  AppendPart(trajectory, from_s, trajectory.duration_s(), pieces);
  const size_t count = pieces.size();
  Check parts(source, check.rooms, pieces);
  check.is_valid = true;
  for (size_t i = 0; i < count && check.is_valid; ++i) check.is_valid = parts.Append(TrajectoryPiece(pieces[i]));
  check.trajectory.Assign(std::span(pieces).subspan(count));
  check.valid_until_s = std::max(0.0, from_s) + check.trajectory.duration_s();
}

}  // namespace navnet
