// SPDX-License-Identifier: Apache-2.0
#pragma once
// One flight: a trajectory, flown by the simulated quadrotor.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/trajectory/trajectory.h>
#include <navnet/voxel/clearance_probe.h>

#include "mujoco/controller.h"
#include "mujoco/quadrotor.h"

#include <cstdint>
#include <vector>

namespace navnet {

/// How a flight ended.
enum class TrackedEnd : uint8_t {
  Arrived,       ///< It flew all of the trajectory, and hovered at its end.
  Contact,       ///< The cage touched a triangle: the flight ends there.
  Lost,          ///< The tracking error exceeded TrackingOptions::lost_m, or the simulation became unstable.
  NoTrajectory,  ///< There was a path, but no trajectory along it.
};

/// Lower-case name with underscores: arrived, contact, lost, no_trajectory.
const char* ToString(TrackedEnd end);

/// What flies, and in which wind.
struct TrackingOptions {
  Quadrotor quadrotor;
  ControlGains gains;
  double gust_m_s = 0;            ///< Largest speed of the wind; see Gusts.
  double gust_correlation_s = 1;  ///< See Gusts.
  uint64_t gust_seed = 1;
  double lost_m = 3;   ///< A tracking error beyond this ends the flight.
  double hover_s = 1;  ///< How long it hovers at the end.
};

/// Steps of the simulator between two positions of TrackedFlight::track.
inline constexpr int kStepsAFrame = 25;

/// What happened.
struct TrackedFlight {
  TrackedEnd end = TrackedEnd::NoTrajectory;
  double duration_s = 0;  ///< Until its end, with the hovering.
  double length_m = 0;    ///< Distance flown.
  /// Distance between the vehicle and where the trajectory is at that time, over all steps.
  double mean_error_m = 0, max_error_m = 0;
  double max_error_s = 0;    ///< When the error was largest.
  double max_speed_m_s = 0;  ///< Of the vehicle.
  double max_tilt_rad = 0;   ///< Largest angle between the thrust and the vertical.
  /// Least distance of the vehicle's centre from any triangle, measured without MuJoCo; at most four times the cage's
  /// radius.
  double least_clearance_m = 0;
  std::vector<Vec3> track = {};  ///< Positions, kStepsAFrame steps apart; the last one is that of the end.
};

/// Flies a trajectory that begins at rest, its nose in the direction of flight. `world`: the triangles that `probe`
/// measures distances to. Only those within reach of a flight that is not lost are simulated; as the others cannot be
/// touched, the result is the same as with all. Requires: the trajectory is not empty.
Result<TrackedFlight> FlyTracked(const Trajectory& trajectory, MeshView world, const ClearanceProbe& probe, UpAxis up,
                                 const TrackingOptions& options);

/// Edges of TrianglesNear are at most this long, in metres: MuJoCo stores vertices in single precision.
inline constexpr double kMostEdge_m = 64;

/// The triangles whose bounding boxes are at most `reach_m` from the bounding box of some piece's control points: all
/// that is this near to the trajectory, and some more. Triangles with longer edges than kMostEdge_m are divided, and
/// only their parts that are near are returned.
TriangleMesh TrianglesNear(const Trajectory& trajectory, MeshView world, double reach_m);

}  // namespace navnet
