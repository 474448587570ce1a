// SPDX-License-Identifier: Apache-2.0
#include "paths.h"

#include "convert.h"

namespace navnet::c {
namespace {

Held<CancelObject> CancelOf(Call& call, navnet_cancel cancel) {
  return cancel.id == 0 ? Held<CancelObject>() : call.Use<CancelObject>(cancel, "query.cancel");
}

const std::atomic<bool>* FlagOf(const Held<CancelObject>& cancel) { return cancel ? &cancel->raised : nullptr; }

}  // namespace

HeldQuery<FlightQuery> QueryOf(Call& call, const navnet_flight_query* query) {
  HeldQuery<FlightQuery> out;
  call.NeedPointer(query, "query");
  if (!call.ok()) return out;
  call.NeedBytes(query->struct_bytes, sizeof *query, "navnet_flight_query");
  if (!call.ok()) return out;
  call.NeedEnum(query->effort, NAVNET_EFFORT_BEST, "query.effort");
  call.NeedArray(query->regions, query->region_count, "query.regions");
  call.NeedArray(query->closed_gates, query->closed_gate_count, "query.closed_gates");
  out.cancel = CancelOf(call, query->cancel);
  if (!call.ok()) return out;
  out.query = {.start = In(query->start),
               .goal = In(query->goal),
               .radius_m = query->radius_m,
               .preferred_clearance_m = query->preferred_clearance_m,
               .effort = Effort(query->effort),
               .regions = ViewOf<CostRegion>(query->regions, query->region_count),
               .climb_cost = query->climb_cost,
               .descend_cost = query->descend_cost,
               .floor_m = query->floor_m,
               .ceiling_m = query->ceiling_m,
               .speed_m_s = query->speed_m_s,
               .closed_gates = {query->closed_gates, query->closed_gate_count},
               .snap_m = query->snap_m,
               .partial = query->partial != 0,
               .certify = query->certify != 0,
               .max_expansions = query->max_expansions,
               .max_us = query->max_us,
               .cancel = FlagOf(out.cancel)};
  return out;
}

HeldQuery<WalkQuery> QueryOf(Call& call, const navnet_walk_query* query) {
  HeldQuery<WalkQuery> out;
  call.NeedPointer(query, "query");
  if (!call.ok()) return out;
  call.NeedBytes(query->struct_bytes, sizeof *query, "navnet_walk_query");
  if (!call.ok()) return out;
  call.NeedArray(query->regions, query->region_count, "query.regions");
  out.cancel = CancelOf(call, query->cancel);
  if (!call.ok()) return out;
  out.query = {.start = In(query->start),
               .goal = In(query->goal),
               .radius_m = query->radius_m,
               .preferred_clearance_m = query->preferred_clearance_m,
               .regions = ViewOf<CostRegion>(query->regions, query->region_count),
               .snap_m = query->snap_m,
               .partial = query->partial != 0,
               .max_expansions = query->max_expansions,
               .max_us = query->max_us,
               .cancel = FlagOf(out.cancel)};
  return out;
}

HeldQuery<TravelQuery> QueryOf(Call& call, const navnet_travel_query* query) {
  HeldQuery<TravelQuery> out;
  call.NeedPointer(query, "query");
  if (!call.ok()) return out;
  call.NeedBytes(query->struct_bytes, sizeof *query, "navnet_travel_query");
  if (!call.ok()) return out;
  call.NeedEnum(query->effort, NAVNET_EFFORT_BEST, "query.effort");
  call.NeedArray(query->closed_links, query->closed_link_count, "query.closed_links");
  call.NeedArray(query->closed_gates, query->closed_gate_count, "query.closed_gates");
  call.NeedArray(query->fly_regions, query->fly_region_count, "query.fly_regions");
  call.NeedArray(query->walk_regions, query->walk_region_count, "query.walk_regions");
  out.cancel = CancelOf(call, query->cancel);
  if (!call.ok()) return out;
  out.query = {.start = In(query->start),
               .goal = In(query->goal),
               .agent = {.radius_m = query->radius_m,
                         .walk_m_s = query->walk_m_s,
                         .fly_m_s = query->fly_m_s,
                         .switch_s = query->switch_s},
               .effort = Effort(query->effort),
               .snap_m = query->snap_m,
               .closed_links = {query->closed_links, query->closed_link_count},
               .closed_gates = {query->closed_gates, query->closed_gate_count},
               .weights = {.walk = query->walk_weight,
                           .fly = query->fly_weight,
                           .switching = query->switch_weight,
                           .link = query->link_weight},
               .walk_clearance_m = query->walk_clearance_m,
               .fly_clearance_m = query->fly_clearance_m,
               .max_fly_m = query->max_fly_m,
               .max_fly_s = query->max_fly_s,
               .fly_regions = ViewOf<CostRegion>(query->fly_regions, query->fly_region_count),
               .walk_regions = ViewOf<CostRegion>(query->walk_regions, query->walk_region_count),
               .climb_cost = query->climb_cost,
               .descend_cost = query->descend_cost,
               .floor_m = query->floor_m,
               .ceiling_m = query->ceiling_m,
               .partial = query->partial != 0,
               .max_expansions = query->max_expansions,
               .max_us = query->max_us,
               .cancel = FlagOf(out.cancel)};
  return out;
}

navnet_path_info InfoOf(const FlightPath& path) {
  navnet_path_info info = {};
  info.kind = NAVNET_PATH_KIND_FLIGHT;
  info.status = navnet_path_status(path.status);
  info.point_count = path.points.size();
  info.volume_count = path.volumes.size();
  info.jump_count = path.jumps.size();
  info.length_m = path.length_m;
  info.cost = path.cost_m;
  info.lower_bound_m = path.lower_bound_m;
  info.radius_m = path.radius_m;
  info.start = Out(path.start);
  info.goal = Out(path.goal);
  info.expanded = path.statistics.expanded;
  info.pushed = path.statistics.pushed;
  info.rounds = path.statistics.rounds;
  info.search_us = path.statistics.search_us;
  info.refine_us = path.statistics.refine_us;
  info.certify_us = path.statistics.certify_us;
  return info;
}

navnet_path_info InfoOf(const WalkPath& path) {
  navnet_path_info info = {};
  info.kind = NAVNET_PATH_KIND_WALK;
  info.status = navnet_path_status(path.status);
  info.point_count = path.points.size();
  info.corridor_count = path.corridor.size();
  info.length_m = path.length_m;
  info.cost = path.cost_m;
  info.start = Out(path.start);
  info.goal = Out(path.goal);
  info.expanded = path.statistics.expanded;
  info.pushed = path.statistics.pushed;
  info.search_us = path.statistics.search_us;
  info.refine_us = path.statistics.refine_us;
  return info;
}

navnet_path_info InfoOf(const TravelPath& path) {
  navnet_path_info info = {};
  info.kind = NAVNET_PATH_KIND_JOURNEY;
  info.status = navnet_path_status(path.status);
  info.point_count = path.points.size();
  info.segment_count = path.segments.size();
  info.length_m = path.length_m;
  info.cost = path.cost_s;
  info.seconds = path.seconds;
  info.flown_m = path.flown_m;
  info.expanded = path.expanded;
  info.legs = path.legs;
  if (!path.points.empty()) {
    info.start = Out(path.points.front());
    info.goal = Out(path.points.back());
  }
  return info;
}

navnet_path_info InfoOf(const PathObject& path) {
  switch (path.kind) {
    case NAVNET_PATH_KIND_FLIGHT: return InfoOf(path.flight);
    case NAVNET_PATH_KIND_WALK: return InfoOf(path.walk);
    case NAVNET_PATH_KIND_JOURNEY: return InfoOf(path.travel);
    default: return {};
  }
}

void NeedInfo(Call& call, const navnet_path_info* info, size_t info_bytes) {
  if (info) call.NeedBytes(info_bytes, sizeof *info, "navnet_path_info");
}

const FlightPath* FlightOf(Call& call, const Held<PathObject>& path) {
  if (!call.ok()) return nullptr;
  if (path->kind != NAVNET_PATH_KIND_FLIGHT) call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "path: holds no flight");
  return call.ok() ? &path->flight : nullptr;
}

const Walker* WalkerOf(Call& call, const Held<NavigatorObject>& navigator) {
  if (!call.ok()) return nullptr;
  const Walker* const walker = navigator->navigator.walker();
  if (!walker) {
    call.Fail(NAVNET_ERROR_INVALID_ARGUMENT,
              "navigator: its net has no walkable ground; bake it with navnet_bake_options.walks set");
  }
  return walker;
}

}  // namespace navnet::c
