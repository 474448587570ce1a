// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include "level/free_air.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

constexpr double kOnGround = 0.1;  // Points up to a step plus this height off the ground count as on it, in metres.

}  // namespace

const LevelIndex& JourneySolver::Level() const { return RuntimeAccess::TablesOf(navigator_).levels[s_.level]; }

// Places both ends of the journey. Returns false, with the status set, if one has no room.
bool JourneySolver::PlaceEnds() {
  s_.stops.assign(StopOf(uint32_t(navigator_.ground().links.size() + navigator_.gates().size())), {});
  for (const auto& [p, stop, above, blocked] : {std::tuple{query_.start, kStart, kAboveStart, PathStatus::StartBlocked},
                                                std::tuple{query_.goal, kGoal, kAboveGoal, PathStatus::GoalBlocked}}) {
    if (PlaceEnd(p, stop, above)) continue;
    s_.status = s_.is_cut_short ? PathStatus::OutOfBudget : blocked;
    return false;
  }
  return true;
}

// Places an end of the journey. Returns false if there is no room for the agent, or only forbidden room.
bool JourneySolver::PlaceEnd(Vec3 p, uint32_t stop, uint32_t above) {
  const double radius_m = query_.agent.radius_m;
  const GridFrame& frame = navigator_.info().frame;
  const UpAxis up = navigator_.info().up;
  const LevelIndex* level = Flies() ? &Level() : nullptr;
  const bool has_air = level && FreePlaceAt(*level, frame.ToVoxelSpace(p)).IsFree();
  // Where the air is free, do not snap to ground beside the point: a wall may be in between.
  const std::optional<GroundStop> ground = tables_.OnGround(navigator_, p, radius_m, has_air ? 0 : query_.snap_m);
  const double step_m = navigator_.ground().step_m + kOnGround;
  if (ground && (!has_air || std::abs(HeightOf(p, up) - HeightOf(ground->point, up)) <= step_m)) {
    if (PlaceOnGround(*ground, stop, above)) return true;
    if (!(query_.agent.walk_m_s > 0)) return false;
    const auto near = s_.ground_costs.NearestAllowed(ground->place, radius_m, query_.snap_m);
    return near && PlaceOnGround({WorldOf(near->p, near->height, up), *near}, stop, above);
  }
  return level && PlaceInAir(p, stop);
}

// Places an end on the ground. Returns false if the agent can neither walk nor take off there.
bool JourneySolver::PlaceOnGround(const GroundStop& ground, uint32_t stop, uint32_t above) {
  const bool walks = query_.agent.walk_m_s > 0 && !IsForbiddenToWalk(ground);
  const WalkTables& tables = RuntimeAccess::TablesOf(*navigator_.walker());
  s_.problem.ends[stop] = GroundEndOf(tables, ground.place, query_.agent.radius_m);
  s_.stops[stop] = {ground.point, s_.problem.ends[stop].group, true, false, walks};
  if (Flies()) {
    if (const auto air = AirOver(ground.point, tables_.Above(navigator_, Level(), ground.point))) {
      s_.stops[above] = {air->point, air->component, true, true};
    }
  }
  return walks || s_.stops[above].usable;
}

// Where the ends of links lie for the agent's radius; cached from earlier queries.
const GroundStops& JourneySolver::FindGroundStops() {
  const double radius_m = query_.agent.radius_m;
  const auto is_known = [&](const auto& placed) {
    return placed.tables == tables_.number && placed.radius_m == radius_m;
  };
  auto at = std::find_if(s_.placed.begin(), s_.placed.end(), is_known);
  const bool found = at != s_.placed.end();
  if (!found) --at;
  std::rotate(s_.placed.begin(), at, at + 1);
  auto& placed = s_.placed.front();
  if (found) return placed.stops;
  placed.tables = tables_.number;
  placed.radius_m = radius_m;
  const WalkTables& tables = RuntimeAccess::TablesOf(*navigator_.walker());
  placed.stops.Build(tables, tables_.from, tables_.to, navigator_.ground().links, radius_m);
  return placed.stops;
}

void JourneySolver::PlaceLinks() {
  const std::span<const GroundLink> links = navigator_.ground().links;
  const size_t gates = navigator_.gates().size();
  s_.is_closed.assign(links.size() + gates, 0);
  for (const uint32_t link : query_.closed_links) {
    if (link < links.size()) s_.is_closed[link] = 1;
  }
  for (const uint32_t gate : query_.closed_gates) {
    if (gate < gates) s_.is_closed[links.size() + gate] = 1;
  }
  s_.fastest_on_ground = s_.agent.walk_m_s;
  s_.has_links = false;
  s_.problem.ground_stops = Walks() ? &FindGroundStops() : nullptr;
  for (uint32_t i = 0; Walks() && i < links.size(); ++i) {
    if (s_.is_closed[i]) continue;
    const auto &from = tables_.from[i], &to = tables_.to[i];
    const uint32_t from_group = (*s_.problem.ground_stops)[size_t{2} * i].group;
    const uint32_t to_group = (*s_.problem.ground_stops)[size_t{2} * i + 1].group;
    if (from_group == kNoGroup || to_group == kNoGroup) continue;
    if (IsForbiddenToWalk(*from) || IsForbiddenToWalk(*to)) continue;
    TravelStop &a = s_.stops[kFirstLink + 2 * i], &b = s_.stops[kFirstLink + 2 * i + 1];
    if (links[i].kind == LinkKind::Spot) {
      const auto air = Flies() ? AirOver(from->point, tables_.air[s_.level][i]) : std::nullopt;
      if (!air) continue;
      a = {from->point, from_group, true, false};
      b = {air->point, air->component, true, true};
    } else {
      a = {from->point, from_group, true, false};
      b = {to->point, to_group, true, false};
      const double length = Length(b.point - a.point);
      if (length > 0)
        s_.fastest_on_ground =
            std::max(s_.fastest_on_ground, length / ChangeCost(kFirstLink + 2 * i, kFirstLink + 2 * i + 1, 0));
    }
    s_.has_links = true;
  }
  s_.fastest_by_gates = 0;
  s_.has_links_on_ground = s_.has_links;
  s_.problem.has_gates = false;
  if (Flies()) PlaceGates();
}

// The gate that a stop is an end of, or null.
const Gate* JourneySolver::GateOf(uint32_t stop) const {
  const uint32_t first = StopOf(uint32_t(navigator_.ground().links.size()));
  return stop < first ? nullptr : &navigator_.gates()[(stop - first) / 2];
}

void JourneySolver::PlaceGates() {
  const uint32_t links = uint32_t(navigator_.ground().links.size());
  const std::span<const GatePlace> places = RuntimeAccess::TablesOf(navigator_).PlacesIn(Level());
  const auto is_allowed = [&](Vec3 p) {
    if (!s_.air_costs.are_any()) return true;
    const FreePlace place = FreePlaceAt(Level(), p);
    return s_.air_cells.IsAllowed(place.point, place.cells);
  };
  for (uint32_t i = 0; i < places.size(); ++i) {
    const Gate& gate = navigator_.gates()[i];
    const GatePlace& place = places[i];
    if (s_.is_closed[links + i] || !IsOpenFor(gate, place, query_.agent.radius_m)) continue;
    if (!is_allowed(place.from) || !is_allowed(place.to)) continue;
    const uint32_t stop = StopOf(links + i);
    s_.stops[stop] = {gate.from, place.at_from.cells[0], true, true};
    s_.stops[stop + 1] = {gate.to, place.at_to.cells[0], true, true};
    const double length = Length(gate.to - gate.from);
    if (length > 0) s_.fastest_by_gates = std::max(s_.fastest_by_gates, length / (query_.weights.link * gate.seconds));
    s_.has_links = s_.problem.has_gates = true;
  }
}

// Drops the gates if no journey through one is faster than the best one so far. Without them, searches know better how
// fast a journey may go on.
void JourneySolver::DropGates() {
  double to_gate = kNever, from_gate = kNever, seconds = kNever;
  const uint32_t first = StopOf(uint32_t(navigator_.ground().links.size()));
  // Walks are measured on the plan.
  const auto plan_m = [&](uint32_t a, uint32_t b) {
    const UpAxis up = navigator_.info().up;
    return Length(PlanOf(s_.stops[a].point, up) - PlanOf(s_.stops[b].point, up));
  };
  for (uint32_t stop = first; stop < s_.stops.size(); ++stop) {
    if (!s_.stops[stop].usable) continue;
    seconds = std::min(seconds, query_.weights.link * GateOf(stop)->seconds);
    if (s_.changes[stop].to != kNoStop) to_gate = std::min(to_gate, plan_m(kStart, stop));
    if (s_.changes_back[stop].to != kNoStop) from_gate = std::min(from_gate, plan_m(stop, kGoal));
  }
  const double fastest = std::max(s_.fastest_on_ground, s_.agent.fly_m_s);
  if ((to_gate + from_gate) / fastest + seconds < s_.best.cost_s) return;
  std::fill(s_.stops.begin() + first, s_.stops.end(), TravelStop{});
  s_.fastest_by_gates = 0;
  s_.has_links = s_.has_links_on_ground;
  s_.problem.has_gates = false;
  MakeChanges();
  MakeProblem();
  SetPrice(0);
}

// Fills the targets and costs of changes of mode and links, in both directions.
void JourneySolver::MakeChanges() {
  s_.changes.assign(s_.stops.size(), {});
  s_.changes_back.assign(s_.stops.size(), {});
  for (uint32_t stop = 0; stop < s_.stops.size(); ++stop) {
    const uint32_t other = s_.stops[stop].usable ? ChangeOf(stop) : kNoStop;
    if (other == kNoStop) continue;
    const Vec3 a = s_.stops[stop].point, b = s_.stops[other].point;
    const double cost_s = ChangeCost(stop, other, CostAlong(s_.column_costs, a, b));
    s_.changes[stop] = {other, cost_s};
    s_.changes_back[other] = {stop, cost_s};
  }
}

// Collects what the searches need.
void JourneySolver::MakeProblem() {
  JourneyProblem& problem = s_.problem;
  problem.stops = s_.stops;
  problem.air = nullptr;
  if (Flies()) {
    s_.air.Begin(Level(), s_.air_costs, s_.air_cells);
    problem.air = &s_.air;
    problem.spots = &SpotsInAir();
    problem.spot_distance = s_.is_raised ? nullptr : &tables_.spot_distance[s_.level];
    if (s_.to_spot_tables != tables_.number || s_.to_spot_level != s_.level) {
      s_.to_spot.assign(Level().cell_limit(), -1);
      s_.to_spot_tables = tables_.number;
      s_.to_spot_level = s_.level;
    }
    problem.to_spot = s_.to_spot;
  }
  problem.ground = Walks() ? &RuntimeAccess::TablesOf(*navigator_.walker()) : nullptr;
  problem.goes_round = true;
  problem.walk_costs = Walks() && !query_.walk_regions.empty() ? &s_.ground_costs : nullptr;
  problem.frame = navigator_.info().frame;
  problem.up = navigator_.info().up;
  problem.fastest_on_ground = s_.fastest_on_ground;
}

// Whether changes of mode and links connect the component of the start to that of the goal. Necessary for a journey,
// and needs no leg to be computed.
bool JourneySolver::MayReachGoal() {
  const uint32_t grounds = navigator_.walker() ? RuntimeAccess::TablesOf(*navigator_.walker()).group_count() : 0;
  const uint32_t airs = s_.level == kNoStop ? 0 : Level().component_count();
  const auto number = [&](const TravelStop& stop) { return stop.in_air ? grounds + stop.component : stop.component; };
  if (number(s_.stops[kStart]) == number(s_.stops[kGoal])) return true;
  s_.is_reached.assign(grounds + airs, 0);
  s_.is_reached[number(s_.stops[kStart])] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t from = 0; from < s_.stops.size(); ++from) {
      if (!s_.stops[from].usable || !s_.is_reached[number(s_.stops[from])]) continue;
      const uint32_t to = s_.changes[from].to;
      if (to == kNoStop || s_.is_reached[number(s_.stops[to])]) continue;
      s_.is_reached[number(s_.stops[to])] = 1;
      more = true;
    }
  }
  return s_.is_reached[number(s_.stops[kGoal])] != 0;
}

// The stop that a change of mode or a link leads to; kNoStop if there is none.
uint32_t JourneySolver::ChangeOf(uint32_t stop) const {
  const uint32_t other = stop == kStart        ? kAboveStart
                         : stop == kAboveStart ? kNoStop
                         : stop == kGoal       ? kNoStop
                         : stop == kAboveGoal  ? kGoal
                                               : stop ^ 1;
  if (other == kNoStop || !s_.stops[other].usable) return kNoStop;
  // The second stop of a one-way link leads nowhere.
  if (stop >= kFirstLink && stop % 2 == 1) {
    const Gate* gate = GateOf(stop);
    if (gate ? gate->one_way : navigator_.ground().links[(stop - kFirstLink) / 2].one_way) return kNoStop;
  }
  return other;
}

double JourneySolver::ChangeSeconds(uint32_t from, uint32_t to) const {
  if (const Gate* gate = GateOf(from)) return gate->seconds;
  const double own = from >= kFirstLink ? navigator_.ground().links[(from - kFirstLink) / 2].seconds : 0;
  if (s_.stops[from].in_air == s_.stops[to].in_air) return own;
  return own + query_.agent.switch_s + Length(s_.stops[to].point - s_.stops[from].point) / query_.agent.fly_m_s;
}

// `column_m`: cost, in metres, of the vertical move between ground and air.
double JourneySolver::ChangeCost(uint32_t from, uint32_t to, double column_m) const {
  if (const Gate* gate = GateOf(from)) return query_.weights.link * gate->seconds;
  const double own = from >= kFirstLink ? navigator_.ground().links[(from - kFirstLink) / 2].seconds : 0;
  if (s_.stops[from].in_air == s_.stops[to].in_air) return query_.weights.link * own;
  return query_.weights.switching * own + s_.agent.switch_s + column_m / s_.agent.fly_m_s;
}

}  // namespace navnet
