// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/cost_search.h"

#include "flight/costs/anchor.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Weighted A*, as in flight_search.cpp: ties go to the node closer to the goal.
constexpr double kRestWeight = 1.01;
// Squared distance, in voxels², by which the straight line must miss a gate to count as a bend.
constexpr double kBendsFrom = 1e-6;

// Cells up to this far from a forbidden box, in voxels, are near it: from them an exhausted search goes on through
// volumes. More finds more of the paths, and queries without a path take longer.
constexpr int kNear = 8;
// Maximum number of volumes, and of groups of volumes, that a search through volumes tests. More finds more of the
// paths through voxels left out in large nets; queries without a path take longer, by up to about 20 ms.
constexpr int64_t kMostTests = int64_t{1} << 24;
// Cells in a group of volumes that are tested together first. Smaller groups are tighter, and there are more of them.
constexpr uint32_t kGroup = 16;

}  // namespace

double CostSearch::CostOf(Vec3 from, Vec3 to, double factor) const {
  return costs_->CostOf(backward_ ? from - to : to - from, factor);
}

void CostSearch::Begin(CostCells& cost_cells, const CostBoxes& costs, Vec3 start, Vec3 goal,
                       const TouchingCells& start_cells, bool backward, double most) {
  cost_cells_ = &cost_cells;
  costs_ = &costs;
  start_ = start;
  goal_ = goal;
  backward_ = backward;
  most_ = most;
  open_.clear();
  nodes_.assign(cost_cells.size(), Node{});
  cheapest_ = nearest_ = kInfinity;
  goal_from_ = last_ = kNoCell;
  expanded_ = pushed_ = 0;
  is_through_volumes_ = false;
  sources_.clear();
  next_source_ = 0;
  const double rest = CostOf(start, goal, 1);
  for (const uint32_t cell : start_cells) {
    const CostCells::Range range = cost_cells.CellsOf(cell);
    nodes_.resize(cost_cells.size());
    for (uint32_t i = range.first; i < range.end; ++i) {
      if (!cost_cells.MayBegin(i, start)) continue;
      nodes_[i] = {start, start, 0, rest, kNoCell, Mark::Open};
      Push(kRestWeight * rest, i);
    }
  }
}

SearchState CostSearch::Run(int64_t expansions) {
  for (; expansions > 0; --expansions) {
    if (next_source_ < sources_.size()) {
      ++expanded_;
      ExpandThroughVolumes(sources_[next_source_++]);
      continue;
    }
    uint32_t cost_cell = kNoCell;
    double key = kInfinity;
    while (!open_.empty() && cost_cell == kNoCell) {
      const Entry top = open_.Pop();
      if (nodes_[top.cost_cell].mark != Mark::Open) continue;  // Stale: the cost cell is closed already.
      cost_cell = top.cost_cell;
      key = top.key;
    }
    // The goal is a node of its own: the first path to it need not be the cheapest.
    if (goal_from_ != kNoCell && cheapest_ <= key) {
      last_ = goal_from_;
      return SearchState::Found;
    }
    if (cost_cell == kNoCell) {
      if (GoOnThroughVolumes()) continue;
      return SearchState::Exhausted;
    }
    Node& node = nodes_[cost_cell];
    node.mark = Mark::Closed;
    ++expanded_;
    const CostCell& here = (*cost_cells_)[cost_cell];
    if (const double rest = LengthSquared(Clamp(goal_, here.box) - goal_); rest < nearest_) {
      nearest_ = rest;
      last_ = cost_cell;
    }
    if (Holds(here.volume, goal_)) {
      const double before = node.parent == kNoCell ? 1 : (*cost_cells_)[node.parent].factor;
      const double cost = node.to_bend + CostOf(node.bend, node.at, before) + CostOf(node.at, goal_, here.factor);
      if (cost < cheapest_) {
        cheapest_ = cost;
        goal_from_ = cost_cell;
      }
    }
    Expand(cost_cell);
    if (is_through_volumes_ && IsNearForbidden(cost_cell)) ExpandThroughVolumes(cost_cell);
  }
  return SearchState::Running;
}

// Finds the cost cells from which an exhausted search goes on through volumes. False when there are none.
bool CostSearch::GoOnThroughVolumes() {
  const auto forbids = [](const CostBox& box) { return std::isinf(box.factor); };
  // Contacts alone lead everywhere if all voxels are in cells, or if nothing is forbidden. A search that prunes has
  // exhausted its limit, not the space.
  if (is_through_volumes_ || most_ < kInfinity || cost_cells_->index().parts().cells_hold_all() ||
      std::none_of(costs_->boxes().begin(), costs_->boxes().end(), forbids)) {
    return false;
  }
  is_through_volumes_ = true;
  tests_left_ = kMostTests;
  nodes_.resize(cost_cells_->size());
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].mark == Mark::Closed && IsNearForbidden(i)) sources_.push_back(i);
  }
  if (sources_.empty()) return false;
  ListBlocks();
  return !candidates_.empty();
}

// Whether a cost cell is near a forbidden box, or a part of a volume, which a forbidden box cuts.
bool CostSearch::IsNearForbidden(uint32_t cost_cell) const {
  const uint32_t cell = (*cost_cells_)[cost_cell].cell;
  const CostCells::Range own = cost_cells_->CellsOf(cell);
  if (cost_cell < own.first || cost_cell >= own.end) return true;
  const VoxelBox& box = cost_cells_->index()[cell].cell;
  return std::any_of(costs_->boxes().begin(), costs_->boxes().end(), [&](const CostBox& b) {
    if (!std::isinf(b.factor)) return false;
    for (int k = 0; k < 3; ++k) {
      if (box.lo[k] - kNear > b.hi[k] || box.hi[k] + kNear < b.lo[k]) return false;
    }
    return true;
  });
}

// Lists the cells whose volumes the search has not reached, or not entirely, block by block.
void CostSearch::ListBlocks() {
  candidates_.clear();
  groups_.clear();
  blocks_.clear();
  const LevelIndex& index = cost_cells_->index();
  const auto is_candidate = [&](uint32_t cell) {
    const CellRecord& record = index[cell];
    if (record.part == kNoPart) return false;
    const auto meets = [&](const auto& box) {
      for (int k = 0; k < 3; ++k) {
        if (record.volume.lo[k] > box.hi[k] || record.volume.hi[k] < box.lo[k]) return false;
      }
      return true;
    };
    if (!cost_cells_->IsDivided(cell)) return true;
    const CostCells::Range range = cost_cells_->CellsOf(cell);
    for (uint32_t i = range.first; i < range.end; ++i) {
      if (nodes_[i].mark != Mark::Closed) return true;
    }
    return std::any_of(costs_->boxes().begin(), costs_->boxes().end(), meets);
  };
  // Entries of a live world are in any order: the order of a net's blocks makes answers independent of it.
  entries_.clear();
  for (uint32_t i = 0; i < index.parts().entry_count(); ++i) {
    if (index.parts().entry(i).size > 0) entries_.push_back(&index.parts().entry(i));
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const BlockEntry* a, const BlockEntry* b) { return Precedes(*a, *b); });
  const auto extend = [](Group& group, const VoxelBox& box) {
    for (int k = 0; k < 3; ++k) {
      group.volumes.lo[k] = group.first == group.end ? box.lo[k] : std::min(group.volumes.lo[k], box.lo[k]);
      group.volumes.hi[k] = group.first == group.end ? box.hi[k] : std::max(group.volumes.hi[k], box.hi[k]);
    }
    ++group.end;
  };
  for (const BlockEntry* block : entries_) {
    const uint32_t first_group = uint32_t(groups_.size());
    for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
      if (!is_candidate(cell)) continue;
      const uint32_t number = uint32_t(candidates_.size());
      if (groups_.size() == first_group || number == groups_.back().first + kGroup)
        groups_.push_back({{}, number, number});
      extend(groups_.back(), index[cell].volume);
      candidates_.push_back({index[cell].volume, cell});
    }
    if (groups_.size() == first_group) continue;
    blocks_.push_back({{}, first_group, first_group});
    for (uint32_t i = first_group; i < groups_.size(); ++i) extend(blocks_.back(), groups_[i].volumes);
  }
}

void CostSearch::ExpandThroughVolumes(uint32_t cost_cell) {
  const Portal volume = (*cost_cells_)[cost_cell].volume;  // A copy: the array may grow meanwhile.
  const auto meets = [&](const VoxelBox& box) {
    for (int k = 0; k < 3; ++k) {
      if (box.lo[k] > volume.hi[k] || box.hi[k] < volume.lo[k]) return false;
    }
    return true;
  };
  // Returns whether none is left to be reached. The first way to each is enough: paths are pulled taut later.
  const auto reach_all = [&](CostCells::Range range) {
    nodes_.resize(cost_cells_->size());
    bool are_met = true;
    for (uint32_t other = range.first; other < range.end; ++other) {
      if (nodes_[other].mark != Mark::Unmet) continue;
      if (const auto shared = SharedArea(volume, (*cost_cells_)[other].volume)) Reach(cost_cell, other, *shared);
      are_met = are_met && nodes_[other].mark != Mark::Unmet;
    }
    return are_met;
  };
  for (const Group& block : blocks_) {
    if (--tests_left_ < 0) return;
    if (!meets(block.volumes)) continue;
    tests_left_ -= block.end - block.first;
    for (uint32_t g = block.first; g < block.end; ++g) {
      if (!meets(groups_[g].volumes)) continue;
      uint32_t& end = groups_[g].end;
      tests_left_ -= end - groups_[g].first;
      for (uint32_t i = groups_[g].first; i < end;) {
        const Candidate candidate = candidates_[i];
        if (meets(candidate.volume)) {
          const bool are_cells_met = reach_all(cost_cells_->CellsOf(candidate.cell));
          const bool are_parts_met = reach_all(cost_cells_->PartsOf(candidate.cell));
          if (are_cells_met && are_parts_met) {
            candidates_[i] = candidates_[--end];
            continue;
          }
        }
        ++i;
      }
    }
  }
}

void CostSearch::Expand(uint32_t cost_cell) {
  cost_cells_->EachContact(cost_cell, [&](uint32_t other, const Portal& contact) {
    nodes_.resize(cost_cells_->size());
    if (nodes_[other].mark != Mark::Closed) Reach(cost_cell, other, contact);
  });
}

void CostSearch::Reach(uint32_t from, uint32_t to, const Portal& contact) {
  const Node& node = nodes_[from];
  const CostCell& here = (*cost_cells_)[from];
  const Vec3 q = AnchorOf(*costs_, node.at, here.factor, contact, goal_);
  Vec3 bend = node.bend;
  double to_bend = node.to_bend;
  if (node.parent != kNoCell) {
    const CostCell& before = (*cost_cells_)[node.parent];
    // Volumes that overlap have no gate to be crossed straight: with a bend where the last one is entered.
    if (before.factor != here.factor || is_through_volumes_) {
      to_bend += CostOf(bend, node.at, before.factor);
      bend = node.at;
    } else {
      // Straight from the last bend if that segment crosses the last gate; otherwise with a new bend there.
      Portal gate{Max(before.volume.lo, here.volume.lo), Min(before.volume.hi, here.volume.hi)};
      int axis = 0;
      for (int k = 0; k < 3; ++k) {
        if (before.box.hi[k] == here.box.lo[k] || before.box.lo[k] == here.box.hi[k]) axis = k;
      }
      gate.lo[axis] = gate.hi[axis] = before.box.hi[axis] == here.box.lo[axis] ? here.box.lo[axis] : here.box.hi[axis];
      const double along = q[axis] - bend[axis];
      const double cross = along != 0 ? std::clamp((gate.lo[axis] - bend[axis]) / along, 0.0, 1.0) : 0;
      const Vec3 at = bend + (q - bend) * cross, by = Clamp(at, gate);
      if (LengthSquared(by - at) > kBendsFrom) {
        to_bend += CostOf(bend, by, here.factor);
        bend = by;
      }
    }
  }
  const double way = to_bend + CostOf(bend, q, here.factor), rest = CostOf(q, goal_, 1);
  Node& next = nodes_[to];
  if (way + rest > most_ || (next.mark == Mark::Open && next.expected <= way + rest)) return;
  next = {q, bend, to_bend, way + rest, from, Mark::Open};
  Push(way + kRestWeight * rest, to);
}

void CostSearch::Push(double key, uint32_t cost_cell) {
  ++pushed_;
  open_.Push({key, cost_cell});
}

void CostSearch::CellPath(std::vector<uint32_t>& path) const {
  path.clear();
  for (uint32_t cost_cell = last_; cost_cell != kNoCell; cost_cell = nodes_[cost_cell].parent)
    path.push_back(cost_cell);
  std::reverse(path.begin(), path.end());
}

void CostSearch::BendPath(std::vector<Vec3>& points) const {
  points.assign(1, goal_);
  for (uint32_t cost_cell = last_; cost_cell != kNoCell; cost_cell = nodes_[cost_cell].parent) {
    if (!(nodes_[cost_cell].at == points.back())) points.push_back(nodes_[cost_cell].at);
  }
  if (!(points.back() == start_)) points.push_back(start_);
  std::reverse(points.begin(), points.end());
}

}  // namespace navnet
