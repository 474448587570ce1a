// SPDX-License-Identifier: Apache-2.0
// Navigators and flight queries.
#include "convert.h"
#include "net_info.h"
#include "objects.h"
#include "paths.h"

using namespace navnet;
using namespace navnet::c;

navnet_status navnet_navigator_create(navnet_net net, navnet_navigator* navigator) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NetObject>(net, "net");
    call.NeedPointer(navigator, "navigator");
    if (call.ok()) call.Give<NavigatorObject>(navigator, Navigator(held->net));
  });
}

navnet_status navnet_navigator_destroy(navnet_navigator navigator) {
  return DestroyHandle<NavigatorObject>(__func__, navigator);
}

navnet_status navnet_navigator_get_info(navnet_navigator navigator, navnet_net_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_net_info");
    if (!call.ok()) return;
    const Navigator& of = held->navigator;
    *info = InfoOf(of.info(), of.net(), of.walker() != nullptr);
  });
}

navnet_status navnet_navigator_net(navnet_navigator navigator, navnet_net* net) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(net, "net");
    if (call.ok()) call.Give<NetObject>(net, held->navigator.net());
  });
}

navnet_status navnet_navigator_copy_gates(navnet_navigator navigator, navnet_gate* out, size_t capacity,
                                          size_t* required) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    if (call.ok()) CopyAll(call, held->navigator.gates(), out, capacity, required);
  });
}

navnet_status navnet_navigator_serves_gate(navnet_navigator navigator, size_t gate, double radius_m,
                                           navnet_bool* serves) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(serves, "serves");
    if (call.ok()) *serves = held->navigator.ServesGate(gate, radius_m) ? 1 : 0;
  });
}

navnet_status navnet_flight_query_default(navnet_flight_query* query, size_t query_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(query, "query");
    call.NeedBytes(query_bytes, sizeof *query, "navnet_flight_query");
    if (!call.ok()) return;
    const FlightQuery usual = {};
    *query = {};
    query->struct_bytes = sizeof *query;
    query->effort = navnet_effort(usual.effort);
    query->floor_m = usual.floor_m;
    query->ceiling_m = usual.ceiling_m;
  });
}

navnet_status navnet_flight_query_check(const navnet_flight_query* query) {
  return Guard(__func__, [&](Call& call) {
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    if (call.ok()) call.Check(Validate(asked.query));
  });
}

navnet_status navnet_navigator_find_flight(navnet_navigator navigator, const navnet_flight_query* query,
                                           navnet_context context, navnet_path path, navnet_path_info* info,
                                           size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    NeedInfo(call, info, info_bytes);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<PathObject>(path, "path");
    if (!call.ok()) return;
    answer->kind = NAVNET_PATH_KIND_NONE;
    held->navigator.Find(asked.query, scratch->context, answer->flight);
    answer->kind = NAVNET_PATH_KIND_FLIGHT;
    if (info) *info = InfoOf(answer->flight);
  });
}

navnet_status navnet_navigator_find_flights(navnet_navigator navigator, const navnet_flight_query* queries,
                                            size_t count, int32_t threads, navnet_path_set paths) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const QueryList<FlightQuery> asked = QueriesOf<FlightQuery>(call, queries, count);
    call.NeedThreads(threads);
    const auto answers = call.Write<PathSetObject>(paths, "paths");
    if (call.ok()) answers->paths = held->navigator.FindAll(asked.queries, threads);
  });
}

navnet_status navnet_navigator_is_visible(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b, double radius_m,
                                          navnet_bool* visible) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(visible, "visible");
    if (call.ok()) *visible = held->navigator.IsVisible(In(a), In(b), radius_m) ? 1 : 0;
  });
}

navnet_status navnet_navigator_nearest_free(navnet_navigator navigator, navnet_vec3 p, double radius_m, double within_m,
                                            navnet_bool* found, navnet_vec3* free_point) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(found, "found");
    call.NeedPointer(free_point, "free_point");
    if (call.ok()) GiveOptional(held->navigator.NearestFree(In(p), radius_m, within_m), found, free_point);
  });
}

navnet_status navnet_navigator_random_free(navnet_navigator navigator, uint64_t seed, double radius_m,
                                           navnet_bool* found, navnet_vec3* free_point) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(found, "found");
    call.NeedPointer(free_point, "free_point");
    if (call.ok()) GiveOptional(held->navigator.RandomFree(seed, radius_m), found, free_point);
  });
}

navnet_status navnet_navigator_clearance_at(navnet_navigator navigator, navnet_vec3 p, double* clearance_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(clearance_m, "clearance_m");
    if (call.ok()) *clearance_m = held->navigator.ClearanceAt(In(p));
  });
}
