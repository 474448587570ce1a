// SPDX-License-Identifier: Apache-2.0
// Changes of the world, and the check and repair of paths.
#include <navnet/runtime/repair.h>

#include "convert.h"
#include "objects.h"
#include "paths.h"
#include "room_objects.h"

using namespace navnet;
using namespace navnet::c;

namespace {

void TakeBoxes(Call& call, const navnet_box* boxes, size_t count, const char* name, std::vector<Box3>& out,
               Box3& around) {
  call.NeedArray(boxes, count, name);
  for (size_t i = 0; call.ok() && i < count; ++i) {
    const Box3 box = In(boxes[i]);
    if (!IsFinite(box.min) || !IsFinite(box.max) || box.IsEmpty()) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT,
                std::string(name) + "[" + std::to_string(i) + "]: the box is empty or not finite");
      return;
    }
    out.push_back(box);
    around.Extend(box);
  }
}

/// The change of a handle that may be null.
Held<ChangeObject> ChangeOf(Call& call, navnet_change change) {
  return change.id == 0 ? Held<ChangeObject>() : call.Use<ChangeObject>(change, "change");
}

navnet_path_check CheckOut(const PathCheck& found) {
  return {navnet_path_validity(found.state), 0, c::Out(found.first_broken), c::Out(found.last_broken),
          found.segments_looked_at};
}

const WorldChange* PointerTo(const Held<ChangeObject>& change) { return change ? &change->change : nullptr; }

}  // namespace

navnet_status navnet_change_create(uint64_t version, const navnet_box* blocked, size_t blocked_count,
                                   const navnet_box* freed, size_t freed_count, navnet_change* change) {
  return Guard(__func__, [&](Call& call) {
    WorldChange made;
    made.version = version;
    TakeBoxes(call, blocked, blocked_count, "blocked", made.blocked, made.box);
    TakeBoxes(call, freed, freed_count, "freed", made.freed, made.box);
    call.NeedPointer(change, "change");
    if (call.ok()) call.Give<ChangeObject>(change, std::move(made));
  });
}

navnet_status navnet_change_destroy(navnet_change change) { return DestroyHandle<ChangeObject>(__func__, change); }

navnet_status navnet_change_get_info(navnet_change change, navnet_change_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_change_info");
    if (!call.ok()) return;
    const WorldChange& of = held->change;
    *info = {of.version, of.blocked.size(), of.freed.size(), of.closed_gates.size(), of.opened_gates.size(),
             Out(of.box)};
  });
}

navnet_status navnet_change_copy_blocked(navnet_change change, navnet_box* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    if (call.ok()) CopyAll(call, std::span(held->change.blocked), out, capacity, required);
  });
}

navnet_status navnet_change_copy_freed(navnet_change change, navnet_box* out, size_t capacity, size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    if (call.ok()) CopyAll(call, std::span(held->change.freed), out, capacity, required);
  });
}

navnet_status navnet_change_copy_closed_gates(navnet_change change, navnet_gate* out, size_t capacity,
                                              size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    if (call.ok()) CopyAll(call, std::span(held->change.closed_gates), out, capacity, required);
  });
}

navnet_status navnet_change_copy_opened_gates(navnet_change change, navnet_gate* out, size_t capacity,
                                              size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    if (call.ok()) CopyAll(call, std::span(held->change.opened_gates), out, capacity, required);
  });
}

navnet_status navnet_place_on_flight(navnet_path path, navnet_vec3 position, navnet_path_place from,
                                     navnet_path_place* place) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<PathObject>(path, "path");
    call.NeedPointer(place, "place");
    if (const FlightPath* flight = FlightOf(call, held)) {
      *place = Out(PlaceOnPath(flight->points, In(position), In(from), flight->jumps));
    }
  });
}

navnet_status navnet_place_on_path(const navnet_vec3* points, size_t count, navnet_vec3 position,
                                   navnet_path_place from, navnet_path_place* place) {
  return Guard(__func__, [&](Call& call) {
    call.NeedArray(points, count, "points");
    call.NeedPointer(place, "place");
    if (call.ok()) *place = Out(PlaceOnPath(ViewOf<Vec3>(points, count), In(position), In(from)));
  });
}

navnet_status navnet_check_flight(navnet_navigator now, const navnet_vec3* points, size_t count, double radius_m,
                                  navnet_path_place from, navnet_change change, navnet_path_check* check) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    call.NeedArray(points, count, "points");
    const auto changed = ChangeOf(call, change);
    call.NeedPointer(check, "check");
    if (!call.ok()) return;
    const PathCheck found = CheckPath(held->navigator, ViewOf<Vec3>(points, count), radius_m,
                                      {.from = In(from), .change = PointerTo(changed)});
    *check = CheckOut(found);
  });
}

navnet_status navnet_check_flight_in_rooms(navnet_navigator now, const navnet_vec3* points, size_t count,
                                           double radius_m, navnet_path_place from, navnet_change change,
                                           navnet_rooms rooms, navnet_path_check* check) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    call.NeedArray(points, count, "points");
    const auto changed = ChangeOf(call, change);
    const auto around = call.Read<RoomsObject>(rooms, "rooms");
    call.NeedPointer(check, "check");
    if (!call.ok()) return;
    const PathCheck found =
        CheckPath(held->navigator, ViewOf<Vec3>(points, count), radius_m,
                  {.from = In(from), .change = PointerTo(changed), .rooms = &around->rooms.corridor});
    *check = CheckOut(found);
  });
}

navnet_status navnet_check_path(navnet_navigator now, navnet_path path, double radius_m, navnet_path_place from,
                                navnet_change change, const uint32_t* closed_gates, size_t closed_gate_count,
                                navnet_path_check* check) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    const auto asked = call.Read<PathObject>(path, "path");
    const auto changed = ChangeOf(call, change);
    call.NeedArray(closed_gates, closed_gate_count, "closed_gates");
    call.NeedPointer(check, "check");
    const FlightPath* const flight = FlightOf(call, asked);
    if (!flight) return;
    *check = CheckOut(CheckPath(held->navigator, flight->points, radius_m,
                                {.from = In(from),
                                 .change = PointerTo(changed),
                                 .jumps = flight->jumps,
                                 .closed_gates = {closed_gates, closed_gate_count}}));
  });
}

navnet_status navnet_may_be_improved(navnet_change change, navnet_vec3 from, navnet_vec3 to, double length_m,
                                     navnet_bool* improvable) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<ChangeObject>(change, "change");
    call.NeedPointer(improvable, "improvable");
    if (call.ok()) *improvable = MayBeImproved(held->change, In(from), In(to), length_m) ? 1 : 0;
  });
}

navnet_status navnet_is_walk_untouched(navnet_navigator now, const navnet_vec3* points, size_t count, double radius_m,
                                       navnet_change change, navnet_path_place from, navnet_bool* untouched) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    call.NeedArray(points, count, "points");
    const auto changed = call.Use<ChangeObject>(change, "change");
    call.NeedPointer(untouched, "untouched");
    const Walker* const walker = WalkerOf(call, held);
    if (!walker) return;
    *untouched = IsWalkUntouched(*walker, ViewOf<Vec3>(points, count), radius_m, changed->change, In(from)) ? 1 : 0;
  });
}

navnet_status navnet_repair_flight(navnet_navigator now, const navnet_flight_query* query, navnet_path_place from,
                                   navnet_change change, navnet_context context, navnet_path path,
                                   navnet_repair_outcome* done) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    const auto changed = ChangeOf(call, change);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<PathObject>(path, "path");
    if (!call.ok()) return;
    if (answer->kind != NAVNET_PATH_KIND_FLIGHT) {
      // The flight left over from an earlier query is not the path to repair.
      answer->flight.status = PathStatus::OutsideWorld;
      answer->flight.points.clear();
    }
    answer->kind = NAVNET_PATH_KIND_NONE;
    const RepairResult result =
        RepairPath(held->navigator, asked.query, answer->flight, {.from = In(from), .change = PointerTo(changed)},
                   scratch->context, answer->flight);
    answer->kind = NAVNET_PATH_KIND_FLIGHT;
    if (done) *done = navnet_repair_outcome(result.done);
  });
}

navnet_status navnet_repair_walk(navnet_navigator now, const navnet_walk_query* query, navnet_path_place from,
                                 navnet_change change, navnet_context context, navnet_path path,
                                 navnet_repair_outcome* done) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(now, "now");
    const HeldQuery<WalkQuery> asked = QueryOf(call, query);
    const auto changed = ChangeOf(call, change);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<PathObject>(path, "path");
    const Walker* const walker = WalkerOf(call, held);
    if (!walker) return;
    if (answer->kind != NAVNET_PATH_KIND_WALK) {
      answer->walk.status = PathStatus::OutsideWorld;
      answer->walk.points.clear();
    }
    answer->kind = NAVNET_PATH_KIND_NONE;
    const RepairResult result =
        RepairWalk(*walker, asked.query, answer->walk, {.from = In(from), .change = PointerTo(changed)},
                   scratch->context, answer->walk);
    answer->kind = NAVNET_PATH_KIND_WALK;
    if (done) *done = navnet_repair_outcome(result.done);
  });
}
