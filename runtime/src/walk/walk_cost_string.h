#pragma once
// Makes a walk among cost regions cheaper: its bends move along the borders of regions, and those that do not help go.

#include "walk/walk_cost_search.h"

#include <vector>

namespace navnet {

/// One walk at a time; memory is reused by the next.
class WalkCostString {
 public:
  /// Pulls the walk, whose pieces must all be free lines, until no move makes it cheaper by more than a trifle. Costs
  /// some hundred lines a bend.
  void Tighten(std::vector<CostBend>& bends, const FreeSpace& space, CostField& field);

 private:
  /// The cost of the line between two places, infinite if it is not free. Sets `to`'s place if `moved`.
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
