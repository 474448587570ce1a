// SPDX-License-Identifier: Apache-2.0
#pragma once
// The objects behind the handles of rooms and trajectories.

#include <navnet/core/range.h>
#include <navnet/navnet.h>
#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/yaw.h>

#include "call.h"
#include "handle_table.h"

#include <span>
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

struct YawObject : HandleObject {
  using Handle = navnet_yaw;
  static constexpr HandleKind kKind = HandleKind::Yaw;

  YawProfile profile;
};

/// Times of trajectories that are asked for.
inline constexpr Range kTrajectoryTime_s = {-1e12, 1e12};

/// Times of samples. Fails the call if one is not a number.
std::span<const double> TimesOf(Call& call, const double* times_s, size_t count);

}  // namespace navnet::c
