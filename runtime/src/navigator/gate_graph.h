// SPDX-License-Identifier: Apache-2.0
#pragma once
// The gates that a flight may pass, as a graph. A hop is a gate in one direction. Nodes are the hops, each standing for
// the place behind it, the start of the flight and its goal. An edge is a leg, a flight from the place behind a node to
// the gate of the next one or to the goal, plus the use of that gate. The straight line is a lower bound of a leg;
// there is no leg between places without a common component of free space.

#include <navnet/internal/runtime/level/navigator_tables.h>

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace navnet {

/// A gate in one direction.
struct GateHop {
  uint32_t gate = 0;
  Vec3 in, out;  ///< Where it is entered and left, in metres.
  const PlaceComponents* at_in = nullptr;
  const PlaceComponents* at_out = nullptr;
  double cost_m = 0;
  bool is_reached = false;  ///< Whether legs and hops lead to it from the start.
};

/// Whether some gate is open for agents of a radius. Linear in gates that are not.
bool HasOpenGate(const NavigatorTables& tables, double radius_m);

/// Lower bound of the cost of all flights from `start` to `goal` that pass a gate; infinite if no gate is open for the
/// agent. Linear in gates, a few nanoseconds for each.
double LeastThroughGates(const NavigatorTables& tables, const FlightQuery& query, Vec3 start, Vec3 goal);

class GateGraph {
 public:
  /// A lower bound of a leg that is better than the straight line.
  struct LegBound {
    uint32_t from = 0, to = 0;
    double least_m = 0;
    bool operator<(const LegBound& other) const { return std::tie(from, to) < std::tie(other.from, other.to); }
  };

  /// Collects the hops that a query may use. Requires: there is a level for its agent.
  void Begin(const NavigatorTables& tables, const FlightQuery& query);
  /// Places the ends, and drops hops that cannot be reached from the start. Linear in hops; repeated at most once for
  /// each hop that the farthest one is behind.
  void SetEnds(Vec3 start, const PlaceComponents& at_start, Vec3 goal, const PlaceComponents& at_goal);

  /// Numbers of nodes: the start, the goal, then the hops.
  static constexpr uint32_t kStart = 0, kGoal = 1, kFirstHop = 2;
  uint32_t node_count() const { return kFirstHop + uint32_t(hops_.size()); }
  /// Requires: the node is a hop.
  const GateHop& operator[](uint32_t node) const { return hops_[node - kFirstHop]; }

  /// Replaces the goal. `at_goal`: null if every place may have a leg to it.
  void SetGoal(Vec3 goal, const PlaceComponents* at_goal);

  /// Whether a leg alone leads from the start to the goal.
  bool IsDirect() const { return LeadsToGoal(at_start_); }
  /// Whether legs and hops do.
  bool ReachesGoal() const { return AreReached(at_goal_); }
  /// The components reached from the start, through hops too.
  std::span<const uint32_t> reached() const { return reached_; }

  /// The places where the leg of an edge begins and ends.
  Vec3 LegStart(uint32_t from) const { return from == kStart ? start_ : (*this)[from].out; }
  Vec3 LegGoal(uint32_t to) const { return to == kGoal ? goal_ : (*this)[to].in; }
  /// Lower bound of the cost of an edge, hop included; infinite if there is none.
  double Least(uint32_t from, uint32_t to) const;
  /// Sets, by node, a lower bound of the cost from it to the goal: the shortest straight way through gates, with
  /// `bounds`, ascending by nodes, where they are larger. Quadratic in hops (E. W. Dijkstra, 1959).
  void FindRests(std::span<const LegBound> bounds, std::vector<double>& rests);

 private:
  bool LeadsToGoal(const PlaceComponents& place) const { return is_goal_everywhere_ || AreConnected(place, at_goal_); }
  bool AreReached(const PlaceComponents& place) const;
  void Reach(const PlaceComponents& place);

  Vec3 start_, goal_;
  PlaceComponents at_start_, at_goal_;
  bool is_goal_everywhere_ = false;
  std::vector<GateHop> hops_;
  std::vector<uint8_t> is_closed_;   ///< By gate.
  std::vector<uint8_t> is_reached_;  ///< By component.
  std::vector<uint32_t> reached_;    ///< The components with that mark.
  std::vector<uint8_t> is_settled_;  ///< By node.
};

}  // namespace navnet
