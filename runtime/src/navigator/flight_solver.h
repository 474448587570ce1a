// SPDX-License-Identifier: Apache-2.0
#pragma once
// A flight query, from locating its ends to the path.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/navigator.h>

#include "flight/bound/lower_bound.h"
#include "flight/clearance/clearance_objective.h"
#include "flight/costs/cost_objective.h"
#include "flight/length_objective.h"
#include "query/planner.h"

#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// The length of a polyline.
inline double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

/// Phase of a query.
enum class FlightPhase : uint8_t {
  Done,
  Forward,   ///< Searching from the start.
  Around,    ///< Has a path; the search from the start goes on, for other ways into the goal's volumes.
  Backward,  ///< Has a path; searching from the goal for another corridor.
};

/// Searches of a query with a preferred clearance, in this order; see clearance_stages.cpp.
enum class ClearanceStage : uint8_t {
  None,   ///< There is no preferred clearance, or the query has a budget.
  Above,  ///< By length, in the level of the preferred clearance.
  Below,  ///< By length, in the agent's own level.
  All,    ///< By cost, in all levels.
};

/// Scratch memory of flights, and the state of the current one. Lengths and costs are in voxels.
struct FlightScratch {
  LengthObjective by_length;
  CostObjective by_cost;
  ClearanceObjective by_clearance;
  FlightObjective* objective = nullptr;  ///< The one of the three that is in use.
  FlightObjective* priced_by = nullptr;  ///< The one that the query asks for: see FlightSolver::CoversItsPath.
  LowerBound lower_bound;

  std::vector<uint32_t> corridor, next_corridor, forward_corridor;
  std::vector<FlightSearch::Entry> entries;
  std::vector<uint32_t> probed;  ///< The corridor of lines that are only tested.
  std::vector<Portal> portals;
  std::vector<Vec3> points, kept_points, cut_points, forward_points;

  const LevelIndex* index = nullptr;
  const BlockEntry* block = nullptr;  ///< Of the last point that was tested; see LevelIndex::CellsAt.
  Vec3 start, goal;                   ///< After snapping.
  bool moved_start = false, moved_goal = false;
  bool is_detour = false;
  bool is_trial = false;  ///< Whether a query with costs is being answered by length first.
  Vec3 before, behind;    ///< Where a detour leaves the old path and rejoins it.
  ClearanceStage stage = ClearanceStage::None;
  Vec3 own_start, own_goal;       ///< The ends, while a search uses others.
  std::vector<Vec3> best_points;  ///< The cheapest path of the stages so far, …
  double best_cost = 0;           ///< … and its cost.
  double least_cost = 0;          ///< Lower bound of the cost, up to what a search by length overestimates.
  PathStatus status = PathStatus::OutsideWorld;
  FlightPhase phase = FlightPhase::Done;
  double cost = 0;  ///< Of the path found so far.
  FlightStatistics statistics;
  int64_t expanded_before = 0;   ///< Cells expanded by finished searches.
  int64_t forward_expanded = 0;  ///< Cells expanded by the search from the start until it found a path.
  size_t forward_cells = 0;      ///< Cells of its corridor.
  int64_t most_expanded = 0;     ///< The current search ends when the query has expanded this many cells.
  Stopwatch clock;
};

/// Answers a query on a context, step by step. Has no state of its own, so that it can be constructed for each time
/// slice.
class FlightSolver {
 public:
  FlightSolver(const Navigator& navigator, const FlightQuery& query, QueryContext& context);

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
  void BeginQuery(double longest_m, bool is_detour);
  bool TryStraight();
  bool IsInside(Vec3 p_world) const;
  bool Locate(Vec3 p_world, Vec3& p, bool& moved, TouchingCells& cells);
  int64_t ExpandedSoFar() const { return s_.expanded_before + s_.objective->counts().expanded; }
  void EndSearch();
  bool MayTryByLength() const;
  bool IsCheapest();
  void EndTrial();
  void StartAgain(FlightObjective& objective);
  bool BeginAbove();
  void EndStage();
  void BeginAll();
  void Offer(std::span<const Vec3> points);
  void TakeBest();
  int64_t MostExpanded() const;
  bool JoinDetour();
  bool IsCancelled();
  bool IsOutOfTime() const;
  void StopForward(PathStatus status);
  void EndForward();
  bool MayBeLongerThanGrid() const;
  void TryOtherCorridors();
  void BeginBackward();
  int64_t Limit() const;
  void TryCorridor();
  void EndBackward(SearchState state);
  bool CoversItsPath();
  double PullTight();
  double Pull(std::span<const uint32_t> corridor, bool exact);
  bool CoverPoints();
  bool MayBeFree(Vec3 a, Vec3 b, Vec3 obstacle);
  bool IsFree(Vec3 a, Vec3 b);
  void TryOtherSides();
  bool IsNearlyStraight(std::span<const Vec3> points, double least_gain) const;
  bool TryOtherSide(size_t first, size_t bends, double least_gain);
  void CutCorners();

  const NavigatorTables& tables_;
  const FlightQuery& query_;
  FlightScratch& s_;
};

}  // namespace navnet
