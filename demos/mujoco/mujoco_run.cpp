// SPDX-License-Identifier: Apache-2.0
#include "mujoco/mujoco_run.h"

#include <navnet/bake.h>
#include <navnet/core/random.h>
#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>

#include "mujoco/simulator.h"

#include <algorithm>
#include <optional>

namespace navnet {
namespace {

constexpr double kLeastWayInCages = 20;  // Shorter paths are not flown: a vehicle that hardly moves tests nothing.
constexpr int kMostTries = 1000;         // Pairs of places for one flight.
constexpr double kPlanStep_s = 0.2;      // Between the points of a trajectory in the log.

/// What all flights of a run share.
class FlightPlanner {
 public:
  FlightPlanner(const World& world, const Net& net, RoomMaker rooms, ClearanceProbe probe, const MujocoOptions& options)
      : world_(world), navigator_(net), rooms_(std::move(rooms)), probe_(std::move(probe)), options_(options) {}

  Result<MujocoFlight> Fly(uint64_t seed) const {
    SplitMix64 random(seed);
    FlightQuery query;
    query.radius_m = options_.AgentRadius();
    query.ceiling_m = options_.ceiling_m;
    const std::optional<FlightPath> path = FindPath(random, query);
    if (!path) {
      return Error{ErrorCode::InvalidArgument,
                   world_.name + ": no path of " + Shortest(kLeastWayInCages * options_.tracking.quadrotor.cage_m) +
                       " m or more found below the ceiling; use a larger world, or a higher "
                       "ceiling"};
    }
    MujocoFlight flight;
    const Rooms rooms = rooms_.Find(navigator_, query, path->points);
    TrajectoryQuery wanted;
    wanted.points = rooms.path;
    wanted.rooms = &rooms.corridor;
    wanted.limits = options_.limits;
    wanted.limits.up = world_.up;
    if (rooms.status == RoomStatus::Complete) {
      flight.trajectory = TimeScaled(PlanTrajectory(wanted).trajectory, 1 / options_.speed_factor);
    }
    if (flight.trajectory.empty()) return flight;  // Its end is NoTrajectory.
    TrackingOptions tracking = options_.tracking;
    tracking.gust_seed = random.Next();
    Result<TrackedFlight> tracked = FlyTracked(flight.trajectory, *world_.mesh(), probe_, world_.up, tracking);
    if (!tracked) return tracked.error();
    flight.tracked = std::move(*tracked);
    return flight;
  }

 private:
  std::optional<FlightPath> FindPath(SplitMix64& random, FlightQuery& query) const {
    const double least_m = kLeastWayInCages * options_.tracking.quadrotor.cage_m;
    for (int i = 0; i < kMostTries; ++i) {
      const std::optional<Vec3> start = navigator_.RandomFree(random.Next(), query.radius_m);
      const std::optional<Vec3> goal = navigator_.RandomFree(random.Next(), query.radius_m);
      if (!start || !goal) return std::nullopt;
      query.start = *start;
      query.goal = *goal;
      FlightPath path = navigator_.Find(query);
      if (path.status == PathStatus::Complete && path.length_m >= least_m) return path;
    }
    return std::nullopt;
  }

  const World& world_;
  Navigator navigator_;
  RoomMaker rooms_;
  ClearanceProbe probe_;
  const MujocoOptions& options_;
};

}  // namespace

size_t MujocoRun::CountOf(TrackedEnd end) const {
  return size_t(std::ranges::count_if(flights, [&](const MujocoFlight& f) { return f.tracked.end == end; }));
}

size_t MujocoRun::BeyondMargin(const MujocoOptions& options) const {
  return size_t(
      std::ranges::count_if(flights, [&](const MujocoFlight& f) { return f.tracked.max_error_m > options.margin_m; }));
}

bool MujocoRun::IsGood(const MujocoOptions& options) const {
  return CountOf(TrackedEnd::Arrived) == flights.size() && BeyondMargin(options) == 0;
}

FlightLog MujocoRun::ToLog(const MujocoOptions& options) const {
  FlightLog log(kStepsAFrame * kSimulatorStep_s, net.info().up);
  size_t frames = 0;
  std::vector<LoggedEvent> ends;
  for (uint32_t i = 0; i < flights.size(); ++i) {
    const auto& [trajectory, tracked] = flights[i];
    const std::string name = "flight " + std::to_string(i + 1);
    log.AddAgent({.name = name, .kind = "drone", .radius_m = options.tracking.quadrotor.cage_m});
    LoggedPlan plan{.agent = i, .time_s = 0, .points = {}};
    for (double t = 0; t < trajectory.duration_s(); t += kPlanStep_s) plan.points.push_back(trajectory.At(t).position);
    plan.points.push_back(trajectory.At(trajectory.duration_s()).position);
    log.AddPlan(std::move(plan));
    frames = std::max(frames, tracked.track.size());
    if (tracked.end != TrackedEnd::Arrived) ends.push_back({tracked.duration_s, name + ": " + ToString(tracked.end)});
  }
  std::ranges::stable_sort(ends, {}, &LoggedEvent::time_s);
  for (LoggedEvent& end : ends) log.AddEvent(std::move(end));
  std::vector<Vec3> positions(flights.size());
  for (size_t frame = 0; frame < frames; ++frame) {
    for (size_t i = 0; i < flights.size(); ++i) {
      const std::vector<Vec3>& track = flights[i].tracked.track;
      if (track.empty()) continue;
      positions[i] = track[std::min(frame, track.size() - 1)];
    }
    log.AddFrame(positions);
  }
  return log;
}

Result<MujocoRun> FlyInMujoco(const World& world, std::span<const Vec3> seeds, const MujocoOptions& options) {
  if (!world.mesh()) {
    return Error{ErrorCode::InvalidArgument, world.name + ": a world of voxels; MuJoCo takes triangles"};
  }
  const Result<ClearanceProbe> probe = ClearanceProbe::Make(world, options.threads);
  if (!probe) return probe.error();
  BakeOptions bake;
  bake.sample.voxel_m = options.voxel_m > 0 ? options.voxel_m : options.AgentRadius() / 2;
  bake.sample.radii_m = {options.AgentRadius()};
  for (const Vec3 seed : seeds) {
    const double needed_m = options.AgentRadius() + 2 * *bake.sample.voxel_m;  // Then its voxel is free.
    if (probe->PointClearance(seed, needed_m) >= needed_m) bake.sample.seeds_world.push_back(seed);
  }
  bake.sample.threads = options.threads;
  bake.sample.progress = options.progress;
  bake.keep = bake.sample.seeds_world.empty() ? Keep::Largest : Keep::Seeds;
  const Stopwatch watch;
  Result<Baked> baked = Bake(world, bake);
  if (!baked) return baked.error();
  MujocoRun run{.net = std::move(baked->net), .flights = {}, .bake_s = watch.Elapsed()};
  Result<RoomMaker> rooms = RoomMaker::Make(*world.mesh(), options.threads);
  if (!rooms) return rooms.error();
  const FlightPlanner planner(world, run.net, std::move(*rooms), *probe, options);

  std::vector<Result<MujocoFlight>> flights(size_t(options.flights), Error{});
  const bool is_done = ParallelFor(flights.size(), options.threads, "flying", options.progress,
                                   [&](size_t i) { flights[i] = planner.Fly(SeedAt(options.seed, i)); });
  if (!is_done) return Error{ErrorCode::Cancelled, "cancelled"};
  for (Result<MujocoFlight>& flight : flights) {
    if (!flight) return flight.error();
    run.flights.push_back(std::move(*flight));
  }
  return run;
}

}  // namespace navnet
