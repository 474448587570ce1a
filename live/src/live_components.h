// SPDX-License-Identifier: Apache-2.0
#pragma once
// Connected components of a changing level, computed from the connected parts of its blocks. A block has only a few
// parts, so that even a full pass is cheap.

#include "live_level.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNotKept = 0xFFFFFFFF;

struct Components {
  /// By part id: its component, or kNotKept when `keep` excludes it. Components are numbered in the order of their
  /// smallest part ids, which depend on the history of edits.
  std::vector<uint32_t> of_part;
  uint32_t count = 0;
  bool nothing_kept = false;  ///< There is free space, but `keep` excludes all of it.
};

/// Computes the components from all parts. Requires: no update is in progress.
Components FindComponents(const LiveLevel& level, Keep keep);

/// Keeps the components of a changing level up to date. Incremental as long as a change splits no group of connected
/// parts around it; otherwise all parts are examined again.
class LiveComponents {
 public:
  explicit LiveComponents(Keep keep) : keep_(keep) {}

  /// Applies the level's last update.
  void Update(const LiveLevel& level);

  /// By part id: its component, below count(), or kNotKept. Some numbers below count() may be unused.
  const std::vector<uint32_t>& of_part() const { return of_part_; }
  uint32_t count() const { return uint32_t(parts_in_.size()); }

 private:
  bool Follow(const LevelChange& change, uint32_t part_limit);
  uint32_t NewNumber();

  Keep keep_;
  std::vector<uint32_t> of_part_;
  std::vector<uint32_t> parts_in_;  ///< By component: its number of parts.
  std::vector<uint32_t> unused_;    ///< Components without parts, for reuse.
};

}  // namespace navnet
