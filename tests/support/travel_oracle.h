// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cheapest journeys by trying all legs between all stops, and the invariants of every journey. Up is z.

#include <navnet/runtime/travel.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace navnet {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Cost in metres of flying straight from a to b, by splitting the segment at every face of a region. Infinite if it
/// enters a forbidden region or exceeds the ceiling.
double CostOfFlight(Vec3 a, Vec3 b, const TravelQuery& query);

/// Metres flown along the points of a journey: of flights, and of the ways up and down of take-offs and landings.
double FlownAlong(const TravelPath& path);

/// Expects contiguous parts, consistent times and costs, flights that avoid forbidden regions and stay between floor
/// and ceiling and within the limit, and walks that avoid regions forbidden on the ground.
void ExpectWhole(const TravelPath& path, const TravelQuery& query);

/// Compares the costs of journeys with the least ones. A journey may cost 2 % more, and all of them 0.3 % on average.
class CostRatios {
 public:
  /// Expects that a journey is no cheaper than the cheapest, and at most 2 % more expensive.
  void Add(double cost_s, double least_s);
  /// Expects that at least `count` journeys were added, and that their mean excess is at most 0.3 %.
  void ExpectSmall(int count) const;

 private:
  double sum_ = 0;
  int count_ = 0;
};

/// Tries every leg between every pair of stops, and finds the changes between ground and air by itself.
class AllLegs {
 public:
  AllLegs(const Traveller& traveller, const TravelQuery& query);

  /// Cost of the cheapest journey, in seconds; the fastest time if there are no costs. Infinite if there is none.
  double Cheapest();
  /// The same over journeys in which legs and mode changes alternate. Legs with costs are optimal only to about 1 %, so
  /// two legs in a row may be cheaper than one.
  double CheapestInTurns();
  /// As CheapestInTurns, over journeys that fly at most `limit_m` metres: all combinations of cost and metres that no
  /// other one of the same stop is better than.
  double CheapestWithin(double limit_m);
  /// How near to the goal, in a straight line, journeys of at most `limit_m` metres flown come: those that end at a
  /// stop, and those that fly on from there towards the goal as far as the limit allows.
  double NearestWithin(double limit_m);

 private:
  struct Stop {
    Vec3 point;
    bool in_air;
  };
  struct Cost {
    double s, flown_m;
  };
  struct Change {
    size_t from, to;
    Cost cost;
  };

  size_t AddStop(Vec3 p, bool in_air);
  void Add(Vec3 p);
  template <class Settle>
  void Search(bool in_turns, double limit_m, const Settle& settle);
  FlightQuery FlightBetween(Vec3 a, Vec3 b) const;
  Cost Leg(const Stop& a, const Stop& b) const;

  const Navigator& navigator_;
  const TravelQuery& query_;
  std::vector<Stop> stops_;
  std::vector<Change> changes_;
  std::vector<Cost> legs_;  ///< By pair of stops; NaN if not tried yet.
  size_t goal_ = 0;
};

}  // namespace navnet
