// SPDX-License-Identifier: Apache-2.0
#include "peers/grid_astar.h"

#include <navnet/internal/core/stopwatch.h>

#include "peers/grid_moves.h"

#include <algorithm>
#include <cstdlib>

namespace navnet::peers {
namespace {

// Costs of moves along 1, 2 and 3 axes. Of all units up to 2^20, this one makes both √2 and √3 closest to an integer:
// the relative error of a move is below 7e-10, too small to affect the order of paths in practice.
constexpr std::array<uint64_t, 4> kCost = {0, 326491, 461728, 565499};
constexpr uint64_t kCostEnd = uint64_t{1} << 42;

// A packed node, from the lowest bit: the move that led here (5), closed (1), generation of its query (16), cost (42).
constexpr uint64_t kMoveMask = 31, kClosed = 32, kGenerationEnd = uint64_t{1} << 16;
constexpr int kGenerationShift = 6, kCostShift = 22;
constexpr uint64_t kNoMove = kMoveCount;

constexpr uint64_t GenerationOf(uint64_t node) { return (node >> kGenerationShift) & (kGenerationEnd - 1); }

/// Heuristic: the cost in an empty grid. It is consistent, so no node gets cheaper after it was closed.
uint64_t Octile(VoxelCoord from, VoxelCoord to) {
  const auto x = uint64_t(std::abs(from.x - to.x)), y = uint64_t(std::abs(from.y - to.y)),
             z = uint64_t(std::abs(from.z - to.z));
  const uint64_t least = std::min({x, y, z}), most = std::max({x, y, z}), middle = x + y + z - least - most;
  return kCost[3] * least + kCost[2] * (middle - least) + kCost[1] * (most - middle);
}

}  // namespace

Result<GridAStar> GridAStar::Create(const DenseGrid& grid) {
  Result<Scratch<uint64_t>> nodes = Scratch<uint64_t>::Create(grid.size());
  if (!nodes) return nodes.error();
  return GridAStar(grid, std::move(*nodes));
}

void GridAStar::NextGeneration() {
  if (++generation_ < kGenerationEnd) return;
  nodes_.Clear();
  generation_ = 1;
}

PeerAnswer GridAStar::Find(VoxelCoord start, VoxelCoord goal) {
  Stopwatch watch;
  PeerAnswer answer;
  if (!grid_->IsBlocked(start) && !grid_->IsBlocked(goal)) {
    NextGeneration();
    answer.found = Search(start, goal, answer.expanded);
    if (answer.found) ReadPath(start, goal, answer);
  }
  answer.us = watch.Lap() * 1e6;
  return answer;
}

bool GridAStar::Search(VoxelCoord start, VoxelCoord goal, int64_t& expanded) {
  std::array<int64_t, kMoveCount> offsets;
  for (size_t m = 0; m < kMoveCount; ++m) {
    const VoxelCoord step = kGridMoves[m].step;
    offsets[m] = step.x * grid_->stride(0) + step.y * grid_->stride(1) + step.z;
  }
  const uint64_t goal_index = grid_->IndexOf(goal), first = grid_->IndexOf(start);
  const uint64_t stamp = generation_ << kGenerationShift;
  open_.Clear();
  nodes_[first] = stamp | kNoMove;
  open_.Push({Octile(start, goal), uint32_t(first)});
  while (!open_.IsEmpty()) {
    const uint64_t index = open_.Pop().value;
    uint64_t& node = nodes_[index];
    if (node & kClosed) continue;  // Stale entry: the voxel was queued again at a lower cost.
    node |= kClosed;
    ++expanded;
    if (index == goal_index) return true;

    const uint64_t cost = node >> kCostShift;
    const VoxelCoord voxel = grid_->VoxelOf(index);
    const uint32_t blocked = grid_->NeighbourhoodAt(index);
    for (size_t m = 0; m < kMoveCount; ++m) {
      const GridMove& move = kGridMoves[m];
      if (blocked & move.touched) continue;
      const uint64_t next_cost = cost + kCost[size_t(move.axes)];
      const uint64_t next = index + uint64_t(offsets[m]);
      const uint64_t known = nodes_[next];
      if (GenerationOf(known) == generation_ && (known >> kCostShift) <= next_cost) continue;
      if (next_cost >= kCostEnd) continue;
      nodes_[next] = next_cost << kCostShift | stamp | m;
      open_.Push({next_cost + Octile(voxel + move.step, goal), uint32_t(next)});
    }
  }
  return false;
}

void GridAStar::ReadPath(VoxelCoord start, VoxelCoord goal, PeerAnswer& answer) const {
  std::array<int64_t, 4> moves{};  // By number of axes.
  VoxelCoord voxel = goal;
  answer.points_voxels.push_back(CentreOf(goal));
  while (voxel != start) {
    const GridMove& move = kGridMoves[nodes_[grid_->IndexOf(voxel)] & kMoveMask];
    ++moves[size_t(move.axes)];
    voxel = voxel - move.step;
    answer.points_voxels.push_back(CentreOf(voxel));
  }
  std::ranges::reverse(answer.points_voxels);
  // Counted instead of summed, so that rounding errors do not accumulate.
  answer.length_voxels = double(moves[1]) + double(moves[2]) * std::sqrt(2.0) + double(moves[3]) * std::sqrt(3.0);
}

}  // namespace navnet::peers
