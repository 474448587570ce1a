// SPDX-License-Identifier: Apache-2.0
#include "peers/lazy_theta.h"

#include <navnet/internal/core/stopwatch.h>

#include "peers/grid_moves.h"
#include "peers/line_of_sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet::peers {
namespace {

double Distance(VoxelCoord a, VoxelCoord b) { return Length(CentreOf(a) - CentreOf(b)); }

const std::array<double, 4> kMoveLength = {0, 1, std::sqrt(2.0), std::sqrt(3.0)};

// Tolerance in voxels: improvements within rounding do not reopen a voxel.
constexpr double kShorter = 1e-12;

}  // namespace

Result<LazyTheta> LazyTheta::Create(const DenseGrid& grid, LazyThetaOptions options) {
  Result<Scratch<Node>> nodes = Scratch<Node>::Create(grid.size());
  if (!nodes) return nodes.error();
  return LazyTheta(grid, options, std::move(*nodes));
}

void LazyTheta::NextGeneration() {
  generation_ += kStates;
  if (generation_ < UINT32_MAX - 2 * kStates) return;
  nodes_.Clear();
  generation_ = kStates;
}

PeerAnswer LazyTheta::Find(VoxelCoord start, VoxelCoord goal) {
  Stopwatch watch;
  PeerAnswer answer;
  if (!grid_->IsBlocked(start) && !grid_->IsBlocked(goal)) {
    NextGeneration();
    answer.found = Search(start, goal, answer.expanded);
    if (answer.found) ReadPath(goal, answer);
  }
  answer.us = watch.Lap() * 1e6;
  return answer;
}

bool LazyTheta::Search(VoxelCoord start, VoxelCoord goal, int64_t& expanded) {
  const uint64_t goal_index = grid_->IndexOf(goal), first = grid_->IndexOf(start);
  open_.clear();
  nodes_[first] = {0, uint32_t(first), generation_ + kSure};
  Push(first, start, goal);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end());
    const OpenEntry entry = open_.back();
    open_.pop_back();
    Node& node = nodes_[entry.index];
    if (IsClosed(node)) continue;  // Stale entry: the voxel was queued again with a smaller length.
    const VoxelCoord voxel = grid_->VoxelOf(entry.index);
    // Stale entry: its estimate was too short, and the voxel was queued again with its true length.
    if (options_.never_longer_than_grid && entry.estimate < node.length + Distance(voxel, goal)) continue;
    const uint32_t blocked = grid_->NeighbourhoodAt(entry.index);
    if (!IsSure(node) && !MakeSure(entry.index, voxel, blocked) && options_.never_longer_than_grid) {
      Push(entry.index, voxel, goal);
      continue;
    }
    ++expanded;
    node.generation = generation_ + kClosed;
    if (entry.index == goal_index) return true;
    Expand(entry.index, voxel, blocked, goal);
  }
  return false;
}

/// Line-of-sight test that the search postponed. True if the voxel's parent sees it; otherwise the best of its
/// neighbours becomes its parent.
bool LazyTheta::MakeSure(uint64_t index, VoxelCoord voxel, uint32_t blocked) {
  Node& node = nodes_[index];
  node.generation = generation_ + kSure;
  if (SeesVoxel(*grid_, grid_->VoxelOf(node.parent), voxel)) return true;
  node.length = std::numeric_limits<double>::infinity();
  for (const GridMove& move : kGridMoves) {
    if (blocked & move.touched) continue;
    const uint64_t from = grid_->IndexOf(voxel + move.step);
    const Node& neighbour = nodes_[from];
    if (!IsSure(neighbour)) continue;
    const double length = neighbour.length + kMoveLength[size_t(move.axes)];
    if (length >= node.length) continue;
    node.length = length;
    node.parent = uint32_t(from);
  }
  return false;
}

void LazyTheta::Expand(uint64_t index, VoxelCoord voxel, uint32_t blocked, VoxelCoord goal) {
  const Node node = nodes_[index];
  const VoxelCoord parent = grid_->VoxelOf(node.parent);
  const double parent_length = nodes_[node.parent].length;
  for (const GridMove& move : kGridMoves) {
    if (blocked & move.touched) continue;
    const VoxelCoord next = voxel + move.step;
    const uint64_t next_index = grid_->IndexOf(next);
    Node& known = nodes_[next_index];
    if (IsClosed(known) && !options_.never_longer_than_grid) continue;
    const double length = parent_length + Distance(parent, next);
    if (IsKnown(known) && length >= known.length - kShorter) continue;
    if (!IsSure(known)) {
      known = {length, node.parent, generation_ + kGuessed};
    } else if (SeesVoxel(*grid_, parent, next)) {
      known = {length, node.parent, generation_ + kSure};
    } else if (const double by_move = node.length + kMoveLength[size_t(move.axes)]; by_move < known.length - kShorter) {
      known = {by_move, uint32_t(index), generation_ + kSure};
    } else {
      continue;
    }
    Push(next_index, next, goal);
  }
}

void LazyTheta::Push(uint64_t index, VoxelCoord voxel, VoxelCoord goal) {
  const double to_go = Distance(voxel, goal);
  open_.push_back({nodes_[index].length + to_go, uint32_t(index), float(to_go)});
  std::push_heap(open_.begin(), open_.end());
}

void LazyTheta::ReadPath(VoxelCoord goal, PeerAnswer& answer) const {
  answer.points_voxels.push_back(CentreOf(goal));
  for (uint64_t at = grid_->IndexOf(goal); nodes_[at].parent != at;) {
    at = nodes_[at].parent;
    answer.points_voxels.push_back(CentreOf(grid_->VoxelOf(at)));
  }
  std::ranges::reverse(answer.points_voxels);
  answer.length_voxels = PathLength(answer.points_voxels);
}

}  // namespace navnet::peers
