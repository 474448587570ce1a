// SPDX-License-Identifier: Apache-2.0
// Pieces, parts, splices, time scales and distances of trajectories.
#include "convert.h"
#include "room_objects.h"

#include <algorithm>
#include <iterator>

using namespace navnet;
using namespace navnet::c;

namespace {

navnet_trajectory_piece Out(const TrajectoryPiece& piece) {
  navnet_trajectory_piece out = {};
  std::transform(piece.points.begin(), piece.points.end(), std::begin(out.points), [](Vec3 p) { return c::Out(p); });
  out.duration_s = piece.duration_s;
  out.room = piece.room;
  return out;
}

/// Sets `to`, which may be `from`, to a trajectory made from that of `from`.
template <class Make>
void Derive(Call& call, navnet_trajectory from, navnet_trajectory to, const Make& make) {
  PlannedTrajectory made;
  UpAxis up = UpAxis::Z;
  {
    const auto held = call.Read<TrajectoryObject>(from, "trajectory");
    if (!call.ok()) return;
    made.status = held->planned.status;
    up = held->up;
    made.trajectory = make(held->planned.trajectory);
  }
  const auto target = call.Write<TrajectoryObject>(to, "out");
  if (!call.ok()) return;
  target->planned = std::move(made);
  target->up = up;
}

}  // namespace

navnet_status navnet_trajectory_copy_pieces(navnet_trajectory trajectory, navnet_trajectory_piece* out, size_t capacity,
                                            size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory");
    if (!call.ok()) return;
    const std::span<const TrajectoryPiece> pieces = held->planned.trajectory.pieces();
    CopyEach(call, pieces.size(), out, capacity, required, [&](size_t i) { return ::Out(pieces[i]); });
  });
}

navnet_status navnet_trajectory_cut(navnet_trajectory trajectory, double from_s, double to_s, navnet_trajectory out) {
  return Guard(__func__, [&](Call& call) {
    call.Check(
        RangeCheck().Number("from_s", from_s, kTrajectoryTime_s).Number("to_s", to_s, kTrajectoryTime_s).status());
    Derive(call, trajectory, out, [&](const Trajectory& whole) { return PartOf(whole, from_s, to_s); });
  });
}

navnet_status navnet_trajectory_splice(navnet_trajectory trajectory, double until_s, navnet_trajectory next,
                                       uint32_t room_offset, navnet_trajectory out) {
  return Guard(__func__, [&](Call& call) {
    call.Check(CheckRange("until_s", until_s, kTrajectoryTime_s));
    Trajectory second;
    if (const auto held = call.Read<TrajectoryObject>(next, "next")) second = held->planned.trajectory;
    Derive(call, trajectory, out, [&](const Trajectory& first) {
      if (first.empty() || second.empty()) return second;
      const Status same = CheckSplice(first, until_s, second);
      if (!same) call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "next: it " + same.error().message);
      return same ? Spliced(first, until_s, second, room_offset) : Trajectory();
    });
  });
}

navnet_status navnet_trajectory_scale_time(navnet_trajectory trajectory, double factor, navnet_trajectory out) {
  return Guard(__func__, [&](Call& call) {
    call.Check(CheckRange("factor", factor, {1e-3, 1e3}));
    Derive(call, trajectory, out, [&](const Trajectory& usual) { return TimeScaled(usual, factor); });
  });
}

navnet_status navnet_trajectory_min_distance(navnet_trajectory a, navnet_trajectory b, double delay_s,
                                             double tolerance_m, double* distance_m, double* time_s) {
  return Guard(__func__, [&](Call& call) {
    const auto first = call.Read<TrajectoryObject>(a, "a"), second = call.Read<TrajectoryObject>(b, "b");
    if (!call.ok()) return;
    call.Check(RangeCheck()
                   .Number("delay_s", delay_s, kTrajectoryTime_s)
                   .Number("tolerance_m", tolerance_m, ranges::kLength_m)
                   .status());
    for (const auto& [held, name] : {std::pair(&first, "a"), std::pair(&second, "b")}) {
      if ((*held)->planned.trajectory.empty()) {
        call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, std::string(name) + ": holds no trajectory; plan one first");
      }
    }
    if (!call.ok()) return;
    const ClosestApproach closest =
        MinDistance(first->planned.trajectory, second->planned.trajectory, delay_s, tolerance_m);
    if (distance_m) *distance_m = closest.distance_m;
    if (time_s) *time_s = closest.time_s;
  });
}
