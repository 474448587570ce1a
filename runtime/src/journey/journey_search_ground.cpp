// SPDX-License-Identifier: Apache-2.0
// The search on the ground.

#include "journey/journey_search.h"

#include "journey/walk_detour.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// A way is better than another only if it is shorter by more than rounding, in seconds.
constexpr double kSame_s = 1e-9;
// Stops of a polygon up to which a walk from one of them reaches the others. Where there are more, a journey that lands
// in the polygon to take off in it again is missed; otherwise time would grow with their square.
constexpr size_t kFewInPolygon = 64, kNoLimit = std::numeric_limits<size_t>::max();
// As in walk_search.cpp: how much shorter a way may be than the one over the middle of a hub, in distances of the last
// portal's ends from the middle; in the heuristic, and for ways to a hub that are longer than another one to its
// middle.
constexpr double kCutCorner = 1.5, kWorthTrying = 1;

}  // namespace

const GroundEnd& JourneySearch::EndOf(uint32_t stop) const {
  return stop < kFirstLink ? problem_->ends[stop] : (*problem_->ground_stops)[stop - kFirstLink];
}

// The middle of a hub for the agent's radius.
Vec2 JourneySearch::MiddleOf(uint32_t vertex) const {
  const GroundVertex& at = problem_->ground->ground().vertices[vertex];
  const double share = at.clearance_m > radius_m_ ? radius_m_ / at.clearance_m : 1;
  return at.p + (1 - share) * problem_->ground->portals.to_middle[vertex];
}

// Lower bound on the rest of the cost from a point on the ground.
double JourneySearch::RestOnGround(Vec2 p) const {
  const auto seconds = [](double metres, double speed) {
    return metres == 0 || speed == kNever ? 0 : speed > 0 ? metres / speed : kNever;
  };
  const double plan_m = Length(target_plan_ - p), switch_s = problem_->agent.switch_s;
  const double flown_s = seconds(plan_m, problem_->fastest);
  if (problem_->stops[target_].in_air) {
    const double last_m = std::min(problem_->frame.voxel_m * target_to_spot_, plan_m);
    return switch_s + last_m / problem_->agent.fly_m_s + seconds(plan_m - last_m, problem_->fastest);
  }
  // Walks are measured on the plan, but links may climb.
  return std::min(seconds(plan_m, problem_->fastest_on_ground), 2 * switch_s + flown_s);
}

uint32_t JourneySearch::VertexBehind(GroundSpoke spoke) const {
  const GroundEdge& edge = problem_->ground->ground().edges[spoke / 2];
  return spoke % 2 == 0 ? edge.to : edge.from;
}

void JourneySearch::EnterGround(uint32_t stop, double cost_s) {
  const GroundEnd& end = EndOf(stop);
  const HubNode node(ShortFunnel(end.p), cost_s, stop, kNone);
  ReachStopsIn(SlotOf(*problem_->ground, end.polygon), node, stop < kFirstLink ? kNoLimit : kFewInPolygon);
  if (end.polygon.IsHub()) {
    ReachHub(end.polygon.vertex, cost_s + s_per_m_ * Length(end.p - MiddleOf(end.polygon.vertex)));
    return LeaveHub(end.polygon.vertex, kNone, node);
  }
  Follow(2 * end.polygon.edge, end.polygon.portal + 1, node);
  Follow(2 * end.polygon.edge + 1, end.polygon.portal, node);
}

void JourneySearch::ReachHub(uint32_t vertex, double cost_s) {
  HubBest& hub = hub_best_[vertex];
  if (hub.generation != generation_ || cost_s < hub.cost_s) hub = {cost_s, generation_};
}

// Goes on from a hub along every edge except the one it was reached by.
void JourneySearch::LeaveHub(uint32_t vertex, GroundSpoke by, const HubNode& from) {
  const WalkTables& tables = *problem_->ground;
  const GroundVertex& hub = tables.ground().vertices[vertex];
  for (const GroundSpoke spoke : tables.ground().spokes.subspan(hub.first_spoke, hub.spoke_count)) {
    if ((spoke ^ 1) == by) continue;
    const uint32_t edge = spoke / 2;
    Follow(spoke, spoke % 2 == 0 ? tables.portals.first[edge] : tables.portals.first[edge + 1] - 1, from);
  }
}

// Follows an edge from `portal` to its end or to a portal that is too narrow. Reaches the stops in the sleeves between
// portals and the hub at the end.
void JourneySearch::Follow(GroundSpoke spoke, uint32_t portal, const HubNode& from) {
  const WalkPortals& portals = problem_->ground->portals;
  const GroundView& ground = problem_->ground->ground();
  const uint32_t edge = spoke / 2, first = portals.first[edge], last = portals.first[edge + 1] - 1;
  const uint32_t sleeves = uint32_t(ground.vertices.size());
  const bool along = spoke % 2 == 0, narrow = ground.edges[edge].min_clearance_m < radius_m_;
  const auto has_end = [&](uint32_t i) {
    const WalkPolygon& polygon = problem_->ends[i].polygon;
    return polygon.edge == edge && !polygon.IsHub();
  };
  const bool has_stops =
      has_end(kStart) || has_end(kGoal) || !problem_->ground_stops->EndsIn(sleeves + first, sleeves + last).empty();
  if (!has_stops && narrow) return;
  HubNode node(from.funnel, from.base_s, from.origin, spoke);
  for (const uint32_t end = along ? last : first;; portal = along ? portal + 1 : portal - 1) {
    if (narrow && portals.infos[portal].Clearance() < radius_m_) return;
    const WalkPortal& p = portals.portals[portal];
    const Vec2 left = p.Left(radius_m_), right = p.Right(radius_m_);
    along ? node.funnel.Add(left, right, bends_) : node.funnel.Add(right, left, bends_);
    if (portal == end) break;
    if (has_stops) ReachStopsIn(sleeves + (along ? portal : portal - 1), node, kNoLimit);
  }
  Arrive(node);
}

void JourneySearch::ReachStopsIn(uint32_t slot, const HubNode& node, size_t most) {
  const auto reach = [&](uint32_t stop, Vec2 p) {
    const TravelStop& to = problem_->stops[stop];
    if (stop == node.origin || !to.usable || to.in_air || !to.has_legs) return;
    const double least_s = node.base_s + s_per_m_ * node.funnel.LengthTo(p);
    if (!(least_s < by_leg_[stop].cost_s)) return;
    ReachStop(stop, problem_->walk_costs ? CostOfWalk(node, p) : least_s, node.origin);
  };
  const std::span<const uint32_t> ends = problem_->ground_stops->EndsIn(slot);
  for (const uint32_t end : ends.size() <= most ? ends : std::span<const uint32_t>()) {
    reach(kFirstLink + end, (*problem_->ground_stops)[end].p);
  }
  for (const uint32_t i : {kStart, kGoal}) {
    const GroundEnd& end = problem_->ends[i];
    if (end.group != kNoGroup && SlotOf(*problem_->ground, end.polygon) == slot) reach(i, end.p);
  }
}

// Estimates the cost of walking to a point behind the last portal, among cost regions.
double JourneySearch::CostOfWalk(const HubNode& node, Vec2 to) {
  node.funnel.BendsBackFrom(to, bends_, points_);
  Vec2 from = EndOf(node.origin).p;
  uint32_t patch = EndOf(node.origin).patch;
  double cost_m = 0;
  for (size_t i = points_.size(); i-- > 0; from = points_[i]) {
    cost_m += CostPast(*problem_->walk_costs, from, points_[i], problem_->goes_round, patch);
  }
  return node.base_s + s_per_m_ * cost_m;
}

// Adds a node for the hub at the end of its edge, if the way to it is worth following.
void JourneySearch::Arrive(HubNode& node) {
  const ShortFunnel& funnel = node.funnel;
  const uint32_t vertex = VertexBehind(node.spoke);
  node.left_s = node.base_s + s_per_m_ * funnel.LengthToLeft();
  node.right_s = node.base_s + s_per_m_ * funnel.LengthToRight();
  EdgeBest& best = edge_best_[node.spoke];
  if (best.generation != generation_) best = {kNever, kNever, generation_};
  if (!(best.left_s > node.left_s + kSame_s || best.right_s > node.right_s + kSame_s)) return;
  const Vec2 middle = MiddleOf(vertex);
  const double cost_s = node.base_s + s_per_m_ * funnel.LengthTo(middle);
  const double off_s = s_per_m_ * std::max(Length(funnel.left() - middle), Length(funnel.right() - middle));
  const HubBest& hub = hub_best_[vertex];
  if (hub.generation == generation_ && !(cost_s <= hub.cost_s + kWorthTrying * off_s)) return;
  ReachStopsIn(vertex, node, kNoLimit);
  double key = cost_s;
  if (guide_) {
    const HubBest& rest = guide_->hub_best_[vertex];
    if (rest.generation != guide_->generation_) return;
    key = std::max(key, cost_s + rest.cost_s - kCutCorner * off_s);
  } else {
    const double through_s =
        std::min(node.left_s + RestOnGround(funnel.left()), node.right_s + RestOnGround(funnel.right()));
    key = std::max(std::min(node.left_s, node.right_s), through_s - s_per_m_ * Length(funnel.left() - funnel.right()));
  }
  if (!(key <= most_s_)) return;
  best.left_s = std::min(best.left_s, node.left_s);
  best.right_s = std::min(best.right_s, node.right_s);
  ReachHub(vertex, cost_s);
  hub_nodes_.push_back(node);
  const double least_s = std::min(node.left_s, node.right_s);
  Push(least_s, key - least_s, Kind::Hub, uint32_t(hub_nodes_.size() - 1));
}

}  // namespace navnet
