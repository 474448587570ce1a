#pragma once
// Which cells touch.

#include "../net/image.h"

#include <utility>
#include <vector>

namespace navnet {

/// Two cells that share a face, the lower number first.
using CellPair = std::pair<uint32_t, uint32_t>;
/// A list for each block: its cells among themselves, and with those behind its high faces.
using PairLists = std::vector<std::vector<CellPair>>;

/// All pairs, from `blocks` and `cells`.
PairLists FindPairs(const LevelArrays& level, int threads);

}  // namespace navnet
