// SPDX-License-Identifier: Apache-2.0
#pragma once
// A drone that plans again many times a second in a city where blocks appear, move and disappear: as an engine would do
// it. Every part of the flight, and the safe stop at any time, is compared with the triangles of the moment.

#include <navnet/audit/trajectory_auditor.h>
#include <navnet/live/live_world.h>
#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/check_trajectory.h>
#include <navnet/trajectory/replan.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/shapes.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace navnet {

/// What is flown.
struct LiveFlightOptions {
  uint64_t seed = 1;
  double size_m = 60;        ///< Of the city.
  double voxel_m = 0.5;      ///< Of its net.
  double radius_m = 0.4;     ///< Of the drone.
  double step_s = 0.02;      ///< Between two plans.
  double edit_share = 0.1;   ///< Share of the steps in which a block appears, moves or disappears.
  size_t most_blocks = 30;   ///< Largest number of blocks.
  MotionLimits limits = {};  ///< Of the drone.
  int max_steps = 20;        ///< Newton steps of a plan.
  double max_us = 0;         ///< Time limit of a plan; 0: none, and the flight is the same on every machine.
};

/// The flight. What it counts is 0 when all is well, but for `steps` and those below it.
class LiveFlight {
 public:
  explicit LiveFlight(const LiveFlightOptions& options) : options_(options), random_(options.seed) {
    World world{"city", UpAxis::Z,
                *MakeWorld({.kind = WorldKind::City, .seed = options.seed, .size_m = options.size_m})};
    BakeOptions bake;
    bake.sample.voxel_m = options.voxel_m;
    bake.sample.radii_m = {options.radius_m};
    bake.keep = Keep::Largest;
    bake.sample.threads = 1;
    live_.emplace(std::move(*LiveWorld::Make(std::move(world), bake)));
    query_.radius_m = options.radius_m;
    query_.snap_m = 4 * options.voxel_m;
    query_.start = *live_->Latest()->navigator.RandomFree(options.seed, options.radius_m);
    NewGoal();
    // The first plan: a rest where it starts.
    TrajectoryPiece rest;
    rest.points.fill(query_.start);
    rest.duration_s = 1;
    plan_.Assign({&rest, 1});
    stop_ = plan_;
    MeasureWorld();
  }

  /// Changes the world, if the time has come. Whether it did.
  bool Edit() {
    if (random_.Uniform(0, 1) >= options_.edit_share) return false;
    const bool removes = blocks_.size() >= options_.most_blocks || (!blocks_.empty() && random_.Integer(0, 3) == 0);
    if (removes) {
      const auto which = std::next(blocks_.begin(), random_.Integer(0, int(blocks_.size()) - 1));
      without_plan += !live_->Remove(which->second).ok();
      blocks_.erase(which);
      return true;
    }
    const Vec3 half = random_.Point(0.3, 2.5);
    // Half of the blocks aim at the plan: they appear across it.
    const Vec3 centre = random_.Integer(0, 1)
                            ? plan_.At(random_.Uniform(0, plan_.duration_s())).position + random_.Point(-1, 1)
                            : *live_->Latest()->navigator.RandomFree(uint64_t(edits_), 0);
    ++edits_;
    // What appears in the way of the stop that the drone is committed to cannot be avoided by anything.
    World block{"block", UpAxis::Z, *BoxMesh(half)};
    for (Vec3& p : std::get<TriangleMesh>(block.geometry).vertices) p = p + centre;
    if (ClearanceOf(stop_, *ClearanceProbe::Make(block, 1), options_.radius_m + 1e-3) < options_.radius_m + 1e-4)
      return false;
    const Vec3 at = plan_.At(0).position;  // Nor what appears around the drone.
    const Vec3 gap = Max(Max(centre - half - at, at - centre - half), {});
    if (gap == Vec3{}) return false;
    const Result<ObstacleId> id = live_->Add({.shape = BoxShape{half}, .transform = {.position = centre}});
    if (id) blocks_.emplace(id->value, *id);
    return id.ok();
  }

  /// What an engine does in a step: updates the world, checks the plan in it, plans again, and finds a safe stop.
  void Plan() {
    double from_us = NowMicroseconds();
    const auto lap = [&](double& us) {
      const double now_us = NowMicroseconds();
      us = now_us - from_us;
      from_us = now_us;
    };
    parts = {};
    const Result<WorldChange> change = live_->Update();
    const RoomMaker maker = *live_->MakeRoomMaker();
    lap(parts.world_us);
    const std::shared_ptr<const LiveSnapshot> now = live_->Latest();
    const std::array<HalfSpace, 6> walls = WallsOf(now->navigator.info());
    TriangleRoomSource source(maker, {.radius_m = options_.radius_m, .walls = walls});
    CheckTrajectory(plan_, 0, source, context_, flown_);
    const bool is_valid = flown_.is_valid;
    if (!is_valid) {
      ++broken;
      CheckTrajectory(stop_, 0, source, context_, flown_);
      broken_stops += !flown_.is_valid;
    }
    Commit(flown_.trajectory, flown_.rooms);
    lap(parts.check_us);
    query_.start = plan_.At(0).position;
    if (Length(query_.start - query_.goal) < 0.5 && plan_.duration_s() < 0.1) NewGoal();
    now->navigator.Find(query_, queries_, path_);
    if (path_.status == PathStatus::GoalBlocked || path_.status == PathStatus::Unreachable) NewGoal();
    lap(parts.path_us);
    if (path_.status == PathStatus::Complete && Replans(maker, *now)) {
      // The plan is exchanged for a better one, and for any one if it was cut off.
      const bool is_better = replanned_.planned.trajectory.duration_s() < plan_.duration_s();
      const bool leads_there = Length(plan_.At(plan_.duration_s()).position - path_.points.back()) < 0.01;
      if (!is_valid || !leads_there || is_better) Commit(replanned_.planned.trajectory, replanned_.rooms);
    }
    lap(parts.plan_us);
    PlanStop(plan_, 0, rooms_, options_.limits, context_, planned_, options_.max_steps);
    lap(parts.stop_us);
    without_stop += !HasTrajectory(planned_.status);
    if (HasTrajectory(planned_.status)) stop_ = planned_.trajectory;
    ++steps;
  }

  /// Compares the step's part of the plan with the triangles of now; with `thrown_in`, also the stop, and plan and stop
  /// with their rooms and limits. Then flies the step.
  void Fly(bool thrown_in) {
    MeasureWorld();
    const double step_s = options_.step_s, radius_m = options_.radius_m;
    collisions += ClearanceOf(PartOf(plan_, 0, step_s), *probe_, radius_m) < radius_m - 1e-6;
    if (thrown_in) {
      ++stops;
      stop_collisions += ClearanceOf(stop_, *probe_, radius_m) < radius_m - 1e-6;
      const MotionState now = plan_.StateAt(0), begin = stop_.StateAt(0), end = stop_.StateAt(stop_.duration_s());
      bad_stops += Length(now.position - begin.position) > 1e-6 || Length(now.velocity - begin.velocity) > 1e-5 ||
                   Length(end.velocity) > 1e-6 || Length(end.acceleration) > 1e-5;
      limit_violations += BreaksLimits(plan_) || BreaksLimits(stop_);
    }
    flown_m += PartOf(plan_, 0, step_s).Length();
    // The stop of the next moment: that of now, flown on, until a new one is planned.
    MoveOn(plan_, step_s);
    MoveOn(stop_, step_s);
    PlanStop(plan_, 0, rooms_, options_.limits, context_, planned_, options_.max_steps);
    if (HasTrajectory(planned_.status)) stop_ = planned_.trajectory;
  }

  int steps = 0, stops = 0;  ///< Steps, and stops that were compared with the triangles.
  int replans = 0, by_old_rooms = 0, stopped = 0, goals = 0, broken = 0;  ///< What happened.
  double flown_m = 0;
  int collisions = 0, stop_collisions = 0, limit_violations = 0, bad_stops = 0;
  int without_plan = 0, without_stop = 0, broken_stops = 0;

  /// CPU time of the last Plan(), in microseconds, part by part: update of the world and its triangles; check of the
  /// plan; path; rooms and new plan; stop.
  struct Parts {
    double world_us = 0, check_us = 0, path_us = 0, plan_us = 0, stop_us = 0;
    double Sum() const { return world_us + check_us + path_us + plan_us + stop_us; }
  } parts;

  size_t block_count() const { return blocks_.size(); }

  /// CPU time of this thread, in microseconds: other programs on the machine do not count.
  static double NowMicroseconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
  }

 private:
  void NewGoal() {
    ++goals;
    query_.goal = *live_->Latest()->navigator.RandomFree(1000 * options_.seed + uint64_t(goals), options_.radius_m);
  }

  // Plans along the path. False when there is nothing new.
  bool Replans(const RoomMaker& maker, const LiveSnapshot& now) {
    points_.assign(1, query_.start);
    points_.insert(points_.end(), path_.points.begin(), path_.points.end());
    FlightQuery rules = query_;
    maker.Find(now.navigator, rules, points_, room_context_, new_rooms_);
    if (new_rooms_.status != RoomStatus::Complete) return false;
    ReplanQuery change{.flown = &plan_, .flown_rooms = &rooms_};
    change.to.points = new_rooms_.path;
    change.to.rooms = &new_rooms_.corridor;
    change.to.limits = options_.limits;
    change.to.max_steps = options_.max_steps;
    change.to.max_us = options_.max_us;
    Replan(change, context_, replanned_);
    ++replans;
    by_old_rooms += replanned_.way == ReplanWay::ByOldRooms;
    stopped += replanned_.way == ReplanWay::Stop;
    without_plan += !HasTrajectory(replanned_.planned.status);
    return HasTrajectory(replanned_.planned.status) && replanned_.way != ReplanWay::Stop;
  }

  void Commit(const Trajectory& trajectory, const RoomCorridor& rooms) {
    plan_ = trajectory;
    rooms_ = rooms;
  }

  // Cuts off what has been flown; the end stays.
  static void MoveOn(Trajectory& trajectory, double by_s) {
    Trajectory rest = PartOf(trajectory, by_s, trajectory.duration_s());
    if (rest.empty()) {
      TrajectoryPiece end = trajectory.pieces().back();
      end.points.fill(end.points.back());
      rest.Assign({&end, 1});
    }
    trajectory = std::move(rest);
  }

  static double ClearanceOf(const Trajectory& trajectory, const ClearanceProbe& probe, double radius_m) {
    double least_m = radius_m;
    for (const TrajectoryPiece& piece : trajectory.pieces()) {
      least_m = std::min(least_m, CurveClearance(probe, piece, least_m, 1e-7));
    }
    return least_m;
  }

  bool BreaksLimits(const Trajectory& trajectory) const {
    const MotionPeaks peaks = trajectory.Peaks();
    const MotionLimits& limits = options_.limits;
    return peaks.speed_m_s > limits.speed_m_s * (1 + 1e-5) ||
           peaks.acceleration_m_s2 > limits.acceleration_m_s2 * (1 + 1e-5) ||
           peaks.jerk_m_s3 > limits.jerk_m_s3 * (1 + 1e-5);
  }

  void MeasureWorld() {
    const uint64_t version = live_->Latest()->version;
    if (probe_ && version == probed_) return;
    probe_.emplace(*ClearanceProbe::Make(live_->CurrentWorld(), 1));
    probed_ = version;
  }

  LiveFlightOptions options_;
  TestRandom random_;
  std::optional<LiveWorld> live_;
  std::map<uint64_t, ObstacleId> blocks_;
  int edits_ = 0;
  FlightQuery query_;
  Trajectory plan_, stop_;  // From now on.
  RoomCorridor rooms_;      // Of the plan.
  std::optional<ClearanceProbe> probe_;
  uint64_t probed_ = 0;

  QueryContext queries_;
  RoomContext room_context_;
  TrajectoryContext context_;
  FlightPath path_;
  std::vector<Vec3> points_;
  Rooms new_rooms_;
  TrajectoryCheck flown_;
  PlannedTrajectory planned_;
  Replanned replanned_;
};

}  // namespace navnet
