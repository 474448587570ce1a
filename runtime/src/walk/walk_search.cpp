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
  bends_.clear();
  open_.clear();
  expanded_ = pushed_ = 0;
  end_ = problem.start;
  nearest_ = kInfinity;
  last_ = 0;
  nodes_.emplace_back(ShortFunnel(problem.start), kNone, kNone);

  const WalkPolygon &at = problem.start_polygon, &to = problem.goal_polygon;
  if (at == to) {
    // Polygons are convex, so the path is a straight segment.
    Finish(nodes_.emplace_back(nodes_[0].funnel, 0, at.IsHub() ? kNone : 2 * at.edge));
    return;
  }
  if (problem.landmarks) AimAt(to);
  if (at.IsHub()) return Leave(at.vertex, kNone, 0);
  Follow(2 * at.edge, at.portal + 1, 0);
  Follow(2 * at.edge + 1, at.portal, 0);
}

uint32_t WalkSearch::EndOf(GroundSpoke spoke) const {
  const GroundEdge& edge = problem_.ground->edges[spoke / 2];
  return spoke % 2 == 0 ? edge.to : edge.from;
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

// Expands a hub along every edge except the one it was reached by and those that lead into dead ends without the goal.
void WalkSearch::Leave(uint32_t vertex, GroundSpoke by, uint32_t node) {
  const GroundVertex& hub = problem_.ground->vertices[vertex];
  for (const GroundSpoke spoke : problem_.ground->spokes.subspan(hub.first_spoke, hub.spoke_count)) {
    const uint32_t edge = spoke / 2;
    if ((spoke ^ 1) == by) continue;
    if (!IsGoalOn(edge)) {
      if (problem_.ground->edges[edge].min_clearance_m < problem_.radius_m) continue;
      if (problem_.bridges && problem_.bridges->LeadsAway(spoke, goal_vertex_)) continue;
    }
    const bool along = spoke % 2 == 0;
    Follow(spoke, along ? problem_.portals->first[edge] : problem_.portals->first[edge + 1] - 1, node);
  }
}

const Landmarks::Goal& WalkSearch::ToLandmarks(const Problem& problem) {
  problem_ = problem;
  bends_.clear();
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
    ShortFunnel funnel(problem_.goal);
    if (Pass(funnel, spoke, spoke % 2 == 0 ? goal.portal + 1 : goal.portal, kNone) == kNone) continue;
    add(EndOf(spoke), funnel.LengthTo(MiddleOf(EndOf(spoke)).p));
  }
}

// The middle of a hub for the radius, and its distance to the middle for a point agent, to which the landmark distances
// refer.
WalkSearch::Middle WalkSearch::MiddleOf(uint32_t vertex) const {
  const GroundVertex& at = problem_.ground->vertices[vertex];
  const Vec2 d = problem_.portals->to_middle[vertex];
  const double share = at.clearance_m > problem_.radius_m ? problem_.radius_m / at.clearance_m : 1;
  return {at.p + (1 - share) * d, share * Length(d)};
}

// Adds the node for the path along an edge, from `portal` to the end of the edge or to the goal.
void WalkSearch::Follow(GroundSpoke spoke, uint32_t portal, uint32_t parent) {
  const uint32_t stop = IsGoalOn(spoke / 2) ? problem_.goal_polygon.portal + spoke % 2 : kNone;
  Node& node = nodes_.emplace_back(nodes_[parent].funnel, parent, spoke);
  const uint32_t last = Pass(node.funnel, spoke, portal, stop);
  if (last == kNone || !(last == stop ? Finish(node) : Arrive(node))) nodes_.pop_back();
}

// Adds the portals of an edge to a funnel, from `portal` to the last one or to `stop`. Returns the last one added;
// kNone if one is too narrow.
uint32_t WalkSearch::Pass(ShortFunnel& funnel, GroundSpoke spoke, uint32_t portal, uint32_t stop) {
  const WalkPortals& portals = *problem_.portals;
  const uint32_t edge = spoke / 2;
  const bool along = spoke % 2 == 0;
  const bool narrow = problem_.ground->edges[edge].min_clearance_m < problem_.radius_m;
  const uint32_t end = along ? portals.first[edge + 1] - 1 : portals.first[edge];
  for (;;) {
    if (narrow && portals.infos[portal].Clearance() < problem_.radius_m) return kNone;
    const WalkPortal& p = portals.portals[portal];
    const Vec2 left = p.Left(problem_.radius_m), right = p.Right(problem_.radius_m);
    along ? funnel.Add(left, right, bends_) : funnel.Add(right, left, bends_);
    if (portal == stop || portal == end) return portal;
    portal = along ? portal + 1 : portal - 1;
  }
}

// Requires: the goal is in the polygon behind the last portal.
bool WalkSearch::Finish(Node& node) {
  node.is_goal = true;
  Push({node.funnel.LengthTo(problem_.goal), uint32_t(nodes_.size() - 1)});
  return true;
}

// Pushes a node at the hub at the end of its edge. Returns false if its path is not worth expanding.
bool WalkSearch::Arrive(Node& node) {
  const ShortFunnel& funnel = node.funnel;
  const uint32_t vertex = EndOf(node.spoke);
  if (problem_.goal_polygon.vertex == vertex) return Finish(node);
  node.left = funnel.LengthToLeft();
  node.right = funnel.LengthToRight();
  Best& best = best_[node.spoke];
  if (best.generation != generation_) best = {kInfinity, kInfinity, generation_};
  // Written so that a path of length NaN is rejected.
  if (!(best.left > node.left + kSameLength_m || best.right > node.right + kSameLength_m)) return false;
  const Middle middle = MiddleOf(vertex);
  const double length = funnel.LengthTo(middle.p);
  // The path goes through the last portal, and need not come nearer to the middle.
  const double off = std::max(Length(funnel.left() - middle.p), Length(funnel.right() - middle.p));
  HubBest& hub = hub_best_[vertex];
  if (hub.generation != generation_) hub = {kInfinity, generation_};
  if (!(length <= hub.length + kWorthTrying * off)) return false;
  best.left = std::min(best.left, node.left);
  best.right = std::min(best.right, node.right);
  hub.length = std::min(hub.length, length);
  double f = length;
  if (problem_.landmarks) {
    f = std::max(LeastThrough(funnel),
                 length + problem_.landmarks->LeastRest(vertex, rest_) - kCutCorner * off - middle.off);
    f += (kRestWeight - 1) * (f - std::min(node.left, node.right));
  }
  Push({f, uint32_t(nodes_.size() - 1)});
  return true;
}

// Whether paths found later along the same edge are shorter to both ends of the last portal.
bool WalkSearch::IsBeaten(const Node& node) const {
  return best_[node.spoke].left < node.left && best_[node.spoke].right < node.right;
}

// Lower bound on the length of a path through the last portal to the goal, ignoring all obstacles behind it. A goal
// before the portal is replaced by its mirror image.
double WalkSearch::LeastThrough(const ShortFunnel& funnel) const {
  const Vec2 across = funnel.right() - funnel.left();
  const double beyond = Cross(across, problem_.goal - funnel.left()), length2 = LengthSquared(across);
  Vec2 goal = problem_.goal;
  if (beyond < 0 && length2 > 0) goal = goal + (-2 * beyond / length2) * Vec2{-across.y, across.x};
  return funnel.LengthTo(goal);
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

bool WalkSearch::Points(std::vector<Vec2>& points) const {
  if (!nodes_[last_].funnel.BendsBackFrom(end_, bends_, points)) return false;
  points.push_back(problem_.start);
  std::reverse(points.begin(), points.end());
  return true;
}

void WalkSearch::Corridor(std::vector<GroundSpoke>& spokes) const {
  spokes.clear();
  for (uint32_t i = last_; i != kNone; i = nodes_[i].parent) {
    if (nodes_[i].spoke != kNone) spokes.push_back(nodes_[i].spoke);
  }
  std::reverse(spokes.begin(), spokes.end());
}

}  // namespace navnet
