#pragma once
// The cheapest journeys by trying all legs between all stops, and what must hold for every journey. Up is z.

#include <navnet/runtime/travel.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace navnet {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Metres that flying straight from a to b counts for: by cutting it at every face of a region. Infinite if it is in a
/// forbidden one, or above the ceiling.
double CostOfFlight(Vec3 a, Vec3 b, const TravelQuery& query);

/// Expects parts that follow each other, times and costs that add up, flights that keep out of what is forbidden and
/// between floor and ceiling, and walks that keep out of what is forbidden on the ground.
void ExpectWhole(const TravelPath& path, const TravelQuery& query);

/// Measures each leg from each stop that it comes to, and the ways up and down by its own means.
class AllLegs {
 public:
  AllLegs(const Traveller& traveller, const TravelQuery& query);

  /// What the cheapest way costs, in seconds; without costs, what the fastest takes. Infinite if there is none.
  double Cheapest();
  /// The same of ways on which legs and changes of mode take turns: legs with costs are found to about a percent, so
  /// two of them may be cheaper than one.
  double CheapestInTurns();

 private:
  struct Stop {
    Vec3 point;
    bool in_air;
  };
  struct Change {
    size_t from, to;
    double cost_s;
  };

  size_t AddStop(Vec3 p, bool in_air);
  void Add(Vec3 p);
  double Search(bool in_turns);
  double Leg(const Stop& a, const Stop& b) const;

  const Navigator& navigator_;
  const TravelQuery& query_;
  std::vector<Stop> stops_;
  std::vector<Change> changes_;
  std::vector<double> legs_;  ///< By stop and stop; not numbers where none was tried.
  size_t goal_ = 0;
};

}  // namespace navnet
