// SPDX-License-Identifier: Apache-2.0
// Watches of many paths.
#include "convert.h"
#include "objects.h"
#include "paths.h"

#include <cmath>

using namespace navnet;
using namespace navnet::c;

namespace {

WatchId IdOf(navnet_watch_id id) { return {id.slot, id.generation}; }

void FailUnknown(Call& call) {
  call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "id: names no path of this watch; it was removed or never added");
}

}  // namespace

navnet_status navnet_watch_create(double cell_m, navnet_watch* watch) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(watch, "watch");
    if (!(cell_m > 0) || !std::isfinite(cell_m)) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "cell_m: must be finite and above 0; 10 is usual");
    }
    if (call.ok()) call.Give<WatchObject>(watch, cell_m);
  });
}

navnet_status navnet_watch_destroy(navnet_watch watch) { return DestroyHandle<WatchObject>(__func__, watch); }

navnet_status navnet_watch_add(navnet_watch watch, const navnet_vec3* points, size_t count, double radius_m,
                               navnet_watch_id* id) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    call.NeedArray(points, count, "points");
    call.NeedPointer(id, "id");
    if (!call.ok()) return;
    const Result<WatchId> added = held->watch.Add(ViewOf<Vec3>(points, count), radius_m);
    if (call.Check(added)) *id = {added->slot, added->generation};
  });
}

navnet_status navnet_watch_replace(navnet_watch watch, navnet_watch_id id, const navnet_vec3* points, size_t count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    call.NeedArray(points, count, "points");
    if (call.ok()) call.Check(held->watch.Replace(IdOf(id), ViewOf<Vec3>(points, count)));
  });
}

navnet_status navnet_watch_add_path(navnet_watch watch, navnet_path path, double radius_m, navnet_watch_id* id) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    const auto asked = call.Read<PathObject>(path, "path");
    call.NeedPointer(id, "id");
    const FlightPath* const flight = FlightOf(call, asked);
    if (!flight) return;
    const Result<WatchId> added = held->watch.Add(flight->points, radius_m, flight->jumps);
    if (call.Check(added)) *id = {added->slot, added->generation};
  });
}

navnet_status navnet_watch_replace_path(navnet_watch watch, navnet_watch_id id, navnet_path path) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    const auto asked = call.Read<PathObject>(path, "path");
    if (const FlightPath* flight = FlightOf(call, asked)) {
      call.Check(held->watch.Replace(IdOf(id), flight->points, flight->jumps));
    }
  });
}

navnet_status navnet_watch_advance(navnet_watch watch, navnet_watch_id id, navnet_vec3 position) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    if (!call.ok()) return;
    if (!IsFinite(In(position))) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "position: is not finite");
    } else if (!held->watch.Advance(IdOf(id), In(position))) {
      FailUnknown(call);
    }
  });
}

navnet_status navnet_watch_remove(navnet_watch watch, navnet_watch_id id) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<WatchObject>(watch, "watch");
    if (call.ok() && !held->watch.Remove(IdOf(id))) FailUnknown(call);
  });
}

navnet_status navnet_watch_count(navnet_watch watch, size_t* count) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<WatchObject>(watch, "watch");
    call.NeedPointer(count, "count");
    if (call.ok()) *count = held->watch.size();
  });
}

navnet_status navnet_watch_place_of(navnet_watch watch, navnet_watch_id id, navnet_path_place* place) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<WatchObject>(watch, "watch");
    call.NeedPointer(place, "place");
    if (!call.ok()) return;
    const std::optional<PathPlace> at = held->watch.PlaceOf(IdOf(id));
    if (!at) return FailUnknown(call);
    *place = Out(*at);
  });
}

navnet_status navnet_watch_concerned(navnet_watch watch, navnet_navigator now, navnet_change change,
                                     navnet_watch_id* broken, size_t broken_capacity, size_t* broken_required,
                                     navnet_watch_id* improvable, size_t improvable_capacity,
                                     size_t* improvable_required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<WatchObject>(watch, "watch");
    const auto navigator = call.Use<NavigatorObject>(now, "now");
    const auto changed = call.Use<ChangeObject>(change, "change");
    call.NeedArray(broken, broken_capacity, "broken");
    call.NeedArray(improvable, improvable_capacity, "improvable");
    if (!call.ok()) return;
    const PathWatch::Concerns concerns = held->watch.Concerned(navigator->navigator, changed->change);
    if (broken_required) *broken_required = concerns.broken.size();
    if (improvable_required) *improvable_required = concerns.improvable.size();
    const bool asks_for_sizes = !broken && !improvable && broken_required && improvable_required;
    if (asks_for_sizes) return;
    if (broken_capacity < concerns.broken.size() || improvable_capacity < concerns.improvable.size()) {
      call.Fail(NAVNET_ERROR_BUFFER_TOO_SMALL, "broken, improvable: need room for " +
                                                   std::to_string(concerns.broken.size()) + " and " +
                                                   std::to_string(concerns.improvable.size()) + " elements");
      return;
    }
    CopyAll(call, std::span(std::as_const(concerns.broken)), broken, broken_capacity, nullptr);
    CopyAll(call, std::span(std::as_const(concerns.improvable)), improvable, improvable_capacity, nullptr);
  });
}
