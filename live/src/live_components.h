#pragma once
// Which places of a changing level are connected, from the pieces of its blocks: a few for each block, so that looking
// at all of them is cheap.

#include "live_level.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNotKept = 0xFFFFFFFF;

struct LiveComponents {
  /// By piece number: its component, kNotKept when `keep` leaves it out. Components are numbered by their smallest
  /// piece numbers, which depend on the history of the world.
  std::vector<uint32_t> of_piece;
  uint32_t count = 0;
  bool nothing_kept = false;  ///< There is free space, but none that `keep` would keep.
};

/// Requires: no update is under way.
LiveComponents FindComponents(const LiveLevel& level, Keep keep);

}  // namespace navnet
