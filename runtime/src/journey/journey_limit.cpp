// SPDX-License-Identifier: Apache-2.0
// Journeys within a limit on the metres flown: the searches at prices of a metre, and the enumeration.

#include "journey/journey_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Changes of mode among which journeys are enumerated. More find cheaper journeys in worlds with many spots; time grows
// with the square.
constexpr size_t kMostPlaces = 256;
// Share by which estimates may exceed the exact cost of their journeys; and where only the metres count.
constexpr double kEstimatedOver = 0.2, kMetresOver = 0.5;
// Labels of each part of the air in searches for bounds.
constexpr size_t kWideLabels = 3;
// Instead of an infinite slack, whose product with 0 is not a number.
constexpr double kUnlimitedSlack = 1e9;

}  // namespace

// Sets the price of a metre flown for the next searches.
void JourneySolver::SetPrice(double price) {
  s_.price = price;
  JourneyProblem& problem = s_.problem;
  problem.agent = s_.agent;
  problem.costed_share = 1;
  problem.slack = s_.is_wide ? kUnlimitedSlack : Slack();
  problem.least_labels = s_.is_wide ? kWideLabels : 1;
  if (price > 0) {
    problem.agent.fly_m_s = 1 / (1 / s_.agent.fly_m_s + price);
    problem.costed_share = problem.agent.fly_m_s / s_.agent.fly_m_s;
    s_.priced = s_.changes;
    s_.priced_back = s_.changes_back;
    for (uint32_t stop = 0; stop < s_.changes.size(); ++stop) {
      const uint32_t to = s_.changes[stop].to;
      if (to != kNoStop) s_.priced[stop].cost_s = s_.priced_back[to].cost_s = CostOfChange(stop).At(price);
    }
  }
  problem.fastest = std::max({s_.fastest_on_ground, problem.agent.fly_m_s, s_.fastest_by_gates});
}

// The searches at the current price have found their best journey.
void JourneySolver::EndPrice() {
  auto next = FlownPrices::Next::Search;
  if (std::exchange(s_.is_wide, false)) {
    next = s_.prices.AfterFirst(s_.best);
  } else if (s_.price > 0) {
    next = s_.prices.After(s_.best_at_price, s_.best);
  } else {
    s_.prices.Begin(s_.limit_m, s_.best_at_price, s_.best);
    // All journeys there are have been computed.
    if (!s_.has_links) next = s_.best.cost_s < kNever ? FlownPrices::Next::Done : FlownPrices::Next::Beyond;
  }
  switch (next) {
    case FlownPrices::Next::Done: return End(PathStatus::Complete);
    case FlownPrices::Next::Beyond: return EndBeyond();
    case FlownPrices::Next::Search:
      SetPrice(s_.prices.price());
      s_.best_at_price = s_.prices.Known();
      return BeginFlood();
    case FlownPrices::Next::Enumerate:
      s_.is_wide = true;
      s_.is_first = !(s_.best.cost_s < kNever);
      SetPrice(s_.price);
      s_.wide_s = s_.best.cost_s < kNever ? (1 + kEstimatedOver) * (s_.best.cost_s + s_.price * s_.limit_m)
                                          : (1 + kMetresOver) * s_.price * s_.limit_m;
      return BeginFlood();
  }
}

// The searches for bounds have ended, and the best journeys that they found are computed.
void JourneySolver::EndWide() {
  if (s_.is_first && s_.best.cost_s < kNever) return EndPrice();
  BeginEnumerate();
}

// Enumerates journeys over the changes that those within the limit may use, the most promising ones if there are many.
void JourneySolver::BeginEnumerate() {
  const auto changes = Changes();
  s_.ranked.clear();
  for (uint32_t stop = 0; stop < changes.size(); ++stop) {
    const uint32_t to = changes[stop].to;
    if (to == kNoStop) continue;
    const double total = s_.flood.ByLeg(stop).cost_s + changes[stop].cost_s + s_.to_goal.ByLeg(to).cost_s;
    if (total <= s_.wide_s) s_.ranked.push_back({total, stop});
  }
  std::sort(s_.ranked.begin(), s_.ranked.end());
  if (s_.ranked.size() > kMostPlaces) s_.ranked.resize(kMostPlaces);
  std::vector<LimitedSearch::Place>& places = s_.limited.places();
  places.clear();
  places.push_back({kNoStop, kStart, {0, 0}, 0, 0});
  for (const auto& [total, stop] : s_.ranked) {
    const uint32_t to = changes[stop].to;
    places.push_back({stop, to, CostOfChange(stop), s_.flood.ByLeg(stop).cost_s, s_.to_goal.ByLeg(to).cost_s});
  }
  places.push_back({kGoal, kNoStop, {0, 0}, s_.flood.ByLeg(kGoal).cost_s, 0});
  LimitedSearch::Bounds bounds;
  bounds.limit_m = s_.limit_m;
  bounds.price = s_.price;
  bounds.known_s = s_.best.cost_s;
  bounds.most = s_.wide_s;
  bounds.is_any_enough = s_.is_first;
  bounds.walk_s_per_m = 1 / s_.agent.walk_m_s;
  bounds.fly_s_per_m = 1 / s_.agent.fly_m_s;
  bounds.up = navigator_.info().up;
  s_.limited.Begin(bounds, s_.stops);
  s_.wanted = LimitedSearch::kNoLeg;
  s_.phase = JourneyPhase::Enumerate;
}

void JourneySolver::Enumerate(int64_t expansions) {
  while (expansions > 0) {
    if (s_.wanted.from != kNoStop) {
      const Leg* leg = FindLeg(s_.wanted.from, s_.wanted.to);
      if (!leg) return StepLeg(s_.wanted.from, s_.wanted.to, expansions);
      s_.limited.Supply(CostOf(*leg));
    }
    const int64_t before = expansions;
    const auto wanted = s_.limited.Run(expansions);
    s_.expanded += before - expansions;
    if (!wanted) return EndEnumerate();
    s_.wanted = *wanted;
  }
}

void JourneySolver::EndEnumerate() {
  if (s_.limited.found().cost_s < s_.best.cost_s) {
    s_.best = s_.limited.found();
    s_.limited.Trace(s_.best_changes);
  }
  if (!(s_.best.cost_s < kNever)) return EndBeyond();
  s_.is_first ? EndPrice() : End(PathStatus::Complete);
}

// No journey to the goal keeps the limit.
void JourneySolver::EndBeyond() {
  if (s_.fly_clearance_m > 0) {
    // Flights that keep less clearance are shorter.
    s_.fly_clearance_m = 0;
    return BeginSearch();
  }
  query_.partial ? BeginReach() : End(PathStatus::BeyondLimit);
}

}  // namespace navnet
