// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many flights between random places of a world: planned by NavNet, flown in MuJoCo.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/net/net.h>
#include <navnet/trajectory/plan.h>
#include <navnet/voxel/world.h>

#include "mujoco/tracked_flight.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

struct MujocoOptions {
  int flights = 20;
  uint64_t seed = 1;  ///< Of the places and of the gusts; the same seed gives the same flights.
  /// What flies, and in which wind. The wind of each flight has a seed of its own, derived from `seed`.
  TrackingOptions tracking;
  double margin_m = 0.1;    ///< Largest tracking error to plan for: nets and rooms are made for this plus the cage.
  MotionLimits limits;      ///< Of the trajectories. The up axis is set to the world's.
  double speed_factor = 1;  ///< Trajectories are flown this many times as fast as they were planned.
  double voxel_m = 0;       ///< 0: half of the agent's radius.
  double ceiling_m = std::numeric_limits<double>::infinity();  ///< Flights stay below this height.
  int threads = 0;                                             ///< Never changes the flights.
  ProgressFunction progress = {};

  /// Radius of the agent that paths and rooms are made for.
  double AgentRadius() const { return tracking.quadrotor.cage_m + margin_m; }
};

/// A flight with its plan.
struct MujocoFlight {
  Trajectory trajectory;  ///< As flown: with the speed factor.
  TrackedFlight tracked;
};

/// All flights of a run.
struct MujocoRun {
  Net net;
  std::vector<MujocoFlight> flights;
  double bake_s = 0;

  size_t CountOf(TrackedEnd end) const;
  /// Number of flights whose tracking error exceeded the margin at some time.
  size_t BeyondMargin(const MujocoOptions& options) const;
  /// Whether all flights arrived within the margin.
  bool IsGood(const MujocoOptions& options) const;
  /// All flights as one log in which they begin at the same time, with their trajectories as plans.
  FlightLog ToLog(const MujocoOptions& options) const;
};

/// Bakes a net of a world of triangles, and flies. `seeds`: only the free space connected with these points is used,
/// without those that are too near to a triangle; if there are none, the largest component.
Result<MujocoRun> FlyInMujoco(const World& world, std::span<const Vec3> seeds, const MujocoOptions& options);

}  // namespace navnet
