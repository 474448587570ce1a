// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a walk among cost regions cheaper: slides its bends along the borders of regions and removes bends that do not
// help.

#include "walk/walk_cost_search.h"

#include <vector>

namespace navnet {

/// Optimizes one walk at a time; the next one reuses its memory.
class TautCostWalk {
 public:
  /// Moves and removes bends until no move reduces the cost by more than a part in 10^7. Requires: all segments of the
  /// walk are in free space. Evaluates some hundred lines per bend.
  void Tighten(std::vector<CostBend>& bends, const FreeSpace& space, CostField& field);

 private:
  /// The cost of the segment between two bends, infinite if it is not in free space. If `moved`, also updates the
  /// polygon and patch of `to`.
  double Line(const CostBend& from, CostBend& to, bool moved);
  void AddCrossings(std::vector<CostBend>& bends);
  bool Remove(std::vector<CostBend>& bends);
  bool Slide(const CostBend& before, CostBend& bend, const CostBend& after);

  const FreeSpace* space_ = nullptr;
  CostField* field_ = nullptr;
  std::vector<FreeSpace::Side> sides_;
  std::vector<CostBend> with_crossings_;
  std::vector<std::pair<double, uint32_t>> crossings_;
};

}  // namespace navnet
