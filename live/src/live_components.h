#pragma once
// Connected components of a changing level, computed from the connected pieces of its blocks. A block has only a few
// pieces, so that even a full pass is cheap.

#include "live_level.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNotKept = 0xFFFFFFFF;

struct Components {
  /// By piece id: its component, or kNotKept when `keep` excludes it. Components are numbered in the order of their
  /// smallest piece ids, which depend on the history of edits.
  std::vector<uint32_t> of_piece;
  uint32_t count = 0;
  bool nothing_kept = false;  ///< There is free space, but `keep` excludes all of it.
};

/// Computes the components from all pieces. Requires: no update is in progress.
Components FindComponents(const LiveLevel& level, Keep keep);

/// Keeps the components of a changing level up to date. Incremental as long as a change splits no group of connected
/// pieces around it; otherwise all pieces are examined again.
class LiveComponents {
 public:
  explicit LiveComponents(Keep keep) : keep_(keep) {}

  /// Applies the level's last update.
  void Update(const LiveLevel& level);

  /// By piece id: its component, below count(), or kNotKept. Some numbers below count() may be unused.
  const std::vector<uint32_t>& of_piece() const { return of_piece_; }
  uint32_t count() const { return uint32_t(pieces_in_.size()); }

 private:
  bool Follow(const LevelChange& change, uint32_t piece_limit);
  uint32_t NewNumber();

  Keep keep_;
  std::vector<uint32_t> of_piece_;
  std::vector<uint32_t> pieces_in_;  ///< By component: its number of pieces.
  std::vector<uint32_t> unused_;     ///< Components without pieces, for reuse.
};

}  // namespace navnet
