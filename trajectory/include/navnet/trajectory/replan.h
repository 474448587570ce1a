// SPDX-License-Identifier: Apache-2.0
#pragma once
// A change of plan in flight: from a moment of a trajectory on, to another goal or along another path.
//
//   ReplanQuery change{.flown = &trajectory, .flown_rooms = &rooms, .time_s = now_s};
//   change.to.points = path.points;  // From near trajectory.At(now_s).position to the new goal …
//   change.to.rooms = &new_rooms;    // … with its rooms.
//   Replanned replanned;
//   Replan(change, context, replanned);
//   if (HasTrajectory(replanned.planned.status)) Fly(replanned.planned.trajectory);  // It begins at now_s.

#include <navnet/trajectory/plan.h>

#include <cstdint>

namespace navnet {

/// What to fly instead. All that it refers to must live as long as the call.
struct ReplanQuery {
  const Trajectory* flown = nullptr;          ///< What is being flown: not empty, its rooms in ascending order.
  const RoomCorridor* flown_rooms = nullptr;  ///< Its rooms, which must still be free from `time_s` on.
  double time_s = 0;                          ///< When the new trajectory begins: seconds of `flown`. Range: finite.
  /// The new path, its rooms, and all else that planning takes. The path begins near the state at `time_s`, or at any
  /// place ahead. Motion at the start is that state's, whatever is set here.
  TrajectoryQuery to = {};
};

/// How a new plan leaves the old one.
enum class ReplanWay : uint8_t {
  Direct,      ///< Through the new rooms alone.
  ByOldRooms,  ///< First through rooms of the trajectory flown, as far as the motion carries the vehicle, then back.
  Stop,        ///< The new goal was not reached: a stop in the rooms flown. `refused` says why.
};

/// Lower-case name with underscores: direct, by_old_rooms, stop.
const char* ToString(ReplanWay way);

/// The answer. Its trajectory begins with the state at ReplanQuery::time_s.
struct Replanned {
  /// The new trajectory. StartTooFast, without one, only if no stop is known: if `flown` does not end at rest.
  PlannedTrajectory planned;
  RoomCorridor rooms;               ///< Its rooms: those flown that it still needs, then the new ones.
  ReplanWay way = ReplanWay::Stop;  ///< How it leaves the old one.
  /// Why there is nothing better: what planning through the new rooms alone said.
  TrajectoryStatus refused = TrajectoryStatus::InvalidQuery;
};

/// Refuses what Validate(query.to) refuses, and a `flown` that is empty or whose rooms are not in `flown_rooms` in
/// ascending order.
Status Validate(const ReplanQuery& query);

/// Plans a continuation. A state on a trajectory that ends at rest always has one: that trajectory itself. So there is
/// always an answer inside rooms and limits that ends at rest (or as `to` says):
/// - through the new rooms, if the motion at `time_s` fits into them;
/// - else a stop in the rooms flown, from it back into the new rooms, and both together as first guess of the solver,
///   which makes of the stop no more than is needed;
/// - else, where old and new rooms do not meet or the goal cannot be reached, the stop alone.
/// Allocates nothing once `context` and `out` are warmed up. The same query gives the same bits, unless `to.max_us` is
/// set. Takes as long as planning, and about half as long again where the first way fails.
void Replan(const ReplanQuery& query, TrajectoryContext& context, Replanned& out);

}  // namespace navnet
