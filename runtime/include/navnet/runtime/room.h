// SPDX-License-Identifier: Apache-2.0
#pragma once
// Convex rooms along a path: what trajectories and exact paths stay inside of.

#include <navnet/core/geometry.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// All points p with Dot(normal, p) <= offset_m, in world space.
struct HalfSpace {
  Vec3 normal;          ///< Of length 1; points out of the half-space.
  double offset_m = 0;  ///< Signed distance of the border from the world's origin, along the normal.

  /// Signed distance of a point to the border: negative inside.
  constexpr double DistanceTo(Vec3 p) const { return Dot(normal, p) - offset_m; }
};

/// A sequence of convex rooms, each the intersection of half-spaces: closed, bounded and free for the agent's centre,
/// so that every point of a room keeps the agent's radius from the world. Consecutive rooms intersect: their
/// intersection is the portal between them (rooms of RoomMaker may miss each other by rounding, see there). The path
/// that the rooms were made for runs through them in order. Flat arrays: a room is a range of `planes`.
struct RoomCorridor {
  std::vector<HalfSpace> planes;            ///< Of all rooms, room by room.
  std::vector<uint32_t> first_plane = {0};  ///< Per room the index of its first plane; then the number of planes.

  /// Number of rooms.
  size_t size() const { return first_plane.size() - 1; }
  /// Whether there is no room.
  bool empty() const { return size() == 0; }
  /// The planes of a room. Requires: room < size().
  std::span<const HalfSpace> PlanesOf(size_t room) const {
    return std::span(planes).subspan(first_plane[room], first_plane[room + 1] - first_plane[room]);
  }
  /// Whether a point is in a room or at most `tolerance_m` beyond any of its planes. Requires: room < size().
  bool Contains(size_t room, Vec3 p, double tolerance_m = 0) const {
    for (const HalfSpace& plane : PlanesOf(room)) {
      if (plane.DistanceTo(p) > tolerance_m) return false;
    }
    return true;
  }
  /// Appends a room.
  void Append(std::span<const HalfSpace> room) {
    planes.insert(planes.end(), room.begin(), room.end());
    first_plane.push_back(uint32_t(planes.size()));
  }
  /// Removes the last room. Requires: there is one.
  void RemoveLast() {
    first_plane.pop_back();
    planes.resize(first_plane.back());
  }
  /// Removes all rooms and keeps the memory.
  void Clear() {
    planes.clear();
    first_plane.assign(1, 0);
  }
};

/// A path may be this far outside its rooms, because way points are rounded: by 1e-6 voxels, for rooms made from boxes
/// of a net. In metres.
inline constexpr double kRoomTolerance_m = 1e-5;

/// Makes single rooms in the world of now: TriangleRoomSource in navnet/rooms, BoxRoomSource in
/// box_rooms.h. Serves one thread at a
/// time; allocates nothing once warmed up.
class RoomSource {
 public:
  virtual ~RoomSource() = default;
  /// Appends a convex room that contains the segment from a to b, up to kRoomTolerance_m. False, without one, if some
  /// point of the segment is not free, or if no single room that this source makes reaches from a to b.
  virtual bool AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) = 0;
};

/// Whether every point of the segment from a to b is in some room, or at most kRoomTolerance_m outside: such a segment
/// keeps the radius that the rooms were made for. Cost: rooms times planes, at most once for each room passed.
bool AreRoomsAlong(const RoomCorridor& rooms, Vec3 a, Vec3 b);

}  // namespace navnet
