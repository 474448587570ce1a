#pragma once
// What a navigator answers from.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>

#include <memory>
#include <vector>

namespace navnet {

/// Made of a net by Navigator, or of the state of a changing world by whoever keeps that. Immutable once a navigator
/// has it. Parts that are equal in two states are shared by both.
struct Navigator::Tables {
  NetInfo info;
  std::vector<LevelIndex> levels;            ///< Ascending by radius.
  GroundView ground;                         ///< Empty when there is none.
  std::shared_ptr<const void> ground_owner;  ///< Keeps what `ground` views.
  std::shared_ptr<const Walker> walker;      ///< Over `ground`; none when that is empty.

  /// The index of the smallest level that is enough; null when the radius is too large, negative or no number.
  const LevelIndex* For(double radius_m) const;
};

}  // namespace navnet
