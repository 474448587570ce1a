// SPDX-License-Identifier: Apache-2.0
// The legs of journeys, computed by the solvers of walks and flights, and the answer made of them.

#include "journey/journey_solver.h"

#include "navigator/flight_solver.h"
#include "walk/walk_solver.h"

namespace navnet {

// The part of a journey with a number, from 0 on; none behind the last one.
std::optional<JourneySolver::Part> JourneySolver::PartOf(std::span<const uint32_t> changes, size_t number) const {
  uint32_t at = kStart;
  for (const uint32_t stop : changes) {
    if (at != stop && number-- == 0) return Part{at, stop, true};
    at = s_.changes[stop].to;
    if (number-- == 0) return Part{stop, at, false};
  }
  if (at != s_.last && number == 0) return Part{at, s_.last, true};
  return std::nullopt;
}

const JourneyScratch::Leg* JourneySolver::FindLeg(uint32_t from, uint32_t to) const {
  for (const Leg& leg : s_.legs) {
    if (leg.from == from && leg.to == to) return &leg;
  }
  return nullptr;
}

// The metres flown by a change between ground and air; 0 for links.
double JourneySolver::ColumnOf(uint32_t from) const {
  const TravelStop &a = s_.stops[from], &b = s_.stops[s_.changes[from].to];
  return a.in_air == b.in_air ? 0 : Length(b.point - a.point);
}

// Lower bounds on the cost and metres of a walk or flight between two stops.
FlownCost JourneySolver::LeastCost(uint32_t from, uint32_t to) const {
  const TravelStop &a = s_.stops[from], &b = s_.stops[to];
  if (a.in_air) return {s_.air_costs.CostOf(b.point - a.point, 1) / s_.agent.fly_m_s, Length(b.point - a.point)};
  const UpAxis up = navigator_.info().up;
  return {Length(PlanOf(b.point, up) - PlanOf(a.point, up)) / s_.agent.walk_m_s, 0};
}

// Computes at most `expansions` nodes of a leg, and stores it when it is done.
void JourneySolver::StepLeg(uint32_t from, uint32_t to, int64_t expansions) {
  const TravelStop &a = s_.stops[from], &b = s_.stops[to];
  const bool is_last = IsBeyondStops(to);
  if (!s_.is_leg_begun) a.in_air ? SetFlight(a.point, b.point) : SetWalk(a.point, b.point);
  if (is_last) {
    s_.flight_query.partial = s_.walk_query.partial = true;
    s_.flight_query.snap_m = s_.walk_query.snap_m = Length(b.point - a.point);
  }
  bool is_done = false;
  if (a.in_air) {
    FlightSolver solver(navigator_, s_.flight_query, context_);
    if (!s_.is_leg_begun) solver.Begin();
    is_done = solver.Step(expansions);
    if (is_done) solver.Take(s_.flown);
  } else {
    WalkSolver solver(*navigator_.walker(), s_.walk_query, context_);
    if (!s_.is_leg_begun) solver.Begin();
    is_done = solver.Step(expansions);
    if (is_done) solver.Take(s_.walked);
  }
  s_.is_leg_begun = !is_done;
  if (!is_done) return;
  Leg leg{from, to};
  leg.first_point = uint32_t(s_.leg_points.size());
  const auto take = [&](const auto& path, double speed, double speed_by_cost) {
    s_.expanded += path.statistics.expanded;
    s_.is_cut_short = s_.is_cut_short || path.status == PathStatus::OutOfBudget;
    if (path.status != PathStatus::Complete && !(is_last && path.status == PathStatus::Partial)) return;
    leg.cost_s = path.cost_m / speed_by_cost;
    leg.seconds = path.length_m / speed;
    leg.length_m = path.length_m;
    s_.leg_points.insert(s_.leg_points.end(), path.points.begin(), path.points.end());
  };
  a.in_air ? take(s_.flown, query_.agent.fly_m_s, s_.agent.fly_m_s)
           : take(s_.walked, query_.agent.walk_m_s, s_.agent.walk_m_s);
  leg.point_count = uint32_t(s_.leg_points.size()) - leg.first_point;
  s_.legs.push_back(leg);
}

void JourneySolver::SetWalk(Vec3 start, Vec3 goal) {
  s_.walk_query = {};
  s_.walk_query.start = start;
  s_.walk_query.goal = goal;
  s_.walk_query.radius_m = query_.agent.radius_m;
  s_.walk_query.preferred_clearance_m = query_.walk_clearance_m;
  s_.walk_query.regions = query_.walk_regions;
}

void JourneySolver::AddPart(TravelPath& path, const Part& part) const {
  const TravelStop &a = s_.stops[part.from], &b = s_.stops[part.to];
  TravelSegment segment;
  segment.first_point = path.points.empty() ? 0 : uint32_t(path.points.size() - 1);
  if (part.is_leg) {
    const Leg& leg = *FindLeg(part.from, part.to);
    segment.mode = a.in_air ? TravelMode::Fly : TravelMode::Walk;
    segment.seconds = leg.seconds;
    segment.cost_s = leg.cost_s;
    segment.length_m = leg.length_m;
    const std::span<const Vec3> points = std::span(s_.leg_points).subspan(leg.first_point, leg.point_count);
    // Ends of walks may differ from their stops by rounding.
    if (path.points.empty() || !(path.points.back() == points.front())) path.points.push_back(points.front());
    path.points.insert(path.points.end(), points.begin() + 1, points.end());
  } else {
    segment.mode = a.in_air == b.in_air ? TravelMode::Link : b.in_air ? TravelMode::TakeOff : TravelMode::Land;
    const Gate* gate = GateOf(part.from);
    segment.length_m = gate ? 0 : Length(b.point - a.point);
    segment.seconds = ChangeSeconds(part.from, part.to);
    segment.cost_s = s_.changes[part.from].cost_s;
    segment.is_gate = gate != nullptr;
    if (gate) {
      segment.link = uint32_t(gate - navigator_.gates().data());
    } else if (segment.mode == TravelMode::Link) {
      segment.link = (part.from - kFirstLink) / 2;
    }
    if (path.points.empty() || !(path.points.back() == a.point)) path.points.push_back(a.point);
    path.points.push_back(b.point);
  }
  segment.point_count = uint32_t(path.points.size()) - segment.first_point;
  path.length_m += segment.length_m;
  if (segment.mode != TravelMode::Walk && segment.mode != TravelMode::Link) path.flown_m += segment.length_m;
  path.seconds += segment.seconds;
  path.cost_s += segment.cost_s;
  path.segments.push_back(segment);
}

void JourneySolver::Take(TravelPath& path) {
  path.status = s_.status;
  path.points.clear();
  path.segments.clear();
  path.length_m = path.seconds = path.cost_s = path.flown_m = 0;
  path.legs = int64_t(s_.legs.size());
  path.expanded = s_.expanded;
  if (s_.status != PathStatus::Complete && s_.status != PathStatus::Partial) return;
  for (size_t i = 0;; ++i) {
    const std::optional<Part> part = PartOf(s_.best_changes, i);
    if (!part) break;
    AddPart(path, *part);
  }
  if (path.points.empty()) path.points.assign(1, s_.stops[s_.last].point);
}

}  // namespace navnet
