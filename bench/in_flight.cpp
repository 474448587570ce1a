// SPDX-License-Identifier: Apache-2.0
#include "in_flight.h"

#include <navnet/audit/trajectory_auditor.h>
#include <navnet/bake.h>
#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/live_flight.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace navnet {
namespace {

using FlightJson = nlohmann::ordered_json;

double Share(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[size_t(share * double(values.size() - 1))];
}

FlightJson TimesOf(const std::vector<double>& us) {
  return {{"p50", Share(us, 0.5)}, {"p99", Share(us, 0.99)}, {"max", Share(us, 1)}};
}

// A minute at 50 plans a second. The step that is measured: the world's update, the check of the plan in it, the path,
// the new plan, and the safe stop.
FlightJson MeasureLive(const InFlightSettings& settings, bool& collided) {
  std::vector<double> us, world_us, check_us, path_us, plan_us, stop_us;
  int steps = 0, stops = 0, collisions = 0, edits = 0, broken = 0, by_old_rooms = 0, replans = 0, goals = 0;
  double flown_m = 0;
  for (int seed = 1; seed <= settings.seeds; ++seed) {
    LiveFlight flight({.seed = uint64_t(seed), .max_us = 2000});
    TestRandom random{uint64_t(seed)};
    for (double t = 0; t < settings.seconds; t += 0.02) {
      edits += flight.Edit();
      flight.Plan();
      us.push_back(flight.parts.Sum());
      world_us.push_back(flight.parts.world_us);
      check_us.push_back(flight.parts.check_us);
      path_us.push_back(flight.parts.path_us);
      plan_us.push_back(flight.parts.plan_us);
      stop_us.push_back(flight.parts.stop_us);
      flight.Fly(random.Integer(0, 2) == 0);
    }
    steps += flight.steps;
    stops += flight.stops;
    broken += flight.broken;
    replans += flight.replans;
    by_old_rooms += flight.by_old_rooms;
    goals += flight.goals;
    flown_m += flight.flown_m;
    collisions += flight.collisions + flight.stop_collisions + flight.limit_violations + flight.bad_stops +
                  flight.without_plan + flight.without_stop + flight.broken_stops;
  }
  collided = collided || collisions > 0;
  return {{"steps", steps},
          {"step_us", TimesOf(us)},
          {"world_us", TimesOf(world_us)},
          {"check_us", TimesOf(check_us)},
          {"path_us", TimesOf(path_us)},
          {"plan_us", TimesOf(plan_us)},
          {"stop_us", TimesOf(stop_us)},
          {"over_10_ms", std::count_if(us.begin(), us.end(), [](double t) { return t > 1e4; })},
          {"edits", edits},
          {"broken_plans", broken},
          {"replans", replans},
          {"by_old_rooms", by_old_rooms},
          {"goals", goals},
          {"flown_m", flown_m},
          {"stops_compared", stops},
          {"failures", collisions}};
}

constexpr double kBody_m = 0.5;

// A city of 100 m, its net for bodies of kBody_m, and its rooms.
struct BakedCity {
  World world{"city", UpAxis::Z, *MakeWorld({.kind = WorldKind::City, .size_m = 100})};
  Result<Baked> baked = Bake(world, Options());
  Navigator navigator{baked->net};
  RoomMaker maker = *RoomMaker::Make(*world.mesh());

  static BakeOptions Options() {
    BakeOptions options;
    options.sample.voxel_m = 1;
    options.sample.radii_m = {kBody_m};
    options.keep = Keep::Largest;
    return options;
  }
};

// Crowds in a city, planned in order of priority; as many again without waits, which are counted.
FlightJson MeasureCrowds(const InFlightSettings& settings, bool& collided) {
  constexpr double kApart_m = 1.5;
  constexpr size_t kDrones = 60;
  const BakedCity city;
  const Navigator& navigator = city.navigator;
  const RoomMaker& maker = city.maker;
  TrajectoryContext context;
  TrafficPlan plan;
  std::vector<double> us;
  const ClearanceProbe probe = *ClearanceProbe::Make(city.world);
  int ways[5] = {}, near_before = 0, near_after = 0, touching = 0, without = 0;
  double waited_s = 0;
  for (int seed = 1; seed <= settings.seeds; ++seed) {
    std::vector<Vec3> starts, goals;
    const auto is_apart = [&](Vec3 p) {
      const auto is_far = [&](Vec3 q) { return Length(p - q) > 4 * kApart_m; };
      return std::all_of(starts.begin(), starts.end(), is_far) && std::all_of(goals.begin(), goals.end(), is_far);
    };
    for (uint64_t i = 0; goals.size() < kDrones; ++i) {
      const Vec3 p = *navigator.RandomFree(uint64_t(seed) * 100'000 + i, kBody_m);
      if (is_apart(p)) (starts.size() == goals.size() ? starts : goals).push_back(p);
    }
    std::vector<Trajectory> flights, alone;
    for (const Vec3& start : starts) {
      TrajectoryPiece rest;
      rest.points.fill(start);
      rest.duration_s = 1;
      flights.push_back(Trajectory({rest}));
    }
    alone = flights;
    for (size_t i = 0; i < kDrones; ++i) {
      std::vector<CostRegion> places;
      const Vec3 half = Vec3{1, 1, 1} * (2 * kApart_m + 1e-3);
      for (size_t k = 0; k < kDrones; ++k) {
        const Vec3 at = k > i ? starts[k] : goals[k];
        if (k != i) places.push_back({{at - half, at + half}, std::numeric_limits<double>::infinity()});
      }
      const FlightQuery query{.start = starts[i], .goal = goals[i], .radius_m = kBody_m, .regions = places};
      const FlightPath path = navigator.Find(query);
      if (path.status != PathStatus::Complete) continue;
      const Rooms rooms = maker.Find(navigator, query, path.points);
      if (rooms.status != RoomStatus::Complete) continue;
      std::vector<MovingBall> others;
      for (size_t k = 0; k < kDrones; ++k) {
        if (k != i) others.push_back({&flights[k], 0, kApart_m});
      }
      TrafficQuery wanted;
      wanted.to.points = rooms.path;
      wanted.to.rooms = &rooms.corridor;
      wanted.radius_m = kApart_m;
      wanted.traffic.balls = others;
      const PlannedTrajectory planned = PlanTrajectory(wanted.to);
      if (!HasTrajectory(planned.status)) {
        ++without;
        std::fprintf(stderr, "trajectory_bench: no trajectory for drone %zu of crowd %d: %s\n", i, seed,
                     ToString(planned.status));
        continue;
      }
      alone[i] = planned.trajectory;
      const double from_us = LiveFlight::NowMicroseconds();
      PlanInTraffic(wanted, context, plan);
      us.push_back(LiveFlight::NowMicroseconds() - from_us);
      ++ways[size_t(plan.way)];
      waited_s += plan.wait_s;
      if (plan.way != TrafficWay::Blocked) flights[i] = plan.planned.trajectory;
      for (const TrajectoryPiece& piece : flights[i].pieces()) {
        touching += CurveClearance(probe, piece, kBody_m, 1e-7) < kBody_m - 1e-6;
      }
    }
    for (size_t i = 0; i < kDrones; ++i) {
      for (size_t k = 0; k < i; ++k) {
        near_before += MinDistance(alone[i], alone[k]).distance_m < 2 * kApart_m;
        near_after += MinDistance(flights[i], flights[k]).distance_m < 2 * kApart_m;
      }
    }
  }
  collided = collided || near_after > 0 || touching > 0;
  return {{"drones", us.size()},
          {"plan_us", TimesOf(us)},
          {"free", ways[0]},
          {"slowed", ways[1]},
          {"waited", ways[2]},
          {"held", ways[3]},
          {"blocked", ways[4]},
          {"waited_s", waited_s},
          {"near_pairs_without_traffic", near_before},
          {"near_pairs", near_after},
          {"pieces_near_walls", touching},
          {"without_trajectory", without}};
}

// Stops, and changes of plan, at random moments of flights in a city.
FlightJson MeasureChanges(const InFlightSettings& settings) {
  const BakedCity city;
  const Navigator& navigator = city.navigator;
  const RoomMaker& maker = city.maker;
  TrajectoryContext context;
  PlannedTrajectory planned, stop;
  Replanned replanned;
  std::vector<double> stop_us, replan_us, share;
  double stops_s = 0, replans_s = 0;
  int ways[3] = {};
  for (int i = 0; i < 400 * settings.seeds; ++i) {
    TestRandom random{uint64_t(i)};
    FlightQuery query{.start = *navigator.RandomFree(uint64_t(3 * i), kBody_m),
                      .goal = *navigator.RandomFree(uint64_t(3 * i + 1), kBody_m),
                      .radius_m = kBody_m};
    FlightPath path = navigator.Find(query);
    if (path.status != PathStatus::Complete) continue;
    const Rooms rooms = maker.Find(navigator, query, path.points);
    if (rooms.status != RoomStatus::Complete) continue;
    TrajectoryQuery wanted;
    wanted.points = rooms.path;
    wanted.rooms = &rooms.corridor;
    PlanTrajectory(wanted, context, planned);
    const double time_s = random.Uniform(0, planned.trajectory.duration_s());
    double from_us = LiveFlight::NowMicroseconds();
    PlanStop(planned.trajectory, time_s, rooms.corridor, wanted.limits, context, stop);
    stop_us.push_back(LiveFlight::NowMicroseconds() - from_us);
    stops_s += stop.trajectory.duration_s();
    query.start = planned.trajectory.At(time_s).position;
    query.goal = *navigator.RandomFree(uint64_t(3 * i + 2), kBody_m);
    query.snap_m = 4;
    path = navigator.Find(query);
    if (path.status != PathStatus::Complete) continue;
    path.points.insert(path.points.begin(), query.start);
    const Rooms next = maker.Find(navigator, query, path.points);
    if (next.status != RoomStatus::Complete) continue;
    ReplanQuery change{.flown = &planned.trajectory, .flown_rooms = &rooms.corridor, .time_s = time_s};
    change.to.points = next.path;
    change.to.rooms = &next.corridor;
    from_us = LiveFlight::NowMicroseconds();
    Replan(change, context, replanned);
    replan_us.push_back(LiveFlight::NowMicroseconds() - from_us);
    replans_s += replanned.planned.trajectory.duration_s();
    ++ways[size_t(replanned.way)];
  }
  return {{"stops", stop_us.size()},     {"stop_us", TimesOf(stop_us)},
          {"replans", replan_us.size()}, {"replan_us", TimesOf(replan_us)},
          {"stops_s", stops_s},          {"replans_s", replans_s},
          {"direct", ways[0]},           {"by_old_rooms", ways[1]},
          {"stop_only", ways[2]}};
}

}  // namespace

int MeasureInFlight(const InFlightSettings& settings) {
  bool collided = false;
  FlightJson json;
  json["live"] = MeasureLive(settings, collided);
  json["changes"] = MeasureChanges(settings);
  json["crowds"] = MeasureCrowds(settings, collided);
  if (settings.json) {
    std::printf("%s\n", json.dump(2).c_str());
    return collided ? 1 : 0;
  }
  for (const auto& [name, part] : json.items()) {
    std::printf("| %s | |\n|---|---|\n", name.c_str());
    for (const auto& [key, value] : part.items()) std::printf("| %s | %s |\n", key.c_str(), value.dump().c_str());
    std::printf("\n");
  }
  return collided ? 1 : 0;
}

}  // namespace navnet
