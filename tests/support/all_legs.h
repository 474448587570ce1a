// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cheapest journeys by trying all legs between all stops.

#include <navnet/runtime/travel.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace navnet {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Cost in metres of flying straight from a to b, by splitting the segment at every face of a region. Infinite if it
/// enters a forbidden region or exceeds the ceiling.
double CostOfFlight(Vec3 a, Vec3 b, const TravelQuery& query, UpAxis up = UpAxis::Z);

/// Tries the legs between all pairs of stops, and finds the changes between ground and air by itself. Without a limit,
/// legs that cannot be on a cheaper journey, by straight lines, are not computed.
class AllLegs {
 public:
  AllLegs(const Traveller& traveller, const TravelQuery& query);

  /// Cost of the cheapest journey, in seconds; the fastest time if there are no costs. Infinite if there is none.
  /// `most_s`: known cost of a journey; returned if there is no cheaper one.
  double Cheapest(double most_s = kNever) { return Search(false, most_s); }
  /// The same over journeys in which legs and mode changes alternate. Legs with costs are optimal only to about 1 %, so
  /// two legs in a row may be cheaper than one.
  double CheapestInTurns(double most_s = kNever) { return Search(true, most_s); }

  /// As CheapestInTurns, over journeys that fly at most `limit_m` metres: all combinations of cost and metres that no
  /// other one of the same stop is better than.
  double CheapestWithin(double limit_m);
  /// How near to the goal, in a straight line, journeys of at most `limit_m` metres flown come: those that end at a
  /// stop, and those that fly on from there towards the goal as far as the limit allows.
  double NearestWithin(double limit_m);

  /// Legs computed so far.
  int64_t legs() const { return legs_; }

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
  void AddChange(size_t from, size_t to, double cost_s, double flown_m);
  double Search(bool in_turns, double most_s);
  template <class Settle>
  void SearchWithin(double limit_m, const Settle& settle);
  double LeastLeg(const Stop& a, const Stop& b) const;
  double LeastRest(const Stop& a) const;
  double PlanDistance(Vec3 a, Vec3 b) const;
  FlightQuery FlightBetween(Vec3 a, Vec3 b) const;
  Cost Leg(const Stop& a, const Stop& b) const;

  const Navigator& navigator_;
  const TravelQuery& query_;
  UpAxis up_;
  std::vector<Stop> stops_;
  std::vector<Change> changes_;
  double walk_speed_, fly_speed_, switch_s_;                 ///< Metres per weighted second; weighted seconds.
  double fastest_ = 0, fastest_on_ground_, fastest_in_air_;  ///< Upper bounds on metres per weighted second.
  std::vector<Cost> known_legs_;  ///< By pair of stops; NaN: not computed yet. Kept from limit to limit.
  size_t goal_ = 0;
  int64_t legs_ = 0;
};

}  // namespace navnet
