// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sliding doors in a live world: a schedule, a sensor that keeps them from closing on agents, and visible panels.

#include <navnet/core/result.h>
#include <navnet/live/live_world.h>

#include "flights/flight_recorder.h"

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// Doors that repeatedly stay open, close for a while, and open again. A door blocks its doorway from the moment it
/// begins to close until it is fully open; its panel is seen sliding meanwhile.
///
/// Time is counted in steps; a panel takes `steps_a_slide` steps from one end to the other.
class StationDoors {
 public:
  explicit StationDoors(int steps_a_slide, uint64_t seed) : steps_a_slide_(steps_a_slide), engine_(seed) {}

  /// Adds `count` open doors to some of the doorways, in the live world and in the recorder.
  Status Hang(std::span<const Box3> doorways, size_t count, LiveWorld& live, FlightRecorder& recorder);

  /// Starts to open and close doors that are due, unless an agent is in the doorway. Takes effect at the live world's
  /// next update. Returns whether an update is needed.
  Result<bool> Act(int64_t step, std::span<const Vec3> agents, LiveWorld& live, FlightRecorder& recorder);

  /// Moves the panels to their positions at the end of a step.
  void Slide(int64_t step, FlightRecorder& recorder) const;

  size_t count() const { return doors_.size(); }
  int closings() const { return closings_; }
  int waits() const { return waits_; }

 private:
  struct Door {
    std::string name;
    ObstacleId obstacle;
    uint32_t body = 0;
    Box3 zone;         ///< Must be empty of agents when the door closes.
    Vec3 shut, aside;  ///< Centre of its panel when shut and when open.
    bool is_open = true, has_waited = false;
    int64_t closes = 0, opens = 0;  ///< Steps in which it begins to close and to open.
  };

  int64_t After(int64_t step, double least_slides, double most_slides);

  int steps_a_slide_;
  std::mt19937_64 engine_;
  std::vector<Door> doors_;
  int closings_ = 0, waits_ = 0;
};

}  // namespace navnet
