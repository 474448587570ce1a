// SPDX-License-Identifier: Apache-2.0
#include "journey/flown_prices.h"

#include <algorithm>

namespace navnet {
namespace {

// Costs of the cheapest journey that are as bad as flying the whole limit, at the highest price. Higher: finds journeys
// that fly less at the expense of longer detours. Beyond 1e8 rounding shows.
constexpr double kDear = 1e6;
constexpr double kLeastLimit_m = 1e-2;  // For that price.
// Share of cost by which the answer may exceed the lower bound without further search.
constexpr double kNearEnough = 1e-3;
// Share of cost by which a search must find a better journey, to count as one.
constexpr double kBetter = 1e-3;
// Share of the limit by which the fewest metres found may be too many.
constexpr double kTooManyMetres = 0.3;
constexpr int kMostSearches = 5;  // More find a higher lower bound, and take longer.

}  // namespace

void FlownPrices::Begin(double limit_m, const FlownCost& cheapest, const FlownCost& within) {
  limit_m_ = limit_m;
  over_ = cheapest;
  within_ = within;
  searches_ = 0;
  price_ = dearest_ = kDear * std::max(cheapest.cost_s, kLeastLimit_m) / std::max(limit_m, kLeastLimit_m);
  if (within.cost_s < kNever) NextPrice();
}

FlownPrices::Next FlownPrices::NextPrice() {
  if (!(within_.cost_s > over_.cost_s)) return Next::Done;
  price_ = (within_.cost_s - over_.cost_s) / (over_.flown_m - within_.flown_m);
  return Next::Search;
}

FlownPrices::Next FlownPrices::AfterFirst(const FlownCost& within) {
  within_ = within;
  return NextPrice();
}

FlownPrices::Next FlownPrices::After(const FlownCost& best, const FlownCost& within) {
  ++searches_;
  if (!(within_.cost_s < kNever)) {
    // The search for the journey that flies least.
    if (!(within.cost_s < kNever)) {
      return best.flown_m > (1 + kTooManyMetres) * limit_m_ ? Next::Beyond : Next::Enumerate;
    }
    within_ = best.flown_m <= limit_m_ ? best : within;
    return NextPrice();
  }
  if (within.cost_s <= (1 + kNearEnough) * (best.At(price_) - price_ * limit_m_)) return Next::Done;
  const bool is_better = best.At(price_) < (1 - kBetter) * std::min(over_.At(price_), within_.At(price_));
  if (!is_better || searches_ == kMostSearches) return Next::Enumerate;
  (best.flown_m > limit_m_ ? over_ : within_) = best;
  return NextPrice();
}

}  // namespace navnet
