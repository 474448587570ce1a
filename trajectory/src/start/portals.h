// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a trajectory changes from one room of its corridor to the next.

#include <navnet/runtime/room.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A point of the intersection of two rooms.
struct PortalPoint {
  Vec3 p;
  double depth_m = 0;    ///< How far it is inside both rooms; may be 0, or slightly below where rooms touch.
  bool is_thin = false;  ///< The intersection has no room for curves: a trajectory stops at the point.
  uint32_t to = 0;       ///< The room behind it. The room before it is that behind the portal before, or the first.
};

/// Sets one point for each pair of consecutive rooms: near where the path changes from one to the other, but deep
/// inside, at most `reach_m` away along each axis. In a thin intersection, the path's own point. Requires: at least one
/// point and one room.
void PlacePortals(std::span<const Vec3> points, const RoomCorridor& rooms, double reach_m, double tolerance_m,
                  std::vector<PortalPoint>& portals);

/// The point of a pair of rooms near a point of the path: as above. Its `to` is 0.
PortalPoint PortalNear(std::span<const HalfSpace> room, std::span<const HalfSpace> next, Vec3 near, double reach_m,
                       double tolerance_m);

/// Leaves out rooms of which a trajectory needs no piece: where the rooms before and behind one share a stop, or where
/// the way through it is at most `short_m` long and those two overlap nearly as much as each of them does with it. So a
/// bend that several rooms share is passed at one knot, not in several pieces without length. `first`: the room before
/// the first portal.
void MergePortals(const RoomCorridor& rooms, uint32_t first, double reach_m, double short_m, double tolerance_m,
                  std::vector<PortalPoint>& portals);

/// How far a point is inside a room; negative outside.
double DepthIn(std::span<const HalfSpace> room, Vec3 p);

}  // namespace navnet
