// SPDX-License-Identifier: Apache-2.0
#pragma once
// Assembles a live level into the arrays that a bake from scratch would give.

#include "live_level.h"

namespace navnet {

/// The level's arrays, equal to those of BakeLevel. Mixes the contents of the grid into `source_hash`. Fails where
/// BakeLevel does. Time linear in the size of the world. Requires: no update is in progress.
Result<LevelArrays> AssembleLevel(const LiveLevel& level, Keep keep, int threads, uint64_t& source_hash);

}  // namespace navnet
