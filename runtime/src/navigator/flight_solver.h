#pragma once
// A flight query, from locating its ends to the path.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/navigator.h>

#include "flight/costs/cost_boxes.h"
#include "flight/costs/cost_cells.h"
#include "flight/costs/cost_search.h"
#include "flight/costs/taut_cost_path.h"
#include "flight/flight_search.h"
#include "flight/taut_path.h"
#include "navigator/repair_scratch.h"

#include <vector>

namespace navnet {

/// Phase of a query.
enum class FlightPhase : uint8_t {
  Done,
  Forward,   ///< Searching from the start.
  Backward,  ///< Has a path; searching from the goal for another corridor.
};

/// Scratch memory of queries, and the state of the current one.
struct FlightContext::Scratch {
  FlightSearch search;
  TautPath string;
  std::vector<uint32_t> cells, next_cells, other_cells;
  std::vector<Portal> portals;
  std::vector<Vec3> points, kept_points, cut_points, other_points;

  /// Used instead of the above by queries with costs; `cells` then holds cost_cells of cells, and lengths are costs.
  bool has_costs = false;
  CostBoxes costs;
  CostCells cost_cells;
  CostSearch cost_search;
  TautCostPath taut_cost;
  std::vector<double> factors;

  const LevelIndex* index = nullptr;
  Vec3 start, goal;  ///< In voxels, after snapping.
  bool moved_start = false, moved_goal = false;
  bool is_detour = false;
  Vec3 before, behind;  ///< Where a detour leaves the old path and rejoins it.
  PathStatus status = PathStatus::OutsideWorld;
  FlightPhase phase = FlightPhase::Done;
  double length = 0;  ///< Of the path found so far, in voxels; its cost in a query with costs.
  FlightStatistics statistics;
  int64_t expanded_before = 0;  ///< Cells expanded by finished searches.
  Stopwatch clock;

  RepairScratch repair;
};

/// Whether a query asks for more than the shortest path.
bool HasCosts(const FlightQuery& query);

/// A query on a context. Has no state of its own, so that it can be constructed for each time slice.
class FlightSolver {
 public:
  FlightSolver(const Navigator& navigator, const FlightQuery& query, FlightContext& context)
      : tables_(navigator.tables()), query_(query), s_(context.scratch()) {}

  /// Validates the query, locates its ends and begins the search. Paths whose estimated length exceeds `longest_m` are
  /// pruned; it must be infinite for queries with costs.
  void Begin(double longest_m = std::numeric_limits<double>::infinity());
  /// Used instead of Begin, for a path round an obstacle: one search from the query's start to its goal, then the taut
  /// path from `before`, which sees the start, to `behind`, which sees the goal. The answer leads from `before` to
  /// `behind`. Requires: the query has no costs.
  void BeginDetour(Vec3 before, Vec3 behind, double longest_m);
  /// Expands up to `expansions` cells, and computes the taut path when a search ends. True when done.
  bool Step(int64_t expansions);
  /// Writes the answer to `path`. Requires: Step returned true.
  void Take(FlightPath& path) const;

 private:
  bool IsInside(Vec3 p_world) const;
  bool Locate(Vec3 p_world, Vec3& p, TouchingCells& cells);
  void BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double longest);
  int64_t expanded() const { return s_.has_costs ? s_.cost_search.expanded() : s_.search.expanded(); }
  int64_t pushed() const { return s_.has_costs ? s_.cost_search.pushed() : s_.search.pushed(); }
  void TakeSearchPath();
  bool JoinDetour();
  bool MayGoOn();
  void StopForward(PathStatus status);
  void EndForward();
  void EndBackward(SearchState state);
  double PullTight();
  double Pull(std::span<const uint32_t> cells, bool exact);
  void KeepPulled();
  double Gap() const;
  void DropNeedless();
  void LayUnder();
  bool LayAnew();
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also);
  bool Portals(std::span<const uint32_t> cells);
  bool IsFree(Vec3 a, Vec3 b);
  double Way(Vec3 a, Vec3 b);
  void TryOtherSides();
  void CutCorners();

  const Navigator::Tables& tables_;
  const FlightQuery& query_;
  FlightContext::Scratch& s_;
};

}  // namespace navnet
