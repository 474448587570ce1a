// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>

#include "walk/walk_tables.h"

#include <algorithm>
#include <utility>

namespace navnet {
namespace {

constexpr int64_t kSlice = 128;  // Expansions between two checks of clock and
                                 // cancel flag; a larger value reacts later.
// Share by which an estimate may exceed the exact cost of its journey. Larger:
// more journeys are computed, and the best one is found in more cases.
constexpr double kOverestimate = 0.02;
// The same for estimates of the flood, whose flights are aimed at the goal
// wherever they go. Larger: it searches farther for journeys that are cheaper
// than the direct ones.
constexpr double kFloodOverestimate = 0.08;
// A journey this near to the lower bound, as a share of its cost, needs no
// search.
constexpr double kNearlyLeast = 5e-4;
constexpr size_t kMostCandidates = 24;  // Journeys that are compared by their estimates.
constexpr size_t kMostComputed = 6;     // Journeys whose legs are computed.

}  // namespace

void JourneySolver::Begin() {
  s_.clock.Lap();
  s_.spent_us = 0;
  s_.phase = JourneyPhase::Done;
  s_.expanded = 0;
  s_.best_s = kNever;
  s_.computed = s_.candidate = 0;
  s_.last = kGoal;
  s_.candidates.Clear();
  s_.legs.clear();
  s_.leg_points.clear();
  s_.is_leg_begun = s_.is_cut_short = s_.is_raised = s_.is_flight_limited = false;
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
  ReadCosts();
  if (!PlaceEnds()) return;
  PlaceLinks();
  MakeChanges();
  s_.status = PathStatus::Unreachable;
  if (!MayReachGoal()) return;
  MakeProblem();
  // A flight with costs that does not exist takes long to fail: the search
  // finds out sooner.
  if (!HasCosts() || !s_.has_links) {
    AddDirect(0);
    s_.phase = JourneyPhase::Direct;
  } else {
    BeginFlood();
  }
}

// Adds the walk and the flight between the ends, with an estimate. True when
// the flight was not in the list.
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

void JourneySolver::BeginFlood() {
  s_.flood.Begin(s_.problem, s_.changes, kStart, kGoal, nullptr, (1 + kFloodOverestimate) * s_.best_s);
  s_.phase = JourneyPhase::Flood;
}

void JourneySolver::EndFlood(SearchState state) {
  s_.expanded += s_.flood.expanded();
  if (state == SearchState::Exhausted) {
    s_.phase = JourneyPhase::Refine;
    return EndCandidates();
  }
  // Estimates of the flood are compared with each other, not with exact costs.
  const double most_s = (1 + JourneySearch::kGuidedSlack) * s_.flood.ByLeg(kGoal).cost_s;
  s_.to_goal.Begin(s_.problem, s_.changes_back, kGoal, kStart, &s_.flood, most_s);
  s_.phase = JourneyPhase::Return;
}

void JourneySolver::EndReturn(SearchState state) {
  s_.expanded += s_.to_goal.expanded();
  const double cost_s = state == SearchState::Found ? s_.to_goal.ByLeg(kStart).cost_s : s_.flood.ByLeg(kGoal).cost_s;
  const double most_s = (1 + JourneySearch::kGuidedSlack) * cost_s;
  s_.from_start.Begin(s_.problem, s_.changes, kStart, kGoal, &s_.to_goal, most_s);
  s_.phase = JourneyPhase::Again;
}

void JourneySolver::EndAgain() {
  s_.expanded += s_.from_start.expanded();
  s_.candidates.Clear();
  s_.candidate = s_.computed = 0;
  s_.candidates.AddAll(s_.from_start, s_.to_goal, s_.changes, s_.changes_back, kMostCandidates);
  s_.candidates.AddTo(kGoal, s_.flood, s_.changes_back);
  s_.candidates.Sort();
  // A long flight past many regions is overestimated more than others: it is
  // computed in any case.
  if (HasCosts() && s_.candidates.size() > 0) {
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
      const SearchState state = s_.flood.Run(slice);
      if (state != SearchState::Running) EndFlood(state);
    } else if (s_.phase == JourneyPhase::Return) {
      const SearchState state = s_.to_goal.Run(slice);
      if (state != SearchState::Running) EndReturn(state);
    } else if (s_.phase == JourneyPhase::Again) {
      if (s_.from_start.Run(slice) != SearchState::Running) EndAgain();
    } else {
      Refine(slice);
    }
    expansions -= slice;
  }
  return s_.phase == JourneyPhase::Done;
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

// Goes on with the candidates: computes their legs, one at a time, the most
// promising journey first.
void JourneySolver::Refine(int64_t expansions) {
  while (s_.candidate < s_.candidates.size() && s_.computed < kMostComputed) {
    const JourneyCandidates::Candidate& candidate = s_.candidates[s_.candidate];
    if ((1 - kOverestimate) * candidate.cost_s >= s_.best_s) break;
    const std::span<const uint32_t> changes = s_.candidates.ChangesOf(candidate);
    // Legs that are not computed yet count with a lower bound.
    double cost_s = 0;
    std::optional<Part> missing;
    for (size_t i = 0;; ++i) {
      const std::optional<Part> part = PartOf(changes, i);
      if (!part) break;
      const Leg* leg = part->is_leg ? FindLeg(part->from, part->to) : nullptr;
      if (part->is_leg && !leg && !missing) missing = part;
      cost_s += !part->is_leg ? s_.changes[part->from].cost_s : leg ? leg->cost_s : LeastCost(part->from, part->to);
    }
    if (cost_s < s_.best_s && missing) return StepLeg(missing->from, missing->to, expansions);
    if (cost_s < s_.best_s) {
      s_.best_s = cost_s;
      s_.best_changes.assign(changes.begin(), changes.end());
    }
    ++s_.candidate;
    s_.computed += !missing && cost_s < kNever;
  }
  EndCandidates();
}

void JourneySolver::EndCandidates() {
  if (s_.phase == JourneyPhase::Direct && s_.problem.has_gates && s_.best_s < kNever) DropGates();
  if (s_.phase == JourneyPhase::Direct && s_.has_links && s_.best_s * (1 - kNearlyLeast) > LeastJourney()) {
    return BeginFlood();
  }
  if (s_.best_s < kNever) return End(PathStatus::Complete);
  if (s_.problem.walk_costs && s_.problem.goes_round && s_.phase == JourneyPhase::Refine) {
    // There may be no room to walk round a region: search again for journeys
    // that need not.
    s_.problem.goes_round = false;
    return BeginFlood();
  }
  s_.is_cut_short || s_.air_cells.is_full() ? GiveUp() : End(PathStatus::Unreachable);
}

// Lower bound on the cost of any journey, from straight lines.
double JourneySolver::LeastJourney() const {
  const TravelStop &start = s_.stops[kStart], &goal = s_.stops[kGoal];
  const UpAxis up = navigator_.info().up;
  const double plan_m = Length(PlanOf(goal.point, up) - PlanOf(start.point, up)), switch_s = query_.agent.switch_s;
  if (start.in_air && goal.in_air) return Length(goal.point - start.point) / s_.fastest;
  if (start.in_air || goal.in_air) return switch_s + Length(goal.point - start.point) / s_.fastest;
  return std::min(plan_m / s_.fastest_on_ground, 2 * switch_s + plan_m / s_.fastest);
}

int64_t JourneySolver::ExpandedSoFar() const {
  const int64_t now = s_.phase == JourneyPhase::Flood    ? s_.flood.expanded()
                      : s_.phase == JourneyPhase::Return ? s_.to_goal.expanded()
                      : s_.phase == JourneyPhase::Again  ? s_.from_start.expanded()
                                                         : 0;
  return s_.expanded + now;
}

// Ends the query out of budget; with the best partial journey, if that is
// wanted.
void JourneySolver::GiveUp() {
  const bool is_flooded = s_.phase != JourneyPhase::Direct;
  s_.is_leg_begun = false;
  End(PathStatus::OutOfBudget);
  if (!query_.partial) return;
  s_.status = PathStatus::Partial;
  if (s_.best_s < kNever) return;
  // The stop nearest to the goal, of those that the search has reached.
  uint32_t nearest = kStart;
  const auto rank = [&](uint32_t stop) {
    return std::pair(Length(s_.stops[stop].point - s_.stops[kGoal].point), s_.flood.ByLeg(stop).cost_s);
  };
  for (uint32_t stop = 0; is_flooded && stop < s_.stops.size(); ++stop) {
    if (s_.flood.ByLeg(stop).cost_s < kNever && rank(stop) < rank(nearest)) nearest = stop;
  }
  s_.candidates.Clear();
  s_.best_changes.clear();
  s_.last = nearest;
  if (nearest == kStart) return;
  s_.candidates.AddTo(nearest, s_.flood, s_.changes_back);
  const std::span<const uint32_t> changes = s_.candidates.ChangesOf(s_.candidates[0]);
  bool is_whole = true;
  for (size_t i = 0;; ++i) {
    const std::optional<Part> part = PartOf(changes, i);
    if (!part) break;
    if (!part->is_leg) continue;
    while (!FindLeg(part->from, part->to)) StepLeg(part->from, part->to, kSlice);
    is_whole = is_whole && FindLeg(part->from, part->to)->cost_s < kNever;
  }
  if (is_whole) {
    s_.best_changes.assign(changes.begin(), changes.end());
  } else {
    s_.last = kStart;
  }
}

}  // namespace navnet
