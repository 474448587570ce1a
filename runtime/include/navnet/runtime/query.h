// SPDX-License-Identifier: Apache-2.0
#pragma once
// What flights, walks and journeys have in common: outcomes, cost regions, scratch memory, and queries in time slices.

#include <navnet/core/geometry.h>

#include <cstdint>
#include <memory>

namespace navnet {

/// Outcome of a path query.
enum class PathStatus : uint8_t {
  Complete,      ///< The path leads from start to goal.
  Partial,       ///< Unreachable, out of budget or beyond the limit, and the query asked for a path to the nearest
                 ///< point reached.
  Unreachable,   ///< Start and goal are not connected for this agent. Without costs, known before any search.
  OutOfBudget,   ///< The limit on expansions or time was reached first.
  Cancelled,     ///< The query's `cancel` flag was set.
  StartBlocked,  ///< The start has no room for the agent, and no place within snapping distance has.
  GoalBlocked,   ///< The same for the goal.
  OutsideWorld,  ///< A point is outside the net's bounds or not finite, or the agent is larger than the largest
                 ///< clearance level.
  InvalidQuery,  ///< A number of the query is out of range; Validate(query) says which.
  BeyondLimit,   ///< Journeys: the goal can be reached, but not within the limit on the length or time flown.
};

/// Lower-case name with underscores, as scripts see it: complete, partial, unreachable, out_of_budget …
const char* ToString(PathStatus status);

/// A box of the world in which the cost of a path is its length times `factor`. Where boxes overlap, their factors
/// multiply.
struct CostRegion {
  Box3 box_world;     ///< Range: any numbers, also infinite.
  double factor = 1;  ///< Infinity: forbidden, never entered (its border may be touched). Range: 1 to infinity.
};

/// Reusable scratch memory of queries of every kind: one per thread, used by one query at a time; may serve several
/// navigators, walkers and travellers in turn. Grows to what the largest query needed.
class QueryContext {
 public:
  QueryContext();
  ~QueryContext();
  QueryContext(QueryContext&&) noexcept;
  QueryContext& operator=(QueryContext&&) noexcept;

 private:
  friend struct RuntimeAccess;
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

/// A query in time slices, for frame loops: begin, step until done, take the path.
///
///   FlightRun run(navigator, query, context);
///   while (!run.Step(200)) NextFrame();
///   run.Take(path);
///
/// `Planner` answers the query: Navigator (FlightRun), Walker (WalkRun) or Traveller (TravelRun). The planner, the
/// arrays that the query refers to, and the context must outlive the run; meanwhile the context must not be used for
/// another query.
template <class Planner>
class QueryRun {
 public:
  /// Validates the query and locates its ends.
  QueryRun(const Planner& planner, const typename Planner::Query& query, QueryContext& context);

  /// Expands up to `expansions` nodes of the search, and computes the path at its end. True when done.
  bool Step(int64_t expansions);
  /// The answer, the same as the planner's Find gives. Requires: Step returned true.
  void Take(typename Planner::Path& path);

 private:
  const Planner& planner_;
  typename Planner::Query query_;
  QueryContext& context_;
};

}  // namespace navnet
