#pragma once
// Which cells touch.

#include <navnet/core/parallel.h>
#include <navnet/internal/net/image.h>

#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// Two cells that share a face, the lower number first.
using CellPair = std::pair<uint32_t, uint32_t>;
/// A list for each block: its cells among themselves, and with those behind its high faces.
using PairLists = std::vector<std::vector<CellPair>>;

/// Appends the pairs of a block's own cells, of `cells` those its NetBlock names.
void PairsInside(std::span<const VoxelBox> cells, const NetBlock& block, std::vector<CellPair>& out);

/// Appends the pairs of a block's cells with those of one that lies behind its high face along an axis.
void PairsAcross(std::span<const VoxelBox> cells, const NetBlock& block, int axis, const NetBlock& behind,
                 std::vector<CellPair>& out);

/// All pairs, from `blocks` and `cells`. Throws CancelledError when `progress` asks to stop.
PairLists FindPairs(const LevelArrays& level, int threads, const ProgressFunction& progress);

}  // namespace navnet
