#pragma once
// Fighters that fly in a live world whose obstacles move, for the asteroid flight.
//
//   Squadron squadron(belt, recorder, options);
//   for (…) squadron.Add(live->Latest(), start, goal);
//   every few steps, when rocks were moved:  squadron.Replan(live->Latest(), change);
//   in every step:                           squadron.Step(step_s);
//
// What makes it safe. A state of the world is a moment, while rocks go on moving. So rocks are put into it where they
// will be in half of `holds_s` seconds, and fighters keep `hold_m` from them: their own radius, and as far as a rock
// moves in that half. Whoever stays in the free space of a state then cannot be touched for `holds_s` seconds. Updates
// come more often than that. A fighter that is not free in the newest state, since a rock has come near, goes on by the
// one it has, and has the rest of its time to get out of the way. That this is rare is due to paths that are planned
// with yet more room, `plan_m`.

#include <navnet/core/result.h>
#include <navnet/live/live_world.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/follow.h>
#include <navnet/runtime/path_watch.h>

#include "flights/asteroid_belt.h"
#include "flights/flight_recorder.h"

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace navnet {

struct SquadronOptions {
  double radius_m = 0;            ///< Of a fighter.
  double hold_m = 0, plan_m = 0;  ///< As above: clearance levels of the live world.
  double holds_s = 0;             ///< How long a state is safe to fly by.
  FollowLimits limits;
  int threads = 0;
};

/// One call at a time. The same calls give the same bits for any number of threads.
class Squadron {
 public:
  /// The belt and the recorder must outlive it.
  Squadron(const AsteroidBelt& belt, FlightRecorder& recorder, const SquadronOptions& options)
      : belt_(belt), recorder_(recorder), options_(options) {}

  /// One more fighter, already at full speed along x. Fails when no way leads to its goal.
  Status Add(std::shared_ptr<const LiveSnapshot> now, Vec3 start, Vec3 goal);
  /// The world has changed: paths that this breaks are repaired, those that may become shorter are looked at.
  Status Replan(const std::shared_ptr<const LiveSnapshot>& now, const WorldChange& change);
  /// All fly on.
  Status Step(double step_s);

  size_t size() const { return fighters_.size(); }
  /// What was done about paths, in a line.
  std::string Note() const;

 private:
  struct Fighter {
    Vec3 position, velocity, goal;
    std::shared_ptr<const LiveSnapshot> state = {};  ///< The newest in which it was free.
    double state_s = 0;                              ///< When that was made.
    FlightPath path = {};
    PathPlace place = {};
    WatchId watch = {};
    bool is_lost = false;         ///< Nothing of its path is in sight.
    std::set<size_t> rocks = {};  ///< That its path was repaired around.
  };

  /// The new way of a fighter from a place that is free in the new state.
  Status FindWay(uint32_t number, Vec3 start, const Navigator& now, const WorldChange& change);
  /// The rock that has come into the rest of its path, if one has.
  std::optional<size_t> RockInTheWay(const Fighter& fighter, const Navigator& now, const WorldChange& change) const;
  std::vector<Mover> Movers(double step_s);
  std::string NameOf(uint32_t number) const { return "fighter " + std::to_string(number + 1); }

  const AsteroidBelt& belt_;
  FlightRecorder& recorder_;
  SquadronOptions options_;
  std::vector<Fighter> fighters_;
  PathWatch paths_{20};
  FlightContext context_;
  uint64_t newest_version_ = 0;
  std::array<int, 4> repairs_ = {};  ///< By PathRepair.
  int evasions_ = 0;
  double oldest_s_ = 0;  ///< Of all states that were flown by, at the end of that.
};

}  // namespace navnet
