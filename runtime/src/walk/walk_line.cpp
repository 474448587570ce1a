// SPDX-License-Identifier: Apache-2.0
// The taut path of a walk through the corridor that the search found.

#include "walk/walk_solver.h"

#include <algorithm>
#include <optional>

namespace navnet {
namespace {

bool IsBeyond(const FreeSpace::Ends& portal, Vec2 p) { return Cross(portal.right - portal.left, p - portal.left) > 0; }

}  // namespace

void WalkSolver::TakeLine(bool to_goal) {
  const double wanted_m = to_goal ? query_.preferred_clearance_m : 0;
  const bool is_at_walls = IsAtWalls(std::max(wanted_m, query_.radius_m));
  const bool is_wider = wanted_m > query_.radius_m;
  const Vec2 end = to_goal ? s_.problem.goal : s_.search.end();
  if (s_.is_straight && !is_at_walls && !is_wider) {
    s_.points.assign({s_.problem.start, end});
    return;
  }
  ListWays(to_goal);
  if (is_at_walls && PullOffWalls(end, to_goal)) return;
  if (!is_wider) return PullTight(s_.problem.start, end);
  PullWide({s_.problem.start, s_.start.clearance_m}, {end, s_.goal.clearance_m}, wanted_m);
}

// Lists the portals of the corridor in the order crossed: all of each edge, except those before the start and, if
// `to_goal`, those behind the goal.
void WalkSolver::ListWays(bool to_goal) {
  const WalkSearch::Problem& problem = s_.problem;
  const WalkPortals& portals = tables_.portals;
  s_.ways.clear();
  for (size_t i = 0; i < s_.corridor.size(); ++i) {
    const uint32_t edge = s_.corridor[i] / 2;
    const bool along = s_.corridor[i] % 2 == 0;
    uint32_t begin = portals.first[edge], end = portals.first[edge + 1];
    if (i == 0 && problem.start_polygon.edge == edge) {
      (along ? begin : end) = problem.start_polygon.portal + 1;
    }
    if (to_goal && i + 1 == s_.corridor.size() && problem.goal_polygon.edge == edge) {
      (along ? end : begin) = problem.goal_polygon.portal + 1;
    }
    for (uint32_t k = begin; k < end; ++k) s_.ways.push_back({edge, along ? k : begin + end - 1 - k, along});
  }
}

// Computes the taut path through the corridor.
void WalkSolver::PullTight(Vec2 from, Vec2 to) {
  const FreeSpace space(tables_.ground(), tables_.portals, s_.problem.radius_m);
  s_.ends.resize(s_.ways.size());
  for (size_t i = 0; i < s_.ways.size(); ++i) s_.ends[i] = space.EndsOf(s_.ways[i]);
  const auto line = s_.funnel.Pull(from, s_.ends, to);
  s_.points.assign(line.begin(), line.end());
}

// Computes the taut path through the corridor with its sides moved in to the wanted clearance as far as there is room.
void WalkSolver::PullWide(const MovedPortals::End& from, const MovedPortals::End& to, double wanted_m) {
  const FreeSpace space(tables_.ground(), tables_.portals, s_.problem.radius_m);
  const auto line = s_.funnel.Pull(from.p, s_.moved.Move(space, s_.ways, from, to, wanted_m), to.p);
  s_.points.assign(line.begin(), line.end());
}

// Computes the taut path at clearance kPatchEdge_m where there is room: there the patches are certain to cover the
// ground. Returns false, with no path, if that is no improvement.
bool WalkSolver::PullOffWalls(Vec2 end, bool to_goal) {
  if (s_.ways.empty() && Length(s_.goal.p - s_.start.p) < kPatchEdge_m) return false;
  const auto off_wall = [&](const CellPoint& place, Vec2 in_region) -> std::optional<Vec2> {
    if (place.clearance_m >= kPatchEdge_m) return in_region;
    const auto q = tables_.index.NearestInCell(place.cell, kPatchEdge_m, place.p);
    return q && Length(*q - place.p) < 2 * kPatchEdge_m ? q : std::nullopt;
  };
  const std::optional<Vec2> from_off_wall = off_wall(s_.start, s_.problem.start);
  const std::optional<Vec2> to_off_wall = to_goal ? off_wall(s_.goal, s_.problem.goal) : end;
  const Vec2 from = from_off_wall.value_or(s_.problem.start), to = to_off_wall.value_or(end);
  // A portal that is moved in is slightly displaced, perhaps to the other side of an end next to it. Then it need not
  // be crossed, since both ends of the polygon without it are off the walls.
  const FreeSpace space(tables_.ground(), tables_.portals, s_.problem.radius_m);
  const auto is_beyond = [&](const WalkWay& way, Vec2 p) { return IsBeyond(space.EndsMovedIn(way, kPatchEdge_m), p); };
  const auto has_room = [&](const WalkWay& way) {
    return tables_.portals.infos[way.portal].Clearance() > kPatchEdge_m;
  };
  auto first = s_.ways.begin(), last = s_.ways.end();
  while (first != last && has_room(*first) && is_beyond(*first, from)) ++first;
  while (first != last && has_room(*(last - 1)) && !is_beyond(*(last - 1), to)) --last;
  if (!from_off_wall && first != s_.ways.begin()) return false;
  if (!to_off_wall && last != s_.ways.end()) return false;
  s_.ways.erase(last, s_.ways.end());
  s_.ways.erase(s_.ways.begin(), first);
  const double at_start = from_off_wall ? kPatchEdge_m : s_.start.clearance_m;
  const double at_end = to_off_wall ? kPatchEdge_m : s_.goal.clearance_m;
  PullWide({from, at_start}, {to, at_end}, kPatchEdge_m);
  return true;
}

}  // namespace navnet
