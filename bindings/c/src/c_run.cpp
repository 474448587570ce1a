// SPDX-License-Identifier: Apache-2.0
// Queries in time slices.
#include "objects.h"
#include "paths.h"

#include <optional>
#include <variant>

namespace navnet::c {

/// Keeps everything alive that the current query refers to: its navigator or traveller, its arrays and its cancel flag.
struct RunObject : HandleObject {
  using Handle = navnet_run;
  static constexpr HandleKind kKind = HandleKind::Run;

  QueryContext context;
  std::optional<Navigator> navigator;
  std::optional<Traveller> traveller;
  std::vector<CostRegion> regions, walk_regions;  ///< Of a journey: those of the air, and those of the ground.
  std::vector<uint32_t> closed_links, closed_gates;
  Held<CancelObject> cancel;
  std::variant<std::monostate, FlightRun, WalkRun, TravelRun> run;  ///< Refers to the members above, so it comes last.
  bool is_done = false;

  void Drop() {
    run.emplace<std::monostate>();
    navigator.reset();
    traveller.reset();
    cancel = {};
    is_done = false;
  }
};

namespace {

void Keep(RunObject& run, FlightQuery& query) {
  run.regions.assign(query.regions.begin(), query.regions.end());
  query.regions = run.regions;
  run.closed_gates.assign(query.closed_gates.begin(), query.closed_gates.end());
  query.closed_gates = run.closed_gates;
}
void Keep(RunObject& run, WalkQuery& query) {
  run.regions.assign(query.regions.begin(), query.regions.end());
  query.regions = run.regions;
}
void Keep(RunObject& run, TravelQuery& query) {
  run.closed_links.assign(query.closed_links.begin(), query.closed_links.end());
  run.regions.assign(query.fly_regions.begin(), query.fly_regions.end());
  run.walk_regions.assign(query.walk_regions.begin(), query.walk_regions.end());
  run.closed_gates.assign(query.closed_gates.begin(), query.closed_gates.end());
  query.closed_links = run.closed_links;
  query.closed_gates = run.closed_gates;
  query.fly_regions = run.regions;
  query.walk_regions = run.walk_regions;
}

/// Discards the current query and takes over a new one.
template <class Query>
Query Begin(RunObject& run, HeldQuery<Query>& asked) {
  run.Drop();
  Keep(run, asked.query);
  run.cancel = std::move(asked.cancel);
  return asked.query;
}

}  // namespace
}  // namespace navnet::c

using namespace navnet;
using namespace navnet::c;

navnet_status navnet_run_create(navnet_run* run) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(run, "run");
    if (call.ok()) call.Give<RunObject>(run);
  });
}

navnet_status navnet_run_destroy(navnet_run run) { return DestroyHandle<RunObject>(__func__, run); }

navnet_status navnet_run_begin_flight(navnet_run run, navnet_navigator navigator, const navnet_flight_query* query) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<RunObject>(run, "run");
    const auto source = call.Use<NavigatorObject>(navigator, "navigator");
    HeldQuery<FlightQuery> asked = QueryOf(call, query);
    if (!call.ok()) return;
    const FlightQuery kept = Begin(*held, asked);
    held->navigator = source->navigator;
    held->run.emplace<FlightRun>(*held->navigator, kept, held->context);
  });
}

navnet_status navnet_run_begin_walk(navnet_run run, navnet_navigator navigator, const navnet_walk_query* query) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<RunObject>(run, "run");
    const auto source = call.Use<NavigatorObject>(navigator, "navigator");
    HeldQuery<WalkQuery> asked = QueryOf(call, query);
    if (!WalkerOf(call, source)) return;
    const WalkQuery kept = Begin(*held, asked);
    held->navigator = source->navigator;
    held->run.emplace<WalkRun>(*held->navigator->walker(), kept, held->context);
  });
}

navnet_status navnet_run_begin_travel(navnet_run run, navnet_traveller traveller, const navnet_travel_query* query) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<RunObject>(run, "run");
    const auto source = call.Use<TravellerObject>(traveller, "traveller");
    HeldQuery<TravelQuery> asked = QueryOf(call, query);
    if (!call.ok()) return;
    const TravelQuery kept = Begin(*held, asked);
    held->traveller = source->traveller;
    held->run.emplace<TravelRun>(*held->traveller, kept, held->context);
  });
}

navnet_status navnet_run_step(navnet_run run, int64_t steps, navnet_bool* done) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<RunObject>(run, "run");
    call.NeedPointer(done, "done");
    if (!call.ok()) return;
    if (steps <= 0) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "steps: " + std::to_string(steps) + " is not above 0");
      return;
    }
    if (std::holds_alternative<std::monostate>(held->run)) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "run: no query is under way; begin one first");
      return;
    }
    if (!held->is_done) {
      try {
        if (auto* flight = std::get_if<FlightRun>(&held->run)) held->is_done = flight->Step(steps);
        if (auto* walk = std::get_if<WalkRun>(&held->run)) held->is_done = walk->Step(steps);
        if (auto* travel = std::get_if<TravelRun>(&held->run)) held->is_done = travel->Step(steps);
      } catch (...) {
        held->Drop();
        throw;
      }
    }
    *done = held->is_done ? 1 : 0;
  });
}

navnet_status navnet_run_take(navnet_run run, navnet_path path, navnet_path_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Write<RunObject>(run, "run");
    NeedInfo(call, info, info_bytes);
    const auto answer = call.Write<PathObject>(path, "path");
    if (!call.ok()) return;
    if (!held->is_done) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "run: no query is done; step until navnet_run_step says so");
      return;
    }
    answer->kind = NAVNET_PATH_KIND_NONE;
    if (auto* flight = std::get_if<FlightRun>(&held->run)) {
      flight->Take(answer->flight);
      answer->kind = NAVNET_PATH_KIND_FLIGHT;
    } else if (auto* walk = std::get_if<WalkRun>(&held->run)) {
      walk->Take(answer->walk);
      answer->kind = NAVNET_PATH_KIND_WALK;
    } else if (auto* travel = std::get_if<TravelRun>(&held->run)) {
      travel->Take(answer->travel);
      answer->kind = NAVNET_PATH_KIND_JOURNEY;
    }
    held->Drop();
    if (info) *info = InfoOf(*answer);
  });
}
