// SPDX-License-Identifier: Apache-2.0
#pragma once
// One walking query, from locating its ends to the finished path.

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/walk.h>

#include "query/planner.h"
#include "query/scratch.h"
#include "walk/funnel.h"
#include "walk/moved_portals.h"
#include "walk/taut_cost_walk.h"
#include "walk/walk_cost_field.h"
#include "walk/walk_cost_search.h"
#include "walk/walk_search.h"
#include "walk/walk_tables.h"

#include <span>
#include <vector>

namespace navnet {

/// Scratch memory of walks, and the state of the current one.
struct WalkScratch {
  WalkSearch search;
  Funnel funnel;
  MovedPortals moved;
  CostField field;
  WalkCostSearch cost_search;
  TautCostWalk taut_cost;
  std::vector<CostBend> bends;
  std::vector<Vec2> points;
  std::vector<uint32_t> patches;  ///< Of `points`, if the surface cannot be followed along them; otherwise empty.
  std::vector<uint32_t> planes;   ///< By point: see SurfaceLine::Line. Empty if nothing is known.
  std::vector<GroundSpoke> corridor;
  std::vector<WalkWay> ways;          ///< The portals of the corridor, in the order crossed.
  std::vector<FreeSpace::Ends> ends;  ///< Their ends.

  CellPoint start, goal;        ///< After snapping.
  WalkSearch::Problem problem;  ///< With start and goal moved into their polygons.
  PathStatus status = PathStatus::OutsideWorld;
  bool running = false;
  bool is_at_goal = false;       ///< The path ends at `goal`.
  bool is_straight = false;      ///< The straight segment to the goal is free: there is nothing to search.
  bool by_cost = false;          ///< The query has cost regions: `cost_search` answers instead of `search`.
  bool keeps_off_walls = false;  ///< The search uses the radius kPatchEdge_m; on failure it is repeated with radius_m.
  int64_t expanded_before = 0, pushed_before = 0;  ///< Counts of that search, if it failed.
  double cost_m = 0;
  WalkStatistics statistics;
  Stopwatch clock;
};

/// Answers a query on a context, step by step. Has no state of its own, so that it can be constructed for each time
/// slice.
class WalkSolver {
 public:
  WalkSolver(const Walker& walker, const WalkQuery& query, QueryContext& context)
      : tables_(RuntimeAccess::TablesOf(walker)), query_(query), s_(WalkScratchOf(context)) {}

  /// Locates the ends and prepares the search.
  void Begin();
  /// Expands up to `expansions` nodes, and builds the path when the search ends. Returns true when the query is
  /// finished.
  bool Step(int64_t expansions);
  /// Writes the result. Requires: Step returned true.
  void Take(WalkPath& path) const;

 private:
  bool IsInside(Vec3 p_world) const;
  int64_t Expanded() const {
    if (s_.is_straight) return 0;
    return s_.expanded_before + (s_.by_cost ? s_.cost_search.expanded() : s_.search.expanded());
  }
  int64_t Pushed() const {
    if (s_.is_straight) return 0;
    return s_.pushed_before + (s_.by_cost ? s_.cost_search.pushed() : s_.search.pushed());
  }
  /// Whether paths for a radius may come nearer to walls than kPatchEdge_m on ground that is not one plane.
  bool IsAtWalls(double radius_m) const { return radius_m < kPatchEdge_m && !tables_.surface.is_one_plane(); }
  bool FindPolygons(double radius_m);
  void BeginSearch();
  bool MayGoOn();
  void Stop(PathStatus status);
  bool GoStraight();
  void TakeLine(bool to_goal);
  void ListWays(bool to_goal);
  void PullTight(Vec2 from, Vec2 to);
  void PullWide(const MovedPortals::End& from, const MovedPortals::End& to, double wanted_m);
  bool PullOffWalls(Vec2 end, bool to_goal);
  void FindPlanes(std::span<const FreeSpace::Ends> ends, size_t first_way);
  uint32_t PlaneOf(const WalkPolygon& polygon) const;
  uint32_t PlaneOfCorridor() const;
  void TakeBends();
  double CostOfPoints();
  double CostOfShortest();
  void AddUpCost();

  const WalkTables& tables_;
  const WalkQuery& query_;
  WalkScratch& s_;
};

template <>
struct SolverOf<Walker> {
  using Type = WalkSolver;
};

}  // namespace navnet
