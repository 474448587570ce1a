#pragma once
// What is said at the end of a demo flight.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace navnet {

/// How long something took, each time. In microseconds.
class Timings {
 public:
  void Add(double us) { us_.push_back(us); }
  size_t count() const { return us_.size(); }
  const std::vector<double>& us() const { return us_; }

 private:
  std::vector<double> us_;
};

struct FlightReport {
  size_t agents = 0, arrived = 0;
  double simulated_s = 0;
  double distance_m = 0;  ///< That all agents went; of walkers, on the plan.
  double shortest_m = 0;  ///< The shortest paths for the same ways, in the world as it was when they set out.

  /// Steps of an agent that came nearer to a triangle, of the world or of something that moves, than its radius.
  int64_t collisions = 0;
  /// Pairs of agents in a step that came nearer to each other than the sum of their radii.
  int64_t agent_collisions = 0;
  /// Steps of a flying agent in a no-fly zone or above a ceiling.
  int64_t trespasses = 0;
  std::string first_collision;  ///< Who, where and when; empty without one.

  /// The least distance to a triangle at any time in parts of the agent's radius, and of whom.
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double least_clearance_radius_m = 0;
  std::string least_clearance_agent;
  /// Between any two agents at any time, less their radii.
  double least_gap_m = std::numeric_limits<double>::infinity();

  Timings queries;                 ///< Paths found or repaired.
  Timings updates;                 ///< Of a world that changes.
  Timings steps;                   ///< Of all agents together.
  std::vector<std::string> notes;  ///< What else is worth saying, a line each.
};

}  // namespace navnet
