// SPDX-License-Identifier: Apache-2.0
// Journeys that end as near to the goal as a limit on the metres flown allows.

#include "journey/journey_solver.h"

#include "walk/walk_tables.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

// Journeys computed; of those, walks that approach the goal from one component of the ground each. More find nearer
// ends, and take longer.
constexpr size_t kMostExits = 12, kMostGrounds = 4;
// Share of the limit by which the estimate of the metres to a stop may be too high.
constexpr double kFlownOver = 0.015;

// The part of a polyline up to the point nearest to `goal` among its first `most_m` metres.
struct Beginning {
  size_t points = 1;  // Of the polyline, before its last point.
  Vec3 last;
  double length_m = 0;
};

Beginning BeginningOf(std::span<const Vec3> points, Vec3 goal, double most_m) {
  Beginning best{1, points[0], 0};
  double nearest2 = LengthSquared(goal - points[0]), before_m = 0;
  for (size_t i = 1; i < points.size() && before_m < most_m; ++i) {
    const Vec3 a = points[i - 1], d = points[i] - a;
    const double length = Length(d);
    if (length == 0) continue;
    const double share =
        std::clamp(Dot(goal - a, d) / LengthSquared(d), 0.0, std::min(1.0, (most_m - before_m) / length));
    const Vec3 at = share < 1 ? a + d * share : points[i];
    if (LengthSquared(goal - at) < nearest2) {
      nearest2 = LengthSquared(goal - at);
      best = {i, at, before_m + share * length};
    }
    before_m += length;
  }
  return best;
}

}  // namespace

// Searches from the start, at a price at which all that matters is metres flown.
void JourneySolver::BeginReach() {
  s_.is_wide = true;
  SetPrice(s_.prices.dearest());
  // Stops farther from the goal than the start, by more than the limit, are of no use.
  const double most_m = s_.limit_m + Length(s_.stops[kGoal].point - s_.stops[kStart].point);
  s_.flood.Begin(s_.problem, Changes(), kStart, kGoal, nullptr, (1 + kFlownOver) * s_.price * most_m);
  s_.is_flooded = true;
  s_.phase = JourneyPhase::Reach;
}

// Lists where journeys within the limit may end, or leave for the goal, the most promising ones first.
void JourneySolver::EndReach() {
  s_.expanded += s_.flood.expanded();
  const Vec3 goal = s_.stops[kGoal].point;
  const auto to_goal_m = [&](uint32_t stop) { return Length(goal - s_.stops[stop].point); };
  s_.exits.clear();
  const auto leave = [&](uint32_t change, uint32_t from, double flown_m) {
    const bool in_air = s_.stops[from].in_air;
    if (in_air || s_.stops[from].has_legs) {
      const double left_m = in_air ? std::max(0.0, s_.limit_m - flown_m) : 0;
      s_.exits.push_back({std::max(0.0, to_goal_m(from) - left_m), change, from, true});
    }
  };
  leave(kNoStop, kStart, 0);
  for (uint32_t stop = 0; stop < s_.changes.size(); ++stop) {
    const double flown_m = s_.flood.ByLeg(stop).cost_s / s_.price;
    if (!(flown_m <= (1 + kFlownOver) * s_.limit_m)) continue;
    if (stop != kStart && stop != kGoal) s_.exits.push_back({to_goal_m(stop), kNoStop, stop, false});
    if (s_.changes[stop].to != kNoStop) leave(stop, s_.changes[stop].to, flown_m + ColumnOf(stop));
  }
  const auto sort = [&] {
    std::sort(s_.exits.begin(), s_.exits.end(), [](const auto& a, const auto& b) {
      return std::tie(a.least_m, a.from, a.goes_on) < std::tie(b.least_m, b.from, b.goes_on);
    });
  };
  sort();
  // Walks from anywhere in a component of the ground end at the same place, nobody knows how near to the goal: one walk
  // from each of the nearest components comes first.
  s_.is_reached.assign(navigator_.walker() ? RuntimeAccess::TablesOf(*navigator_.walker()).group_count() : 0, 0);
  size_t grounds = 0;
  for (auto& exit : s_.exits) {
    if (!exit.goes_on || s_.stops[exit.from].in_air) continue;
    const bool is_first = std::exchange(s_.is_reached[s_.stops[exit.from].component], 1) == 0;
    exit.least_m = is_first && grounds++ < kMostGrounds ? 0 : kNever;
  }
  sort();
  s_.exit = 0;
  s_.exit_stop = kNoStop;
  s_.best_changes.clear();
  s_.nearest_stop = kStart;
  s_.nearest_m = to_goal_m(kStart);
  s_.phase = JourneyPhase::Approach;
}

// Computes the journeys over the exits, one leg at a time, and takes the one that ends nearest to the goal.
void JourneySolver::Approach(int64_t expansions) {
  const Vec3 goal = s_.stops[kGoal].point;
  for (; s_.exit < std::min(s_.exits.size(), kMostExits); ++s_.exit, s_.exit_stop = kNoStop) {
    const JourneyScratch::Exit& exit = s_.exits[s_.exit];
    if (exit.least_m >= s_.nearest_m) break;
    if (s_.exit_stop == kNoStop) {
      s_.exit_changes.clear();
      s_.candidates.Clear();
      s_.candidates.AddTo(exit.change != kNoStop ? exit.change : exit.from, s_.flood, ChangesBack());
      const std::span<const uint32_t> before = s_.candidates.ChangesOf(s_.candidates[0]);
      s_.exit_changes.assign(before.begin(), before.end());
      if (exit.change != kNoStop) s_.exit_changes.push_back(exit.change);
      s_.exit_stop = uint32_t(s_.stops.size());
      s_.stops.push_back({goal, s_.stops[kGoal].component, true, s_.stops[exit.from].in_air});
    }
    s_.last = exit.from;
    FlownCost cost{0, 0};
    for (size_t i = 0;; ++i) {
      const std::optional<Part> part = PartOf(s_.exit_changes, i);
      if (!part) break;
      const Leg* leg = part->is_leg ? FindLeg(part->from, part->to) : nullptr;
      if (part->is_leg && !leg) return StepLeg(part->from, part->to, expansions);
      cost = cost + (leg ? CostOf(*leg) : CostOfChange(part->from));
    }
    if (!(cost.cost_s < kNever) || cost.flown_m > s_.limit_m) continue;
    uint32_t last = exit.from;
    if (exit.goes_on) {
      if (!FindLeg(exit.from, s_.exit_stop)) return StepLeg(exit.from, s_.exit_stop, expansions);
      if (EndLastLeg(s_.limit_m - cost.flown_m)) last = s_.exit_stop;
    }
    const double left_m = Length(goal - s_.stops[last].point);
    if (left_m >= s_.nearest_m) continue;
    s_.nearest_m = left_m;
    s_.nearest_stop = last;
    s_.best_changes = s_.exit_changes;
  }
  s_.last = s_.nearest_stop;
  End(PathStatus::Partial);
}

// Ends the leg computed last, a flight after `most_m` metres, and moves its stop there. Returns false if nothing of it
// is left.
bool JourneySolver::EndLastLeg(double most_m) {
  Leg& leg = s_.legs.back();
  if (leg.point_count < 2) return false;
  const bool in_air = s_.stops[leg.from].in_air;
  const std::span<Vec3> points = std::span(s_.leg_points).subspan(leg.first_point, leg.point_count);
  if (in_air) {
    const Beginning kept = BeginningOf(points, s_.stops[kGoal].point, most_m);
    const double share = kept.length_m / leg.length_m;
    points[kept.points] = kept.last;
    leg.point_count = uint32_t(kept.points + 1);
    leg.length_m = kept.length_m;
    leg.seconds *= share;
    leg.cost_s *= share;
    if (s_.air_costs.are_any()) {
      leg.cost_s = 0;
      for (size_t i = 0; i < kept.points; ++i) {
        leg.cost_s += CostAlong(s_.air_costs, points[i], points[i + 1]) / s_.agent.fly_m_s;
      }
    }
  }
  s_.stops[leg.to].point = points[leg.point_count - 1];
  return leg.length_m > 0;
}

}  // namespace navnet
