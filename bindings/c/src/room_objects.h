// SPDX-License-Identifier: Apache-2.0
#pragma once
// The objects behind the handles of rooms and trajectories.

#include <navnet/navnet.h>
#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/plan.h>

#include "handle_table.h"

#include <utility>

namespace navnet::c {

struct RoomMakerObject : HandleObject {
  using Handle = navnet_room_maker;
  static constexpr HandleKind kKind = HandleKind::RoomMaker;
  explicit RoomMakerObject(RoomMaker m) : maker(std::move(m)) {}

  const RoomMaker maker;
};

struct RoomsObject : HandleObject {
  using Handle = navnet_rooms;
  static constexpr HandleKind kKind = HandleKind::Rooms;

  Rooms rooms;
  RoomContext context;
};

struct TrajectoryObject : HandleObject {
  using Handle = navnet_trajectory;
  static constexpr HandleKind kKind = HandleKind::Trajectory;

  PlannedTrajectory planned;
  UpAxis up = UpAxis::Z;  ///< Of the query.
  TrajectoryContext context;
};

}  // namespace navnet::c
