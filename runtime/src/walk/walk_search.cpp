// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A path is better than another only if it is shorter by more than rounding, in metres.
constexpr double kSameLength_m = 1e-9;

// Weighted A*: the estimate of the remaining length is scaled by this factor. Larger: fewer paths of about the same
// length are expanded, but results may be longer.
constexpr double kRestWeight = 1.02;

// A path that passes a hub at the distance `off` from its middle may be up to 2 * off shorter than the path over the
// middle. With both factors at 2, the search misses no shorter path for this reason. These smaller values were tuned: a
// fifth fewer nodes, and no path more than a percent longer in the worlds tested.
constexpr double kCutCorner = 1.5;  // In the heuristic.
constexpr double kWorthTrying = 1;  // For paths to a hub that are longer than another one to its middle.

}  // namespace

void WalkSearch::Begin(const Problem& problem) {
  problem_ = problem;
  if (best_.size() < 2 * problem.ground->edges.size()) best_.resize(2 * problem.ground->edges.size());
  if (hub_best_.size() < problem.ground->vertices.size()) hub_best_.resize(problem.ground->vertices.size());
  if (++generation_ == 0) {
    std::fill(best_.begin(), best_.end(), Best{});
    std::fill(hub_best_.begin(), hub_best_.end(), HubBest{});
    generation_ = 1;
  }
  nodes_.clear();
  steps_.clear();
  open_.clear();
  expanded_ = pushed_ = 0;
  end_ = problem.start;
  nearest_ = kInfinity;
  last_ = 0;
  nodes_.emplace_back(ShortFunnel(problem.start), kNone);

  const WalkPolygon &at = problem.start_polygon, &to = problem.goal_polygon;
  if (at == to) {
    // Polygons are convex, so the path is a straight segment.
    Node& node = nodes_.emplace_back(nodes_[0].funnel, kNone);
    if (!at.IsHub()) {
      steps_.push_back({2 * at.edge, kNone});
      node.last_step = 0;
    }
    Finish(node);
    return;
  }
  if (problem.landmarks) AimAt(to);
  if (at.IsHub()) return Leave(at.vertex, kNone, 0);
  Follow(problem.graph->At(2 * at.edge), at.portal + 1, 0);
  Follow(problem.graph->At(2 * at.edge + 1), at.portal, 0);
}

SearchState WalkSearch::Run(int64_t expansions) {
  const int64_t most = kMostPerSpoke * int64_t(problem_.ground->spokes.size());
  for (; expansions > 0; --expansions) {
    if (expanded_ >= most) return SearchState::Exhausted;
    uint32_t top = kNone;
    while (!open_.empty() && top == kNone) {
      top = open_.Pop().node;
      // Skip if a shorter path along the same edge was found since.
      if (!nodes_[top].is_goal && IsBeaten(nodes_[top])) top = kNone;
    }
    if (top == kNone) return SearchState::Exhausted;
    ++expanded_;
    if (nodes_[top].is_goal) {
      last_ = top;
      end_ = problem_.goal;
      return SearchState::Found;
    }
    if (problem_.keep_nearest) Remember(top);
    Leave(EndOf(nodes_[top].spoke), nodes_[top].spoke, top);
  }
  return SearchState::Running;
}

// Whether a path that reached a hub by one spoke may leave it by another: not back, not through a passage that is too
// narrow, and not into a dead end without the goal.
bool WalkSearch::IsWay(const WalkGraph::Spoke& spoke, GroundSpoke by) const {
  if ((spoke.spoke ^ 1) == by) return false;
  if (IsGoalOn(spoke.spoke / 2)) return true;
  if (spoke.min_clearance_m < problem_.radius_m) return false;
  return !problem_.landmarks || problem_.graph->LeadsTo(spoke, goal_vertex_);
}

void WalkSearch::Leave(uint32_t vertex, GroundSpoke by, uint32_t node) {
  for (const WalkGraph::Spoke& spoke : problem_.graph->SpokesOf(vertex)) {
    if (IsWay(spoke, by)) Follow(spoke, spoke.first_portal, node);
  }
}

// The only spoke by which a path that comes by `by` may leave the hub at its end; null if there are several or none.
const WalkGraph::Spoke* WalkSearch::OnlyWay(const WalkGraph::Spoke& by) const {
  const WalkGraph::Spoke* only = nullptr;
  for (const WalkGraph::Spoke& spoke : problem_.graph->SpokesOf(by.to)) {
    if (!IsWay(spoke, by.spoke)) continue;
    if (only) return nullptr;
    only = &spoke;
  }
  return only;
}

const Landmarks::Goal& WalkSearch::ToLandmarks(const Problem& problem) {
  problem_ = problem;
  AimAt(problem.goal_polygon);
  return rest_;
}

// Computes the bounds on the distances from the goal to the landmarks, via the vertices next to the goal.
void WalkSearch::AimAt(const WalkPolygon& goal) {
  rest_ = {};
  const auto add = [&](uint32_t vertex, double length) {
    rest_.Add(problem_.landmarks->At(vertex), length + MiddleOf(vertex).off);
  };
  if (goal.IsHub()) {
    goal_vertex_ = goal.vertex;
    return add(goal.vertex, Length(problem_.goal - MiddleOf(goal.vertex).p));
  }
  goal_vertex_ = problem_.ground->edges[goal.edge].from;
  for (const GroundSpoke spoke : {2 * goal.edge, 2 * goal.edge + 1}) {
    const WalkGraph::Spoke& way = problem_.graph->At(spoke);
    const double length = LengthFromGoal(goal, way);
    if (length < kInfinity) add(way.to, length);
  }
}

// Length of the path from the goal to the middle of the hub at the end of a spoke of its own edge; infinite if the edge
// is too narrow. Uses all portals, because it must not be too short.
double WalkSearch::LengthFromGoal(const WalkPolygon& goal, const WalkGraph::Spoke& spoke) const {
  const bool along = spoke.IsAlong();
  ShortFunnel funnel(problem_.goal);
  for (uint32_t i = along ? goal.portal + 1 : goal.portal;; along ? ++i : --i) {
    if (problem_.portals->infos[i].Clearance() < problem_.radius_m) return kInfinity;
    AddPortal(funnel, i, along);
    if (i == spoke.last_portal) return funnel.LengthTo(MiddleOf(spoke.to).p);
  }
}

// The middle of a hub for the radius, and its distance to the middle for a point agent, to which the landmark distances
// refer.
WalkSearch::Middle WalkSearch::MiddleOf(uint32_t vertex) const {
  const WalkGraph::Hub& hub = problem_.graph->HubOf(vertex);
  const double share = std::min(problem_.radius_m * hub.per_m, 1.0);
  return {hub.p + (1 - share) * hub.to_middle, share * hub.off_m};
}

// Adds the node for the path along an edge, from `portal` to the next hub with a choice of ways or to the goal.
void WalkSearch::Follow(const WalkGraph::Spoke& spoke, uint32_t portal, uint32_t parent) {
  Node& node = nodes_.emplace_back(nodes_[parent].funnel, nodes_[parent].last_step);
  if (!Advance(node, spoke, portal)) nodes_.pop_back();
}

bool WalkSearch::Advance(Node& node, const WalkGraph::Spoke& first, uint32_t portal) {
  const WalkGraph::Spoke* spoke = &first;
  // On valid ground a path without a choice passes no edge twice; the limit guards against malformed ground.
  for (size_t left = problem_.graph->spoke_count(); left > 0; --left) {
    const bool is_goal_on = IsGoalOn(spoke->spoke / 2);
    uint32_t last = spoke->last_portal;
    if (portal != spoke->first_portal || is_goal_on || spoke->min_clearance_m < problem_.radius_m) {
      last = PassPart(node.funnel, *spoke, portal);
      if (last == kNone) return false;
    } else {
      Pass(node.funnel, *spoke);
    }
    steps_.push_back({spoke->spoke, node.last_step});
    node.last_step = uint32_t(steps_.size() - 1);
    node.spoke = spoke->spoke;
    const bool is_there = is_goal_on && last == problem_.goal_polygon.portal + spoke->spoke % 2;
    if (is_there || problem_.goal_polygon.vertex == spoke->to) return Finish(node);
    const WalkGraph::Spoke* const next = problem_.landmarks ? OnlyWay(*spoke) : nullptr;
    if (!next) return Arrive(node, *spoke);
    spoke = next;
    portal = spoke->first_portal;
  }
  return false;
}

void WalkSearch::AddPortal(ShortFunnel& funnel, const WalkPortal& p, bool along) const {
  const Vec2 left = p.Left(problem_.radius_m), right = p.Right(problem_.radius_m);
  funnel.Add(along ? left : right, along ? right : left);
}

// Whether the portals in [begin, end) are wide enough.
bool WalkSearch::IsOpen(uint32_t begin, uint32_t end) const {
  const auto infos = std::span(problem_.portals->infos).subspan(begin, end - begin);
  return std::all_of(infos.begin(), infos.end(),
                     [&](const WalkPortalInfo& info) { return info.Clearance() >= problem_.radius_m; });
}

// Adds the turns of a whole edge to a funnel. Requires: the edge is wide enough.
void WalkSearch::Pass(ShortFunnel& funnel, const WalkGraph::Spoke& spoke) const {
  const auto turns = problem_.graph->Turns(spoke);
  const bool along = spoke.IsAlong();
  for (size_t i = 0; i < turns.size(); ++i) AddPortal(funnel, turns[along ? i : turns.size() - 1 - i], along);
}

// The same from `portal` on, as far as to the goal if that is on the edge. Returns the last portal; kNone if a portal
// is too narrow.
uint32_t WalkSearch::PassPart(ShortFunnel& funnel, const WalkGraph::Spoke& spoke, uint32_t portal) const {
  const bool along = spoke.IsAlong();
  uint32_t last = spoke.last_portal;
  if (IsGoalOn(spoke.spoke / 2)) {
    const uint32_t stop = problem_.goal_polygon.portal + spoke.spoke % 2;
    if (along ? stop >= portal : stop <= portal) last = stop;
  }
  const uint32_t least = std::min(portal, last), most = std::max(portal, last);
  if (spoke.min_clearance_m < problem_.radius_m && !IsOpen(least, most + 1)) return kNone;
  for (uint32_t i = spoke.first_turn; i < spoke.end_turn; ++i) {
    const uint32_t turn = problem_.portals->turns[along ? i : spoke.first_turn + spoke.end_turn - 1 - i];
    if (turn >= least && turn <= most && turn != last) AddPortal(funnel, turn, along);
  }
  if (last != spoke.last_portal) AddPortal(funnel, last, along);
  return last;
}

// Requires: the goal is in the polygon behind the last portal.
bool WalkSearch::Finish(Node& node) {
  node.is_goal = true;
  Push({node.funnel.LengthTo(problem_.goal), uint32_t(nodes_.size() - 1)});
  return true;
}

// Pushes a node at the hub at the end of its edge. Returns false if its path is not worth expanding.
bool WalkSearch::Arrive(Node& node, const WalkGraph::Spoke& by) {
  const ShortFunnel& funnel = node.funnel;
  const uint32_t vertex = by.to;
  const WalkPortal& gate = problem_.portals->portals[by.last_portal];
  Vec2 left = gate.Left(problem_.radius_m), right = gate.Right(problem_.radius_m);
  if (!by.IsAlong()) std::swap(left, right);
  const Middle middle = MiddleOf(vertex);
  const double length = funnel.LengthTo(middle.p);
  // The path goes through the last portal, and need not come nearer to the middle.
  const double off = std::sqrt(std::max(LengthSquared(left - middle.p), LengthSquared(right - middle.p)));
  HubBest& hub = hub_best_[vertex];
  if (hub.generation != generation_) hub = {kInfinity, generation_};
  // Written so that a path of length NaN is rejected.
  if (!(length <= hub.length + kWorthTrying * off)) return false;
  node.left = funnel.LengthTo(left);
  node.right = funnel.LengthTo(right);
  Best& best = best_[node.spoke];
  if (best.generation != generation_) best = {kInfinity, kInfinity, generation_};
  if (!(best.left > node.left + kSameLength_m || best.right > node.right + kSameLength_m)) return false;
  best.left = std::min(best.left, node.left);
  best.right = std::min(best.right, node.right);
  hub.length = std::min(hub.length, length);
  double f = length;
  if (problem_.landmarks) {
    f = length + problem_.landmarks->LeastRest(vertex, rest_) - kCutCorner * off - middle.off;
    // Over the middle, the path to the goal is no shorter than the other bound.
    if (f < length + Length(problem_.goal - middle.p)) f = std::max(f, LeastThrough(node, left, right));
    f += (kRestWeight - 1) * (f - std::min(node.left, node.right));
  }
  Push({f, uint32_t(nodes_.size() - 1)});
  return true;
}

// Whether paths found later along the same edge are shorter to both ends of the last portal.
bool WalkSearch::IsBeaten(const Node& node) const {
  return best_[node.spoke].left < node.left && best_[node.spoke].right < node.right;
}

// Lower bound on the length of a path through the last portal of an edge to the goal, ignoring all obstacles behind it.
// A goal before the portal is replaced by its mirror image.
double WalkSearch::LeastThrough(const Node& node, Vec2 left, Vec2 right) const {
  const Vec2 across = right - left;
  const double beyond = Cross(across, problem_.goal - left), length2 = LengthSquared(across);
  Vec2 goal = problem_.goal;
  if (beyond < 0 && length2 > 0) goal = goal + (-2 * beyond / length2) * Vec2{-across.y, across.x};
  const ShortFunnel::End end = node.funnel.EndAt(goal);
  const Vec2 on = goal - end.last;
  if (Cross(on, left - end.last) < 0) return node.left + Length(goal - left);
  if (Cross(on, right - end.last) > 0) return node.right + Length(goal - right);
  return end.length;
}

double WalkSearch::LengthTo(uint32_t vertex) const {
  return hub_best_[vertex].generation == generation_ ? hub_best_[vertex].length : kInfinity;
}

// Updates the reachable point nearest to the goal: any point of the free disk around the vertex of a hub is reachable.
void WalkSearch::Remember(uint32_t node) {
  const GroundVertex& hub = problem_.ground->vertices[EndOf(nodes_[node].spoke)];
  const Vec2 d = problem_.goal - hub.p;
  const double room = std::max(0.0, hub.clearance_m - problem_.radius_m), off = Length(d);
  const Vec2 p = hub.p + (off > room ? room / off : 1) * d;
  const double distance = Length(problem_.goal - p);
  if (distance >= nearest_) return;
  nearest_ = distance;
  last_ = node;
  end_ = p;
}

void WalkSearch::Corridor(std::vector<GroundSpoke>& spokes) const {
  spokes.clear();
  for (uint32_t i = nodes_[last_].last_step; i != kNone; i = steps_[i].before) spokes.push_back(steps_[i].spoke);
  std::reverse(spokes.begin(), spokes.end());
}

}  // namespace navnet
