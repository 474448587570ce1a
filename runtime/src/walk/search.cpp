#include "search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Portal ends this near to a ray lie on it, in metres: sides of the free space are straight across several portals.
constexpr double kTouch_m = 1e-10;
// A root is beaten by a shorter way to it only if it is shorter by more than rounding.
constexpr double kSameLength_m = 1e-9;

// The rest of the way counts a trifle more than its least length: far fewer ways that are about as short are followed
// to the goal, and none is returned that is longer by more than this.
constexpr double kRestWeight = 1.02;

double Off(Vec2 direction) { return kTouch_m * (std::abs(direction.x) + std::abs(direction.y)); }

}  // namespace

// The one at the end of an edge.
WalkSearch::Ends WalkSearch::LastPortal(GroundSpoke spoke) const {
  const bool along = spoke % 2 == 0;
  const uint32_t portal = along ? problem_.portals->first[spoke / 2 + 1] - 1 : problem_.portals->first[spoke / 2];
  return EndsOf(portal, along);
}

// Of a portal, as seen along the way.
WalkSearch::Ends WalkSearch::EndsOf(uint32_t portal, bool along) const {
  const WalkPortal& p = problem_.portals->portals[portal];
  const Vec2 left = p.Left(problem_.radius_m), right = p.Right(problem_.radius_m);
  return along ? Ends{left, right} : Ends{right, left};
}

// Where a ray crosses the line through a portal's ends; `at` if it hardly does.
Vec2 WalkSearch::Crossing(Vec2 root, Vec2 at, const Ends& ends) {
  const Vec2 across = ends.right - ends.left, ray = at - root;
  const double slope = Cross(ray, across);
  if (std::abs(slope) < 1e-30) return at;
  return root + (Cross(ends.left - root, across) / slope) * ray;
}

void WalkSearch::Begin(const Problem& problem) {
  problem_ = problem;
  const size_t ends = 2 * problem.portals->portals.size();
  if (best_.size() < ends) best_.resize(ends);
  if (hub_best_.size() < problem.ground->vertices.size()) hub_best_.resize(problem.ground->vertices.size());
  if (++generation_ == 0) {
    std::fill(best_.begin(), best_.end(), Best{});
    std::fill(hub_best_.begin(), hub_best_.end(), Best{});
    generation_ = 1;
  }
  nodes_.clear();
  open_.clear();
  pending_.clear();
  expanded_ = pushed_ = 0;
  last_ = kNone;
  end_ = problem.start;
  nearest_ = std::numeric_limits<double>::infinity();

  const Vec2 start = problem.start;
  Cone cone{start, start, start, 0, kNone, kNone, kNone, kNone};
  cone.parent = AddNode(cone, kNone, false);
  last_ = cone.parent;
  const WalkRegion& at = problem.start_region;
  if (at == problem.goal_region) {
    // Regions are convex.
    const uint32_t node = AddNode(cone, at.IsHub() ? kNone : 2 * at.edge, true);
    Push({Length(problem.goal - start), node});
    return;
  }
  // All of the first portal is seen from the start.
  const auto begin = [&](GroundSpoke spoke, uint32_t portal) {
    const bool along = spoke % 2 == 0;
    const WalkPortalInfo& info = problem_.portals->infos[portal];
    if (info.Clearance() < problem_.radius_m) return;
    const Ends e = EndsOf(portal, along);
    Cone first = cone;
    first.left = e.left;
    first.right = e.right;
    const bool left_is_corner = along ? info.left_is_corner : info.right_is_corner;
    const bool right_is_corner = along ? info.right_is_corner : info.left_is_corner;
    if (left_is_corner) first.left_key = 2 * portal + !along;
    if (right_is_corner) first.right_key = 2 * portal + along;
    Follow(spoke, portal, first);
  };
  const auto& firsts = problem.portals->first;
  if (!at.IsHub()) {
    begin(2 * at.edge, at.portal + 1);
    begin(2 * at.edge + 1, at.portal);
    return;
  }
  const GroundVertex& vertex = problem.ground->vertices[at.vertex];
  for (const GroundSpoke spoke : problem.ground->spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const uint32_t edge = spoke / 2;
    if (problem.ground->edges[edge].min_clearance_m < problem.radius_m && !IsGoalOn(edge)) continue;
    begin(spoke, spoke % 2 == 0 ? firsts[edge] : firsts[edge + 1] - 1);
  }
}

bool WalkSearch::IsGoalOn(uint32_t edge) const { return problem_.goal_region.edge == edge; }

WalkSearchState WalkSearch::Run(int64_t expansions) {
  for (; expansions > 0; --expansions) {
    uint32_t top = kNone;
    while (!open_.empty() && top == kNone) {
      top = Pop().node;
      if (!nodes_[top].is_goal && IsBeaten(nodes_[top].root_key, nodes_[top].g)) top = kNone;
    }
    if (top == kNone) return WalkSearchState::Exhausted;
    ++expanded_;
    const Node node = nodes_[top];
    if (node.is_goal) {
      last_ = top;
      end_ = problem_.goal;
      return WalkSearchState::Found;
    }
    if (problem_.keep_nearest) Remember(node, top);
    Expand(node, top);
  }
  return WalkSearchState::Running;
}

// On from a hub, along every edge but the one it was reached by.
void WalkSearch::Expand(const Node& node, uint32_t parent) {
  const GroundEdge& from = problem_.ground->edges[node.spoke / 2];
  const GroundVertex& vertex = problem_.ground->vertices[node.spoke % 2 == 0 ? from.to : from.from];
  const Cone cone{node.root, node.left, node.right, node.g, node.root_key, kNone, kNone, parent};
  for (const GroundSpoke spoke : problem_.ground->spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const uint32_t edge = spoke / 2;
    if ((spoke ^ 1) == node.spoke) continue;
    if (problem_.ground->edges[edge].min_clearance_m < problem_.radius_m && !IsGoalOn(edge)) continue;
    const bool along = spoke % 2 == 0;
    const uint32_t gate = along ? problem_.portals->first[edge] : problem_.portals->first[edge + 1] - 1;
    Cone seen = cone;
    if (Pass(seen, gate, along)) Follow(spoke, gate, seen);
  }
}

// Along an edge from a portal that a cone has passed, and all the cones that turn round its corners.
void WalkSearch::Follow(GroundSpoke spoke, uint32_t portal, const Cone& cone) {
  FollowCone(spoke, portal, cone);
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    FollowCone(spoke, next.portal, next.cone);
  }
}

void WalkSearch::FollowCone(GroundSpoke spoke, uint32_t portal, Cone cone) {
  const uint32_t edge = spoke / 2;
  const bool along = spoke % 2 == 0, goal_here = IsGoalOn(edge);
  const uint32_t first = problem_.portals->first[edge], last = problem_.portals->first[edge + 1] - 1;
  const bool narrow = problem_.ground->edges[edge].min_clearance_m < problem_.radius_m;
  for (;;) {
    if (goal_here && problem_.goal_region.portal == (along ? portal : portal - 1)) return Finish(cone, spoke);
    if (portal == (along ? last : first)) return Arrive(cone, spoke);
    portal = along ? portal + 1 : portal - 1;
    if (narrow && problem_.portals->infos[portal].Clearance() < problem_.radius_m) return;
    if (!Pass(cone, portal, along)) return;
  }
}

// Narrows a cone to what it sees through a portal; false if that is nothing. What it does not see is reached by turning
// round its left or right limit, if that is a corner.
bool WalkSearch::Pass(Cone& cone, uint32_t portal, bool along) {
  const Ends ends = EndsOf(portal, along);
  const WalkPortalInfo& info = problem_.portals->infos[portal];
  const uint32_t left_key = (along ? info.left_is_corner : info.right_is_corner) ? 2 * portal + !along : kNone;
  const uint32_t right_key = (along ? info.right_is_corner : info.left_is_corner) ? 2 * portal + along : kNone;
  const Vec2 a = cone.left - cone.root, b = cone.right - cone.root;
  const Vec2 l = ends.left - cone.root, r = ends.right - cone.root;
  const double touch_a = Off(a), touch_b = Off(b);
  const bool hides_left = Cross(a, l) > touch_a, hides_right = Cross(b, r) < -touch_b;
  const bool all_left = Cross(a, r) > touch_a, all_right = Cross(b, l) < -touch_b;
  if (hides_left && cone.left_key != kNone) {
    const Vec2 ray = cone.left + a;
    Turn(cone, true,
         {cone.left, ends.left, all_left ? ends.right : ray, 0, 0, left_key, all_left ? right_key : kNone, 0}, portal);
  }
  if (hides_right && cone.right_key != kNone) {
    const Vec2 ray = cone.right + b;
    Turn(cone, false,
         {cone.right, all_right ? ends.left : ray, ends.right, 0, 0, all_right ? left_key : kNone, right_key, 0},
         portal);
  }
  if (all_left || all_right) return false;
  if (!hides_left) cone.left = ends.left;
  if (!hides_right) cone.right = ends.right;
  cone.left_key = hides_left ? kNone : left_key;
  cone.right_key = hides_right ? kNone : right_key;
  return true;
}

void WalkSearch::Turn(const Cone& cone, bool left, Cone turned, uint32_t portal) {
  turned.root_key = left ? cone.left_key : cone.right_key;
  turned.g = cone.g + Length(turned.root - cone.root);
  // Of equally short ways to a root the first will do: what only another one sees from it, it sees from before it.
  Best& best = best_[turned.root_key];
  if (best.generation == generation_ && best.g <= turned.g + kSameLength_m) return;
  best = {turned.g, generation_};
  turned.parent = RootNode(cone);
  pending_.push_back({turned, portal});
}

// The goal is in the region behind the portal passed last.
void WalkSearch::Finish(const Cone& cone, GroundSpoke spoke) {
  const Vec2 a = cone.left - cone.root, b = cone.right - cone.root, d = problem_.goal - cone.root;
  const bool is_left = Cross(a, d) > Off(a), is_right = Cross(b, d) < -Off(b);
  Cone end = cone;
  if (is_left || is_right) {
    const uint32_t key = is_left ? cone.left_key : cone.right_key;
    if (key == kNone) return;
    end.root = is_left ? cone.left : cone.right;
    end.root_key = key;
    end.g = cone.g + Length(end.root - cone.root);
    end.parent = RootNode(cone);
  }
  const uint32_t node = AddNode(end, spoke, true);
  Push({end.g + Length(problem_.goal - end.root), node});
}

// At the hub at the end of an edge.
void WalkSearch::Arrive(const Cone& cone, GroundSpoke spoke) {
  const GroundEdge& edge = problem_.ground->edges[spoke / 2];
  const uint32_t vertex = spoke % 2 == 0 ? edge.to : edge.from;
  if (problem_.goal_region.vertex == vertex) return Finish(cone, spoke);
  if (IsDetour(cone, spoke, vertex)) return;
  const uint32_t node = AddNode(cone, spoke, false);
  Push({cone.g + kRestWeight * LeastRest(cone, spoke), node});
}

// Whether everything that a cone reaches of the last portal is reached by a shorter way over the middle of the hub.
// From there it is a straight line, as all of a hub lies in the free disk around its vertex. Remembers the way to the
// middle.
bool WalkSearch::IsDetour(const Cone& cone, GroundSpoke spoke, uint32_t vertex) {
  const Vec2 middle = problem_.ground->vertices[vertex].p, root = cone.root;
  const Ends ends = LastPortal(spoke);
  const Vec2 left = Crossing(root, cone.left, ends), right = Crossing(root, cone.right, ends);
  const double to_left = Length(left - root), to_right = Length(right - root);
  const double from_left = Length(left - middle), from_right = Length(right - middle);
  const Vec2 d = middle - root;
  double to_middle = Length(d);
  if (Cross(left - root, d) > 0) to_middle = to_left + from_left;
  if (Cross(right - root, d) < 0) to_middle = to_right + from_right;
  Best& best = hub_best_[vertex];
  if (best.generation != generation_ || cone.g + to_middle < best.g) best = {cone.g + to_middle, generation_};
  // The nearest point of the interval, and the one farthest from the middle.
  const Vec2 across = right - left;
  double nearest = std::min(to_left, to_right);
  if (Dot(across, root - left) > 0 && Dot(across, root - right) < 0) {
    nearest = std::abs(Cross(across, root - left)) / Length(across);
  }
  return cone.g + nearest > best.g + std::max(from_left, from_right) + kSameLength_m;
}

// The shortest way from a cone's root over its part of the last portal to the goal, if nothing were in between. A goal
// on this side of the portal is as far as its mirror image.
double WalkSearch::LeastRest(const Cone& cone, GroundSpoke spoke) const {
  const Ends ends = LastPortal(spoke);
  const Vec2 across = ends.right - ends.left;
  Vec2 goal = problem_.goal;
  const double beyond = Cross(across, goal - ends.left), length2 = LengthSquared(across);
  if (beyond < 0 && length2 > 0) goal = goal + (-2 * beyond / length2) * Vec2{-across.y, across.x};
  const Vec2 d = goal - cone.root;
  const bool is_left = Cross(cone.left - cone.root, d) > 0, is_right = Cross(cone.right - cone.root, d) < 0;
  if (!is_left && !is_right) return Length(d);
  const Vec2 via = Crossing(cone.root, is_left ? cone.left : cone.right, ends);
  return Length(via - cone.root) + Length(goal - via);
}

void WalkSearch::Remember(const Node& node, uint32_t index) {
  const Ends ends = LastPortal(node.spoke);
  const Vec2 left = Crossing(node.root, node.left, ends), right = Crossing(node.root, node.right, ends);
  const Vec2 d = right - left;
  const double length2 = LengthSquared(d);
  const double share = length2 > 0 ? std::clamp(Dot(problem_.goal - left, d) / length2, 0.0, 1.0) : 0;
  // Portals at hubs are a trifle longer than the free disk is wide.
  const GroundEdge& edge = problem_.ground->edges[node.spoke / 2];
  const GroundVertex& hub = problem_.ground->vertices[node.spoke % 2 == 0 ? edge.to : edge.from];
  const double room = std::max(0.0, hub.clearance_m - problem_.radius_m);
  const Vec2 from_middle = left + share * d - hub.p;
  const double off = Length(from_middle);
  const Vec2 p = hub.p + (off > room ? room / off : 1) * from_middle;
  const double distance = Length(problem_.goal - p);
  if (distance >= nearest_) return;
  nearest_ = distance;
  last_ = index;
  end_ = p;
}

void WalkSearch::Points(std::vector<Vec2>& points) const {
  points.assign(1, end_);
  uint32_t key = kNone - 1;
  for (uint32_t i = last_; i != kNone; i = nodes_[i].parent) {
    if (nodes_[i].root_key == key) continue;
    key = nodes_[i].root_key;
    points.push_back(nodes_[i].root);
  }
  std::reverse(points.begin(), points.end());
}

void WalkSearch::Corridor(std::vector<GroundSpoke>& spokes) const {
  spokes.clear();
  for (uint32_t i = last_; i != kNone; i = nodes_[i].parent) {
    if (nodes_[i].spoke != kNone) spokes.push_back(nodes_[i].spoke);
  }
  std::reverse(spokes.begin(), spokes.end());
}

bool WalkSearch::IsBeaten(uint32_t root_key, double g) const {
  if (root_key == kNone) return false;
  const Best& best = best_[root_key];
  return best.generation == generation_ && best.g < g - kSameLength_m;
}

uint32_t WalkSearch::AddNode(const Cone& cone, GroundSpoke spoke, bool is_goal) {
  nodes_.push_back({cone.root, cone.left, cone.right, cone.g, cone.root_key, cone.parent, spoke, is_goal});
  return uint32_t(nodes_.size() - 1);
}

// A node with the cone's root, for what turns from it.
uint32_t WalkSearch::RootNode(const Cone& cone) {
  if (nodes_[cone.parent].root_key == cone.root_key) return cone.parent;
  return AddNode(cone, kNone, false);
}

// A heap with four children a node: fewer levels, and a node's children share a cache line.
void WalkSearch::Push(Entry entry) {
  ++pushed_;
  size_t at = open_.size();
  open_.push_back(entry);
  while (at > 0) {
    const size_t parent = (at - 1) / 4;
    if (open_[parent].f <= entry.f) break;
    open_[at] = open_[parent];
    at = parent;
  }
  open_[at] = entry;
}

WalkSearch::Entry WalkSearch::Pop() {
  const Entry top = open_.front(), last = open_.back();
  open_.pop_back();
  const size_t count = open_.size();
  if (count == 0) return top;
  size_t at = 0;
  for (;;) {
    const size_t first = 4 * at + 1;
    if (first >= count) break;
    size_t least = first;
    for (size_t child = first + 1; child < std::min(first + 4, count); ++child) {
      if (open_[child].f < open_[least].f) least = child;
    }
    if (open_[least].f >= last.f) break;
    open_[at] = open_[least];
    at = least;
  }
  open_[at] = last;
  return top;
}

}  // namespace navnet
