#pragma once
// Which places of a changing level are connected, from the pieces of its blocks: a few for each block, so that looking
// at all of them is cheap.

#include "live_level.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNotKept = 0xFFFFFFFF;

struct Components {
  /// By piece number: its component, kNotKept when `keep` leaves it out. Components are numbered by their smallest
  /// piece numbers, which depend on the history of the world.
  std::vector<uint32_t> of_piece;
  uint32_t count = 0;
  bool nothing_kept = false;  ///< There is free space, but none that `keep` would keep.
};

/// Looks at all pieces. Requires: no update is under way.
Components FindComponents(const LiveLevel& level, Keep keep);

/// The components of a level that changes, kept up to date: where a change neither joins nor parts the pieces around
/// it, or only joins them, nothing beyond is looked at.
class LiveComponents {
 public:
  explicit LiveComponents(Keep keep) : keep_(keep) {}

  /// Follows the level's last update.
  void Update(const LiveLevel& level);

  /// Numbers below count(), some of which may not be in use; kNotKept as in Components.
  const std::vector<uint32_t>& of_piece() const { return of_piece_; }
  uint32_t count() const { return uint32_t(pieces_in_.size()); }

 private:
  bool Follow(const LevelChange& change, uint32_t piece_limit);
  uint32_t NewNumber();

  Keep keep_;
  std::vector<uint32_t> of_piece_;
  std::vector<uint32_t> pieces_in_;  ///< By component: of how many pieces it consists.
  std::vector<uint32_t> unused_;     ///< Components of none.
};

}  // namespace navnet
