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
    s_.planes.assign(2, PlaneOfCorridor());
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
  FindPlanes(s_.ends, 0);
}

// Computes the taut path through the corridor with its sides moved in to the wanted clearance as far as there is room.
void WalkSolver::PullWide(const MovedPortals::End& from, const MovedPortals::End& to, double wanted_m) {
  const FreeSpace space(tables_.ground(), tables_.portals, s_.problem.radius_m);
  const auto ends = s_.moved.Move(space, s_.ways, from, to, wanted_m);
  const auto line = s_.funnel.Pull(from.p, ends, to.p);
  s_.points.assign(line.begin(), line.end());
  FindPlanes(ends, s_.moved.first());
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

uint32_t WalkSolver::PlaneOf(const WalkPolygon& polygon) const {
  const CellPlanes& planes = tables_.index.planes();
  return polygon.IsHub() ? planes.OfHub(polygon.vertex) : planes.OfEdge(polygon.edge);
}

// The plane of all surface along the corridor, ends included; kNone if there are several.
uint32_t WalkSolver::PlaneOfCorridor() const {
  const GroundView& ground = tables_.ground();
  const uint32_t plane = PlaneOf(s_.problem.start_polygon);
  if (plane == kNone || plane != PlaneOf(s_.problem.goal_polygon)) return kNone;
  for (size_t i = 0; i < s_.corridor.size(); ++i) {
    const GroundEdge& edge = ground.edges[s_.corridor[i] / 2];
    const uint32_t hub = s_.corridor[i] % 2 == 0 ? edge.to : edge.from;
    if (plane != PlaneOf({.edge = s_.corridor[i] / 2})) return kNone;
    if (i + 1 < s_.corridor.size() && plane != PlaneOf({.vertex = hub})) return kNone;
  }
  return plane;
}

// Sets the planes of the segments of the path. `ends`: of the portals that it crosses, the first of which is the portal
// `first_way` of the corridor. Each bend is an end of one of them.
void WalkSolver::FindPlanes(std::span<const FreeSpace::Ends> ends, size_t first_way) {
  const CellPlanes& planes = tables_.index.planes();
  if (planes.is_one()) return;
  s_.planes.assign(s_.points.size(), s_.is_at_goal ? PlaneOfCorridor() : kNone);
  const size_t count = s_.ways.size();
  if (s_.planes[0] != kNone || count == 0) return;
  const GroundView& ground = tables_.ground();
  const auto hub_behind = [&](const WalkWay& way) {
    return way.along ? ground.edges[way.edge].to : ground.edges[way.edge].from;
  };
  const FreeSpace space(ground, tables_.portals, s_.problem.radius_m);
  const uint32_t start = PlaneOf(s_.problem.start_polygon), first = PlaneOf(space.Before(s_.ways.front())),
                 last = PlaneOf(space.Behind(s_.ways.back()));
  // The plane of the polygon before a portal of the corridor, or behind all of them.
  const auto plane_before = [&](size_t way) {
    if (way == 0) return first == start ? first : kNone;
    if (way == count) return last;
    const WalkWay &before = s_.ways[way - 1], &behind = s_.ways[way];
    return before.edge == behind.edge ? planes.OfEdge(behind.edge) : planes.OfHub(hub_behind(before));
  };
  size_t way = 0;  // The portal at which the segment begins.
  for (size_t i = 1; i < s_.points.size(); ++i) {
    const auto is_bend = [&](const FreeSpace::Ends& e) { return e.left == s_.points[i] || e.right == s_.points[i]; };
    size_t end = i == 1 ? first_way : way;
    if (i + 1 == s_.points.size()) {
      end = count;
    } else {
      while (end < first_way + ends.size() && !is_bend(ends[end - first_way])) ++end;
    }
    const uint32_t plane = plane_before(end);
    bool is_one = plane != kNone;
    for (size_t k = i == 1 ? 0 : way + 1; k < end && is_one; ++k) is_one = plane_before(k) == plane;
    if (is_one) s_.planes[i] = plane;
    way = end;
  }
}

}  // namespace navnet
