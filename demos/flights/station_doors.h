#pragma once
// Sliding doors in a live world: a schedule, a sensor that keeps them from closing on somebody, panels to be seen.

#include <navnet/core/result.h>
#include <navnet/live/live_world.h>

#include "flights/flight_recorder.h"

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// Doors that stand open, close for a while, and open again, for ever. A door blocks its way from the moment it begins
/// to close until it is fully open: its panel is seen to slide meanwhile.
///
/// Time counts in steps, of which `steps_a_slide` take a panel from one end to the other.
class StationDoors {
 public:
  explicit StationDoors(int steps_a_slide, uint64_t seed) : steps_a_slide_(steps_a_slide), engine_(seed) {}

  /// Hangs open doors into some of the openings: of the live world, and of the recorder.
  Status Hang(std::span<const Box3> doorways, size_t count, LiveWorld& live, FlightRecorder& recorder);

  /// Opens and closes what is due, unless one of the agents is in the doorway. The live world's next update makes
  /// it so. True when there is something to update.
  Result<bool> Act(int64_t step, std::span<const Vec3> agents, LiveWorld& live, FlightRecorder& recorder);

  /// Puts the panels where they are at the end of a step.
  void Slide(int64_t step, FlightRecorder& recorder) const;

  size_t count() const { return doors_.size(); }
  int closings() const { return closings_; }
  int waits() const { return waits_; }

 private:
  struct Door {
    std::string name;
    ObstacleId obstacle;
    uint32_t body = 0;
    Box3 zone;         ///< Nobody may be in here when it closes.
    Vec3 shut, aside;  ///< Of its panel's centre.
    bool is_open = true, has_waited = false;
    int64_t closes = 0, opens = 0;  ///< The steps in which it begins to.
  };

  int64_t After(int64_t step, double least_slides, double most_slides);

  int steps_a_slide_;
  std::mt19937_64 engine_;
  std::vector<Door> doors_;
  int closings_ = 0, waits_ = 0;
};

}  // namespace navnet
