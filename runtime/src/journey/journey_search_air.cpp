// SPDX-License-Identifier: Apache-2.0
// The search in the air.

#include "journey/journey_search.h"

#include "flight/costs/anchor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace navnet {
namespace {

// Squared distance, in voxels², by which the straight line must miss a gate to count as a bend.
constexpr double kBendsFrom = 1e-6;
// Share of cost by which a label must be better than another.
constexpr double kSame = 1e-9;
// Stops of a part up to which they are reached in every way into the part, not only from its labels. More find better
// ways to them; time grows with the square.
constexpr size_t kFewStops = 64;
// Distances to spots are scaled down so that rounding does not make one too large.
constexpr double kRounding = 1 - 1e-6;

}  // namespace

// Lower bound on the rest of the cost from a point in the air, at least `to_spot` voxels away from every spot: it flies
// all the way, or lands or passes a gate to go on faster.
double JourneySearch::RestInAir(Vec3 p, double to_spot) const {
  const double voxels = Length(target_voxels_ - p), switch_s = problem_->agent.switch_s;
  const bool in_air = problem_->stops[target_].in_air;
  const double flown_s = s_per_voxel_ * voxels + (in_air ? 0 : switch_s);
  const double near = std::min(to_spot + target_to_spot_, voxels);
  const double s_per_voxel = problem_->fastest < kNever ? problem_->frame.voxel_m / problem_->fastest : 0;
  const int switches = in_air ? (problem_->has_gates ? 0 : 2) : 1;
  return std::min(flown_s, s_per_voxel_ * near + switches * switch_s + s_per_voxel * (voxels - near));
}

// Lower bound on the distance from a part to the nearest spot, if it matters.
double JourneySearch::ToSpot(uint32_t part) const {
  if (guide_ || most_labels_ == 1 || !problem_->spot_distance) return 0;
  const uint32_t cell = problem_->air->CellOf(part);
  float& known = problem_->to_spot[cell];
  if (known < 0) known = float(kRounding * problem_->spot_distance->From(problem_->air->level()[cell].cell));
  return double(known);
}

uint32_t JourneySearch::FirstLabel(uint32_t part) const {
  return part < parts_.size() && parts_[part].generation == generation_ ? parts_[part].first : kNoLabel;
}

JourneySearch::Gate JourneySearch::GateBetween(uint32_t from, uint32_t to, const Portal& contact) const {
  const Portal a = problem_->air->VolumeOf(from), b = problem_->air->VolumeOf(to);
  Gate gate{{Max(a.lo, b.lo), Min(a.hi, b.hi)}, 0};
  for (int k = 0; k < 3; ++k) {
    if (contact.lo[k] == contact.hi[k]) gate.axis = k;
  }
  gate.box.lo[gate.axis] = gate.box.hi[gate.axis] = contact.lo[gate.axis];
  return gate;
}

// The way to a point in the part of a label: straight from the last bend if that passes the gates since then; otherwise
// with new bends there.
JourneySearch::Measured JourneySearch::Measure(const PartLabel& label, Vec3 p) const {
  const double factor = problem_->air->FactorOf(label.part);
  Vec3 bend = label.bend;
  double to_bend = label.to_bend;
  uint32_t passed = 0;
  for (uint32_t i = 0; i < label.gates.count; ++i) {
    const auto& [gate, axis] = label.gates.gates[i];
    const double along = p[axis] - bend[axis];
    const double cross = along != 0 ? std::clamp((gate.lo[axis] - bend[axis]) / along, 0.0, 1.0) : 0;
    const Vec3 at = bend + (p - bend) * cross, by = Clamp(at, gate);
    if (LengthSquared(by - at) <= kBendsFrom) continue;
    to_bend += CostOfFlight(bend, by, factor);
    bend = by;
    passed = i + 1;
  }
  return {bend, to_bend, to_bend + CostOfFlight(bend, p, factor), passed};
}

// Lower bound on the cost of that way.
double JourneySearch::LeastIn(const PartLabel& label, Vec3 p) const {
  return label.to_bend + s_per_voxel_ * Length(p - label.bend);
}

// The label of a part with the cheapest way to a point in it; null if the part was not reached.
const JourneySearch::PartLabel* JourneySearch::BestLabel(uint32_t part, Vec3 p) const {
  const PartLabel* best = nullptr;
  double least = kNever;
  for (uint32_t i = FirstLabel(part); i != kNoLabel; i = labels_[i].next) {
    if (best && LeastIn(labels_[i], p) >= least) continue;
    const double cost_s = Measure(labels_[i], p).cost_s;
    if (best && cost_s >= least) continue;
    best = &labels_[i];
    least = cost_s;
  }
  return best;
}

// The cost of the way to a point in a part; infinite if the part was not reached.
double JourneySearch::CostIn(uint32_t part, Vec3 p) const {
  const PartLabel* label = BestLabel(part, p);
  return label ? Measure(*label, p).cost_s : kNever;
}

// Finds the place of a new label among those of its part: that of the label with the same origin, a new one, or that of
// the worst label if there are too many. kNoLabel if the new label is of no use.
uint32_t JourneySearch::PlaceFor(const PartLabel& label) {
  if (parts_.size() <= label.part) parts_.resize(problem_->air->part_limit());
  PartLabels& part = parts_[label.part];
  if (part.generation != generation_) part = {kNoLabel, generation_};
  size_t count = 0;
  uint32_t worst = kNoLabel;
  for (uint32_t i = part.first; i != kNoLabel; i = labels_[i].next, ++count) {
    const PartLabel& known = labels_[i];
    const bool replaces = (known.origin == label.origin && known.parent == label.parent) || most_labels_ == 1;
    if (replaces)
      return label.expected < known.expected * (1 - kSame) && (known.is_open || most_labels_ > 1) ? i : kNoLabel;
    if (worst == kNoLabel || known.expected > labels_[worst].expected) worst = i;
  }
  if (count == most_labels_) return label.expected < labels_[worst].expected ? worst : kNoLabel;
  labels_.push_back({});
  labels_.back().next = std::exchange(part.first, uint32_t(labels_.size() - 1));
  return part.first;
}

void JourneySearch::EnterAir(uint32_t stop, double cost_s) {
  const Vec3 p = problem_->frame.ToVoxelSpace(problem_->stops[stop].point);
  problem_->air->EachPartAt(p, [&](uint32_t part) {
    // Parts are convex: what a flight from here reaches in the part, the earlier one reaches at no more cost.
    if (CostIn(part, p) <= cost_s) return;
    PartLabel label{p, p, cost_s, cost_s, 0, part, kNoCell, stop, kNoLabel, false, {}};
    label.expected = cost_s + (guide_ ? guide_->CostIn(part, p) : FlownRest(p));
    if (guide_ && !(label.expected <= most_s_)) return;
    const uint32_t place = PlaceFor(label);
    if (place == kNoLabel) {
      if (HasFewStops(part)) ReachStopsIn(label, part, nullptr);
      return;
    }
    label.next = labels_[place].next;
    labels_[place] = label;
    LeavePart(label);
  });
}

// The rest of the cost, if the journey goes on in the air: ranks labels of one part.
double JourneySearch::FlownRest(Vec3 p) const { return s_per_voxel_ * Length(target_voxels_ - p); }

void JourneySearch::LeavePart(const PartLabel& label) {
  ReachStopsIn(label, label.part, nullptr);
  problem_->air->EachContact(label.part, [&](uint32_t to, const Portal& contact) { ReachPart(label, to, contact); });
}

// Whether one of the labels of a part, from `first` on, certainly reaches every point of a contact at no more cost.
bool JourneySearch::IsOfNoUse(const PartLabel& from, uint32_t first, const Portal& contact) const {
  if (has_air_costs_) return false;
  const double least = LeastIn(from, Clamp(from.bend, contact));
  for (uint32_t i = first; i != kNoLabel; i = labels_[i].next) {
    const PartLabel& known = labels_[i];
    if (known.cost_s > least) continue;
    Vec3 farthest;
    for (int k = 0; k < 3; ++k) {
      farthest[k] = std::max(std::abs(contact.lo[k] - known.at[k]), std::abs(contact.hi[k] - known.at[k]));
    }
    if (known.cost_s + s_per_voxel_ * Length(farthest) <= least) return true;
  }
  return false;
}

void JourneySearch::ReachPart(const PartLabel& from, uint32_t to, const Portal& contact) {
  if (to == from.parent) return;
  const uint32_t first = FirstLabel(to);
  const AirGraph& air = *problem_->air;
  // The label of a part that is reached in several ways need not be the best one for the stops in it.
  if (!guide_ && first != kNoLabel && HasFewStops(to) && air.FactorOf(from.part) == air.FactorOf(to)) {
    const Gate gate = GateBetween(from.part, to, contact);
    ReachStopsIn(from, to, &gate);
  }
  if (most_labels_ == 1 && first != kNoLabel && !labels_[first].is_open) return;
  const PartLabel* ahead = guide_ ? guide_->BestLabel(to, Clamp(from.at, contact)) : nullptr;
  if (guide_ && !ahead) return;
  if (!guide_ && IsOfNoUse(from, first, contact)) return;
  const Vec3 q = AnchorOf(air.costs(), from.at, air.FactorOf(from.part), contact, ahead ? ahead->bend : target_voxels_);
  const double rest = guide_ ? guide_->CostIn(to, q) : RestInAir(q, ToSpot(to));
  if (!guide_) {
    const double least = LeastIn(from, q);
    if (!(least + rest <= most_s_)) return;
    for (uint32_t i = first; i != kNoLabel; i = labels_[i].next) {
      const PartLabel& known = labels_[i];
      if (most_labels_ == 1 && known.expected * (1 - kSame) <= least + FlownRest(q)) return;
      // Parts are convex: what goes on from here, the other flight reaches at no more cost.
      if (most_labels_ > 1 && LeastIn(known, q) <= least && Measure(known, q).cost_s <= least) return;
    }
  }
  const Measured way = Measure(from, q);
  const double key = way.cost_s + rest, expected = guide_ ? key : way.cost_s + FlownRest(q);
  if (!(key <= most_s_)) return;
  PartLabel label{q, way.bend, way.to_bend, way.cost_s, expected, to, from.part, from.origin, kNoLabel, true, {}};
  if (air.FactorOf(from.part) != air.FactorOf(to)) {
    // Flights bend where the factor changes.
    label.bend = q;
    label.to_bend = way.cost_s;
  } else {
    for (uint32_t i = way.passed; i < from.gates.count; ++i) label.gates.Add(from.gates.gates[i]);
    label.gates.Add(GateBetween(from.part, to, contact));
  }
  const uint32_t place = PlaceFor(label);
  if (place == kNoLabel) return;
  label.next = labels_[place].next;
  labels_[place] = label;
  Push(way.cost_s, rest, Kind::Part, place);
}

// Whether a part has stops, but few enough to reach each of them in more than one way.
bool JourneySearch::HasFewStops(uint32_t part) const {
  const uint32_t cell = problem_->air->CellOf(part);
  const size_t spots = problem_->spots->SpotsOf(cell).size();
  if (spots > 0) return spots <= kFewStops;
  return std::any_of(end_cells_, end_cells_ + kFirstLink, [&](const TouchingCells& cells) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
  });
}

// Reaches the stops in a part: that of the label, or one behind a gate of it.
void JourneySearch::ReachStopsIn(const PartLabel& label, uint32_t part, const Gate* gate) {
  const AirGraph& air = *problem_->air;
  const uint32_t cell = air.CellOf(part);
  std::optional<PartLabel> beyond;
  const auto reach = [&](uint32_t stop, Vec3 p) {
    if (stop == label.origin || !problem_->stops[stop].usable || !air.MayBegin(part, p)) return;
    if (!(LeastIn(label, p) < by_leg_[stop].cost_s)) return;
    if (gate && !beyond) {
      beyond = label;
      beyond->gates.Add(*gate);
    }
    ReachStop(stop, Measure(beyond ? *beyond : label, p).cost_s, label.origin);
  };
  for (const AirSpots::Spot& spot : problem_->spots->SpotsOf(cell)) reach(spot.stop, spot.point);
  for (uint32_t i = 0; i < kFirstLink; ++i) {
    if (std::find(end_cells_[i].begin(), end_cells_[i].end(), cell) != end_cells_[i].end()) reach(i, end_points_[i]);
  }
}

}  // namespace navnet
