// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rooms around a flight from the net alone: boxes, for every net and every live world.
//
//   FlightPath path = navigator.Find(query);
//   RoomCorridor rooms;
//   if (BoxRoomsOf(navigator, query, path.points, context, rooms)) Fly(path.points, rooms);
//
// Rooms from the triangles (navnet/rooms) are fewer and larger.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/room.h>

#include <span>

namespace navnet {

/// Sets `rooms` to boxes that contain a path in order: NavVolumes of the agent's level, each followed along the path as
/// far as it reaches. Where two consecutive volumes only touch, a bridge is between them: the rectangle that they
/// share, extended through both, so that rooms overlap with interior. (Volumes that share no more than an edge have no
/// bridge; their rooms share that edge.)
///
/// Of the query, `radius_m`, `floor_m`, `ceiling_m` and the forbidden boxes of `regions` count. A room where a
/// forbidden box stands is cut by planes, and is made for a straight piece of the path; its corners may be oblique.
/// Other regions do not limit rooms.
///
/// Paths are rounded: they may run 1e-6 voxels outside the volumes, as free points may (see Navigator). A room is
/// extended by so much where the path enters or leaves it beyond a border, so two consecutive rooms always share that
/// point of the path. Returns false, with no rooms, when some point of the path is not free or breaks the query's
/// rules, when there is no point, or when a number of the query is out of range. Takes about a microsecond a room;
/// nothing is allocated once `context` and `rooms` are warmed up. Thread safe; the context serves one call at a time.
/// Of a path with jumps (FlightPath::jumps), give each stretch between two jumps by itself.
bool BoxRoomsOf(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points,
                QueryContext& context, RoomCorridor& rooms);

/// Rooms around segments from the net alone: NavVolumes.
class BoxRoomSource : public RoomSource {
 public:
  /// The navigator, and the query's regions, must live as long as this. Of the query, the same numbers count as above.
  BoxRoomSource(const Navigator& navigator, const FlightQuery& query) : navigator_(&navigator), query_(query) {}
  bool AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) override;

 private:
  const Navigator* navigator_;
  FlightQuery query_;
  QueryContext context_;
  RoomCorridor rooms_;
};

}  // namespace navnet
