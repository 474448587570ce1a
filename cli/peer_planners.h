#pragma once
// Other planners beside ours: the interface through which a program that links some adds them to a benchmark. The
// command itself has none.

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
  double reference_m = 0;  ///< What the path's length is divided by: the scenario's optimum, or the straight line.
};

/// What ours was asked, for other planners.
struct PeerFlights {
  const OccupancyGrid& grid;  ///< Of the agent's radius.
  std::span<const FlightTask> tasks;
  bool has_optima = false;  ///< References are lengths of shortest paths on the grid.
  int64_t most = 0;         ///< Number of tasks to take, evenly spread over all of them; 0: all.
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
  /// Add one outcome for each planner to `result`. They return early, with fewer queries, after an interrupt.
  virtual Status Fly(const PeerFlights& flights, ProgressBar& bar, BenchResult& result) = 0;
  virtual Status Walk(const PeerWalks& walks, ProgressBar& bar, BenchResult& result) = 0;
};

}  // namespace navnet::cli
