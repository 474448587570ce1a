// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pairs of cells that share a face.

#include <navnet/core/parallel.h>
#include <navnet/internal/net/image.h>

#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// Two cells that share a face, the lower number first.
using CellPair = std::pair<uint32_t, uint32_t>;
/// One list for each block: the pairs among its own cells, and those with cells across its high faces.
using PairLists = std::vector<std::vector<CellPair>>;

/// Appends the pairs among a block's own cells. `cells` are those of the whole level.
void PairsInside(std::span<const VoxelBox> cells, const NetBlock& block, std::vector<CellPair>& out);

/// Appends the pairs of a block's cells with those of the block `behind`, which adjoins its high face along `axis`.
void PairsAcross(std::span<const VoxelBox> cells, const NetBlock& block, int axis, const NetBlock& behind,
                 std::vector<CellPair>& out);

/// All pairs of a level, from its `blocks` and `cells`. Throws CancelledError when `progress` asks to stop.
PairLists FindPairs(const LevelArrays& level, int threads, const ProgressFunction& progress);

}  // namespace navnet
