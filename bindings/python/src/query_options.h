// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options common to all flight queries and to all walk queries: the same names and defaults everywhere.

#include <navnet/runtime/navigator.h>

#include "types.h"

#include <pybind11/stl.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace navnet::python {

/// A query without ends, and the data that it refers to.
template <class Query>
struct QueryOptions {
  Query query;
  std::vector<CostRegion> regions;
  std::vector<uint32_t> closed_gates = {};  ///< Of flights.

  /// Returns the query between two points for an agent. It refers to these options, which must outlive it.
  Query Between(Vec3 start, Vec3 goal, double radius_m) const {
    Query out = query;
    out.start = start;
    out.goal = goal;
    out.radius_m = radius_m;
    out.regions = regions;
    if constexpr (requires { out.closed_gates; }) out.closed_gates = closed_gates;
    return out;
  }
};
using FlightOptions = QueryOptions<FlightQuery>;
using WalkQueryOptions = QueryOptions<WalkQuery>;

Effort EffortFrom(py::handle value);
int64_t CountFrom(int64_t value, const char* name);
/// Validates climb costs and altitude limits and stores them in a flight or journey query.
template <class Query>
void SetAirCosts(Query& query, double climb_cost, double descend_cost, double floor_m, double ceiling_m) {
  query.climb_cost = InRange(climb_cost, ranges::kCost, "climb_cost");
  query.descend_cost = InRange(descend_cost, ranges::kCost, "descend_cost");
  if (!(floor_m <= ceiling_m)) {
    throw py::value_error("floor_m, ceiling_m: expected a floor at most as high as the ceiling, got " +
                          std::to_string(floor_m) + " and " + std::to_string(ceiling_m));
  }
  query.floor_m = floor_m;
  query.ceiling_m = ceiling_m;
}
FlightOptions FlightOptionsFrom(double preferred_clearance_m, py::handle effort, std::vector<CostRegion> regions,
                                double climb_cost, double descend_cost, double floor_m, double ceiling_m,
                                double speed_m_s, std::vector<uint32_t> closed_gates, double snap_m, bool partial,
                                bool certify, int64_t max_expansions, double max_us);
WalkQueryOptions WalkOptionsFrom(double preferred_clearance_m, std::vector<CostRegion> regions, double snap_m,
                                 bool partial, int64_t max_expansions, double max_us);

/// Defines `run(first…, options)` with the arguments `args…` and the keyword-only options of all flights.
template <class... First, class Scope, class Function, class... Args>
void DefFlight(Scope& scope, const char* name, const char* doc, const Function& run, const Args&... args) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  scope.def(
      name,
      [run](First... first, double preferred_clearance_m, const py::object& effort, std::vector<CostRegion> regions,
            double climb_cost, double descend_cost, double floor_m, double ceiling_m, double speed_m_s,
            std::vector<uint32_t> closed_gates, double snap_m, bool partial, bool certify, int64_t max_expansions,
            double max_us) {
        return run(first..., FlightOptionsFrom(preferred_clearance_m, effort, std::move(regions), climb_cost,
                                               descend_cost, floor_m, ceiling_m, speed_m_s, std::move(closed_gates),
                                               snap_m, partial, certify, max_expansions, max_us));
      },
      args..., py::arg("preferred_clearance_m") = 0.0, py::arg("effort") = "balanced",
      py::arg("regions") = std::vector<CostRegion>{}, py::arg("climb_cost") = 0.0, py::arg("descend_cost") = 0.0,
      py::arg("floor_m") = -kInfinity, py::arg("ceiling_m") = kInfinity, py::arg("speed_m_s") = 0.0,
      py::arg("closed_gates") = std::vector<uint32_t>{}, py::arg("snap_m") = 0.0, py::arg("partial") = false,
      py::arg("certify") = false, py::arg("max_expansions") = 0, py::arg("max_us") = 0.0, doc);
}

/// The same for walks.
template <class... First, class Scope, class Function, class... Args>
void DefWalk(Scope& scope, const char* name, const char* doc, const Function& run, const Args&... args) {
  scope.def(
      name,
      [run](First... first, double preferred_clearance_m, std::vector<CostRegion> regions, double snap_m, bool partial,
            int64_t max_expansions, double max_us) {
        return run(first...,
                   WalkOptionsFrom(preferred_clearance_m, std::move(regions), snap_m, partial, max_expansions, max_us));
      },
      args..., py::arg("preferred_clearance_m") = 0.0, py::arg("regions") = std::vector<CostRegion>{},
      py::arg("snap_m") = 0.0, py::arg("partial") = false, py::arg("max_expansions") = 0, py::arg("max_us") = 0.0, doc);
}

inline constexpr const char* kFlightOptionsText =
    "\n\npreferred_clearance_m: distance from obstacles where there is room, in metres, by the net's clearance "
    "levels.\n"
    "effort: time spent on a shorter path: 'fast', 'balanced' or 'best'.\n"
    "regions: boxes (navnet.CostRegion) that cost more or are forbidden. climb_cost, descend_cost: cost of each metre\n"
    "up and down, added to the length. floor_m, ceiling_m: range of heights for the path, in metres.\n"
    "speed_m_s: gates cost their seconds times this, in metres; 0: gates are not used. closed_gates: numbers of gates\n"
    "that are closed, besides those closed in the net.\n"
    "snap_m: a blocked start or goal is moved to the nearest free point, at most this many metres away. partial: if\n"
    "there is no path, go as near to the goal as possible. certify: also compute a lower bound on the cost\n"
    "(FlightPath.lower_bound_m). max_expansions, max_us: limits of the search, in cells and microseconds; 0: none.";
inline constexpr const char* kWalkOptionsText =
    "\n\npreferred_clearance_m: distance from walls where there is room, in metres.\n"
    "regions: boxes (navnet.CostRegion) that cost more or are forbidden. snap_m: a start or goal without room is "
    "moved\n"
    "to the nearest place with room, at most this many metres away. partial: if there is no path, go as near to the\n"
    "goal as possible. max_expansions, max_us: limits of the search, in nodes and microseconds; 0: none.";

}  // namespace navnet::python
