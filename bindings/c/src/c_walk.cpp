// SPDX-License-Identifier: Apache-2.0
// Walk queries.
#include "convert.h"
#include "objects.h"
#include "paths.h"

using namespace navnet;
using namespace navnet::c;

namespace {

/// The common body of all functions that ask a walker for a place.
template <class Ask>
navnet_status AskForPlace(const char* function, navnet_navigator navigator, navnet_bool* found, navnet_vec3* out,
                          const Ask& ask) {
  return Guard(function, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(found, "found");
    call.NeedPointer(out, "out");
    if (const Walker* walker = WalkerOf(call, held)) GiveOptional(ask(*walker), found, out);
  });
}

}  // namespace

navnet_status navnet_walk_query_default(navnet_walk_query* query, size_t query_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(query, "query");
    call.NeedBytes(query_bytes, sizeof *query, "navnet_walk_query");
    if (!call.ok()) return;
    *query = {};
    query->struct_bytes = sizeof *query;
  });
}

navnet_status navnet_walk_query_check(const navnet_walk_query* query) {
  return Guard(__func__, [&](Call& call) {
    const HeldQuery<WalkQuery> asked = QueryOf(call, query);
    if (call.ok()) call.Check(Validate(asked.query));
  });
}

navnet_status navnet_navigator_find_walk(navnet_navigator navigator, const navnet_walk_query* query,
                                         navnet_context context, navnet_path path, navnet_path_info* info,
                                         size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const HeldQuery<WalkQuery> asked = QueryOf(call, query);
    NeedInfo(call, info, info_bytes);
    const auto scratch = call.Write<ContextObject>(context, "context");
    const auto answer = call.Write<PathObject>(path, "path");
    const Walker* const walker = WalkerOf(call, held);
    if (!call.ok()) return;
    answer->kind = NAVNET_PATH_KIND_NONE;
    walker->Find(asked.query, scratch->context, answer->walk);
    answer->kind = NAVNET_PATH_KIND_WALK;
    if (info) *info = InfoOf(answer->walk);
  });
}

navnet_status navnet_navigator_find_walks(navnet_navigator navigator, const navnet_walk_query* queries, size_t count,
                                          int32_t threads, navnet_path_set paths) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    const QueryList<WalkQuery> asked = QueriesOf<WalkQuery>(call, queries, count);
    call.NeedThreads(threads);
    const auto answers = call.Write<PathSetObject>(paths, "paths");
    if (const Walker* walker = WalkerOf(call, held)) answers->paths = walker->FindAll(asked.queries, threads);
  });
}

navnet_status navnet_navigator_locate_ground(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                             navnet_ground_place* place) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(found, "found");
    call.NeedPointer(place, "place");
    const Walker* const walker = WalkerOf(call, held);
    if (!walker) return;
    const std::optional<GroundPlace> at = walker->Locate(In(p));
    *found = at ? 1 : 0;
    if (at) *place = {Out(at->point), Out(at->obstacle), at->clearance_m, at->layer, at->edge, at->bend, 0};
  });
}

navnet_status navnet_navigator_ground_height(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                             double* height_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(found, "found");
    call.NeedPointer(height_m, "height_m");
    const Walker* const walker = WalkerOf(call, held);
    if (!walker) return;
    const std::optional<double> height = walker->HeightAt(In(p));
    *found = height ? 1 : 0;
    if (height) *height_m = *height;
  });
}

navnet_status navnet_navigator_nearest_obstacle(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                                navnet_vec3* obstacle) {
  return AskForPlace(__func__, navigator, found, obstacle,
                     [&](const Walker& walker) { return walker.NearestObstacle(In(p)); });
}

navnet_status navnet_navigator_walk_clearance(navnet_navigator navigator, navnet_vec3 p, double* clearance_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(clearance_m, "clearance_m");
    if (const Walker* walker = WalkerOf(call, held)) *clearance_m = walker->ClearanceAt(In(p));
  });
}

navnet_status navnet_navigator_retract(navnet_navigator navigator, navnet_vec3 p, navnet_bool* found,
                                       navnet_vec3* medial) {
  return AskForPlace(__func__, navigator, found, medial, [&](const Walker& walker) { return walker.Retract(In(p)); });
}

navnet_status navnet_navigator_widest_radius(navnet_navigator navigator, navnet_vec3 a, navnet_vec3 b,
                                             double* radius_m) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Use<NavigatorObject>(navigator, "navigator");
    call.NeedPointer(radius_m, "radius_m");
    if (const Walker* walker = WalkerOf(call, held)) *radius_m = walker->WidestRadius(In(a), In(b));
  });
}

navnet_status navnet_navigator_nearest_walkable(navnet_navigator navigator, navnet_vec3 p, double radius_m,
                                                double within_m, navnet_bool* found, navnet_vec3* place) {
  return AskForPlace(__func__, navigator, found, place,
                     [&](const Walker& walker) { return walker.NearestWalkable(In(p), radius_m, within_m); });
}

navnet_status navnet_navigator_random_walkable(navnet_navigator navigator, uint64_t seed, double radius_m,
                                               navnet_bool* found, navnet_vec3* place) {
  return AskForPlace(__func__, navigator, found, place,
                     [&](const Walker& walker) { return walker.RandomWalkable(seed, radius_m); });
}
