// SPDX-License-Identifier: Apache-2.0
#include "mujoco/tracked_flight.h"

#include <navnet/trajectory/yaw.h>

#include "mujoco/gusts.h"
#include "mujoco/simulator.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

bool Overlap(const Box3& a, const Box3& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.max[k] < b.min[k] || b.max[k] < a.min[k]) return false;
  }
  return true;
}

/// The yaw angle of the direction in which a trajectory sets out; 0 if that is vertical.
double FirstYaw(const Trajectory& trajectory, UpAxis up) {
  constexpr double kLeastWay_m = 0.1;
  const Vec3 from = trajectory.At(0).position;
  const int samples = 1000;
  for (int i = 1; i <= samples; ++i) {
    const Vec2 way = PlanOf(trajectory.At(trajectory.duration_s() * i / samples).position - from, up);
    if (Length(way) > kLeastWay_m) return std::atan2(way.y, way.x);
  }
  return 0;
}

}  // namespace

const char* ToString(TrackedEnd end) {
  switch (end) {
    case TrackedEnd::Arrived: return "arrived";
    case TrackedEnd::Contact: return "contact";
    case TrackedEnd::Lost: return "lost";
    case TrackedEnd::NoTrajectory: return "no_trajectory";
  }
  return "unknown";
}

TriangleMesh TrianglesNear(const Trajectory& trajectory, MeshView world, double reach_m) {
  const Vec3 reach = {reach_m, reach_m, reach_m};
  Box3 all;
  std::vector<Box3> boxes;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    Box3 box;
    for (const Vec3& point : piece.points) box.Extend(point);
    boxes.push_back({box.min - reach, box.max + reach});
    all.Extend(boxes.back());
  }
  TriangleMesh near;
  std::vector<std::array<Vec3, 3>> open;
  for (const Triangle& t : world.triangles) {
    open.push_back({world.vertices[t[0]], world.vertices[t[1]], world.vertices[t[2]]});
    while (!open.empty()) {
      const std::array<Vec3, 3> corners = open.back();
      open.pop_back();
      Box3 box;
      for (const Vec3& corner : corners) box.Extend(corner);
      if (!Overlap(box, all) || std::ranges::none_of(boxes, [&](const Box3& b) { return Overlap(box, b); })) continue;
      size_t longest = 0;
      std::array<double, 3> edges_m;
      for (size_t i = 0; i < 3; ++i) {
        edges_m[i] = Length(corners[(i + 1) % 3] - corners[i]);
        if (edges_m[i] > edges_m[longest]) longest = i;
      }
      if (edges_m[longest] > kMostEdge_m) {
        const Vec3 a = corners[longest], b = corners[(longest + 1) % 3], c = corners[(longest + 2) % 3];
        const Vec3 middle = (a + b) * 0.5;
        open.push_back({a, middle, c});
        open.push_back({middle, b, c});
        continue;
      }
      const uint32_t first = uint32_t(near.vertices.size());
      near.vertices.insert(near.vertices.end(), corners.begin(), corners.end());
      near.triangles.push_back({first, first + 1, first + 2});
    }
  }
  return near;
}

Result<TrackedFlight> FlyTracked(const Trajectory& trajectory, MeshView world, const ClearanceProbe& probe, UpAxis up,
                                 const TrackingOptions& options) {
  const double reach_m = options.quadrotor.cage_m + kPlate_m + options.lost_m;
  Result<Simulator> simulator = Simulator::Make(TrianglesNear(trajectory, world, reach_m), options.quadrotor, up);
  if (!simulator) return simulator.error();
  const double first_yaw = FirstYaw(trajectory, up);
  const YawProfile yaw = PlanYaw(trajectory, {.start_rad = first_yaw, .up = up});
  GeometricController controller(options.quadrotor, options.gains, up);
  Gusts gusts(options.gust_seed, options.gust_m_s, options.gust_correlation_s);
  const Vec3 vertical = WorldOf({}, 1, up);

  Vec3 before = trajectory.At(0).position;
  simulator->PlaceHovering(before, first_yaw);
  TrackedFlight flight{.end = TrackedEnd::Arrived, .least_clearance_m = 4 * options.quadrotor.cage_m};
  const int64_t steps = int64_t(std::ceil((trajectory.duration_s() + options.hover_s) / kSimulatorStep_s));
  double errors_m = 0;
  for (int64_t step = 0;; ++step) {
    const QuadrotorState state = simulator->State();
    const double time_s = double(step) * kSimulatorStep_s;
    const double error_m = Length(state.position - trajectory.StateAt(time_s).position);
    if (simulator->IsUnstable() || !(error_m <= options.lost_m)) {
      flight.end = TrackedEnd::Lost;
    } else if (simulator->Contacts() > 0) {
      flight.end = TrackedEnd::Contact;
    }
    flight.duration_s = time_s;
    flight.length_m += Length(state.position - before);
    errors_m += error_m;
    if (error_m > flight.max_error_m) {
      flight.max_error_m = error_m;
      flight.max_error_s = time_s;
    }
    flight.max_speed_m_s = std::max(flight.max_speed_m_s, Length(state.velocity));
    flight.max_tilt_rad = std::max(flight.max_tilt_rad, std::acos(std::clamp(Dot(state.axes.z, vertical), -1.0, 1.0)));
    if (flight.least_clearance_m > 0) {
      flight.least_clearance_m = probe.SegmentClearance(before, state.position, flight.least_clearance_m);
    }
    const bool is_last = flight.end != TrackedEnd::Arrived || step >= steps;
    if (step % kStepsAFrame == 0 || is_last) flight.track.push_back(state.position);
    if (is_last) {
      flight.mean_error_m = errors_m / double(step + 1);
      return flight;
    }
    before = state.position;
    simulator->Step(controller.Update(state, trajectory, yaw, time_s, kSimulatorStep_s), gusts.Next(kSimulatorStep_s));
  }
}

}  // namespace navnet
