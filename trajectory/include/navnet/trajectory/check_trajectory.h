// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a trajectory is free in a world that has changed, and in which rooms.
//
//   TriangleRoomSource source(*live.MakeRoomMaker(), {.radius_m = 0.5});  // Or BoxRoomSource, from the net alone.
//   CheckTrajectory(flown, now_s, source, context, check);
//   if (!check.is_valid) …  // See replan.h: from a stop that is valid, on a new path.

#include <navnet/runtime/room.h>
#include <navnet/trajectory/plan.h>

namespace navnet {

/// What of a trajectory is free.
struct TrajectoryCheck {
  bool is_valid = false;     ///< Whether all of it is.
  double valid_until_s = 0;  ///< Up to when it is, in seconds of the trajectory checked.
  /// The part from `from_s` to then: the same motion, cut into pieces that lie in the rooms below.
  Trajectory trajectory;
  RoomCorridor rooms;  ///< Rooms of the world as it is now, in order.
};

/// Makes rooms around a trajectory from a time on, in the world of `source`: as few as hold its pieces, cut into
/// shorter ones where they must be. What is valid is free with certainty, because it lies in these rooms. What is not
/// comes, at `valid_until_s`, nearer to the world than the source's radius, or so near (by less than a thousandth of a
/// piece) that no room holds it. Also gives a trajectory from elsewhere its rooms. Costs what the rooms cost, 10 to 100
/// microseconds each from triangles; allocates nothing once all are warmed up.
void CheckTrajectory(const Trajectory& trajectory, double from_s, RoomSource& source, TrajectoryContext& context,
                     TrajectoryCheck& check);

}  // namespace navnet
