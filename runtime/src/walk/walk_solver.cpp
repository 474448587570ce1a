// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int64_t kShortestExpansions = 2000;  // Limit of the search for an upper cost bound: about 1 ms.
constexpr int64_t kSlice = 64;                 // Expansions between two checks of the time and the cancel flag.

}  // namespace

void WalkSolver::Begin() {
  s_.clock.Lap();
  s_.statistics = {};
  s_.running = false;
  s_.points.clear();
  s_.patches.clear();
  s_.planes.clear();
  s_.corridor.clear();
  s_.status = PathStatus::OutsideWorld;
  s_.by_cost = !query_.regions.empty();
  if (!Validate(query_)) {
    s_.status = PathStatus::InvalidQuery;
    return;
  }
  if (s_.by_cost) {
    s_.field.Begin(query_.regions, tables_.index, tables_.up, tables_.surface.is_one_plane());
  }
  const double radius = query_.radius_m;
  if (radius > tables_.max_clearance_m || !IsInside(query_.start) || !IsInside(query_.goal)) return;
  const auto place = [&](Vec3 p) {
    if (!s_.by_cost) {
      // The search by cost needs the patches below both ends.
      const auto in_plane = tables_.index.LocateInPlane(PlanOf(p, tables_.up), HeightOf(p, tables_.up));
      if (in_plane && in_plane->clearance_m >= radius) return in_plane;
    }
    const auto nearest = tables_.PlaceFor(p, radius, query_.snap_m);
    return nearest && s_.by_cost ? s_.field.NearestAllowed(*nearest, radius, query_.snap_m) : nearest;
  };
  const std::optional<CellPoint> start = place(query_.start);
  if (!start) {
    s_.status = PathStatus::StartBlocked;
    return;
  }
  std::optional<CellPoint> goal = place(query_.goal);
  if (!goal) {
    s_.status = PathStatus::GoalBlocked;
    return;
  }
  s_.start = *start;
  s_.goal = *goal;
  WalkSearch::Problem& problem = s_.problem;
  problem.ground = &tables_.ground();
  problem.portals = &tables_.portals;
  problem.graph = &tables_.graph;
  problem.landmarks = &tables_.landmarks;
  problem.keep_nearest = query_.partial;
  s_.status = PathStatus::Complete;
  s_.expanded_before = s_.pushed_before = 0;
  // The search by cost needs heights, which are unreliable at walls: it comes closer than kPatchEdge_m only if there is
  // no other path.
  const bool has_room = std::min(start->clearance_m, goal->clearance_m) >= kPatchEdge_m;
  s_.keeps_off_walls = s_.by_cost && IsAtWalls(radius) && has_room && FindPolygons(kPatchEdge_m);
  if (!s_.keeps_off_walls && !FindPolygons(radius)) {
    s_.status = PathStatus::Unreachable;
    if (!query_.partial) return;
    goal = tables_.NearestReachable(problem.start_polygon, *goal, radius);
    if (!goal) return;
    s_.goal = *goal;
    FindPolygons(radius);
    s_.status = PathStatus::Partial;
  }
  BeginSearch();
}

// Sets the polygons of start and goal for a radius. Returns whether they are connected.
bool WalkSolver::FindPolygons(double radius_m) {
  WalkSearch::Problem& problem = s_.problem;
  // A clearance that equals the radius apart from rounding is enough.
  problem.radius_m = RadiusUsed(radius_m) - std::min(kClearanceSlack_m, kLeastRadius_m / 2);
  const auto polygon = [&](const CellPoint& p) {
    return PolygonAt(tables_.index, tables_.portals, p, problem.radius_m);
  };
  problem.start_polygon = polygon(s_.start);
  problem.goal_polygon = polygon(s_.goal);
  return tables_.IsConnected(problem.start_polygon, problem.goal_polygon, problem.radius_m);
}

void WalkSolver::BeginSearch() {
  WalkSearch::Problem& problem = s_.problem;
  problem.start = MovedInto(tables_.portals, problem.start_polygon, s_.start, problem.radius_m);
  problem.goal = MovedInto(tables_.portals, problem.goal_polygon, s_.goal, problem.radius_m);
  s_.running = true;
  s_.is_straight = !s_.by_cost && GoStraight();
  if (s_.is_straight) return;
  s_.search.Begin(problem);
  if (s_.by_cost) s_.field.SetAtWalls(IsAtWalls(query_.radius_m) && !s_.keeps_off_walls ? &tables_.portals : nullptr);
  if (s_.by_cost) s_.cost_search.Begin(problem, s_.start.patch, s_.field, CostOfShortest());
}

// Writes the corridor of the straight segment to the goal. Returns false if the segment is not free.
bool WalkSolver::GoStraight() {
  const WalkSearch::Problem& problem = s_.problem;
  const FreeSpace space(tables_.ground(), tables_.portals, problem.radius_m);
  WalkPolygon polygon = problem.start_polygon;
  if (space.Follow(polygon, problem.start, problem.goal, &s_.corridor) && polygon == problem.goal_polygon) {
    if (s_.corridor.empty() && !polygon.IsHub()) s_.corridor.push_back(2 * polygon.edge);
    return true;
  }
  s_.corridor.clear();
  return false;
}

bool WalkSolver::Step(int64_t expansions) {
  while (s_.running && expansions > 0) {
    if (!MayGoOn()) break;
    int64_t slice = std::min(expansions, kSlice);
    if (query_.max_expansions > 0) slice = std::min(slice, query_.max_expansions - Expanded());
    expansions -= slice;
    const SearchState state = s_.is_straight ? SearchState::Found
                              : s_.by_cost   ? s_.cost_search.Run(slice)
                                             : s_.search.Run(slice);
    if (state == SearchState::Running) continue;
    if (state == SearchState::Exhausted && s_.keeps_off_walls) {
      // Forbidden regions leave no path at that clearance: try the radius of the agent.
      s_.keeps_off_walls = false;
      s_.expanded_before = Expanded();
      s_.pushed_before = Pushed();
      FindPolygons(query_.radius_m);
      BeginSearch();
      continue;
    }
    // A straight walk has nothing to pull tight, and reading the clock takes a good part of its time.
    if (!s_.is_straight) s_.statistics.search_us += 1e6 * s_.clock.Lap();
    // Without cost regions, exhausted only if rounding hides a passage that is exactly as wide as the agent.
    Stop(state == SearchState::Found ? s_.status : PathStatus::Unreachable);
    (s_.is_straight ? s_.statistics.search_us : s_.statistics.refine_us) += 1e6 * s_.clock.Lap();
  }
  return !s_.running;
}

// Checks the cancel flag and the budget. Returns false if the query has ended.
bool WalkSolver::MayGoOn() {
  if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) {
    s_.status = PathStatus::Cancelled;
    s_.running = false;
    return false;
  }
  const bool out_of_time = query_.max_us > 0 && s_.statistics.search_us + 1e6 * s_.clock.Elapsed() > query_.max_us;
  if (!out_of_time && !(query_.max_expansions > 0 && Expanded() >= query_.max_expansions)) return true;
  Stop(PathStatus::OutOfBudget);
  return false;
}

// Ends the search with a status. Builds the path if one was found, or if a partial one is wanted.
void WalkSolver::Stop(PathStatus status) {
  s_.running = false;
  s_.statistics.expanded = Expanded();
  s_.statistics.pushed = Pushed();
  const bool found = status == PathStatus::Complete || status == PathStatus::Partial;
  s_.status = status;
  s_.is_at_goal = found;
  if (!found && !query_.partial) return;
  if (!found) s_.status = PathStatus::Partial;
  if (s_.by_cost) {
    TakeBends();
  } else {
    if (!s_.is_straight) s_.search.Corridor(s_.corridor);
    TakeLine(found);
  }
  // Start and goal may have been moved into their polygons: connect the path to the original points.
  const bool has_patches = !s_.patches.empty(), has_planes = !s_.planes.empty();
  if (s_.start.p != s_.points.front()) {
    s_.points.insert(s_.points.begin(), s_.start.p);
    if (has_patches) s_.patches.insert(s_.patches.begin(), s_.start.patch);
    if (has_planes) s_.planes.insert(s_.planes.begin(), kNone);
  }
  if (found && s_.goal.p != s_.points.back()) {
    s_.points.push_back(s_.goal.p);
    if (has_patches) s_.patches.push_back(s_.goal.patch);
    if (has_planes) s_.planes.push_back(kNone);
  }
  if (s_.by_cost) AddUpCost();
}

double WalkSolver::CostOfPoints() {
  double cost = 0;
  uint32_t patch = s_.start.patch;
  for (size_t i = 1; i < s_.points.size(); ++i) {
    const Vec2 a = s_.points[i - 1], b = s_.points[i];
    const uint32_t next = s_.patches.empty() ? s_.field.PatchAfter(a, b, patch, {}) : s_.patches[i];
    cost += s_.field.Cost(a, b, patch, next);
    patch = next;
  }
  return cost;
}

// The cost of the shortest path, an upper bound on the cheapest. Infinite if it is not found within
// kShortestExpansions.
double WalkSolver::CostOfShortest() {
  if (s_.search.Run(kShortestExpansions) != SearchState::Found) return std::numeric_limits<double>::infinity();
  s_.search.Corridor(s_.corridor);
  ListWays(true);
  PullTight(s_.problem.start, s_.problem.goal);
  const double cost = CostOfPoints();
  s_.points.clear();
  s_.planes.clear();
  s_.corridor.clear();
  return cost;
}

// Takes the walk found by the search by cost, and tightens it.
void WalkSolver::TakeBends() {
  s_.cost_search.Bends(s_.bends);
  s_.taut_cost.Tighten(s_.bends, s_.cost_search.space(), s_.field);
  const auto take = [&](const CostBend& bend) {
    if (!s_.points.empty() && bend.p == s_.points.back()) return;
    s_.points.push_back(bend.p);
    if (s_.field.is_at_walls()) s_.patches.push_back(bend.patch);
  };
  take(s_.bends.front());
  WalkPolygon polygon = s_.bends.front().polygon;
  for (size_t i = 1; i < s_.bends.size(); ++i) {
    take(s_.bends[i]);
    if (!s_.cost_search.space().Follow(polygon, s_.bends[i - 1].p, s_.bends[i].p, &s_.corridor)) {
      polygon = s_.bends[i].polygon;
    }
  }
  if (s_.corridor.empty() && !polygon.IsHub()) s_.corridor.push_back(2 * polygon.edge);
}

void WalkSolver::AddUpCost() {
  s_.cost_m = CostOfPoints();
  // Infinite only if a forbidden polygon begins between an end of the path and the polygon that replaces the circle of
  // the agent.
  if (s_.cost_m < std::numeric_limits<double>::infinity()) return;
  s_.status = PathStatus::Unreachable;
  s_.points.clear();
  s_.patches.clear();
  s_.corridor.clear();
}

void WalkSolver::Take(WalkPath& path) const {
  path.status = s_.status;
  path.points.clear();
  path.corridor.clear();
  path.length_m = path.cost_m = 0;
  path.statistics = s_.statistics;
  path.start = query_.start;
  path.goal = query_.goal;
  if (s_.points.empty()) return;
  const uint32_t last = s_.is_at_goal ? s_.goal.patch : kNone;
  tables_.surface.Lift({s_.points, s_.start.patch, last, s_.planes, s_.patches}, tables_.up, path.points);
  path.start = path.points.front();
  path.goal = path.points.back();
  for (size_t i = 1; i < s_.points.size(); ++i) path.length_m += Length(s_.points[i] - s_.points[i - 1]);
  path.cost_m = s_.by_cost ? s_.cost_m : path.length_m;
  path.corridor.assign(s_.corridor.begin(), s_.corridor.end());
}

bool WalkSolver::IsInside(Vec3 p_world) const {
  if (!IsFinite(p_world)) return false;
  const Vec2 p = PlanOf(p_world, tables_.up);
  const WalkBox& bounds = tables_.index.bounds();
  const double slack = query_.snap_m;
  return p.x >= bounds.lo.x - slack && p.x <= bounds.hi.x + slack && p.y >= bounds.lo.y - slack &&
         p.y <= bounds.hi.y + slack;
}

}  // namespace navnet
