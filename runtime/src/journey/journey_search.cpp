// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Labels of each part of the air if flights from several stops matter. More find the best journey in more cases, and
// take longer.
constexpr size_t kMostLabels = 2;

// Weighted A*: the weight of the heuristic grows with the number of nodes expanded, so that difficult searches end
// sooner. Journeys that look worse than the best may then be missed.
struct Weight {
  int64_t expanded;
  double weight;
};
constexpr Weight kWeights[] = {{2000, 1.1}, {4000, 1.3}, {6000, 2}};

}  // namespace

void JourneySearch::Begin(const JourneyProblem& problem, std::span<const TravelChange> changes, uint32_t root,
                          uint32_t target, JourneySearch* guide, double most_s) {
  problem_ = &problem;
  changes_ = changes;
  guide_ = guide;
  root_ = root;
  target_ = target;
  backward_ = root == kGoal;
  most_s_ = most_s;
  open_.clear();
  expanded_ = pushed_ = 0;
  by_leg_.assign(problem.stops.size(), {});
  by_change_.assign(problem.stops.size(), {});
  if (++generation_ == 0) {
    std::fill(parts_.begin(), parts_.end(), PartLabels{});
    std::fill(edge_best_.begin(), edge_best_.end(), EdgeBest{});
    std::fill(hub_best_.begin(), hub_best_.end(), HubBest{});
    std::fill(taut_costs_.begin(), taut_costs_.end(), TautCost{});
    generation_ = 1;
  }
  hub_nodes_.clear();
  bends_.clear();
  if (problem.ground) {
    const GroundView& ground = problem.ground->ground();
    if (edge_best_.size() < 2 * ground.edges.size()) edge_best_.resize(2 * ground.edges.size());
    if (hub_best_.size() < ground.vertices.size()) hub_best_.resize(ground.vertices.size());
    s_per_m_ = 1 / problem.agent.walk_m_s;
    radius_m_ = WalkRadius(problem.agent.radius_m);
  }
  for (uint32_t i = 0; i < kFirstLink; ++i) end_cells_[i] = {};
  if (problem.air) {
    has_air_costs_ = problem.air->costs().are_any();
    s_per_voxel_ = problem.frame.voxel_m / problem.agent.fly_m_s;
    for (uint32_t i = 0; i < kFirstLink; ++i) {
      if (!problem.stops[i].usable || !problem.stops[i].in_air) continue;
      end_points_[i] = problem.frame.ToVoxelSpace(problem.stops[i].point);
      end_cells_[i] = FreePlaceAt(problem.air->level(), end_points_[i]).cells;
    }
  }
  labels_.clear();
  if (problem.air) labels_.reserve(problem.air->part_limit());
  // Where walking is faster than flying, flights from several stops matter in a part: which is the best depends on
  // where they go.
  most_labels_ = !guide && problem.fastest > problem.agent.fly_m_s ? kMostLabels : 1;
  most_labels_ = std::max(most_labels_, problem.least_labels);
  weight_ = 1;
  target_voxels_ = problem.frame.ToVoxelSpace(problem.stops[target].point);
  target_to_spot_ = 0;
  if (problem.stops[target].in_air && most_labels_ > 1 && problem.spot_distance) {
    VoxelBox box;
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = int32_t(std::floor(target_voxels_[k]));
      box.hi[k] = int32_t(std::ceil(target_voxels_[k]));
    }
    target_to_spot_ = problem.spot_distance->From(box);
    // It may also take off at the root.
    const uint32_t above = backward_ ? kAboveGoal : kAboveStart;
    if (problem.stops[above].usable) {
      target_to_spot_ = std::min(target_to_spot_, Length(target_voxels_ - end_points_[above]));
    }
    if (!(target_to_spot_ < kNever)) target_to_spot_ = 0;
  }
  target_plan_ = PlanOf(problem.stops[target].point, problem.up);
  by_leg_[root] = {0, root, false, {}};
  by_change_[root] = {0, root, true, {}};
  LeaveByChange(root, 0);
  Push(0, 0, Kind::StopByChange, root);
}

void JourneySearch::Push(double cost_s, double rest_s, Kind kind, uint32_t number) {
  ++pushed_;
  open_.Push({cost_s + weight_ * rest_s, uint32_t(kind) << Entry::kNumberBits | number});
}

void JourneySearch::GrowWeight() {
  for (const Weight& step : kWeights) {
    if (expanded_ != step.expanded) continue;
    const double growth = step.weight / std::exchange(weight_, step.weight);
    open_.UpdateAll([&](Entry& entry) {
      const double cost_s = CostOf(entry);
      entry.key = cost_s + growth * (entry.key - cost_s);
      return true;
    });
  }
}

// The cost so far of the node of an entry.
double JourneySearch::CostOf(const Entry& entry) const {
  const uint32_t number = entry.number();
  switch (entry.kind()) {
    case Kind::StopByLeg: return by_leg_[number].cost_s;
    case Kind::StopByChange: return by_change_[number].cost_s;
    case Kind::Part: return labels_[number].cost_s;
    case Kind::Hub: return std::min(hub_nodes_[number].left_s, hub_nodes_[number].right_s);
  }
  return kNever;
}

SearchState JourneySearch::Run(int64_t expansions) {
  const auto ended = [&] { return by_leg_[target_].cost_s < kNever ? SearchState::Found : SearchState::Exhausted; };
  while (expansions > 0) {
    if (open_.empty()) return ended();
    // With a weight, keys are no lower bounds: nodes were pruned without it when they were reached.
    const bool is_reached = by_leg_[target_].cost_s < kNever && !by_leg_[target_].is_open;
    if (open_.front().key > most_s_ && (weight_ == 1 || is_reached)) return ended();
    if (!Expand(open_.Pop())) continue;
    ++expanded_;
    --expansions;
    if (!guide_) GrowWeight();
  }
  return SearchState::Running;
}

// Expands the node of an entry. False when the entry is out of date.
bool JourneySearch::Expand(const Entry& top) {
  const uint32_t number = top.number();
  switch (top.kind()) {
    case Kind::StopByLeg: {
      Label& label = by_leg_[number];
      if (!label.is_open) return false;
      label.is_open = false;
      if (number == target_) {
        const double slack = guide_ || most_labels_ > 1 ? std::max(problem_->slack, kGuidedSlack) : problem_->slack;
        most_s_ = std::min(most_s_, (1 + slack) * label.cost_s);
      } else {
        LeaveByChange(number, label.cost_s);
      }
      return true;
    }
    case Kind::StopByChange: {
      Label& label = by_change_[number];
      if (!label.is_open) return false;
      label.is_open = false;
      const TravelStop& stop = problem_->stops[number];
      if (stop.in_air) {
        if (problem_->air) EnterAir(number, label.cost_s);
      } else if (problem_->ground && stop.has_legs) {
        EnterGround(number, label.cost_s);
      }
      return true;
    }
    case Kind::Part: {
      PartLabel& label = labels_[number];
      if (!label.is_open) return false;
      label.is_open = false;
      LeavePart(number);
      return true;
    }
    case Kind::Hub: {
      const HubNode node = hub_nodes_[number];
      const EdgeBest& best = edge_best_[node.spoke];
      // A better way along the same edge was found since.
      if (best.left_s < node.left_s && best.right_s < node.right_s) return false;
      LeaveHub(VertexBehind(node.spoke), node.spoke, node);
      return true;
    }
  }
  return false;
}

// Takes the change of mode or the link at a stop.
void JourneySearch::LeaveByChange(uint32_t stop, double cost_s) {
  const TravelChange& change = changes_[stop];
  if (change.to == kNoStop) return;
  const double cost = cost_s + change.cost_s;
  if (change.to == target_) return ReachStop(target_, cost, kNoStop);
  Label& label = by_change_[change.to];
  if (!(cost < label.cost_s)) return;
  const double rest = RestBehind(change.to, cost);
  if (!(cost + rest <= most_s_)) return;
  label = {cost, stop, true, {}};
  Push(cost, rest, Kind::StopByChange, change.to);
}

// Reaches a stop by a leg; the target also by a change.
void JourneySearch::ReachStop(uint32_t stop, double cost_s, uint32_t origin, const FlightEnd& flight) {
  Label& label = by_leg_[stop];
  if (!(cost_s < label.cost_s)) return;
  const double rest = RestOf(stop, cost_s);
  // Too dear: its cost is kept, so that dearer ways to it are not tried.
  const bool is_pruned = !(cost_s + rest <= most_s_);
  if (is_pruned && stop == target_) return;
  label = {cost_s, origin, !is_pruned, flight};
  if (!is_pruned) Push(cost_s, rest, Kind::StopByLeg, stop);
}

// The rest of the cost from a stop reached by a leg, on through its change.
double JourneySearch::RestOf(uint32_t stop, double cost_s) {
  if (stop == target_) return 0;
  const TravelChange& change = changes_[stop];
  if (change.to == kNoStop) return kNever;
  return change.cost_s + RestBehind(change.to, cost_s + change.cost_s);
}

// The rest of the cost from a stop reached by a change. The guide's flights are pulled taut if that decides whether the
// stop is pruned.
double JourneySearch::RestBehind(uint32_t stop, double cost_s) {
  if (!guide_) return StraightRest(stop);
  const double rest = guide_->by_leg_[stop].cost_s;
  if (cost_s + rest <= most_s_ || !(cost_s + StraightRest(stop) <= most_s_)) return rest;
  return guide_->TautTo(stop);
}

// The cost from the root to a stop that was reached by a leg, with the flights on the way pulled taut.
double JourneySearch::TautTo(uint32_t stop) {
  if (taut_costs_.size() < by_leg_.size()) taut_costs_.resize(by_leg_.size());
  chain_.clear();
  double cost_s = kNever;
  for (uint32_t at = stop;;) {
    const Label& label = by_leg_[at];
    if (taut_costs_[at].generation == generation_) {
      cost_s = taut_costs_[at].cost_s;
      break;
    }
    // In place of its own result, should the chain come back here.
    taut_costs_[at] = {label.cost_s, generation_};
    if (at == root_ || label.origin == kNoStop || !(label.cost_s < kNever)) {
      cost_s = label.cost_s;
      break;
    }
    chain_.push_back(at);
    if (label.origin == root_) {
      cost_s = 0;
      break;
    }
    at = by_change_[label.origin].origin;
  }
  for (size_t i = chain_.size(); i-- > 0;) {
    const uint32_t at = chain_[i];
    const Label& label = by_leg_[at];
    if (label.origin != root_) cost_s += changes_[by_change_[label.origin].origin].cost_s;
    cost_s = std::min(label.cost_s, cost_s + TautLeg(at));
    taut_costs_[at].cost_s = cost_s;
  }
  return cost_s;
}

double JourneySearch::StraightRest(uint32_t stop) const {
  if (stop == target_) return 0;
  const TravelStop& at = problem_->stops[stop];
  return at.in_air ? RestInAir(problem_->frame.ToVoxelSpace(at.point), 0)
                   : RestOnGround(PlanOf(at.point, problem_->up));
}

}  // namespace navnet
