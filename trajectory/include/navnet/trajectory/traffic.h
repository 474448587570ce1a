// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trajectories among things whose motion is known: other drones, rocks, doors that close. Times are those of a common
// clock.
//
//   // In order of priority: each drone keeps clear of those planned before it.
//   std::vector<MovingBall> others;
//   for (Drone& drone : drones) {
//     TrafficQuery query{.to = QueryOf(drone), .radius_m = drone.radius_m, .traffic = {.balls = others}};
//     PlanInTraffic(query, context, plan);
//     if (plan.way == TrafficWay::Blocked) continue;  // It stays where it is, or takes another path.
//     drone.trajectory = plan.planned.trajectory;
//     others.push_back({&drone.trajectory, 0, drone.radius_m});
//   }

#include <navnet/trajectory/plan.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace navnet {

/// A ball whose centre moves on a trajectory. Before it begins, the ball waits at its start.
struct MovingBall {
  const Trajectory* trajectory = nullptr;  ///< Not empty.
  double begin_s = 0;                      ///< When it begins, on the common clock. Range: -1e9 to 1e9.
  double radius_m = 0;                     ///< Range: 0 to 1e9.
  bool stays = true;                       ///< Whether the ball stays where it ends, or is gone then.
};

/// A box that is there for a time: a door that closes, a zone that is closed for an hour.
struct TimedBox {
  Box3 box;                                                  ///< In the world. Range: -1e9 to 1e9, not empty.
  double from_s = -std::numeric_limits<double>::infinity();  ///< On the common clock. Range: any but NaN.
  double until_s = std::numeric_limits<double>::infinity();  ///< See from_s; from_s <= until_s.
};

/// Everything that moves. The arrays must live as long as the call.
struct Traffic {
  std::span<const MovingBall> balls = {};  ///< Of any number: those far away cost 0.2 microseconds each.
  std::span<const TimedBox> boxes = {};    ///< Of any number.
};

/// A time at which two objects come nearer to each other than they may.
struct Conflict {
  double time_s = 0;    ///< On the common clock.
  size_t with = 0;      ///< Index of the other one.
  bool is_box = false;  ///< Whether that is one of the boxes, or one of the balls.
};

/// The first time at which a ball of radius `radius_m`, whose centre moves on a trajectory that begins at `begin_s`
/// (and that is not there before; afterwards, if `stays`), comes nearer to a ball than the sum of radii, or to a box
/// than its radius. Exact by subdivision: none is missed, and what is reported is nearer than that plus 1e-6 m. Of
/// conflicts at the same time, that with the ball, or box, of the smallest index. Allocates nothing. Requires: the
/// trajectories are not empty.
std::optional<Conflict> FirstConflict(const Trajectory& trajectory, double begin_s, double radius_m,
                                      const Traffic& traffic, bool stays = true);

/// What to plan.
struct TrafficQuery {
  TrajectoryQuery to =
      {};                ///< The path, its rooms, limits and all else. A goal in motion is not for traffic: gone then.
  double begin_s = 0;    ///< When the trajectory begins, on the common clock. Range: -1e9 to 1e9.
  double radius_m = 0;   ///< Of the ball around the drone. Range: 0 to 1e9.
  Traffic traffic = {};  ///< What to keep clear of.
  bool stays = true;     ///< Whether the drone stays at its goal.
  double most_wait_s = 120;  ///< The longest wait. Range: 0 to 1e6.
  double wait_step_s =
      0.25;       ///< Waits are multiples of it. Smaller: earlier arrivals, longer searches. Range: 1e-3 to 1e6.
  int holds = 4;  ///< Number of places on the way where a wait is tried. Range: 0 to 100.
};

/// How the traffic changed the trajectory.
enum class TrafficWay : uint8_t {
  Free,     ///< Not at all.
  Slowed,   ///< The same curve in a longer time.
  Waited,   ///< The same curve after a wait at the start.
  Held,     ///< With a stop, and a wait, on the way.
  Blocked,  ///< None of these is free: wait longer, or take another path. There is no trajectory.
};

/// Lower-case name: free, slowed, waited, held, blocked.
const char* ToString(TrafficWay way);

/// The answer.
struct TrafficPlan {
  /// The trajectory, from `begin_s` on: waits are pieces of it. Empty if Blocked; the status is then that of the plan
  /// without traffic.
  PlannedTrajectory planned;
  TrafficWay way = TrafficWay::Blocked;  ///< What was done.
  double wait_s = 0;                     ///< How long it waits.
  Conflict conflict;                     ///< If Blocked: the first conflict of the trajectory without traffic.
};

/// Refuses what Validate(query.to) refuses, and numbers outside the ranges above.
Status Validate(const TrafficQuery& query);
/// The same for all but `query.to`: what FirstConflict takes.
Status ValidateTraffic(const TrafficQuery& query);

/// Plans the trajectory that arrives first among: that without traffic; the same slowed down, by up to three times; the
/// same after a wait at the start; and ones that stop and wait on the way. All of them stay inside rooms and limits,
/// and FirstConflict finds none. Slowing and waiting at the start need a start at rest. The same query gives the same
/// bits, unless `to.max_us` is set. Allocates nothing once warmed up.
///
/// Planned in order of priority, where no path comes near the starts of those planned later or the goals of those
/// planned before, no drone is ever blocked: it may wait until all others have arrived (M. Čáp et al.: Prioritized
/// planning algorithms for trajectory coordination of multiple mobile robots, 2015).
void PlanInTraffic(const TrafficQuery& query, TrajectoryContext& context, TrafficPlan& plan);

}  // namespace navnet
