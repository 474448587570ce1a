// SPDX-License-Identifier: Apache-2.0
#pragma once
// Summary of a demo flight.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace navnet {

/// Durations of one kind of operation, in microseconds.
class Timings {
 public:
  /// Adds a duration.
  void Add(double us) { us_.push_back(us); }
  /// Number of durations.
  size_t count() const { return us_.size(); }
  /// All durations, in the order they were added.
  const std::vector<double>& us() const { return us_; }

 private:
  std::vector<double> us_;
};

/// What a flight did, measured step by step.
struct FlightReport {
  size_t agents = 0, arrived = 0;  ///< Number of agents, and of those that reached their goals.
  double bake_s = 0;               ///< Time to bake the net, or to make the live world.
  double simulated_s = 0;          ///< Simulated time.
  double distance_m = 0;           ///< Total distance of all agents; for walkers, on the plan.
  double shortest_m = 0;  ///< Total length of the shortest paths for the same trips, in the world at their departure.

  /// Steps in which an agent came closer than its radius to a triangle of the world or of a moving body.
  int64_t collisions = 0;
  /// Pairs of agents per step that came closer to each other than the sum of their radii.
  int64_t agent_collisions = 0;
  /// Steps of a flying agent in a no-fly zone or above a ceiling.
  int64_t trespasses = 0;
  std::string first_collision;  ///< Who, where and when; empty if there was none.

  /// The smallest ratio of distance to a triangle and agent radius at any time: distance, radius and name of that
  /// agent.
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double least_clearance_radius_m = 0;  ///< See least_clearance_m.
  std::string least_clearance_agent;    ///< See least_clearance_m.
  /// Least distance between the surfaces of any two agents at any time.
  double least_gap_m = std::numeric_limits<double>::infinity();

  Timings queries;                 ///< Searches and repairs of flights and walks.
  Timings journeys;                ///< Searches over ground, air and links.
  Timings updates;                 ///< Updates of a live world.
  Timings steps;                   ///< Steps of all agents together.
  std::vector<std::string> notes;  ///< Further remarks, one line each.
};

}  // namespace navnet
