// SPDX-License-Identifier: Apache-2.0
// Rooms along flights.
#include <navnet/core/mesh.h>
#include <navnet/runtime/box_rooms.h>

#include "convert.h"
#include "objects.h"
#include "paths.h"
#include "room_objects.h"

#include <algorithm>
#include <vector>

using namespace navnet;
using namespace navnet::c;

namespace {

navnet_rooms_info InfoOf(const Rooms& rooms) {
  navnet_rooms_info out = {};
  out.status = navnet_room_status(rooms.status);
  out.room_count = rooms.corridor.size();
  out.plane_count = rooms.corridor.planes.size();
  out.point_count = rooms.path.size();
  out.blocked_segment = rooms.blocked_segment;
  out.length_m = rooms.length_m;
  out.lower_bound_m = rooms.lower_bound_m;
  out.grow_us = rooms.grow_us;
  out.pull_us = rooms.pull_us;
  return out;
}

void Clear(Rooms& rooms) {
  rooms.status = RoomStatus::InvalidQuery;
  rooms.corridor.Clear();
  rooms.path.clear();
  rooms.length_m = rooms.lower_bound_m = rooms.grow_us = rooms.pull_us = 0;
  rooms.blocked_segment = 0;
}

// Fills rooms by `make`; they are empty if it throws.
template <class Make>
void MakeRooms(Rooms& rooms, navnet_rooms_info* info, const Make& make) {
  try {
    make(rooms);
  } catch (...) {
    Clear(rooms);
    throw;
  }
  if (info) *info = InfoOf(rooms);
}

void NeedRoomsInfo(Call& call, const navnet_rooms_info* info, size_t info_bytes) {
  if (info) call.NeedBytes(info_bytes, sizeof *info, "navnet_rooms_info");
}

// Sets the rooms to boxes of the net, without a taut path.
void MakeBoxRooms(const Navigator& navigator, const FlightQuery& query, std::span<const Vec3> points,
                  QueryContext& context, Rooms& rooms) {
  Clear(rooms);
  if (points.empty() || !std::ranges::all_of(points, IsFinite) || !Validate(query).ok()) return;
  const bool made = BoxRoomsOf(navigator, query, points, context, rooms.corridor);
  rooms.status = made ? RoomStatus::Complete : RoomStatus::Blocked;
}

}  // namespace

navnet_status navnet_room_maker_create(const navnet_vec3* vertices, size_t vertex_count, const uint32_t* indices,
                                       size_t triangle_count, int32_t threads, navnet_room_maker* maker) {
  return Guard(__func__, [&](Call& call) {
    call.NeedArray(vertices, vertex_count, "vertices");
    call.NeedArray(indices, triangle_count, "indices");
    call.NeedThreads(threads);
    call.NeedPointer(maker, "maker");
    if (!call.ok()) return;
    const std::span triangles(reinterpret_cast<const Triangle*>(indices), triangle_count);
    Result<RoomMaker> made = RoomMaker::Make({ViewOf<Vec3>(vertices, vertex_count), triangles}, threads);
    if (call.Check(made)) call.Give<RoomMakerObject>(maker, std::move(*made));
  });
}

navnet_status navnet_room_maker_create_from_net(navnet_net net, int32_t threads, navnet_room_maker* maker) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedThreads(threads);
    call.NeedPointer(maker, "maker");
    if (!call.ok()) return;
    Result<RoomMaker> made = RoomMaker::Make(held->net, threads);
    if (call.Check(made)) call.Give<RoomMakerObject>(maker, std::move(*made));
  });
}

navnet_status navnet_room_maker_join(const navnet_room_maker* makers, size_t count, navnet_room_maker* maker) {
  return Guard(__func__, [&](Call& call) {
    call.NeedArray(makers, count, "makers");
    call.NeedPointer(maker, "maker");
    std::vector<RoomMaker> parts;
    for (size_t i = 0; call.ok() && i < count; ++i) {
      if (const auto part = call.Use<RoomMakerObject>(makers[i], "makers")) parts.push_back(part->maker);
    }
    if (!call.ok()) return;
    Result<RoomMaker> made = RoomMaker::Joined(parts);
    if (call.Check(made)) call.Give<RoomMakerObject>(maker, std::move(*made));
  });
}

navnet_status navnet_room_maker_destroy(navnet_room_maker maker) {
  return DestroyHandle<RoomMakerObject>(__func__, maker);
}

navnet_status navnet_rooms_create(navnet_rooms* rooms) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(rooms, "rooms");
    if (call.ok()) call.Give<RoomsObject>(rooms);
  });
}

navnet_status navnet_rooms_destroy(navnet_rooms rooms) { return DestroyHandle<RoomsObject>(__func__, rooms); }

navnet_status navnet_room_maker_find(navnet_room_maker maker, navnet_navigator navigator,
                                     const navnet_flight_query* query, const navnet_vec3* points, size_t point_count,
                                     navnet_rooms rooms, navnet_rooms_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<RoomMakerObject>(maker, "maker");
    const auto in = call.Use<NavigatorObject>(navigator, "navigator");
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    call.NeedArray(points, point_count, "points");
    NeedRoomsInfo(call, info, info_bytes);
    const auto answer = call.Write<RoomsObject>(rooms, "rooms");
    if (!call.ok()) return;
    MakeRooms(answer->rooms, info, [&](Rooms& made) {
      held->maker.Find(in->navigator, asked.query, ViewOf<Vec3>(points, point_count), answer->context, made);
    });
  });
}

navnet_status navnet_navigator_find_box_rooms(navnet_navigator navigator, const navnet_flight_query* query,
                                              const navnet_vec3* points, size_t point_count, navnet_context context,
                                              navnet_rooms rooms, navnet_rooms_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto in = call.Use<NavigatorObject>(navigator, "navigator");
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    call.NeedArray(points, point_count, "points");
    NeedRoomsInfo(call, info, info_bytes);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<RoomsObject>(rooms, "rooms");
    if (!call.ok()) return;
    MakeRooms(answer->rooms, info, [&](Rooms& made) {
      MakeBoxRooms(in->navigator, asked.query, ViewOf<Vec3>(points, point_count), scratch->context, made);
    });
  });
}

navnet_status navnet_rooms_get_info(navnet_rooms rooms, navnet_rooms_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<RoomsObject>(rooms, "rooms");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_rooms_info");
    if (call.ok()) *info = InfoOf(held->rooms);
  });
}

navnet_status navnet_rooms_copy_planes(navnet_rooms rooms, navnet_half_space* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<RoomsObject>(rooms, "rooms");
    if (call.ok()) CopyAll(call, std::span(std::as_const(held->rooms.corridor.planes)), out, capacity, required);
  });
}

navnet_status navnet_rooms_copy_first_planes(navnet_rooms rooms, uint32_t* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<RoomsObject>(rooms, "rooms");
    if (call.ok()) CopyAll(call, std::span(std::as_const(held->rooms.corridor.first_plane)), out, capacity, required);
  });
}

navnet_status navnet_rooms_copy_points(navnet_rooms rooms, navnet_vec3* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<RoomsObject>(rooms, "rooms");
    if (call.ok()) CopyAll(call, std::span(std::as_const(held->rooms.path)), out, capacity, required);
  });
}
