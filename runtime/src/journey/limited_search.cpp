// SPDX-License-Identifier: Apache-2.0
#include "journey/limited_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Share of cost by which the journey found may be dearer than the cheapest; larger values end the search sooner.
constexpr double kCloseToKnown = 1e-3;
// Share of cost by which a label may be cheaper than one that flies no farther and still be dropped. Adds up over the
// changes of a journey.
constexpr double kAsCheap = 1e-4;
// Share by which an estimate of the rest may be too high. Larger: misses fewer journeys, and takes longer.
constexpr double kRestOver = 0.2;
// Bounds of the work: labels expanded, and legs computed.
constexpr int64_t kMostExpanded = 2000, kMostComputed = 800;

}  // namespace

void LimitedSearch::Begin(const Bounds& bounds, std::span<const TravelStop> stops) {
  bounds_ = bounds;
  stops_ = stops;
  open_.clear();
  labels_.clear();
  first_.assign(places_.size(), kNone);
  legs_.assign(places_.size() * places_.size(), {std::numeric_limits<double>::quiet_NaN(), 0});
  found_ = {};
  found_label_ = kNone;
  expanded_ = computed_ = 0;
  labels_.push_back({{0, 0}, 0, kNone, kNone, false});
  open_.Push({0, 0, 0, kNone});
}

std::optional<LimitedSearch::Leg> LimitedSearch::Run(int64_t& expansions) {
  while (!open_.empty() && expanded_ < kMostExpanded && computed_ < kMostComputed) {
    if (bounds_.is_any_enough && found_.cost_s < kNever) break;
    if (expansions <= 0) return kNoLeg;
    const Entry top = open_.Pop();
    if (labels_[top.label].is_dominated || !IsWorth(top.bound_s)) continue;
    if (top.place == kNone) {
      ++expanded_;
      --expansions;
      Expand(top.label);
      continue;
    }
    const Leg leg{places_[labels_[top.label].place].to, places_[top.place].from};
    FlownCost& cost = LegTo(top);
    if (leg.from == leg.to) cost = {0, 0};
    if (std::isnan(cost.cost_s)) {
      ++computed_;
      waiting_ = top;
      return leg;
    }
    Reach(top, cost);
  }
  return std::nullopt;
}

void LimitedSearch::Supply(const FlownCost& leg) {
  LegTo(waiting_) = leg;
  Reach(waiting_, leg);
}

void LimitedSearch::Trace(std::vector<uint32_t>& changes) const {
  changes.clear();
  for (uint32_t i = found_label_; labels_[i].parent != kNone; i = labels_[i].parent) {
    if (!IsGoal(labels_[i].place)) changes.push_back(places_[labels_[i].place].from);
  }
  std::reverse(changes.begin(), changes.end());
}

// Lower bounds on the leg between two stops.
FlownCost LimitedSearch::Least(uint32_t from, uint32_t to) const {
  const TravelStop &a = stops_[from], &b = stops_[to];
  if (!a.in_air) return {bounds_.walk_s_per_m * Length(PlanOf(b.point, bounds_.up) - PlanOf(a.point, bounds_.up)), 0};
  const double metres = Length(b.point - a.point);
  return {bounds_.fly_s_per_m * metres, metres};
}

// Whether journeys with a lower bound on their cost may be cheaper than those known.
bool LimitedSearch::IsWorth(double bound_s) const {
  return bound_s < (1 - kCloseToKnown) * std::min(bounds_.known_s, found_.cost_s);
}

// Adds an entry, unless it leads to no journey that is within the limit and cheaper than those known. `least`: lower
// bounds on cost and metres so far, `estimate`: estimated cost so far at the price, `rest`: of the rest.
bool LimitedSearch::Push(const FlownCost& least, double estimate, double rest, uint32_t label, uint32_t place) {
  const double least_total = AtPrice(least) + (1 - kRestOver) * rest;
  if (!(least_total <= bounds_.most) || least.flown_m > bounds_.limit_m) return false;
  const double limit = bounds_.price * bounds_.limit_m;
  const double bound_s = std::max(least.cost_s, least_total - limit);
  if (!IsWorth(bound_s)) return false;
  open_.Push({std::max(least.cost_s, estimate + rest - limit), bound_s, label, place});
  return true;
}

void LimitedSearch::Expand(uint32_t label) {
  const Label from = labels_[label];
  const Place& at = places_[from.place];
  const TravelStop& stop = stops_[at.to];
  const double so_far = AtPrice(from.so_far);
  // Estimated cost of the cheapest way here: the rest may make up for what this one costs more.
  const double estimated = at.from_start + AtPrice(at.change);
  for (uint32_t i = 1; i < places_.size(); ++i) {
    const Place& to = places_[i];
    const TravelStop& next = stops_[to.from];
    if (next.in_air != stop.in_air || next.component != stop.component) continue;
    if (to.to == at.to || (to.from == at.to && to.to == at.from)) continue;
    if (to.from != at.to && !(stop.has_legs && next.has_legs)) continue;
    const FlownCost least = from.so_far + (to.from == at.to ? FlownCost{0, 0} : Least(at.to, to.from)) + to.change;
    // The leg costs about what it changes the estimates from the start by, at least.
    const double by_start = so_far + std::max(0.0, to.from_start - estimated) + AtPrice(to.change);
    Push(least, std::max(AtPrice(least), by_start), to.to_goal, label, i);
  }
}

// A label goes on along a leg, and through the change behind it.
void LimitedSearch::Reach(const Entry& entry, const FlownCost& leg) {
  const Place& to = places_[entry.place];
  const FlownCost so_far = labels_[entry.label].so_far + leg + to.change;
  if (!(so_far.cost_s < kNever) || so_far.flown_m > bounds_.limit_m || IsDominated(entry.place, so_far)) return;
  const uint32_t number = uint32_t(labels_.size());
  if (!IsGoal(entry.place)) {
    if (!Push(so_far, AtPrice(so_far), to.to_goal, number, kNone)) return;
  } else {
    if (!(so_far.cost_s < std::min(bounds_.known_s, found_.cost_s))) return;
    found_ = so_far;
    found_label_ = number;
  }
  labels_.push_back({so_far, entry.place, entry.label, first_[entry.place], false});
  first_[entry.place] = number;
}

// Whether another label of a place is as good. Marks those that are worse.
bool LimitedSearch::IsDominated(uint32_t place, const FlownCost& so_far) {
  // Where any journey within the limit is enough, only metres count.
  const bool is_cost_free = bounds_.is_any_enough;
  for (uint32_t i = first_[place]; i != kNone; i = labels_[i].next) {
    Label& other = labels_[i];
    if (other.is_dominated) continue;
    const bool is_cheaper = is_cost_free || so_far.cost_s <= other.so_far.cost_s;
    const bool is_dearer = is_cost_free || other.so_far.cost_s <= (1 + kAsCheap) * so_far.cost_s;
    if (is_dearer && other.so_far.flown_m <= so_far.flown_m) return true;
    if (is_cheaper && so_far.flown_m <= other.so_far.flown_m) other.is_dominated = true;
  }
  return false;
}

}  // namespace navnet
