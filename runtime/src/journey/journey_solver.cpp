// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>

#include "walk/walk_tables.h"

#include <algorithm>
#include <utility>

namespace navnet {
namespace {

constexpr int64_t kSlice = 128;  // Expansions between two checks of clock and cancel flag; a larger value reacts later.
// Share by which an estimate may exceed the exact cost of its journey. Larger: more journeys are computed, and the best
// one is found in more cases.
constexpr double kOverestimate = 0.02;
// The same for estimates of the flood, whose flights are aimed at the goal wherever they go. Larger: it searches
// farther for journeys that are cheaper than the direct ones.
constexpr double kFloodOverestimate = 0.08;
// A journey this near to the lower bound, as a share of its cost, needs no search.
constexpr double kNearlyLeast = 5e-4;
constexpr size_t kMostCandidates = 24;  // Journeys that are compared by their estimates.
// Nodes that each search for the bounds of a limit on flying expands. More find cheaper journeys in large worlds.
constexpr int64_t kMostForBounds = 8000;
// Journeys whose legs are computed; more where the searches do not see the cost of a preferred clearance.
constexpr size_t kMostComputed = 6, kMostWithClearance = 8;

}  // namespace

void JourneySolver::Begin() {
  s_.clock.Lap();
  s_.spent_us = 0;
  s_.phase = JourneyPhase::Done;
  s_.expanded = 0;
  s_.last = kGoal;
  s_.legs.clear();
  s_.is_cut_short = s_.is_raised = s_.is_flooded = s_.is_flight_limited = false;
  s_.problem.ends[kStart] = s_.problem.ends[kGoal] = {};
  s_.status = PathStatus::InvalidQuery;
  if (!Validate(query_)) return;
  s_.status = PathStatus::OutsideWorld;
  if (!IsFinite(query_.start) || !IsFinite(query_.goal)) return;
  s_.level = kNoStop;
  const auto& levels = RuntimeAccess::TablesOf(navigator_).levels;
  for (size_t i = levels.size(); i-- > 0;) {
    if (levels[i].radius_m() >= query_.agent.radius_m) s_.level = i;
  }
  if (s_.level == kNoStop && !(query_.agent.walk_m_s > 0)) return;
  ReadAgent();
  ReadCosts();
  if (!PlaceEnds()) return;
  PlaceLinks();
  MakeChanges();
  s_.status = PathStatus::Unreachable;
  if (!MayReachGoal()) return;
  MakeProblem();
  BeginSearch();
}

// Begins to look for journeys, with the clearance that flights prefer.
void JourneySolver::BeginSearch() {
  s_.candidates.Clear();
  s_.legs.clear();
  s_.leg_points.clear();
  s_.is_leg_begun = s_.is_wide = false;
  s_.computed = s_.candidate = 0;
  s_.best = s_.best_at_price = {};
  SetPrice(0);
  // A flight with costs that does not exist takes long to fail: the search finds out sooner.
  if (!HasCosts() || !s_.has_links) {
    AddDirect(0);
    s_.phase = JourneyPhase::Direct;
  } else {
    BeginFlood();
  }
}

// Adds the walk and the flight between the ends, with an estimate. True when the flight was not in the list.
bool JourneySolver::AddDirect(double cost_s) {
  const TravelStop &start = s_.stops[kStart], &goal = s_.stops[kGoal];
  if (Walks() && !start.in_air && !goal.in_air && start.component == goal.component && start.has_legs &&
      goal.has_legs) {
    s_.candidates.Add({}, cost_s);
  }
  if (!Flies()) return false;
  std::array<uint32_t, 2> changes;
  size_t count = 0;
  if (!start.in_air) changes[count++] = kStart;
  if (!goal.in_air) changes[count++] = kAboveGoal;
  const TravelStop& up = start.in_air ? start : s_.stops[kAboveStart];
  const TravelStop& down = goal.in_air ? goal : s_.stops[kAboveGoal];
  return up.usable && down.usable && up.component == down.component &&
         s_.candidates.Add(std::span(changes).first(count), cost_s);
}

// Share of cost by which journeys may look worse than the best one.
double JourneySolver::Slack() const {
  // The searches do not see what a preferred clearance costs: a journey that looks worse may be better.
  constexpr double kWithClearance = 0.1;
  return query_.walk_clearance_m > 0 || s_.fly_clearance_m > 0 ? kWithClearance : JourneySearch::kSlack;
}

void JourneySolver::BeginFlood() {
  const double most_s = s_.is_wide ? s_.wide_s : (1 + kFloodOverestimate) * s_.best_at_price.At(s_.price);
  s_.flood.Begin(s_.problem, Changes(), kStart, kGoal, nullptr, most_s);
  s_.is_flooded = true;
  s_.phase = JourneyPhase::Flood;
}

void JourneySolver::EndFlood(SearchState state) {
  s_.expanded += s_.flood.expanded();
  if (!s_.is_wide && state == SearchState::Exhausted) {
    s_.phase = JourneyPhase::Refine;
    return EndCandidates();
  }
  // Estimates of the flood are compared with each other, not with exact costs. A guided search has good labels near the
  // best journeys only.
  const double most_s = s_.is_wide ? s_.wide_s : (1 + GuidedSlack()) * s_.flood.ByLeg(kGoal).cost_s;
  s_.to_goal.Begin(s_.problem, ChangesBack(), kGoal, kStart, s_.is_wide ? nullptr : &s_.flood, most_s);
  s_.phase = JourneyPhase::Return;
}

void JourneySolver::EndReturn(SearchState state) {
  s_.expanded += s_.to_goal.expanded();
  if (s_.is_wide) return ListCandidates(s_.flood);
  const double cost_s = state == SearchState::Found ? s_.to_goal.ByLeg(kStart).cost_s : s_.flood.ByLeg(kGoal).cost_s;
  const double most_s = (1 + GuidedSlack()) * cost_s;
  s_.from_start.Begin(s_.problem, Changes(), kStart, kGoal, &s_.to_goal, most_s);
  s_.phase = JourneyPhase::Again;
}

void JourneySolver::EndAgain() {
  s_.expanded += s_.from_start.expanded();
  ListCandidates(s_.from_start);
}

void JourneySolver::ListCandidates(const JourneySearch& from_start) {
  s_.candidates.Clear();
  s_.candidate = s_.computed = 0;
  s_.candidates.AddAll(from_start, s_.to_goal, Changes(), ChangesBack(), kMostCandidates);
  s_.candidates.AddTo(kGoal, s_.flood, ChangesBack());
  s_.candidates.Sort();
  // A long flight past many regions is overestimated more than others: it is computed in any case.
  if (!s_.is_wide && HasCosts() && s_.candidates.size() > 0) {
    s_.is_flight_limited = AddDirect(s_.candidates[0].cost_s);
    s_.candidates.Sort();
  }
  s_.phase = JourneyPhase::Refine;
}

bool JourneySolver::Step(int64_t expansions) {
  while (s_.phase != JourneyPhase::Done && expansions > 0) {
    if (!MayGoOn()) break;
    int64_t slice = std::min(expansions, kSlice);
    if (query_.max_expansions > 0) slice = std::min(slice, query_.max_expansions - ExpandedSoFar());
    if (s_.phase == JourneyPhase::Flood) {
      const SearchState state = Run(s_.flood, slice);
      if (state != SearchState::Running) EndFlood(state);
    } else if (s_.phase == JourneyPhase::Return) {
      const SearchState state = Run(s_.to_goal, slice);
      if (state != SearchState::Running) EndReturn(state);
    } else if (s_.phase == JourneyPhase::Again) {
      if (s_.from_start.Run(slice) != SearchState::Running) EndAgain();
    } else if (s_.phase == JourneyPhase::Enumerate) {
      Enumerate(slice);
    } else if (s_.phase == JourneyPhase::Reach) {
      if (Run(s_.flood, slice) != SearchState::Running) EndReach();
    } else if (s_.phase == JourneyPhase::Approach) {
      Approach(slice);
    } else {
      Refine(slice);
    }
    expansions -= slice;
  }
  return s_.phase == JourneyPhase::Done;
}

// Goes on with a search; one that finds bounds ends after kMostForBounds nodes.
SearchState JourneySolver::Run(JourneySearch& search, int64_t expansions) const {
  if (!s_.is_wide) return search.Run(expansions);
  const SearchState state = search.Run(std::min(expansions, kMostForBounds - search.expanded()));
  return search.expanded() < kMostForBounds ? state : SearchState::Exhausted;
}

// Checks the cancel flag and the budget. Returns false if the query has ended.
bool JourneySolver::MayGoOn() {
  if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) {
    End(PathStatus::Cancelled);
    return false;
  }
  s_.spent_us += 1e6 * s_.clock.Lap();
  const bool out_of_time = query_.max_us > 0 && s_.spent_us > query_.max_us;
  if (!out_of_time && !(query_.max_expansions > 0 && ExpandedSoFar() >= query_.max_expansions)) return true;
  GiveUp();
  return false;
}

void JourneySolver::End(PathStatus status) {
  s_.expanded = ExpandedSoFar();
  s_.status = status;
  s_.phase = JourneyPhase::Done;
}

// Goes on with the candidates: computes their legs, one at a time, the most promising journey first.
void JourneySolver::Refine(int64_t expansions) {
  const size_t most = Slack() > JourneySearch::kSlack ? kMostWithClearance : kMostComputed;
  while (s_.candidate < s_.candidates.size() && s_.computed < most) {
    const JourneyCandidates::Candidate& candidate = s_.candidates[s_.candidate];
    const double least_s = (1 - kOverestimate) * candidate.cost_s;
    const double least_within_s = s_.price > 0 ? least_s - s_.price * s_.limit_m : least_s;
    if (least_s >= s_.best_at_price.At(s_.price) && least_within_s >= s_.best.cost_s) break;
    const std::span<const uint32_t> changes = s_.candidates.ChangesOf(candidate);
    // Legs that are not computed yet count with a lower bound.
    FlownCost cost{0, 0};
    std::optional<Part> missing;
    for (size_t i = 0;; ++i) {
      const std::optional<Part> part = PartOf(changes, i);
      if (!part) break;
      const Leg* leg = part->is_leg ? FindLeg(part->from, part->to) : nullptr;
      if (part->is_leg && !leg && !missing) missing = part;
      cost = cost + (!part->is_leg ? CostOfChange(part->from) : leg ? CostOf(*leg) : LeastCost(part->from, part->to));
    }
    const bool is_best_at_price = cost.At(s_.price) < s_.best_at_price.At(s_.price);
    const bool is_best = cost.flown_m <= s_.limit_m && cost.cost_s < s_.best.cost_s;
    if ((is_best_at_price || is_best) && missing) return StepLeg(missing->from, missing->to, expansions);
    if (is_best_at_price) s_.best_at_price = cost;
    if (is_best) {
      s_.best = cost;
      s_.best_changes.assign(changes.begin(), changes.end());
    }
    ++s_.candidate;
    s_.computed += !missing && cost.cost_s < kNever;
  }
  EndCandidates();
}

void JourneySolver::EndCandidates() {
  if (s_.is_wide) return EndWide();
  if (s_.phase == JourneyPhase::Direct && s_.problem.has_gates && s_.best.cost_s < kNever) DropGates();
  if (s_.phase == JourneyPhase::Direct && s_.has_links &&
      s_.best_at_price.cost_s * (1 - kNearlyLeast) > LeastJourney()) {
    return BeginFlood();
  }
  if (s_.price > 0 || s_.best_at_price.cost_s < s_.best.cost_s) return EndPrice();
  if (s_.best.cost_s < kNever) return End(PathStatus::Complete);
  if (s_.problem.walk_costs && s_.problem.goes_round && s_.phase == JourneyPhase::Refine) {
    // There may be no room to walk round a region: search again for journeys that need not.
    s_.problem.goes_round = false;
    return BeginFlood();
  }
  s_.is_cut_short || s_.air_cells.is_full() ? GiveUp() : End(PathStatus::Unreachable);
}

// Lower bound on the cost of any journey, from straight lines.
double JourneySolver::LeastJourney() const {
  const TravelStop &start = s_.stops[kStart], &goal = s_.stops[kGoal];
  const UpAxis up = navigator_.info().up;
  const double plan_m = Length(PlanOf(goal.point, up) - PlanOf(start.point, up)), switch_s = s_.agent.switch_s;
  const double fastest = s_.problem.fastest;
  if (start.in_air && goal.in_air) return Length(goal.point - start.point) / fastest;
  if (start.in_air || goal.in_air) return switch_s + Length(goal.point - start.point) / fastest;
  return std::min(plan_m / s_.fastest_on_ground, 2 * switch_s + plan_m / fastest);
}

int64_t JourneySolver::ExpandedSoFar() const {
  const bool is_flood = s_.phase == JourneyPhase::Flood || s_.phase == JourneyPhase::Reach;
  const int64_t now = is_flood                           ? s_.flood.expanded()
                      : s_.phase == JourneyPhase::Return ? s_.to_goal.expanded()
                      : s_.phase == JourneyPhase::Again  ? s_.from_start.expanded()
                                                         : 0;
  return s_.expanded + now;
}

// Ends the query out of budget; with the best partial journey, if that is wanted.
void JourneySolver::GiveUp() {
  s_.is_leg_begun = false;
  End(PathStatus::OutOfBudget);
  if (!query_.partial) return;
  s_.status = PathStatus::Partial;
  if (s_.best.cost_s < kNever) return;
  // The stop nearest to the goal, of those that the search has reached.
  uint32_t nearest = kStart;
  const auto rank = [&](uint32_t stop) {
    return std::pair(Length(s_.stops[stop].point - s_.stops[kGoal].point), s_.flood.ByLeg(stop).cost_s);
  };
  for (uint32_t stop = 0; s_.is_flooded && stop < s_.changes.size(); ++stop) {
    if (s_.flood.ByLeg(stop).cost_s < kNever && rank(stop) < rank(nearest)) nearest = stop;
  }
  s_.candidates.Clear();
  s_.best_changes.clear();
  s_.last = nearest;
  if (nearest == kStart) return;
  s_.candidates.AddTo(nearest, s_.flood, s_.changes_back);
  const std::span<const uint32_t> changes = s_.candidates.ChangesOf(s_.candidates[0]);
  FlownCost cost{0, 0};
  for (size_t i = 0;; ++i) {
    const std::optional<Part> part = PartOf(changes, i);
    if (!part) break;
    while (part->is_leg && !FindLeg(part->from, part->to)) StepLeg(part->from, part->to, kSlice);
    cost = cost + (part->is_leg ? CostOf(*FindLeg(part->from, part->to)) : CostOfChange(part->from));
  }
  if (cost.cost_s < kNever && cost.flown_m <= s_.limit_m) {
    s_.best_changes.assign(changes.begin(), changes.end());
  } else {
    s_.last = kStart;
  }
}

}  // namespace navnet
