// SPDX-License-Identifier: Apache-2.0
#include "navigator/gate_solver.h"

#include <navnet/internal/runtime/query/runtime_access.h>

#include "query/scratch.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

namespace navnet {
namespace {

constexpr double kNever_m = std::numeric_limits<double>::infinity();
constexpr double kSumRounding = 1 - 1e-9;  // Makes up for rounding in lower bounds that are sums.

void Add(const FlightStatistics& more, FlightStatistics& sum) {
  sum.expanded += more.expanded;
  sum.pushed += more.pushed;
  sum.rounds += more.rounds;
  sum.search_us += more.search_us;
  sum.refine_us += more.refine_us;
  sum.certify_us += more.certify_us;
}

}  // namespace

GateSolver::GateSolver(const Navigator& navigator, const FlightQuery& query, QueryContext& context)
    : navigator_(navigator),
      tables_(RuntimeAccess::TablesOf(navigator)),
      query_(query),
      context_(context),
      s_(GateScratchOf(context)) {}

void GateSolver::Begin() {
  s_.uses_gates = query_.speed_m_s > 0 && HasOpenGate(tables_, query_.radius_m) && Validate(query_) && BeginWithGates();
  if (!s_.uses_gates) FlightSolver(navigator_, query_, context_).Begin();
}

// Places the ends and begins. Returns false if an end has no room.
bool GateSolver::BeginWithGates() {
  s_.is_done = s_.is_leg_begun = s_.has_graph = s_.is_goal_moved = s_.is_cut_short = false;
  s_.last_leg = s_.nearest_leg = GateScratch::kNoLeg;
  s_.legs.clear();
  s_.points.clear();
  s_.volumes.clear();
  s_.statistics = {};
  s_.leg_query = query_;
  s_.leg_query.partial = false;
  FlightSolver(navigator_, s_.leg_query, context_).Begin();
  const FlightScratch& flight = FlightScratchOf(context_);
  if (flight.status != PathStatus::Complete && flight.status != PathStatus::Unreachable) return false;
  const GridFrame& frame = tables_.info.frame;
  s_.start_voxels = flight.start;
  s_.goal_voxels = flight.goal;
  s_.start = flight.moved_start ? frame.ToWorld(flight.start) : query_.start;
  s_.goal = flight.moved_goal ? frame.ToWorld(flight.goal) : query_.goal;
  s_.nearest_m = Length(s_.goal - s_.start);
  s_.least_m = LeastThroughGates(tables_, query_, s_.start, s_.goal);
  if (flight.status == PathStatus::Complete && s_.least_m >= s_.nearest_m) {
    // Gates are of use only if the flight without them, which has begun, is long.
    s_.leg_query.partial = query_.partial;
    s_.from = GateGraph::kStart;
    s_.to = GateGraph::kGoal;
    s_.is_leg_begun = true;
  } else {
    MakeGraph();
  }
  return true;
}

// Begins the search over gates, unless nothing leads to the goal.
void GateSolver::MakeGraph() {
  const LevelIndex& level = *tables_.For(query_.radius_m);
  s_.graph.Begin(tables_, query_);
  s_.graph.SetEnds(s_.start, ComponentsAt(level, s_.start_voxels), s_.goal, ComponentsAt(level, s_.goal_voxels));
  if (!s_.graph.ReachesGoal()) {
    if (!query_.partial) return End(PathStatus::Unreachable);
    MoveGoal();
  }
  BeginSearch();
}

// Replaces a goal that no gate leads to by the nearest place that can be reached.
void GateSolver::MoveGoal() {
  const FlightScratch& flight = FlightScratchOf(context_);
  std::optional<Vec3> nearest;
  for (const uint32_t component : s_.graph.reached()) {
    const std::optional<Vec3> p = flight.objective->NearestReachable(flight.goal, component);
    if (p && (!nearest || LengthSquared(*p - flight.goal) < LengthSquared(*nearest - flight.goal))) nearest = p;
  }
  if (!nearest) return s_.graph.SetGoal(s_.goal, nullptr);  // Only searches can tell.
  const PlaceComponents components = ComponentsAt(*flight.index, *nearest);
  s_.moved_goal = tables_.info.frame.ToWorld(*nearest);
  s_.graph.SetGoal(s_.moved_goal, &components);
  s_.is_goal_moved = true;
}

void GateSolver::BeginSearch() {
  s_.has_graph = true;
  s_.graph.FindRests({}, s_.rests);
  s_.open.clear();
  s_.cost_m.assign(s_.rests.size(), kNever_m);
  s_.legs_to.assign(s_.rests.size(), GateScratch::kNoLeg);
  s_.cost_m[GateGraph::kStart] = 0;
  PushFrom(GateGraph::kStart);
}

// Adds the edges that leave a node.
void GateSolver::PushFrom(uint32_t node) {
  const GateGraph& graph = s_.graph;
  const auto push = [&](uint32_t to) {
    if (s_.cost_m[to] < kNever_m) return;
    const bool is_known = node == GateGraph::kStart && to == GateGraph::kGoal && !s_.legs.empty();
    const double edge_m = is_known ? s_.legs[0].cost_m : graph.Least(node, to);
    const double key = s_.cost_m[node] + edge_m + s_.rests[to];
    if (key < kNever_m) s_.open.Push({key, node, to, is_known ? 0 : GateScratch::kNoLeg});
  };
  for (uint32_t to = GateGraph::kGoal; to < graph.node_count(); ++to) push(to);
}

bool GateSolver::Step(int64_t expansions) {
  if (!s_.uses_gates) return FlightSolver(navigator_, query_, context_).Step(expansions);
  while (!s_.is_done && expansions > 0 && (s_.is_leg_begun || NextLeg())) {
    FlightSolver flight(navigator_, s_.leg_query, context_);
    if (!flight.Step(expansions)) return false;
    flight.Take(s_.flown);
    expansions -= std::max<int64_t>(1, s_.flown.statistics.expanded);
    EndLeg();
  }
  return s_.is_done;
}

// Goes on with the search until a leg is needed. Returns false when the query has ended.
bool GateSolver::NextLeg() {
  while (!s_.open.empty()) {
    const GateScratch::Entry edge = s_.open.Pop();
    if (s_.cost_m[edge.to] < kNever_m) continue;
    if (edge.leg == GateScratch::kNoLeg) {
      if (HasBudget()) {
        BeginLeg(edge.from, edge.to);
        return true;
      }
      End(PathStatus::OutOfBudget);
      return false;
    }
    s_.cost_m[edge.to] = s_.cost_m[edge.from] + s_.legs[edge.leg].cost_m;
    s_.legs_to[edge.to] = s_.last_leg = edge.leg;
    if (edge.to == GateGraph::kGoal) {
      End(s_.is_goal_moved ? PathStatus::Partial : PathStatus::Complete);
      return false;
    }
    PushFrom(edge.to);
  }
  End(s_.is_cut_short ? PathStatus::OutOfBudget : PathStatus::Unreachable);
  return false;
}

bool GateSolver::HasBudget() const {
  const FlightStatistics& spent = s_.statistics;
  return !(query_.max_expansions > 0 && spent.expanded >= query_.max_expansions) &&
         !(query_.max_us > 0 && spent.search_us + spent.refine_us > query_.max_us);
}

void GateSolver::BeginLeg(uint32_t from, uint32_t to) {
  const GateGraph& graph = s_.graph;
  s_.from = from;
  s_.to = to;
  s_.leg_query = query_;
  if (from != GateGraph::kStart) s_.leg_query.start = graph.LegStart(from);
  if (to != GateGraph::kGoal || s_.is_goal_moved) s_.leg_query.goal = graph.LegGoal(to);
  if (query_.max_expansions > 0) s_.leg_query.max_expansions -= s_.statistics.expanded;
  // A budget of 0 would mean no limit.
  const double spent_us = s_.statistics.search_us + s_.statistics.refine_us;
  if (query_.max_us > 0) s_.leg_query.max_us = std::max(1e-3, query_.max_us - spent_us);
  FlightSolver(navigator_, s_.leg_query, context_).Begin();
  s_.is_leg_begun = true;
}

// Stores the leg that was computed.
void GateSolver::EndLeg() {
  const GateGraph& graph = s_.graph;
  const FlightPath& flown = s_.flown;
  s_.is_leg_begun = false;
  Add(flown.statistics, s_.statistics);
  if (flown.status == PathStatus::Cancelled) return End(PathStatus::Cancelled);
  s_.is_cut_short = s_.is_cut_short || flown.status == PathStatus::OutOfBudget;
  const bool is_to_goal = s_.to == GateGraph::kGoal;
  // A gate whose end is forbidden is not used: its leg ends where that was moved to.
  const bool begins_there = s_.from == GateGraph::kStart || flown.start == s_.leg_query.start;
  const bool ends_there = is_to_goal || flown.goal == s_.leg_query.goal;
  const bool is_whole = flown.status == PathStatus::Complete && begins_there && ends_there;
  const double hop_m = is_to_goal ? 0 : graph[s_.to].cost_m;
  GateScratch::Leg leg{s_.from, s_.to, is_whole ? flown.cost_m + hop_m : kNever_m, flown.lower_bound_m + hop_m,
                       flown.cost_m};
  leg.first_point = uint32_t(s_.points.size());
  leg.first_volume = uint32_t(s_.volumes.size());
  if (is_whole || (flown.status == PathStatus::Partial && begins_there)) {
    s_.points.insert(s_.points.end(), flown.points.begin(), flown.points.end());
    s_.volumes.insert(s_.volumes.end(), flown.volumes.begin(), flown.volumes.end());
  }
  leg.point_count = uint32_t(s_.points.size()) - leg.first_point;
  leg.volume_count = uint32_t(s_.volumes.size()) - leg.first_volume;
  const uint32_t number = uint32_t(s_.legs.size());
  s_.legs.push_back(leg);
  if (query_.partial && leg.point_count > 0) {
    const double left_m = Length(s_.goal - (is_whole && !is_to_goal ? graph[s_.to].out : flown.goal));
    if (left_m < s_.nearest_m) {
      s_.nearest_m = left_m;
      s_.nearest_leg = number;
    }
  }
  if (s_.has_graph) {
    if (!is_whole) return;
    s_.open.Push({s_.cost_m[s_.from] + leg.cost_m + s_.rests[s_.to], s_.from, s_.to, number});
  } else if (is_whole && leg.cost_m <= s_.least_m) {
    s_.last_leg = number;
    End(PathStatus::Complete);
  } else {
    MakeGraph();
  }
}

void GateSolver::End(PathStatus status) {
  s_.is_done = true;
  s_.status = status;
  if (status == PathStatus::Complete) return;
  if (status == PathStatus::Partial && s_.last_leg != GateScratch::kNoLeg) return;
  s_.last_leg = GateScratch::kNoLeg;
  if (status == PathStatus::Cancelled || !query_.partial || s_.nearest_leg == GateScratch::kNoLeg) return;
  s_.status = PathStatus::Partial;
  s_.last_leg = s_.nearest_leg;
}

void GateSolver::Take(FlightPath& path) {
  if (!s_.uses_gates) return FlightSolver(navigator_, query_, context_).Take(path);
  path.status = s_.status;
  path.points.clear();
  path.volumes.clear();
  path.jumps.clear();
  path.length_m = path.cost_m = path.lower_bound_m = 0;
  path.radius_m = FlightScratchOf(context_).index->radius_m();
  path.statistics = s_.statistics;
  path.start = query_.start;
  path.goal = query_.goal;
  if (s_.last_leg == GateScratch::kNoLeg) return;
  s_.route.clear();
  for (uint32_t leg = s_.last_leg; leg != GateScratch::kNoLeg; leg = s_.legs_to[s_.legs[leg].from]) {
    s_.route.push_back(leg);
    if (s_.legs[leg].from == GateGraph::kStart) break;
  }
  std::reverse(s_.route.begin(), s_.route.end());
  for (const uint32_t number : s_.route) AddLeg(s_.legs[number], path);
  path.start = path.points.front();
  path.goal = path.points.back();
  const GateScratch::Leg& last = s_.legs[s_.last_leg];
  if (!query_.certify || last.to != GateGraph::kGoal || !(last.cost_m < kNever_m)) return;
  double least_m = std::min(last.least_m, s_.least_m);
  if (s_.has_graph) {
    s_.bounds.clear();
    for (const GateScratch::Leg& leg : s_.legs) {
      if (leg.cost_m < kNever_m) s_.bounds.push_back({leg.from, leg.to, leg.least_m});
    }
    std::sort(s_.bounds.begin(), s_.bounds.end());
    s_.graph.FindRests(s_.bounds, s_.rests);
    least_m = s_.rests[GateGraph::kStart];
  }
  path.lower_bound_m = std::min(kSumRounding * least_m, path.cost_m);
}

// Appends a leg, and the jump behind it.
void GateSolver::AddLeg(const GateScratch::Leg& leg, FlightPath& path) const {
  const std::span<const Vec3> points = std::span(s_.points).subspan(leg.first_point, leg.point_count);
  // A leg begins where the jump before it ended; one without length adds nothing.
  const bool is_whole = leg.cost_m < kNever_m, has_jump = is_whole && leg.to != GateGraph::kGoal;
  const bool is_alone = path.points.empty() && !has_jump;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!is_alone && !path.points.empty() && path.points.back() == points[i]) continue;
    path.points.push_back(points[i]);
    if (i > 0) path.length_m += Length(points[i] - points[i - 1]);
  }
  for (const uint32_t volume : std::span(s_.volumes).subspan(leg.first_volume, leg.volume_count)) {
    if (path.volumes.empty() || path.volumes.back() != volume) path.volumes.push_back(volume);
  }
  path.cost_m += is_whole ? leg.cost_m : leg.flown_m;
  if (!has_jump) return;
  const uint32_t gate = s_.graph[leg.to].gate;
  path.jumps.push_back({uint32_t(path.points.size() - 1), gate, tables_.gates[gate].seconds});
  path.points.push_back(s_.graph[leg.to].out);
}

}  // namespace navnet
