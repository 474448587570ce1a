// SPDX-License-Identifier: Apache-2.0
// The search in the air.

#include "journey/journey_search.h"

#include "flight/costs/anchor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Squared distance, in voxels², by which the straight line must miss a gate to count as a bend.
constexpr double kBendsFrom = 1e-6;
// Share of cost by which a label must be better than another.
constexpr double kSame = 1e-9;
// Share of cost by which a second flight from the same stop into a part must be shorter to be of use. Smaller: fewer
// detours, more nodes.
constexpr double kReopens = 0.03;
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

// The gates that a flight has passed since its last bend.
void JourneySearch::GatesOf(const PartLabel& label, Gates& gates) const {
  gates.count = label.gates;
  const PartLabel* at = &label;
  for (uint32_t i = label.gates; i-- > 0; at = &labels_[at->parent]) gates.gates[i] = at->gate;
}

// The way to a point in the part of a label, or behind the last of `gates`: straight from the label's bend if that
// passes the gates since then, otherwise with new bends there; or on from where the part was entered, if that is
// shorter.
JourneySearch::Measured JourneySearch::Measure(const PartLabel& label, const Gates& gates, Vec3 p) const {
  const double factor = problem_->air->FactorOf(label.part);
  const auto way_from = [&](const Bend& from, uint32_t passed) {
    Measured way{from, from, 0};
    for (uint32_t i = passed; i < gates.count; ++i) {
      const auto& [gate, axis] = gates.gates[i];
      const Vec3 bend = way.last.at;
      const double along = p[axis] - bend[axis];
      const double cross = along != 0 ? std::clamp((gate.lo[axis] - bend[axis]) / along, 0.0, 1.0) : 0;
      const Vec3 at = bend + (p - bend) * cross, by = Clamp(at, gate);
      if (LengthSquared(by - at) <= kBendsFrom) continue;
      const bool is_first = way.last.passed == 0;
      way.last = {by, way.last.cost_s + CostOfFlight(bend, by, factor), i + 1};
      if (is_first) way.first = way.last;
    }
    way.cost_s = way.last.cost_s + CostOfFlight(way.last.at, p, factor);
    return way;
  };
  const Measured way = way_from({label.bend, label.to_bend, 0}, 0);
  if (most_labels_ == 1 || way.last.passed == 0 || label.gates == 0) return way;
  const Measured from_entry = way_from({label.at, label.cost_s, label.gates}, label.gates);
  return from_entry.cost_s < way.cost_s ? from_entry : way;
}

double JourneySearch::CostOf(const PartLabel& label, Vec3 p) const {
  Gates gates;
  GatesOf(label, gates);
  return Measure(label, gates, p).cost_s;
}

// The label of a part with the cheapest way to a point in it; null if the part was not reached.
const JourneySearch::PartLabel* JourneySearch::BestLabel(uint32_t part, Vec3 p) const {
  const uint32_t first = FirstLabel(part);
  if (first == kNoLabel || labels_[first].next == kNoLabel) return first == kNoLabel ? nullptr : &labels_[first];
  const PartLabel* best = nullptr;
  double least = kNever;
  for (uint32_t i = first; i != kNoLabel; i = labels_[i].next) {
    if (!(LeastIn(labels_[i], p) < least)) continue;
    const double cost_s = CostOf(labels_[i], p);
    if (!(cost_s < least)) continue;
    best = &labels_[i];
    least = cost_s;
  }
  return best;
}

// Lower bound on the cost of ways to a part; infinite if it was not reached.
double JourneySearch::LeastTo(uint32_t part) const {
  double least = kNever;
  for (uint32_t i = FirstLabel(part); i != kNoLabel; i = labels_[i].next) least = std::min(least, labels_[i].to_bend);
  return least;
}

// The cost of the way to a point in a part; infinite if the part was not reached.
double JourneySearch::CostIn(uint32_t part, Vec3 p) const {
  double least = kNever;
  for (uint32_t i = FirstLabel(part); i != kNoLabel; i = labels_[i].next) {
    if (LeastIn(labels_[i], p) < least) least = std::min(least, CostOf(labels_[i], p));
  }
  return least;
}

// Adds a label to its part, unless others make it useless; returns its number, or kNoLabel. It replaces a label with
// the same origin and parent, and the worst one if there are too many. Labels that led on stay in the list.
uint32_t JourneySearch::Add(const PartLabel& label) {
  if (parts_.size() <= label.part) parts_.resize(problem_->air->part_limit());
  PartLabels& part = parts_[label.part];
  if (part.generation != generation_) part = {kNoLabel, generation_};
  const uint32_t before = label.parent == kNoLabel ? kNoCell : labels_[label.parent].part;
  size_t count = 0;
  uint32_t worst = kNoLabel;
  for (uint32_t i = part.first; i != kNoLabel; i = labels_[i].next, ++count) {
    const PartLabel& known = labels_[i];
    const uint32_t known_before = known.parent == kNoLabel ? kNoCell : labels_[known.parent].part;
    const bool is_same =
        most_labels_ == 1 || (known_before == before && (before != kNoCell || known.origin == label.origin));
    if (is_same) {
      const bool is_final = most_labels_ == 1 && !known.is_open;
      if (is_final || !(label.expected < known.expected * (1 - kSame))) return kNoLabel;
    }
    if (worst == kNoLabel || is_same || known.expected > labels_[worst].expected) worst = i;
    if (is_same) {
      count = most_labels_;
      break;
    }
  }
  if (count >= most_labels_) {
    if (!(label.expected < labels_[worst].expected)) return kNoLabel;
    if (labels_[worst].is_open) {
      labels_[worst].is_open = false;
      uint32_t* link = &part.first;
      while (*link != worst) link = &labels_[*link].next;
      *link = labels_[worst].next;
    }
  }
  labels_.push_back(label);
  labels_.back().next = std::exchange(part.first, uint32_t(labels_.size() - 1));
  return part.first;
}

// The cost of the leg by which a stop was reached; of a flight that of the taut path through the same parts.
double JourneySearch::TautLeg(uint32_t stop) {
  const Label& label = by_leg_[stop];
  const double known_s = label.cost_s - by_change_[label.origin].cost_s;
  if (label.flight.label == kNoLabel) return known_s;
  const AirGraph& air = *problem_->air;
  portals_.clear();
  const uint32_t last = labels_[label.flight.label].part;
  if (last != label.flight.part) portals_.push_back(air.GateBetween(last, label.flight.part).box);
  for (uint32_t i = label.flight.label; labels_[i].parent != kNoLabel; i = labels_[i].parent) {
    portals_.push_back(labels_[i].gate.box);
  }
  const GridFrame& frame = problem_->frame;
  taut_.Pull(frame.ToVoxelSpace(problem_->stops[stop].point), frame.ToVoxelSpace(problem_->stops[label.origin].point),
             portals_, false);
  if (!has_air_costs_) return std::min(known_s, s_per_voxel_ * taut_.length());
  double cost_s = 0;
  for (size_t i = 1; i < taut_.points().size(); ++i) {
    const Vec3 a = taut_.points()[i], b = taut_.points()[i - 1];
    const double voxels = backward_ ? air.CostAlong(b, a) : air.CostAlong(a, b);
    cost_s += s_per_voxel_ * (problem_->costed_share * voxels + (1 - problem_->costed_share) * Length(b - a));
  }
  return std::min(known_s, cost_s);
}

// Reaches the stop from which the guide's flight to `stop` came, along that flight.
void JourneySearch::FollowGuide(uint32_t stop, double cost_s) {
  const Label& label = guide_->by_leg_[stop];
  if (!(label.cost_s < kNever) || label.origin == kNoStop) return;
  const double metres = Length(problem_->stops[label.origin].point - problem_->stops[stop].point);
  const double least_s = cost_s + s_per_voxel_ / problem_->frame.voxel_m * metres;
  if (!(least_s < by_leg_[label.origin].cost_s)) return;
  if (!(least_s + guide_->by_change_[label.origin].cost_s <= most_s_)) return;
  ReachStop(label.origin, cost_s + guide_->TautLeg(stop), stop);
}

void JourneySearch::EnterAir(uint32_t stop, double cost_s) {
  if (guide_) FollowGuide(stop, cost_s);
  const Vec3 p = problem_->frame.ToVoxelSpace(problem_->stops[stop].point);
  problem_->air->EachPartAt(p, [&](uint32_t part) {
    // Parts are convex: what a flight from here reaches in the part, the earlier one reaches at no more cost.
    if (CostIn(part, p) <= cost_s) return;
    const double expected = cost_s + (guide_ ? guide_->by_leg_[stop].cost_s : FlownRest(p));
    const PartLabel label{expected, part, kNoLabel, stop, kNoLabel, 0, false, p, p, cost_s, cost_s, {}};
    if (guide_ && !(label.expected <= most_s_)) return;
    uint32_t number = Add(label);
    if (number == kNoLabel && (guide_ || most_labels_ == 1)) {
      if (HasFewStops(part)) ReachStopsIn(label, kNoLabel, {}, part);
      return;
    }
    if (number == kNoLabel) {
      // Others are better if they go straight on, but this one may be the best for another way out of the part.
      number = uint32_t(labels_.size());
      labels_.push_back(label);
    }
    LeavePart(number);
  });
}

void JourneySearch::LeavePart(uint32_t number) {
  const PartLabel label = labels_[number];
  Gates gates;
  GatesOf(label, gates);
  ReachStopsIn(label, number, gates, label.part);
  problem_->air->EachContact(label.part,
                             [&](uint32_t to, const Portal& contact) { ReachPart(label, number, gates, to, contact); });
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

// Goes from a part to the one behind a contact. `gates`: those of `from`; unchanged afterwards.
void JourneySearch::ReachPart(const PartLabel& from, uint32_t number, Gates& gates, uint32_t to,
                              const Portal& contact) {
  if (from.parent != kNoLabel && to == labels_[from.parent].part) return;
  const AirGraph& air = *problem_->air;
  // The label of a part that is reached in several ways need not be the best one for the stops in it.
  if (!guide_ && FirstLabel(to) != kNoLabel && HasFewStops(to) && air.FactorOf(from.part) == air.FactorOf(to)) {
    gates.Add(air.GateBetween(from.part, to));
    ReachStopsIn(from, number, gates, to);
    --gates.count;
  }
  guide_ ? EnterGuided(from, number, gates, to) : Enter(from, number, gates, to, contact);
}

// Enters a part on the way to the target, without a guide.
void JourneySearch::Enter(const PartLabel& from, uint32_t number, const Gates& gates, uint32_t to,
                          const Portal& contact) {
  // Labels are ranked by `expected`, which is no less behind this part than in it.
  const uint32_t first = FirstLabel(to);
  size_t better = 0;
  for (uint32_t i = first; i != kNoLabel; i = labels_[i].next) {
    const PartLabel& known = labels_[i];
    if (!known.is_open && most_labels_ == 1) return;
    if (known.expected > from.expected) continue;
    if (++better == most_labels_ || (known.parent != kNoLabel && labels_[known.parent].part == from.part)) return;
  }
  if (IsOfNoUse(from, first, contact)) return;
  const AirGraph& air = *problem_->air;
  const Vec3 q = AnchorOf(air.costs(), from.at, air.FactorOf(from.part), contact, target_voxels_);
  const double rest = RestInAir(q, ToSpot(to)), least = LeastIn(from, q);
  if (!(least + rest <= most_s_)) return;
  for (uint32_t i = first; i != kNoLabel; i = labels_[i].next) {
    const PartLabel& known = labels_[i];
    if (most_labels_ == 1 && known.expected * (1 - kSame) <= least + FlownRest(q)) return;
    // Parts are convex: what goes on from here, the other flight reaches at no more cost.
    const double most = known.origin == from.origin ? least / (1 - kReopens) : least;
    if (most_labels_ == 1 || !(LeastIn(known, q) <= most)) continue;
    if (known.cost_s + CostOfFlight(known.at, q, air.FactorOf(to)) <= most || CostOf(known, q) <= most) return;
  }
  const Measured way = Measure(from, gates, q);
  AddPart(from, number, gates, to, q, way, rest, way.cost_s + FlownRest(q));
}

// Enters a part where the guide's flight from it goes on best.
void JourneySearch::EnterGuided(const PartLabel& from, uint32_t number, Gates& gates, uint32_t to) {
  const uint32_t first = FirstLabel(to);
  if (most_labels_ == 1 && first != kNoLabel && !labels_[first].is_open) return;
  const AirGraph& air = *problem_->air;
  const Gate gate = air.GateBetween(from.part, to);
  if (!(LeastIn(from, Clamp(from.bend, gate.box)) + guide_->LeastTo(to) <= most_s_)) return;
  const PartLabel* ahead = guide_->BestLabel(to, Clamp(from.at, gate.box));
  if (!ahead) return;
  Gates ahead_gates;
  guide_->GatesOf(*ahead, ahead_gates);
  const Vec3 aim = guide_->Measure(*ahead, ahead_gates, Clamp(from.at, gate.box)).last.at;
  const Vec3 q = AnchorOf(air.costs(), from.at, air.FactorOf(from.part), gate.box, aim);
  const Measured way = Measure(from, gates, q);
  const double rest = guide_->CostIn(to, q);
  AddPart(from, number, gates, to, q, way, rest, way.cost_s + rest);
}

// Adds and opens a label for a part entered at `q`.
void JourneySearch::AddPart(const PartLabel& from, uint32_t number, const Gates& gates, uint32_t to, Vec3 q,
                            const Measured& way, double rest, double expected) {
  if (!(way.cost_s + rest <= most_s_)) return;
  const AirGraph& air = *problem_->air;
  PartLabel label{expected, to, number, from.origin, kNoLabel, 0, true, q, q, way.cost_s, way.cost_s, {}};
  // Flights bend where the factor changes.
  if (air.FactorOf(from.part) == air.FactorOf(to)) {
    // Where flights from many stops compete, they go on in many directions, on which their bends depend: so bends at
    // the latest gates are not final.
    const bool is_final = most_labels_ == 1 || gates.count == Gates::kMost;
    const Bend bend = !is_final ? Bend{from.bend, from.to_bend, 0} : most_labels_ == 1 ? way.last : way.first;
    label.bend = bend.at;
    label.to_bend = bend.cost_s;
    label.gates = uint8_t(std::min(gates.count + 1 - bend.passed, Gates::kMost));
  }
  const uint32_t added = Add(label);
  if (added == kNoLabel) return;
  labels_[added].gate = air.GateBetween(from.part, to);
  Push(way.cost_s, rest, Kind::Part, added);
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

// Reaches the stops in a part: that of the label, or one behind it, whose gate is the last of `gates`.
void JourneySearch::ReachStopsIn(const PartLabel& label, uint32_t number, const Gates& gates, uint32_t part) {
  const AirGraph& air = *problem_->air;
  const uint32_t cell = air.CellOf(part);
  const auto reach = [&](uint32_t stop, Vec3 p) {
    if (stop == label.origin || !problem_->stops[stop].usable || !air.MayBegin(part, p)) return;
    if (!(LeastIn(label, p) < by_leg_[stop].cost_s)) return;
    // In the part where it begins, a flight is straight.
    const bool is_straight = number == kNoLabel || (label.parent == kNoLabel && label.part == part);
    ReachStop(stop, Measure(label, gates, p).cost_s, label.origin, is_straight ? FlightEnd{} : FlightEnd{number, part});
  };
  for (const AirSpots::Spot& spot : problem_->spots->SpotsOf(cell)) reach(spot.stop, spot.point);
  for (uint32_t i = 0; i < kFirstLink; ++i) {
    if (std::find(end_cells_[i].begin(), end_cells_[i].end(), cell) != end_cells_[i].end()) reach(i, end_points_[i]);
  }
}

}  // namespace navnet
