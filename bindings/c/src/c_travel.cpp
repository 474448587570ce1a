// SPDX-License-Identifier: Apache-2.0
// Journeys over ground, air and links.
#include "convert.h"
#include "objects.h"
#include "paths.h"

using namespace navnet;
using namespace navnet::c;

navnet_status navnet_traveller_create(navnet_navigator navigator, navnet_traveller* traveller) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(traveller, "traveller");
    if (call.ok()) call.Give<TravellerObject>(traveller, held->navigator);
  });
}

navnet_status navnet_traveller_destroy(navnet_traveller traveller) {
  return DestroyHandle<TravellerObject>(__func__, traveller);
}

navnet_status navnet_travel_query_default(navnet_travel_query* query, size_t query_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(query, "query");
    call.NeedBytes(query_bytes, sizeof *query, "navnet_travel_query");
    if (!call.ok()) return;
    *query = {};
    query->struct_bytes = sizeof *query;
    const TravelQuery defaults;
    query->effort = navnet_effort(defaults.effort);
    query->walk_weight = defaults.weights.walk;
    query->fly_weight = defaults.weights.fly;
    query->switch_weight = defaults.weights.switching;
    query->link_weight = defaults.weights.link;
    query->max_fly_m = defaults.max_fly_m;
    query->max_fly_s = defaults.max_fly_s;
    query->floor_m = defaults.floor_m;
    query->ceiling_m = defaults.ceiling_m;
  });
}

navnet_status navnet_travel_query_check(const navnet_travel_query* query) {
  return Guard(__func__, [&](Call& call) {
    const HeldQuery<TravelQuery> asked = QueryOf(call, query);
    if (call.ok()) call.Check(Validate(asked.query));
  });
}

navnet_status navnet_traveller_find(navnet_traveller traveller, const navnet_travel_query* query,
                                    navnet_context context, navnet_path path, navnet_path_info* info,
                                    size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<TravellerObject>(traveller, "traveller");
    const HeldQuery<TravelQuery> asked = QueryOf(call, query);
    NeedInfo(call, info, info_bytes);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<PathObject>(path, "path");
    if (!call.ok()) return;
    answer->kind = NAVNET_PATH_KIND_NONE;
    held->traveller.Find(asked.query, scratch->context, answer->travel);
    answer->kind = NAVNET_PATH_KIND_JOURNEY;
    if (info) *info = InfoOf(answer->travel);
  });
}

navnet_status navnet_traveller_find_all(navnet_traveller traveller, const navnet_travel_query* queries, size_t count,
                                        int32_t threads, navnet_path_set paths) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<TravellerObject>(traveller, "traveller");
    const QueryList<TravelQuery> asked = QueriesOf<TravelQuery>(call, queries, count);
    call.NeedThreads(threads);
    const auto answers = call.Write<PathSetObject>(paths, "paths");
    if (call.ok()) answers->paths = held->traveller.FindAll(asked.queries, threads);
  });
}
