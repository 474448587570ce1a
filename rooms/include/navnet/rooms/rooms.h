// SPDX-License-Identifier: Apache-2.0
#pragma once
// Convex rooms around a flight, made from the triangles of the world: few and large, because they fit walls of any
// direction. Every point of every room keeps the agent's radius from every triangle. The taut path in them is shorter
// than voxels allow.
//
//   Result<RoomMaker> maker = RoomMaker::Make(world.mesh());
//   FlightPath path = navigator.Find(query);
//   Rooms rooms = maker->Find(navigator, query, path.points);
//   if (rooms.status == RoomStatus::Complete) Fly(rooms.path, rooms.corridor);
//
// In a frame loop, keep a RoomContext for each thread and a Rooms to reuse: a call with both warmed up allocates
// nothing.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/room.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// What rooms keep clear of, and how far they extend. The path may be kRoomTolerance_m nearer to a triangle than the
/// radius; then it lies outside its room by so much, and so does an end of Rooms::path. Where it is as far beyond a
/// wall, a limit of the height or the face of a region, rooms end at the path instead. Besides, rooms are 2e-9 metres
/// smaller than the space with that clearance; near coordinates beyond 1e5 metres more, by their rounding.
struct RoomOptions {
  /// Every point of a room keeps this distance from every triangle, less no more than rounding. Range: 0 to 1e12.
  double radius_m = 0;
  /// Rooms extend at most this far beyond the bounding box of the segment of the path that they are made for. Larger
  /// rooms leave more freedom and take longer. 0: the length of the segment plus 16 radii. Range: 0 to 1e12.
  double reach_m = 0;
  /// Half-spaces that contain every room, such as the faces of a net's bounds. Must live as long as the call.
  std::span<const HalfSpace> walls = {};
  /// Rooms stay outside forbidden boxes, and outside boxes of any factor above 1 that the path's segment does not
  /// enter. Rooms keep no distance from boxes: their borders may touch. Must live as long as the call.
  std::span<const CostRegion> regions = {};
  /// Limits of every room's height, in metres along `up`. Range: any, also infinite; floor_m <= ceiling_m.
  double floor_m = -std::numeric_limits<double>::infinity();
  double ceiling_m = std::numeric_limits<double>::infinity();  ///< See floor_m.
  UpAxis up = UpAxis::Z;                                       ///< The world's.
  /// Where no room made from triangles contains a segment, rooms are boxes of this navigator's net: where the path
  /// touches a triangle, which is possible for radius 0 alone, and where it runs between triangles at the radius from
  /// both sides, as in a slit as wide as the agent. Of the regions, boxes keep outside forbidden ones alone. Null: such
  /// a path is Blocked. Must live as long as the call.
  const Navigator* navigator = nullptr;
  bool pull = true;  ///< Whether to compute Rooms::path.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const RoomOptions& options);

/// Outcome of making rooms.
enum class RoomStatus : uint8_t {
  Complete,      ///< There are rooms all along the path.
  Blocked,       ///< Some segment of the path is nearer to a triangle than the radius, enters a forbidden box, or
                 ///< leaves the walls or the heights; Rooms::blocked_segment is the first.
  InvalidQuery,  ///< A number of the options is out of range, or the path has no points or one that is not finite.
};

/// Lower-case name with underscores: complete, blocked, invalid_query.
const char* ToString(RoomStatus status);

/// Rooms along a path.
struct Rooms {
  RoomStatus status = RoomStatus::InvalidQuery;  ///< How the call ended; the rest is empty unless it is Complete.
  /// The rooms. The path that they were made for runs through them in order, up to kRoomTolerance_m outside. Where it
  /// touches triangles at the radius, a room may end that little before the next one begins.
  RoomCorridor corridor;
  /// The taut path: from the given path's start to its goal, one point at most in each portal. Every segment lies in a
  /// room, so it keeps the radius from every triangle. Never longer than the given path. Where two rooms do not meet,
  /// it passes the given path's point between them.
  std::vector<Vec3> path;
  double length_m = 0;         ///< Of `path`.
  double lower_bound_m = 0;    ///< No path through these rooms, in this order, is shorter (as far as they meet).
  size_t blocked_segment = 0;  ///< If Blocked: the first segment of the given path without a room.
  double grow_us = 0;          ///< Time taken to make the rooms.
  double pull_us = 0;          ///< Time taken to pull the path tight.
};

/// Reusable scratch memory of room makers: one per thread, used by one call at a time.
class RoomContext {
 public:
  RoomContext();
  ~RoomContext();
  RoomContext(RoomContext&&) noexcept;
  RoomContext& operator=(RoomContext&&) noexcept;

 private:
  friend class RoomMaker;
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

/// Makes rooms among a set of triangles. Immutable: any number of threads may ask at once, each with a context of its
/// own. Copies share everything. Takes about 100 bytes per triangle. Answers do not depend on the order of triangles or
/// of their corners, nor on the number of threads.
class RoomMaker {
 public:
  /// Copies the triangles and builds a tree over them in O(n log n). No triangles: nothing limits rooms but the
  /// options. Fails for an index out of range and for a coordinate that is not finite or beyond 1e12. `threads`: 0: all
  /// hardware threads.
  static Result<RoomMaker> Make(MeshView mesh, int threads = 0);
  /// The same from the triangles that a net stores. Fails if it stores none (BakeOptions::with_world).
  static Result<RoomMaker> Make(const Net& net, int threads = 0);
  /// The triangles of several makers together, which are shared, not copied: for worlds of which parts change. Rooms
  /// are those of a maker of all triangles at once, to the bit. Fails for more than 65536 parts. Takes time linear in
  /// their number, as does each room.
  static Result<RoomMaker> Joined(std::span<const RoomMaker> makers);

  /// Sets `rooms` to rooms along a path without jumps (of a path through gates, give the parts between them). Takes 10
  /// to 100 microseconds a room.
  ///
  /// For each segment of the path that is in no room yet, triangles are taken nearest first; the plane between the
  /// nearest points of segment and triangle, moved towards the segment by the radius, becomes a border of the room, and
  /// all triangles beyond it are done. Planes that do not touch the room are dropped.
  void Find(std::span<const Vec3> points, const RoomOptions& options, RoomContext& context, Rooms& rooms) const;

  /// The same with the radius and the rules of a query, within the bounds of a navigator's net, and with its boxes
  /// where the path touches triangles (RoomOptions::navigator).
  void Find(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points, RoomContext& context,
            Rooms& rooms) const;
  /// Uses a context of the calling thread and allocates new rooms.
  Rooms Find(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points) const;

  /// Number of triangles.
  size_t size() const;

 private:
  struct Data;
  explicit RoomMaker(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// Rooms around segments from triangles.
class TriangleRoomSource : public RoomSource {
 public:
  /// The maker, and all that the options refer to, must live as long as this.
  TriangleRoomSource(const RoomMaker& maker, const RoomOptions& options);
  bool AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) override;

 private:
  const RoomMaker* maker_;
  RoomOptions options_;
  RoomContext context_;
  Rooms rooms_;
};

/// The faces of a net's bounds as half-spaces, along the axes of its grid.
std::array<HalfSpace, 6> WallsOf(const NetInfo& info);

/// The surface of a convex room or portal, for drawing.
struct RoomShape {
  std::vector<HalfSpace> planes;  ///< One for each face: those that touch the room.
  std::vector<Vec3> corners;      ///< Of all faces, face by face, in order around each; shared corners repeat.
  std::vector<uint32_t> first_corner = {0};  ///< Per face the index of its first corner; then the number of corners.
};

/// The surface of the intersection of half-spaces; no faces if it is empty or unbounded. Corners are exact to about
/// 1e-12 of its size, less at very sharp edges.
RoomShape ShapeOf(std::span<const HalfSpace> planes);
/// The surface of the portal between a room and the next. Requires: room + 1 < corridor.size().
RoomShape PortalShapeOf(const RoomCorridor& corridor, size_t room);

}  // namespace navnet
