// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fighters in a live world whose obstacles move, for the asteroid flight.
//
//   Squadron squadron(belt, recorder, options);
//   for (…) squadron.Add(live->Latest(), start, goal);
//   every few steps, when rocks were moved:  squadron.Replan(live->Latest(), change);
//   in every step:                           squadron.Step(step_s);
//
// Safety argument. A snapshot of the world is one instant, but rocks keep moving. So rocks are placed in it where they
// will be in `holds_s` / 2 seconds, and fighters keep a distance of `hold_m`: their own radius plus the distance that a
// rock moves in `holds_s` / 2. A fighter that stays in the free space of a snapshot then cannot be hit for `holds_s`
// seconds. Updates are more frequent than that. A fighter that is not free in the newest snapshot, because a rock has
// come near, keeps using its previous snapshot and has the rest of that one's time to evade. This is rare, because
// paths are planned with a larger clearance, `plan_m`.

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
  double hold_m = 0, plan_m = 0;  ///< See above; clearance levels of the live world.
  double holds_s = 0;             ///< How long a snapshot is safe to use.
  FollowLimits limits;
  int threads = 0;
};

/// Not thread-safe. The same calls give the same bits for any number of threads.
class Squadron {
 public:
  /// `belt` and `recorder` must outlive the squadron.
  Squadron(const AsteroidBelt& belt, FlightRecorder& recorder, const SquadronOptions& options)
      : belt_(belt), recorder_(recorder), options_(options) {}

  /// Adds a fighter, initially at full speed along x. Fails if there is no path to its goal.
  Status Add(std::shared_ptr<const LiveSnapshot> now, Vec3 start, Vec3 goal);
  /// Reacts to a change of the world: repairs paths that it breaks, and checks paths that it may shorten.
  Status Replan(const std::shared_ptr<const LiveSnapshot>& now, const WorldChange& change);
  /// Moves all fighters by one step.
  Status Step(double step_s);

  size_t size() const { return fighters_.size(); }
  /// Summarises the repairs in one line.
  std::string Note() const;

 private:
  struct Fighter {
    Vec3 position, velocity, goal;
    std::shared_ptr<const LiveSnapshot> state = {};  ///< The newest snapshot in which it was free.
    double state_s = 0;                              ///< When that was made.
    FlightPath path = {};
    PathPlace place = {};
    WatchId watch = {};
    bool is_lost = false;         ///< No point of its path is visible.
    std::set<size_t> rocks = {};  ///< The rocks that its path was repaired around.
  };

  /// Repairs or replaces a fighter's path, from a place that is free in the new snapshot.
  Status FindWay(uint32_t number, Vec3 start, const Navigator& now, const WorldChange& change);
  /// The rock that blocks the rest of a fighter's path, if any.
  std::optional<size_t> RockInTheWay(const Fighter& fighter, const Navigator& now, const WorldChange& change) const;
  std::vector<Mover> Movers(double step_s);
  std::string NameOf(uint32_t number) const { return "fighter " + std::to_string(number + 1); }

  const AsteroidBelt& belt_;
  FlightRecorder& recorder_;
  SquadronOptions options_;
  std::vector<Fighter> fighters_;
  PathWatch paths_{20};
  QueryContext context_;
  uint64_t newest_version_ = 0;
  std::array<int, 4> repairs_ = {};  ///< Counts by RepairOutcome.
  int evasions_ = 0;
  double oldest_s_ = 0;  ///< Largest age of a snapshot when it was last used.
};

}  // namespace navnet
