// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include "level/free_air.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr uint32_t kNoGroup = 0xFFFFFFFF;
constexpr double kOnGround = 0.1;  // Points up to a step plus this height off the ground count as on it, in metres.

}  // namespace

// Places an end of the journey. Returns false if there is no room for the agent, or only forbidden room.
bool JourneySolver::PlaceEnd(Vec3 p, uint32_t stop, uint32_t above) {
  const double radius_m = query_.agent.radius_m;
  const GridFrame& frame = navigator_.info().frame;
  const UpAxis up = navigator_.info().up;
  const LevelIndex* level = Flies() ? &RuntimeAccess::TablesOf(navigator_).levels[s_.level] : nullptr;
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
  s_.ends[stop] = ground;
  s_.stops[stop] = {ground.point, tables_.WalkGroup(navigator_, ground, query_.agent.radius_m), true, false, walks};
  if (Flies()) {
    const LevelIndex& level = RuntimeAccess::TablesOf(navigator_).levels[s_.level];
    if (const auto air = AirOver(ground.point, tables_.Above(navigator_, level, ground.point))) {
      s_.stops[above] = {air->point, air->component, true, true};
    }
  }
  return walks || s_.stops[above].usable;
}

// Finds the ground groups of the ends of links, unless they are cached from earlier queries.
void JourneySolver::FindGroups() {
  const double radius_m = query_.agent.radius_m;
  const auto is_known = [&](const auto& groups) {
    return groups.tables == tables_.number && groups.radius_m == radius_m;
  };
  auto at = std::find_if(s_.groups.begin(), s_.groups.end(), is_known);
  const bool found = at != s_.groups.end();
  if (!found) --at;
  std::rotate(s_.groups.begin(), at, at + 1);
  if (found) return;
  auto& groups = s_.groups.front();
  groups.tables = tables_.number;
  groups.radius_m = radius_m;
  groups.by_link.clear();
  for (size_t i = 0; i < tables_.from.size(); ++i) {
    for (const std::optional<GroundStop>* stop : {&tables_.from[i], &tables_.to[i]}) {
      const bool fits = *stop && (*stop)->place.clearance_m >= radius_m;
      groups.by_link.push_back(fits ? tables_.WalkGroup(navigator_, **stop, radius_m) : kNoGroup);
    }
  }
}

void JourneySolver::PlaceLinks() {
  const std::span<const GroundLink> links = navigator_.ground().links;
  const TravelAgent& agent = query_.agent;
  s_.is_closed.assign(links.size(), 0);
  for (const uint32_t link : query_.closed_links) {
    if (link < links.size()) s_.is_closed[link] = 1;
  }
  s_.fastest_on_ground = agent.walk_m_s;
  FindGroups();
  const std::vector<uint32_t>& groups = s_.groups.front().by_link;
  for (uint32_t i = 0; i < links.size(); ++i) {
    if (s_.is_closed[i] || !(agent.walk_m_s > 0)) continue;
    const auto &from = tables_.from[i], &to = tables_.to[i];
    const uint32_t from_group = groups[size_t{2} * i], to_group = groups[size_t{2} * i + 1];
    if (from_group == kNoGroup || to_group == kNoGroup) continue;
    if (IsForbiddenToWalk(*from) || IsForbiddenToWalk(*to)) continue;
    Stop &a = s_.stops[kFirstLink + 2 * i], &b = s_.stops[kFirstLink + 2 * i + 1];
    if (links[i].kind == LinkKind::Spot) {
      const auto air = Flies() ? AirOver(from->point, tables_.air[s_.level][i]) : std::nullopt;
      if (!air) continue;
      a = {from->point, from_group, true, false};
      b = {air->point, air->component, true, true};
    } else {
      a = {from->point, from_group, true, false};
      b = {to->point, to_group, true, false};
      const double length = Length(b.point - a.point);
      if (length > 0) s_.fastest_on_ground = std::max(s_.fastest_on_ground, length / links[i].seconds);
    }
  }
  s_.fastest = std::max(s_.fastest_on_ground, agent.fly_m_s);
}

// Fills the targets and costs of changes of mode and links.
void JourneySolver::MakeChanges() {
  s_.changes.assign(s_.stops.size(), kNoStop);
  s_.change_costs.assign(s_.stops.size(), 0);
  for (uint32_t stop = 0; stop < s_.stops.size(); ++stop) {
    const uint32_t other = s_.stops[stop].usable ? ChangeOf(stop) : kNoStop;
    if (other == kNoStop) continue;
    s_.changes[stop] = other;
    const Vec3 a = s_.stops[stop].point, b = s_.stops[other].point;
    s_.change_costs[stop] = ChangeSeconds(stop, other, CostAlong(s_.column_costs, a, b));
  }
}

// Whether changes of mode and links connect the component of the start to that of the goal. Necessary for a journey,
// and needs no leg to be computed.
bool JourneySolver::MayReachGoal() {
  const uint32_t grounds = navigator_.walker() ? RuntimeAccess::TablesOf(*navigator_.walker()).group_count() : 0;
  s_.is_reached.assign(grounds + s_.air_components, 0);
  const auto number = [&](const Stop& stop) { return stop.in_air ? grounds + stop.component : stop.component; };
  s_.is_reached[number(s_.stops[kStart])] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t from = 0; from < s_.stops.size(); ++from) {
      if (!s_.stops[from].usable || !s_.is_reached[number(s_.stops[from])]) continue;
      const uint32_t to = s_.changes[from];
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
    if (navigator_.ground().links[(stop - kFirstLink) / 2].one_way) return kNoStop;
  }
  return other;
}

// Seconds for a change; `column_m`: length or cost, in metres, of the vertical move between ground and air.
double JourneySolver::ChangeSeconds(uint32_t from, uint32_t to, double column_m) const {
  const bool is_link = from >= kFirstLink;
  const double own = is_link ? navigator_.ground().links[(from - kFirstLink) / 2].seconds : 0;
  if (s_.stops[from].in_air == s_.stops[to].in_air) return own;
  return own + query_.agent.switch_s + column_m / query_.agent.fly_m_s;
}

}  // namespace navnet
