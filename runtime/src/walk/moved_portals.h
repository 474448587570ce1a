// SPDX-License-Identifier: Apache-2.0
#pragma once
// The portals of a corridor, moved in from the walls for a path that keeps more than the agent's radius.
//
// Portals moved in to one clearance are in order (portals.h). Where there is less room than wanted, and at the ends of
// the path, portals have different clearances, and then two of them may cross: a path through both would go forth and
// back. So clearances are lowered until every two consecutive portals are in order, down to the radius if need be.

#include "walk/free_space.h"

#include <span>
#include <vector>

namespace navnet {

/// Moves the portals of one corridor at a time; the next one reuses its memory.
class MovedPortals {
 public:
  struct End {
    Vec2 p;
    double clearance_m;
  };

  /// Returns the ends of the portals that a path between two points crosses, in order. Their clearance is `wanted_m`
  /// where there is room, and at least the radius of `space`. Requires: `ways` is the corridor of the two points.
  std::span<const FreeSpace::Ends> Move(const FreeSpace& space, std::span<const WalkWay> ways, const End& from,
                                        const End& to, double wanted_m);

  /// The number of portals of the corridor before the first one returned: a path that begins behind them need not cross
  /// them.
  size_t first() const { return first_; }

 private:
  struct Portal {
    FreeSpace::Ends ends;
    double clearance_m;
  };

  void Lower(size_t i, double clearance_m);
  bool LetsPass(size_t i, const End& end, bool is_start);
  bool AreInOrder(size_t i) const;
  void PutInOrder();

  const FreeSpace* space_ = nullptr;
  std::span<const WalkWay> ways_;
  std::vector<Portal> portals_;  ///< By way.
  std::vector<FreeSpace::Ends> ends_;
  size_t first_ = 0;
};

}  // namespace navnet
