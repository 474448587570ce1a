// SPDX-License-Identifier: Apache-2.0
#pragma once
// A flight query that may use gates: A* over gates whose edges are flights (gate_graph.h), computed only when the
// search comes to them. An edge enters the open list with the straight line as its cost; when it is the first one, its
// leg is computed by FlightSolver, and it enters again with the cost of that. So the cheapest sequence of legs is
// found, and legs that are too long even as straight lines are never computed (B. Cohen, M. Phillips, M. Likhachev,
// Planning Single-arm Manipulations with N-Arm Robots, 2014: lazy weighted A*; here without weight). Queries that use
// no gates are those of FlightSolver.

#include "navigator/flight_solver.h"
#include "navigator/gate_graph.h"
#include "query/open_list.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace navnet {

/// Scratch memory of queries with gates, and the state of the current one. Costs are in metres.
struct GateScratch {
  static constexpr uint32_t kNoLeg = 0xFFFFFFFF;

  /// An edge of the graph whose leg was computed.
  struct Leg {
    uint32_t from = 0, to = 0;
    double cost_m = 0;   ///< Its gate included; infinite if it does not reach its goal.
    double least_m = 0;  ///< Lower bound of the cost.
    double flown_m = 0;  ///< Cost of its path, the gate excluded; also if that does not reach its goal.
    uint32_t first_point = 0, point_count = 0;    ///< In `points`.
    uint32_t first_volume = 0, volume_count = 0;  ///< In `volumes`.
  };
  struct Entry {
    double key;  ///< Lower bound of the cost of all flights along the edge.
    uint32_t from, to;
    uint32_t leg;  ///< In `legs`, or kNoLeg.
    bool operator<(const Entry& other) const {
      return std::tie(key, to, from, leg) < std::tie(other.key, other.to, other.from, other.leg);
    }
  };

  GateGraph graph;
  OpenList<Entry> open;
  std::vector<double> rests;      ///< By node: lower bound of the rest.
  std::vector<double> cost_m;     ///< By node: cost of the best way to it; infinite if not settled.
  std::vector<uint32_t> legs_to;  ///< By node: the leg that it was reached by.
  std::vector<GateGraph::LegBound> bounds;

  FlightQuery leg_query;
  FlightPath flown;
  uint32_t from = 0, to = 0;  ///< The edge whose leg is being computed …
  bool is_leg_begun = false;  ///< … if it is.
  std::vector<Leg> legs;
  std::vector<Vec3> points;
  std::vector<uint32_t> volumes;
  std::vector<uint32_t> route;  ///< The legs of the answer.

  bool uses_gates = false;  ///< False: the query is answered by FlightSolver alone.
  bool is_done = false;
  bool has_graph = false;         ///< Whether `rests` is set and the search has begun.
  bool is_goal_moved = false;     ///< To `moved_goal`, since the goal cannot be reached.
  bool is_cut_short = false;      ///< Costs divide the air into too many cells.
  double least_m = 0;             ///< Lower bound of flights that pass a gate.
  uint32_t last_leg = kNoLeg;     ///< The last one of the answer.
  uint32_t nearest_leg = kNoLeg;  ///< Of those that end before the goal, the one that ends nearest to it.
  double nearest_m = 0;
  PathStatus status = PathStatus::OutsideWorld;
  Vec3 start, goal, moved_goal;    ///< In metres; the first two after snapping.
  Vec3 start_voxels, goal_voxels;  ///< The same in voxels.
  FlightStatistics statistics;
};

/// Answers a flight query on a context, step by step. Has no state of its own.
class GateSolver {
 public:
  GateSolver(const Navigator& navigator, const FlightQuery& query, QueryContext& context);

  /// Validates the query, locates its ends and begins the search.
  void Begin();
  /// Expands up to about `expansions` cells. True when done.
  bool Step(int64_t expansions);
  /// Writes the answer to `path`. Requires: Step returned true.
  void Take(FlightPath& path);

 private:
  bool BeginWithGates();
  void MakeGraph();
  void MoveGoal();
  void BeginSearch();
  void PushFrom(uint32_t node);
  bool NextLeg();
  bool HasBudget() const;
  void BeginLeg(uint32_t from, uint32_t to);
  void EndLeg();
  void End(PathStatus status);
  void AddLeg(const GateScratch::Leg& leg, FlightPath& path) const;

  const Navigator& navigator_;
  const NavigatorTables& tables_;
  const FlightQuery& query_;
  QueryContext& context_;
  GateScratch& s_;
};

template <>
struct SolverOf<Navigator> {
  using Type = GateSolver;
};

}  // namespace navnet
