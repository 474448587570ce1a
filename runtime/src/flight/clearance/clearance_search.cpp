// SPDX-License-Identifier: Apache-2.0
#include "flight/clearance/clearance_search.h"

#include "flight/taut_path.h"
#include "level/free_air.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
// Weighted A*: a larger weight is faster, and paths are up to that ratio more expensive.
constexpr double kWeightOfRest = 1.05;
// Length by which the straight line must miss a gate to count as a bend, in voxels.
constexpr double kBendsBy = 1e-4;

Portal PortalOf(const VoxelBox& box) {
  return {{double(box.lo.x), double(box.lo.y), double(box.lo.z)},
          {double(box.hi.x), double(box.hi.y), double(box.hi.z)}};
}

}  // namespace

void ClearanceSearch::Begin(const ClearanceLevels& levels, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
                            double most) {
  levels_ = &levels;
  start_ = start;
  goal_ = goal;
  most_ = most;
  if (in_cells_.size() < levels.count()) in_cells_.resize(levels.count());
  for (uint32_t place = 0; place < levels.count(); ++place) {
    if (in_cells_[place].size() < levels[place].cell_limit()) in_cells_[place].resize(levels[place].cell_limit());
  }
  if (++search_ == 0) {
    for (std::vector<InCell>& of_level : in_cells_) std::fill(of_level.begin(), of_level.end(), InCell{});
    search_ = 1;
  }
  nodes_.clear();
  open_.clear();
  cheapest_ = nearest_ = kUnknown;
  goal_from_ = last_ = kNone;
  expanded_ = pushed_ = 0;
  const double rest = Length(goal - start);
  const auto begin_in = [&](uint32_t place, uint32_t cell) {
    Open({start, start, 0, rest, ClearanceLevels::Number(place, cell)}, rest);
  };
  for (const uint32_t cell : start_cells) begin_in(0, cell);
  for (uint32_t place = 1; place < levels.count(); ++place) {
    for (const uint32_t cell : levels[place].CellsAt(start)) begin_in(place, cell);
  }
}

SearchState ClearanceSearch::Run(int64_t expansions) {
  for (; expansions > 0; --expansions) {
    uint32_t best = kNone;
    double key = kUnknown;
    while (!open_.empty() && best == kNone) {
      const Entry top = open_.Pop();
      if (nodes_[top.node].is_closed) continue;  // Stale.
      best = top.node;
      key = top.key;
    }
    // The goal is a node of its own: the first path to it need not be the cheapest.
    if (goal_from_ != kNone && cheapest_ <= key) {
      last_ = goal_from_;
      return SearchState::Found;
    }
    if (best == kNone) return SearchState::Exhausted;
    Node& node = nodes_[best];
    node.is_closed = true;
    ++expanded_;
    const CellRecord& here = (*levels_)(node.number);
    if (const double rest = LengthSquared(Clamped(goal_, here.cell) - goal_); rest < nearest_) {
      nearest_ = rest;
      last_ = best;
    }
    if (IsIn(here.volume, goal_)) {
      const double before = node.parent == kNone ? 1 : levels_->FactorOf(nodes_[node.parent].number);
      const double cost = node.to_bend + before * Length(node.at - node.bend) +
                          levels_->FactorOf(node.number) * Length(goal_ - node.at);
      if (cost < cheapest_) {
        cheapest_ = cost;
        goal_from_ = best;
      }
    }
    Expand(best);
  }
  return SearchState::Running;
}

void ClearanceSearch::Expand(uint32_t node) {
  const uint32_t number = nodes_[node].number, place = ClearanceLevels::PlaceOf(number);
  const LevelIndex& level = levels_->LevelOf(number);
  const VoxelCoord corner = (*levels_)(number).cell.lo;
  for (const ContactBatch& eight : level.ContactsOf(ClearanceLevels::CellOf(number))) {
    for (size_t i = 0; i < ContactBatch::kCount && eight.cells[i] != kNoCell; ++i) {
      Portal face;
      for (int k = 0; k < 3; ++k) {
        face.lo[k] = double(corner[k] + eight.lo[k][i]);
        face.hi[k] = double(corner[k] + eight.hi[k][i]);
      }
      Reach(node, ClearanceLevels::Number(place, eight.cells[i]), face);
    }
  }
  if (place + 1 < levels_->count()) ExpandInto(node, place + 1);
  if (place > 0) ExpandInto(node, place - 1);
}

// Reaches the cells of another level that a node's cell overlaps.
void ClearanceSearch::ExpandInto(uint32_t node, uint32_t place) {
  const VoxelBox box = (*levels_)(nodes_[node].number).cell;
  const LevelParts& parts = (*levels_)[place].parts();
  overlapped_.clear();
  parts.CellsIn(box, overlapped_);
  for (const uint32_t cell : overlapped_) {
    Reach(node, ClearanceLevels::Number(place, cell), PortalOf(Intersection(box, parts[cell].cell)));
  }
}

void ClearanceSearch::Reach(uint32_t from, uint32_t number, const Portal& contact) {
  const InCell known = in_cells_[ClearanceLevels::PlaceOf(number)][ClearanceLevels::CellOf(number)];
  if (known.search == search_ && nodes_[known.node].is_closed) return;
  const Node& node = nodes_[from];
  const double factor = levels_->FactorOf(node.number);
  // The point of the contact nearest to the straight line to the goal.
  const Vec3 d = goal_ - node.at;
  const double length2 = LengthSquared(d);
  Vec3 q = Clamp(node.at, contact);
  for (int round = 0; round < 3 && length2 > 0; ++round) {
    q = Clamp(node.at + d * std::clamp(Dot(q - node.at, d) / length2, 0.0, 1.0), contact);
  }
  Vec3 bend = node.bend;
  double to_bend = node.to_bend;
  if (node.parent != kNone) {
    const uint32_t before = nodes_[node.parent].number;
    if (ClearanceLevels::PlaceOf(before) != ClearanceLevels::PlaceOf(node.number)) {
      to_bend += levels_->FactorOf(before) * Length(node.at - bend);
      bend = node.at;
    } else {
      // Straight from the last bend if that segment crosses the last gate; otherwise with a new bend there.
      const Portal gate = PortalOf(ContactOf((*levels_)(before).volume, (*levels_)(node.number).volume));
      const Vec3 by = ShortestBy(bend, q, gate);
      if (Length(by - bend) + Length(q - by) > Length(q - bend) + kBendsBy) {
        to_bend += factor * Length(by - bend);
        bend = by;
      }
    }
  }
  const double rest = Length(goal_ - q), expected = to_bend + factor * Length(q - bend) + rest;
  if (expected > most_ || (known.search == search_ && nodes_[known.node].expected <= expected)) return;
  Open({q, bend, to_bend, expected, number, from}, rest);
}

// Adds a node, or replaces the open one of the same cell.
void ClearanceSearch::Open(const Node& node, double rest) {
  InCell& in_cell = in_cells_[ClearanceLevels::PlaceOf(node.number)][ClearanceLevels::CellOf(node.number)];
  if (in_cell.search == search_) {
    // Its old entry of the open list stays: it is the later one to be popped, and closed by then.
    nodes_[in_cell.node] = node;
  } else {
    in_cell = {search_, uint32_t(nodes_.size())};
    nodes_.push_back(node);
  }
  ++pushed_;
  open_.Push({node.expected + (kWeightOfRest - 1) * rest, in_cell.node});
}

void ClearanceSearch::CellPath(std::vector<uint32_t>& numbers) const {
  numbers.clear();
  for (uint32_t node = last_; node != kNone; node = nodes_[node].parent) numbers.push_back(nodes_[node].number);
  std::reverse(numbers.begin(), numbers.end());
}

void ClearanceSearch::BendPath(std::vector<Vec3>& points) const {
  points.assign(1, goal_);
  const auto add = [&](Vec3 p) {
    if (!(p == points.back())) points.push_back(p);
  };
  for (uint32_t node = last_; node != kNone; node = nodes_[node].parent) {
    const Node& here = nodes_[node];
    const bool turns = here.parent != kNone &&
                       ClearanceLevels::PlaceOf(nodes_[here.parent].number) != ClearanceLevels::PlaceOf(here.number);
    if (turns || node == last_) add(here.at);
    if (here.to_bend > 0) add(here.bend);
  }
  add(start_);
  std::reverse(points.begin(), points.end());
}

}  // namespace navnet
