// SPDX-License-Identifier: Apache-2.0
#pragma once
// The invariants of every journey, and how near its cost must be to the least one. Up is z.

#include <navnet/runtime/travel.h>

#include "support/all_legs.h"

namespace navnet {

/// Expects contiguous parts, consistent times and costs, flights that avoid forbidden regions and stay between floor
/// and ceiling and within the limit, and walks that avoid regions forbidden on the ground.
void ExpectWhole(const TravelPath& path, const TravelQuery& query);

/// Metres flown along the points of a journey: of flights, and of the ways up and down of take-offs and landings.
double FlownAlong(const TravelPath& path);

/// Compares the costs of journeys with the least ones. A journey may cost 2 % more, and all of them 0.3 % on average.
class CostRatios {
 public:
  CostRatios() = default;
  /// `worst`: the share by which a journey may cost more.
  explicit CostRatios(double worst) : worst_(worst) {}

  /// Expects that a journey is no cheaper than the cheapest, and at most 2 % more expensive.
  void Add(double cost_s, double least_s);
  /// Journeys that cost more than 2 % more.
  int above() const { return above_; }
  /// Expects that at least `count` journeys were added, and that their mean excess is at most 0.3 %.
  void ExpectSmall(int count) const;

 private:
  double worst_ = 0.02, sum_ = 0;
  int count_ = 0, above_ = 0;
};

}  // namespace navnet
