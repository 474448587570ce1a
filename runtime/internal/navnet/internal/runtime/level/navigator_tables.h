// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables behind a Navigator.

#include <navnet/internal/runtime/level/gate_places.h>
#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>

#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// Made from a net by Navigator, or from a state of a live world by its owner. Immutable once a navigator has it. Parts
/// that are equal in two states are shared by both.
struct NavigatorTables {
  NetInfo info;
  std::vector<LevelIndex> levels;            ///< Ascending by radius.
  GroundView ground;                         ///< Empty when there is none.
  std::shared_ptr<const void> ground_owner;  ///< Keeps the memory that `ground` views alive.
  std::shared_ptr<const Walker> walker;      ///< Over `ground`; null when that is empty.

  std::vector<Gate> gates;                          ///< Set by SetGates; likewise …
  std::vector<std::vector<GatePlace>> gate_places;  ///< … by level, then by gate.

  /// Places the gates in all levels. Requires: info and levels are set.
  void SetGates(std::span<const Gate> all);
  /// Where the gates lie in a level of these tables.
  std::span<const GatePlace> PlacesIn(const LevelIndex& level) const {
    return gate_places.empty() ? std::span<const GatePlace>() : gate_places[size_t(&level - levels.data())];
  }

  /// The index of the smallest level whose radius is at least `radius_m`; null when that is too large, negative or NaN.
  const LevelIndex* For(double radius_m) const;
};

}  // namespace navnet
