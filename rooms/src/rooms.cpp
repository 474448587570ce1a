// SPDX-License-Identifier: Apache-2.0
#include <navnet/rooms/rooms.h>

#include <navnet/core/range.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/net/net_world.h>
#include <navnet/runtime/box_rooms.h>

#include "room_growth.h"
#include "room_shape.h"
#include "taut_rooms.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

constexpr double kLargestCoordinate = 1e12;
// How far a segment may be outside the last room and still need none of its own: about the rounding of way points. With
// kRoomTolerance_m, the goal of a path could be that far outside its room although a room of its own contains it.
constexpr double kSameRoom_m = 1e-6;
constexpr size_t kMostTriangles = (size_t{1} << 31) - 1;

bool IsWithinLimits(Vec3 p) {
  // Comparisons with NaN are false.
  return std::abs(p.x) <= kLargestCoordinate && std::abs(p.y) <= kLargestCoordinate &&
         std::abs(p.z) <= kLargestCoordinate;
}

double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

// Where the segment from a point in a room leaves it, as far outside as paths may be; its end when it does not.
Vec3 ExitFrom(std::span<const HalfSpace> room, Vec3 from, Vec3 to) {
  double exit = 1;
  for (const HalfSpace& plane : room) {
    const double slope = Dot(plane.normal, to - from);
    if (slope > 0) exit = std::min(exit, std::max(0.0, (kRoomTolerance_m - plane.DistanceTo(from)) / slope));
  }
  return from + (to - from) * exit;
}

// Orders the corners of each triangle, so that answers do not depend on how a file lists them.
void SortCorners(TriangleMesh& mesh) {
  for (Triangle& triangle : mesh.triangles) {
    std::sort(triangle.begin(), triangle.end(), [&](uint32_t i, uint32_t j) {
      const Vec3 &p = mesh.vertices[i], &q = mesh.vertices[j];
      return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
    });
  }
}

// Puts the triangles into an order, and the vertices into that of their first use; unused ones are dropped.
void Reorder(TriangleMesh& mesh, std::span<const uint32_t> order) {
  constexpr uint32_t kNone = UINT32_MAX;
  TriangleMesh out;
  out.triangles.reserve(order.size());
  std::vector<uint32_t> number(mesh.vertices.size(), kNone);
  for (const uint32_t old : order) {
    Triangle triangle = mesh.triangles[old];
    for (uint32_t& corner : triangle) {
      if (number[corner] == kNone) {
        number[corner] = uint32_t(out.vertices.size());
        out.vertices.push_back(mesh.vertices[corner]);
      }
      corner = number[corner];
    }
    out.triangles.push_back(triangle);
  }
  mesh = std::move(out);
}

}  // namespace

struct RoomMaker::Data {
  JoinedTriangles parts;
  double largest = 0;  ///< Largest absolute coordinate of a triangle.
};

struct RoomContext::Scratch {
  RoomGrowth growth;
  TautRooms taut;
  QueryContext query;
  RoomCorridor boxes;         ///< Rooms of a segment that no room made from triangles contains.
  Polytope box;               ///< One of them.
  std::vector<Box3> bounds;   ///< Of the rooms.
  std::vector<Vec3> entries;  ///< Where the path enters each room.
};

RoomContext::RoomContext() : scratch_(std::make_unique<Scratch>()) {}
RoomContext::~RoomContext() = default;
RoomContext::RoomContext(RoomContext&&) noexcept = default;
RoomContext& RoomContext::operator=(RoomContext&&) noexcept = default;

const char* ToString(RoomStatus status) {
  switch (status) {
    case RoomStatus::Complete: return "complete";
    case RoomStatus::Blocked: return "blocked";
    case RoomStatus::InvalidQuery: return "invalid_query";
  }
  return "unknown";
}

Status Validate(const RoomOptions& options) {
  // Radius, regions and heights have the ranges of queries.
  const Status rules = Validate(FlightQuery{.start = {},
                                            .goal = {},
                                            .radius_m = options.radius_m,
                                            .regions = options.regions,
                                            .floor_m = options.floor_m,
                                            .ceiling_m = options.ceiling_m});
  return rules ? RangeCheck().Number("reach_m", options.reach_m, ranges::kLength_m).status() : rules;
}

Result<RoomMaker> RoomMaker::Make(MeshView mesh, int threads) {
  try {
    if (!mesh.triangles.empty()) {
      if (Status valid = Validate(mesh); !valid) return valid.error();
    }
    if (mesh.triangles.size() > kMostTriangles) return Error{ErrorCode::TooLarge, "rooms: more than 2^31 triangles"};
    auto part = std::make_shared<RoomTriangles>();
    part->mesh.vertices.assign(mesh.vertices.begin(), mesh.vertices.end());
    part->mesh.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
    SortCorners(part->mesh);
    std::vector<Box3> boxes(mesh.triangles.size());
    for (size_t i = 0; i < boxes.size(); ++i) {
      boxes[i] = part->BoxOf(uint32_t(i));
      const Vec3 far = Max(boxes[i].max, boxes[i].min * -1.0);
      part->largest = std::max({part->largest, far.x, far.y, far.z});
    }
    part->tree = BoxTree(std::move(boxes), threads);
    Reorder(part->mesh, part->tree.Renumber());
    auto data = std::make_shared<Data>();
    data->largest = part->largest;
    data->parts.push_back(std::move(part));
    return RoomMaker(std::move(data));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "rooms: out of memory while indexing triangles"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, std::string("rooms: indexing triangles failed: ") + e.what()};
  }
}

Result<RoomMaker> RoomMaker::Make(const Net& net, int threads) {
  try {
    const std::optional<TriangleMesh> mesh = TrianglesOf(net);
    if (mesh) return Make(*mesh, threads);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "rooms: out of memory while reading the net's triangles"};
  }
  return Error{
      ErrorCode::InvalidArgument,
      "rooms: the net stores no triangles; bake it with BakeOptions::with_world (navnet bake --with-world), or "
      "give the world's"};
}

Result<RoomMaker> RoomMaker::Joined(std::span<const RoomMaker> makers) {
  auto data = std::make_shared<Data>();
  for (const RoomMaker& maker : makers) {
    data->parts.insert(data->parts.end(), maker.data_->parts.begin(), maker.data_->parts.end());
    data->largest = std::max(data->largest, maker.data_->largest);
  }
  if (data->parts.size() <= BoxTree::kMostTrees) return RoomMaker(std::move(data));
  return Error{ErrorCode::TooLarge, "rooms: " + std::to_string(data->parts.size()) +
                                        " sets of triangles to join; expected at most 65536, join meshes instead"};
}

void RoomMaker::Find(std::span<const Vec3> points, const RoomOptions& options, RoomContext& context,
                     Rooms& rooms) const {
  RoomContext::Scratch& s = *context.scratch_;
  Stopwatch clock;
  rooms.status = RoomStatus::InvalidQuery;
  rooms.corridor.Clear();
  rooms.path.clear();
  rooms.length_m = rooms.lower_bound_m = rooms.grow_us = rooms.pull_us = 0;
  rooms.blocked_segment = 0;
  s.bounds.clear();
  s.entries.clear();
  if (!Validate(options) || points.empty() || !std::all_of(points.begin(), points.end(), IsWithinLimits)) return;

  for (size_t i = 0; i < std::max<size_t>(points.size() - 1, 1); ++i) {
    const Vec3 a = points[i], b = points[std::min(i + 1, points.size() - 1)];
    const size_t count = rooms.corridor.size();
    if (count > 0 && rooms.corridor.Contains(count - 1, a, kSameRoom_m) &&
        rooms.corridor.Contains(count - 1, b, kSameRoom_m)) {
      continue;
    }
    const Growth grown = s.growth.Grow(data_->parts, data_->largest, options, a, b);
    if (grown == Growth::Done) {
      const Polytope& room = s.growth.room();
      for (size_t face = 0; face < room.face_count(); ++face) rooms.corridor.planes.push_back(room.PlaneOf(face));
      rooms.corridor.first_plane.push_back(uint32_t(rooms.corridor.planes.size()));
      s.bounds.push_back(room.bounds());
      s.entries.push_back(a);
      continue;
    }
    const FlightQuery rules{.start = a,
                            .goal = b,
                            .radius_m = options.radius_m,
                            .regions = options.regions,
                            .floor_m = options.floor_m,
                            .ceiling_m = options.ceiling_m};
    const Vec3 ends[] = {a, b};
    if (grown == Growth::Blocked || !options.navigator ||
        !BoxRoomsOf(*options.navigator, rules, ends, s.query, s.boxes)) {
      rooms.status = RoomStatus::Blocked;
      rooms.blocked_segment = i;
      rooms.corridor.Clear();
      return;
    }
    Vec3 entry = a;
    for (size_t box = 0; box < s.boxes.size(); ++box) {
      rooms.corridor.Append(s.boxes.PlanesOf(box));
      BeginAs(s.box, s.boxes.PlanesOf(box));
      s.bounds.push_back(s.box.bounds());
      s.entries.push_back(entry);
      entry = ExitFrom(s.boxes.PlanesOf(box), entry, b);
    }
  }
  rooms.status = RoomStatus::Complete;
  rooms.grow_us = 1e6 * clock.Lap();
  if (!options.pull) return;

  s.taut.Pull(rooms.corridor, s.bounds, s.entries, points.back());
  const double given = LengthOf(points);
  const bool is_shorter = s.taut.length() < given;
  const std::span<const Vec3> path = is_shorter ? s.taut.points() : points;
  rooms.path.assign(path.begin(), path.end());
  rooms.length_m = is_shorter ? s.taut.length() : given;
  rooms.lower_bound_m = std::min(s.taut.lower_bound(), rooms.length_m);
  rooms.pull_us = 1e6 * clock.Lap();
}

void RoomMaker::Find(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points,
                     RoomContext& context, Rooms& rooms) const {
  const std::array<HalfSpace, 6> walls = WallsOf(navigator.info());
  Find(points,
       {.radius_m = query.radius_m,
        .walls = walls,
        .regions = query.regions,
        .floor_m = query.floor_m,
        .ceiling_m = query.ceiling_m,
        .up = navigator.info().up,
        .navigator = &navigator},
       context, rooms);
}

Rooms RoomMaker::Find(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points) const {
  thread_local RoomContext context;
  Rooms rooms;
  Find(navigator, query, points, context, rooms);
  return rooms;
}

size_t RoomMaker::size() const {
  size_t count = 0;
  for (const auto& part : data_->parts) count += part->mesh.triangles.size();
  return count;
}

TriangleRoomSource::TriangleRoomSource(const RoomMaker& maker, const RoomOptions& options)
    : maker_(&maker), options_(options) {
  options_.pull = false;
}

bool TriangleRoomSource::AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) {
  const Vec3 ends[] = {a, b};
  maker_->Find(ends, options_, context_, rooms_);
  if (rooms_.status != RoomStatus::Complete || rooms_.corridor.size() != 1) return false;
  rooms.Append(rooms_.corridor.planes);
  return true;
}

std::array<HalfSpace, 6> WallsOf(const NetInfo& info) {
  std::array<HalfSpace, 6> walls;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 along;
    along[axis] = 1;
    const Vec3 normal = info.frame.turn.ToWorld(along);
    walls[size_t(2 * axis)] = {normal, Dot(normal, info.frame.CornerWorld(info.bounds.hi))};
    walls[size_t(2 * axis + 1)] = {normal * -1, -Dot(normal, info.frame.CornerWorld(info.bounds.lo))};
  }
  return walls;
}

}  // namespace navnet
