// SPDX-License-Identifier: Apache-2.0
#pragma once
// Worlds to fly in, and flights with their rooms.

#include <navnet/audit/trajectory_auditor.h>
#include <navnet/bake.h>
#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/plan.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include <algorithm>
#include <array>
#include <optional>

namespace navnet {

/// A world with its net, and flights in it.
struct FlightScene {
  World world;
  std::optional<Baked> baked;
  std::optional<Navigator> navigator;
  std::optional<RoomMaker> maker;
  std::array<HalfSpace, 6> walls;

  FlightScene(WorldKind kind, double size_m, double voxel_m, double radius_m)
      : world{"world", UpAxis::Z, *MakeWorld({.kind = kind, .size_m = size_m})} {
    BakeOptions options;
    options.sample.voxel_m = voxel_m;
    options.sample.radii_m = {radius_m};
    options.keep = Keep::Largest;
    baked.emplace(*Bake(world, options));
    navigator.emplace(baked->net);
    maker.emplace(*RoomMaker::Make(*world.mesh()));
    walls = WallsOf(navigator->info());
  }

  /// A random flight; empty where there is none.
  Trajectory Fly(uint64_t seed, double radius_m, Rooms& rooms, const MotionLimits& limits = {}) const {
    const FlightQuery query{.start = *navigator->RandomFree(2 * seed, radius_m),
                            .goal = *navigator->RandomFree(2 * seed + 1, radius_m),
                            .radius_m = radius_m};
    const FlightPath path = navigator->Find(query);
    if (path.status != PathStatus::Complete) return {};
    rooms = maker->Find(*navigator, query, path.points);
    if (rooms.status != RoomStatus::Complete) return {};
    TrajectoryQuery wanted;
    wanted.points = rooms.path;
    wanted.rooms = &rooms.corridor;
    wanted.limits = limits;
    return PlanTrajectory(wanted).trajectory;
  }
};

/// The clearance of a trajectory, as far as it is below `at_most`.
inline double ClearanceOf(const Trajectory& trajectory, const ClearanceProbe& probe, double at_most) {
  double least_m = at_most;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    least_m = std::min(least_m, CurveClearance(probe, piece, least_m, 1e-7));
  }
  return least_m;
}

}  // namespace navnet
