// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the calls on trajectories share.

#include "call.h"
#include "room_objects.h"

namespace navnet::c {

/// A query, and the rooms that it refers to.
struct HeldTrajectoryQuery {
  TrajectoryQuery query;
  Held<RoomsObject> rooms;
};

/// Checks and converts a query. On failure, call.ok() is false.
HeldTrajectoryQuery TrajectoryQueryOf(Call& call, const navnet_trajectory_query* query);

}  // namespace navnet::c
