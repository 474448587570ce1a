// SPDX-License-Identifier: Apache-2.0
#pragma once
// Interface through which a program adds other planners to a benchmark. The navnet command itself links none.

#include <navnet/core/result.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/occupancy_grid.h>
#include <navnet/voxel/world.h>

#include "bench_outcome.h"

#include <cstdint>
#include <span>
#include <string>

namespace navnet::cli {

class ProgressBar;

/// A flight to measure.
struct FlightTask {
  FlightQuery query;       ///< Ends are voxel centres.
  double reference_m = 0;  ///< Denominator of the length ratio: the scenario's optimum, or the straight-line distance.
};

/// The flight queries that NavNet was measured on, for other planners.
struct PeerFlights {
  const OccupancyGrid& grid;  ///< Occupancy at the agent's radius.
  std::span<const FlightTask> tasks;
  bool has_optima = false;  ///< The references are lengths of shortest paths on the grid.
  int64_t most = 0;         ///< Number of tasks to use, spread evenly over all of them; 0: all.
};
struct PeerWalks {
  const World& world;
  const Walker& walker;
  std::span<const WalkQuery> queries;
  double radius_m = 0;
};

class PeerPlanners {
 public:
  virtual ~PeerPlanners() = default;
  /// Runs the queries with each planner and adds one outcome per planner to `result`.
  virtual Status Fly(const PeerFlights& flights, ProgressBar& bar, BenchResult& result) = 0;
  virtual Status Walk(const PeerWalks& walks, ProgressBar& bar, BenchResult& result) = 0;
};

}  // namespace navnet::cli
