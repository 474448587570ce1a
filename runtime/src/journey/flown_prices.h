// SPDX-License-Identifier: Apache-2.0
#pragma once
// Prices of a metre flown, for journeys with a limit on the metres flown: a Lagrangian relaxation of the limit, after
// G. Y. Handler and I. Zang, "A dual algorithm for the constrained shortest path problem", Networks 10, 1980.
//
// At each price an ordinary search finds the journey with the least cost + price × metres. No journey within the limit
// costs less than that sum minus price × limit. The first price is so high that the search finds the journey that flies
// least. Then each price is the one at which the two best journeys known, one beyond the limit and one within it, are
// equal: a search that finds a better one replaces one of them, and one that does not has found the edge of the convex
// hull of (metres, cost) below the limit. What lies between that edge and the cheapest journey within the limit is left
// to LimitedSearch.

#include "journey/travel_stop.h"

#include <cstdint>

namespace navnet {

/// Cost and metres flown of a journey, or of a part of one.
struct FlownCost {
  double cost_s = kNever, flown_m = 0;

  double At(double price) const { return cost_s + price * flown_m; }
  FlownCost operator+(const FlownCost& other) const { return {cost_s + other.cost_s, flown_m + other.flown_m}; }
};

class FlownPrices {
 public:
  enum class Next : uint8_t {
    Search,     ///< Search at price().
    Enumerate,  ///< Enumerate journeys with the bounds at price(); any one within the limit will do if none is known.
    Done,       ///< The cheapest journey known within the limit is the answer.
    Beyond,     ///< No journey is within the limit.
  };

  /// `cheapest`: the cheapest journey, which exceeds the limit. `within`: the cheapest one known within the limit;
  /// infinite cost if none is known.
  void Begin(double limit_m, const FlownCost& cheapest, const FlownCost& within);
  /// What follows a search at price(): `best` is the best journey at this price, `within` the cheapest one known within
  /// the limit.
  Next After(const FlownCost& best, const FlownCost& within);

  /// What follows an enumeration that found the first journey within the limit.
  Next AfterFirst(const FlownCost& within);

  /// In seconds of cost per metre.
  double price() const { return price_; }
  /// The price at which searches find the journey that flies least.
  double dearest() const { return dearest_; }
  /// The better one, at price(), of the two journeys known.
  const FlownCost& Known() const { return over_.At(price_) < within_.At(price_) ? over_ : within_; }

 private:
  Next NextPrice();

  double limit_m_ = 0, price_ = 0, dearest_ = 0;
  FlownCost over_, within_;
  int searches_ = 0;
};

}  // namespace navnet
