#pragma once
// A changing level as a bake from scratch would make it.

#include "live_level.h"

namespace navnet {

/// The level's arrays, the same as BakeLevel makes; `source_hash` is changed by what the grid holds. Fails as BakeLevel
/// does. Linear in the world. Requires: no update is under way.
Result<LevelArrays> AssembleLevel(const LiveLevel& level, Keep keep, int threads, uint64_t& source_hash);

}  // namespace navnet
