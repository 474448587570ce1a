// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include "walk/walk_tables.h"

#include <algorithm>

namespace navnet {
namespace {

// Computed flights are not proven optimal: an optimal one is assumed to cost at least this fraction of a computed one,
// without and with flight costs. Smaller: safer but weaker bounds.
constexpr double kFoundShare = 0.995;
constexpr double kFoundShareByCost = 0.98;

}  // namespace

// Lower bound on the cost from a stop to the goal, from the straight distance and the changes of mode needed.
double JourneySolver::Rest(const Stop& stop) const {
  const Stop& goal = s_.stops[kGoal];
  const double length = Length(goal.point - stop.point), switch_s = query_.agent.switch_s;
  const auto seconds = [](double metres, double speed) {
    return metres == 0 || speed == kNever ? 0 : speed > 0 ? metres / speed : kNever;
  };
  const double over_air = seconds(length, s_.fastest);
  if (stop.in_air) return goal.in_air ? over_air : switch_s + over_air;
  if (goal.in_air) return switch_s + over_air;
  const UpAxis up = navigator_.info().up;
  // Walks are measured on the plan, but links may climb.
  const double plan = Length(PlanOf(goal.point, up) - PlanOf(stop.point, up));
  return std::min(seconds(plan, s_.fastest_on_ground), 2 * switch_s + seconds(plan, s_.fastest));
}

// Lower bound on the cost of a walk or flight between two stops.
double JourneySolver::LeastCost(uint32_t from, uint32_t to) const {
  const Stop &a = s_.stops[from], &b = s_.stops[to];
  if (a.in_air) return s_.air_costs.CostOf(b.point - a.point, 1) / query_.agent.fly_m_s;
  const UpAxis up = navigator_.info().up;
  double least_m = Length(PlanOf(b.point, up) - PlanOf(a.point, up));
  if (s_.is_bounded) least_m = std::max(least_m, LeastWalk(s_.landmarks[from], s_.landmarks[to]));
  return least_m / query_.agent.walk_m_s;
}

// Lower bound on the cost of a flight, by the triangle inequality, from computed flights that share an end with it: if
// their other ends see each other, it can be cheaper by at most the straight flight between those. Returns `least` if
// no bound is higher.
double JourneySolver::LeastByOthers(uint32_t from, uint32_t to, double least) {
  const bool has_costs = s_.air_costs.are_any();
  const double share = has_costs ? kFoundShareByCost : kFoundShare;
  const auto look = [&](uint32_t number, bool same_start) {
    while (number != kNoStop) {
      const auto& flown = s_.flights_flown[number];
      const Vec3 other = s_.stops[same_start ? flown.to : flown.from].point,
                 own = s_.stops[same_start ? to : from].point;
      double bound = share * flown.cost_s - Length(own - other) / query_.agent.fly_m_s;
      if (has_costs && bound > least) {
        // The computed flight could have followed this one, then gone straight on to its own end; or come straight from
        // its own start.
        const double aside = same_start ? CostAlong(s_.air_costs, own, other) : CostAlong(s_.air_costs, other, own);
        bound = share * flown.cost_s - aside / query_.agent.fly_m_s;
      }
      if (bound > least && navigator_.IsVisible(other, own, query_.agent.radius_m)) least = bound;
      number = same_start ? flown.before_from : flown.before_to;
    }
  };
  look(s_.flown_from[from], true);
  look(s_.flown_to[to], false);
  return least;
}

// Lower bound on the total cost of a journey through `to`, given `cost_s` to reach it; `certain` says that `cost_s` is
// exact rather than a bound.
double JourneySolver::LeastKey(uint32_t to, double cost_s, bool certain) const {
  const uint32_t stop = StopOf(to);
  // After a leg only a change can follow, so its cost is included.
  const uint32_t other = IsChanged(to) || stop == kGoal ? kNoStop : s_.changes[stop];
  double rest = other == kNoStop ? Rest(s_.stops[stop]) : s_.change_costs[stop] + Rest(s_.stops[other]);
  if (!s_.is_bounded) return cost_s + rest;
  rest = std::max(rest, IsChanged(to) ? s_.to_goal.ByLeg(stop) : s_.to_goal.ByChange(stop));
  if (!certain) {
    cost_s = std::max(cost_s, IsChanged(to) ? s_.from_start.ByChange(stop) : s_.from_start.ByLeg(stop));
  }
  return cost_s + rest;
}

void JourneySolver::SearchBounds() {
  const size_t count = s_.stops.size();
  s_.changes_back.assign(count, kNoStop);
  s_.change_back_costs.assign(count, 0);
  s_.landmarks.resize(count);
  const Walker* walker = navigator_.walker();
  s_.first_in_group.assign(walker ? RuntimeAccess::TablesOf(*walker).group_count() + 1 : 0, 0);
  for (uint32_t stop = 0; stop < count; ++stop) {
    if (!s_.stops[stop].usable) continue;
    const uint32_t other = s_.changes[stop];
    if (other != kNoStop) {
      s_.changes_back[other] = stop;
      s_.change_back_costs[other] = s_.change_costs[stop];
    }
    if (s_.stops[stop].in_air || !s_.stops[stop].has_legs) continue;
    ++s_.first_in_group[s_.stops[stop].component];
    s_.landmarks[stop] = stop >= kFirstLink ? tables_.landmarks[stop - kFirstLink]
                                            : tables_.ToLandmarks(navigator_, *s_.ends[stop], s_.landmark_search);
  }
  uint32_t sum = 0;
  for (uint32_t& n : s_.first_in_group) sum += n, n = sum;
  s_.by_group.resize(sum);
  const auto add = [&](uint32_t stop) {
    if (s_.stops[stop].usable && !s_.stops[stop].in_air && s_.stops[stop].has_legs) {
      s_.by_group[--s_.first_in_group[s_.stops[stop].component]] = stop;
    }
  };
  for (const uint32_t link : tables_.nearby) {
    add(kFirstLink + 2 * link);
    add(kFirstLink + 2 * link + 1);
  }
  for (uint32_t stop = 0; stop < kFirstLink; ++stop) add(stop);
  TravelBounds::Problem problem;
  problem.stops = s_.stops;
  problem.landmarks = s_.landmarks;
  problem.by_group = s_.by_group;
  problem.first_in_group = s_.first_in_group;
  if (Flies()) {
    problem.air = &tables_.gates[s_.level];
    problem.gates = AllowedGates();
    problem.spots = &SpotsInAir();
    problem.level = &RuntimeAccess::TablesOf(navigator_).levels[s_.level];
  }
  problem.frame = &navigator_.info().frame;
  problem.up = navigator_.info().up;
  problem.walk_m_s = query_.agent.walk_m_s;
  problem.fly_m_s = query_.agent.fly_m_s;
  problem.end_count = kFirstLink;
  problem.changes = s_.changes;
  problem.change_costs = s_.change_costs;
  problem.root = kStart;
  s_.from_start.Search(problem);
  problem.root = kGoal;
  problem.changes = s_.changes_back;
  problem.change_costs = s_.change_back_costs;
  s_.to_goal.Search(problem);
}

}  // namespace navnet
