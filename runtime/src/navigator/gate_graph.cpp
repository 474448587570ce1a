// SPDX-License-Identifier: Apache-2.0
#include "navigator/gate_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace navnet {
namespace {

constexpr double kNoWay_m = std::numeric_limits<double>::infinity();

}  // namespace

bool HasOpenGate(const NavigatorTables& tables, double radius_m) {
  const LevelIndex* level = tables.For(radius_m);
  const std::span<const GatePlace> places = level ? tables.PlacesIn(*level) : std::span<const GatePlace>();
  for (size_t i = 0; i < places.size(); ++i) {
    if (IsOpenFor(tables.gates[i], places[i], radius_m)) return true;
  }
  return false;
}

double LeastThroughGates(const NavigatorTables& tables, const FlightQuery& query, Vec3 start, Vec3 goal) {
  const LevelIndex* level = tables.For(query.radius_m);
  if (!level) return kNoWay_m;
  const std::span<const GatePlace> places = tables.PlacesIn(*level);
  double first2 = kNoWay_m, last2 = kNoWay_m, seconds = kNoWay_m;
  for (size_t i = 0; i < places.size(); ++i) {
    const Gate& gate = tables.gates[i];
    if (!IsOpenFor(gate, places[i], query.radius_m)) continue;
    seconds = std::min(seconds, gate.seconds);
    first2 = std::min(first2, LengthSquared(gate.from - start));
    last2 = std::min(last2, LengthSquared(gate.to - goal));
    if (gate.one_way) continue;
    first2 = std::min(first2, LengthSquared(gate.to - start));
    last2 = std::min(last2, LengthSquared(gate.from - goal));
  }
  return std::sqrt(first2) + seconds * query.speed_m_s + std::sqrt(last2);
}

void GateGraph::Begin(const NavigatorTables& tables, const FlightQuery& query) {
  hops_.clear();
  const LevelIndex* level = tables.For(query.radius_m);
  is_closed_.assign(tables.gates.size(), 0);
  for (const uint32_t gate : query.closed_gates) {
    if (gate < is_closed_.size()) is_closed_[gate] = 1;
  }
  const std::span<const GatePlace> places = tables.PlacesIn(*level);
  for (uint32_t i = 0; i < places.size(); ++i) {
    const Gate& gate = tables.gates[i];
    const GatePlace& place = places[i];
    if (is_closed_[i] || !IsOpenFor(gate, place, query.radius_m)) continue;
    const double cost_m = gate.seconds * query.speed_m_s;
    hops_.push_back({i, gate.from, gate.to, &place.at_from, &place.at_to, cost_m});
    if (!gate.one_way) hops_.push_back({i, gate.to, gate.from, &place.at_to, &place.at_from, cost_m});
  }
  is_reached_.assign(level->component_count(), 0);
  reached_.clear();
}

bool GateGraph::AreReached(const PlaceComponents& place) const {
  return std::any_of(place.begin(), place.end(), [&](uint32_t component) { return is_reached_[component] != 0; });
}

void GateGraph::Reach(const PlaceComponents& place) {
  for (const uint32_t component : place) {
    if (!std::exchange(is_reached_[component], 1)) reached_.push_back(component);
  }
}

void GateGraph::SetEnds(Vec3 start, const PlaceComponents& at_start, Vec3 goal, const PlaceComponents& at_goal) {
  start_ = start;
  at_start_ = at_start;
  SetGoal(goal, &at_goal);
  Reach(at_start);
  for (bool more = true; more;) {
    more = false;
    for (GateHop& hop : hops_) {
      if (hop.is_reached || !AreReached(*hop.at_in)) continue;
      hop.is_reached = more = true;
      Reach(*hop.at_out);
    }
  }
  std::erase_if(hops_, [](const GateHop& hop) { return !hop.is_reached; });
}

void GateGraph::SetGoal(Vec3 goal, const PlaceComponents* at_goal) {
  goal_ = goal;
  at_goal_ = at_goal ? *at_goal : PlaceComponents{};
  is_goal_everywhere_ = !at_goal;
}

double GateGraph::Least(uint32_t from, uint32_t to) const {
  const PlaceComponents& a = from == kStart ? at_start_ : *(*this)[from].at_out;
  if (!(to == kGoal ? LeadsToGoal(a) : AreConnected(a, *(*this)[to].at_in))) return kNoWay_m;
  return Length(LegGoal(to) - LegStart(from)) + (to == kGoal ? 0 : (*this)[to].cost_m);
}

void GateGraph::FindRests(std::span<const LegBound> bounds, std::vector<double>& rests) {
  const auto least = [&](uint32_t from, uint32_t to) {
    const auto at = std::lower_bound(bounds.begin(), bounds.end(), LegBound{from, to, 0});
    const bool is_known = at != bounds.end() && at->from == from && at->to == to;
    return is_known ? std::max(at->least_m, Least(from, to)) : Least(from, to);
  };
  const uint32_t nodes = node_count();
  rests.assign(nodes, kNoWay_m);
  is_settled_.assign(nodes, 0);
  rests[kGoal] = 0;
  for (;;) {
    uint32_t next = nodes;
    for (uint32_t i = 0; i < nodes; ++i) {
      if (!is_settled_[i] && rests[i] < (next == nodes ? kNoWay_m : rests[next])) next = i;
    }
    if (next == nodes) return;
    is_settled_[next] = 1;
    for (uint32_t i = 0; next != kStart && i < nodes; ++i) {
      if (!is_settled_[i] && i != kGoal) rests[i] = std::min(rests[i], least(i, next) + rests[next]);
    }
  }
}

}  // namespace navnet
