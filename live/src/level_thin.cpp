// SPDX-License-Identifier: Apache-2.0
// Chooses the thin cells that are left out, in blocks with new cells and in blocks whose adjacent cells changed.

#include <navnet/core/parallel.h>
#include <navnet/internal/bake/cells/neighbours.h>
#include <navnet/internal/bake/cells/selection.h>

#include "live_level.h"

#include <algorithm>
#include <tuple>

namespace navnet {

bool LiveLevel::HasThin(const LiveBlock& block) const {
  return std::ranges::any_of(block.cells, [&](const VoxelBox& cell) { return IsThinCell(cell, min_cell_); });
}

// Whether the cells adjacent to a block without new cells changed. If not, its left-out cells stay the same.
bool LiveLevel::TouchesOthersNow(const LiveBlock& block) const {
  const VoxelBox around = Grown(BoxOf(block.cube), 1);
  const auto order = [](const VoxelBox& a, const VoxelBox& b) { return std::tie(a.lo, a.hi) < std::tie(b.lo, b.hi); };
  std::vector<VoxelBox> then, now;
  const auto gather = [&](const LiveBlock& other, std::vector<VoxelBox>& out) {
    if (!Meet(BoxOf(other.cube), around)) return;
    for (const VoxelBox& cell : other.cells) {
      if (Meet(cell, around)) out.push_back(cell);
    }
  };
  for (const auto& old : old_) gather(*old, then);
  blocks_.EachIn(around, [&](LiveBlock& other) {
    if (IsNew(other)) gather(other, now);
  });
  std::ranges::sort(then, order);
  std::ranges::sort(now, order);
  return then != now;
}

// Runs the bake's algorithm on a partial level: the affected blocks and those adjacent to them.
void LiveLevel::MarkThinCells(int threads) {
  restyled_.clear();
  std::unordered_map<BlockKey, uint32_t> first_of;
  std::vector<LiveBlock*> marked;
  for (LiveBlock* block : change_.cut) {
    blocks_.EachIn(Grown(BoxOf(block->cube), 1), [&](LiveBlock& near) {
      if (!first_of.emplace(near.key, 0).second || !HasThin(near)) return;
      if (IsNew(near) || TouchesOthersNow(near)) marked.push_back(&near);
    });
  }
  first_of.clear();
  std::vector<LiveBlock*> all;
  for (LiveBlock* block : marked) {
    blocks_.EachIn(Grown(BoxOf(block->cube), 1), [&](LiveBlock& near) {
      if (first_of.emplace(near.key, 0).second) all.push_back(&near);
    });
  }
  if (marked.empty()) return;
  std::ranges::sort(all, {}, &LiveBlock::key);
  LevelArrays level;
  for (const LiveBlock* block : all) {
    first_of[block->key] = uint32_t(level.cells.size());
    level.blocks.push_back(
        {block->cube.origin, block->cube.size, uint32_t(level.cells.size()), uint32_t(block->cells.size())});
    level.cells.insert(level.cells.end(), block->cells.begin(), block->cells.end());
  }
  PairLists pairs(1);
  for (const LiveBlock* block : all) {
    const uint32_t first = first_of[block->key];
    for (const auto& [a, b] : block->inside) pairs[0].emplace_back(first + a, first + b);
    for (const auto& faces : block->faces) {
      for (const LiveFace& face : faces) {
        const auto other = first_of.find(face.behind);
        if (other == first_of.end()) continue;
        for (const auto& [a, b] : face.pairs) pairs[0].emplace_back(std::minmax(first + a, other->second + b));
      }
    }
  }
  const CellGraph graph = MakeGraph(pairs, level.cells.size(), threads);
  CellMarks marks(level.cells.size(), 0);
  ParallelFor(marked.size(), threads, [&](size_t i) {
    const uint32_t first = first_of.at(marked[i]->key);
    const NetBlock own{marked[i]->cube.origin, marked[i]->cube.size, first, uint32_t(marked[i]->cells.size())};
    MarkThinInBlock(level, graph, own, min_cell_, marks);
  });
  for (LiveBlock* block : marked) {
    const auto begin = marks.begin() + std::ptrdiff_t(first_of[block->key]);
    const CellMarks now(begin, begin + std::ptrdiff_t(block->cells.size()));
    if (now == block->left_out) continue;
    block->left_out = now;
    if (!IsNew(*block)) restyled_.push_back(block);
  }
}

}  // namespace navnet
