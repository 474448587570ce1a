// SPDX-License-Identifier: Apache-2.0
// Followers and crowds in worlds of triangles.
#include <navnet/runtime/avoidance.h>
#include <navnet/trajectory/follow_trajectory.h>
#include <navnet/trajectory/traffic.h>

#include "support/random_meshes.h"
#include "trajectory/flight_scene.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace navnet {
namespace {

TEST(FollowTrajectory, TouchesNothingInGustsWhereRoomsAreLargerByTheBound) {
  constexpr double kBody_m = 0.4, kGust_m_s2 = 2, kStep_s = 0.01;
  constexpr int kParts = 4;
  const TrackOptions options{.position_gain_s2 = 40, .velocity_gain_s = 12.6, .wait_error_m = 1e9};
  const MotionLimits limits;
  const TrackingBound bound = BoundOf(options, limits.jerk_m_s3, {.acceleration_m_s2 = kGust_m_s2}, kStep_s);
  ASSERT_LT(bound.position_m, 0.1);
  const FlightScene scene(WorldKind::Building, 24, 0.25, kBody_m + bound.position_m);
  const ClearanceProbe probe = *ClearanceProbe::Make(scene.world);
  double largest_m = 0;
  int flights = 0, near = 0;
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    Rooms rooms;
    const Trajectory trajectory = scene.Fly(seed, kBody_m + bound.position_m, rooms, limits);
    if (trajectory.empty()) continue;
    ++flights;
    MotionState body = trajectory.StateAt(0);
    TrackProgress progress;
    Vec3 gust;
    while (progress.time_s < trajectory.duration_s()) {
      const double from_s = progress.time_s;
      const TrackStep step = FollowTrajectory(trajectory, options, body.position, body.velocity, kStep_s, progress);
      if (random.Integer(0, 20) == 0) {
        gust = random.Point(-1, 1);
        gust = gust * (kGust_m_s2 / std::max(1e-9, Length(gust)));
      }
      for (int i = 0; i < kParts; ++i) {
        const double part_s = kStep_s / kParts;
        const Vec3 a = step.acceleration + gust, before = body.position;
        body.position = body.position + body.velocity * part_s + a * (part_s * part_s / 2);
        body.velocity = body.velocity + a * part_s;
        const double error_m = Length(trajectory.At(from_s + (i + 1) * part_s).position - body.position);
        largest_m = std::max(largest_m, error_m);
        EXPECT_LE(error_m, bound.position_m);
        const double clearance_m = probe.SegmentClearance(before, body.position, 2 * kBody_m);
        EXPECT_GE(clearance_m, kBody_m - 1e-5);  // Motion strays from the segment by less.
        near += clearance_m < kBody_m + bound.position_m;
      }
    }
  }
  EXPECT_GT(flights, 15);
  EXPECT_GT(largest_m, 0.5 * bound.position_m);
  EXPECT_GT(near, 0);  // Without the larger rooms, it would have been too near.
}

// The distance of two flights by dense sampling.
double SlowDistance(const Trajectory& a, const Trajectory& b) {
  double least_m = std::numeric_limits<double>::infinity();
  for (double t = 0; t <= std::max(a.duration_s(), b.duration_s()); t += 0.02) {
    least_m = std::min(least_m, Length(a.At(t).position - b.At(t).position));
  }
  return least_m;
}

TEST(PlanInTraffic, KeepsCrowdsApartInACityAndInAForest) {
  // Drones keep more distance from each other than from walls.
  constexpr double kBody_m = 0.4, kApart_m = 1.5;
  constexpr size_t kDrones = 30;
  int planned_count = 0, changed = 0;
  for (const WorldKind kind : {WorldKind::City, WorldKind::Forest}) {
    const FlightScene scene(kind, 60, 1, kBody_m);
    const ClearanceProbe probe = *ClearanceProbe::Make(scene.world);
    TrajectoryContext context;
    TrafficPlan plan;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(seed);
      // Ends that are apart from each other.
      std::vector<Vec3> starts, goals;
      const auto is_apart = [&](Vec3 p) {
        const auto is_far = [&](Vec3 q) { return Length(p - q) > 4 * kApart_m; };
        return std::all_of(starts.begin(), starts.end(), is_far) && std::all_of(goals.begin(), goals.end(), is_far);
      };
      for (uint64_t i = 0; goals.size() < kDrones; ++i) {
        const Vec3 p = *scene.navigator->RandomFree(1000 * seed + i, kBody_m);
        if (is_apart(p)) (starts.size() == goals.size() ? starts : goals).push_back(p);
      }
      std::vector<Trajectory> flights;
      for (const Vec3& start : starts) {
        TrajectoryPiece rest;
        rest.points.fill(start);
        rest.duration_s = 1;
        flights.push_back(Trajectory({rest}));
      }
      for (size_t i = 0; i < kDrones; ++i) {
        // Paths keep away from the starts of those planned later and the goals of those planned before.
        std::vector<CostRegion> places;
        const Vec3 half = Vec3{1, 1, 1} * (2 * kApart_m + 1e-3);
        for (size_t k = 0; k < kDrones; ++k) {
          const Vec3 at = k > i ? starts[k] : goals[k];
          if (k != i) places.push_back({{at - half, at + half}, std::numeric_limits<double>::infinity()});
        }
        const FlightQuery query{.start = starts[i], .goal = goals[i], .radius_m = kBody_m, .regions = places};
        const FlightPath path = scene.navigator->Find(query);
        if (path.status != PathStatus::Complete) continue;  // It stays at its start.
        const Rooms rooms = scene.maker->Find(*scene.navigator, query, path.points);
        ASSERT_EQ(rooms.status, RoomStatus::Complete);
        std::vector<MovingBall> others;
        for (size_t k = 0; k < kDrones; ++k) {
          if (k != i) others.push_back({&flights[k], 0, kApart_m});
        }
        TrafficQuery wanted;
        wanted.to.points = rooms.path;
        wanted.to.rooms = &rooms.corridor;
        wanted.radius_m = kApart_m;
        wanted.traffic.balls = others;
        PlanInTraffic(wanted, context, plan);
        // There is always one: after all others have arrived.
        ASSERT_NE(plan.way, TrafficWay::Blocked);
        ++planned_count;
        changed += plan.way != TrafficWay::Free;
        flights[i] = plan.planned.trajectory;
        EXPECT_LE(OutsideRooms(flights[i], rooms.corridor), 1e-6);
        EXPECT_LE(LimitUse(flights[i], wanted.to.limits), 1 + 1e-6);
        EXPECT_GE(ClearanceOf(flights[i], probe, kBody_m), kBody_m - 1e-6);
      }
      for (size_t i = 0; i < kDrones; ++i) {
        for (size_t k = 0; k < i; ++k) {
          const double exact_m = MinDistance(flights[i], flights[k]).distance_m;
          EXPECT_GE(exact_m, 2 * kApart_m) << i << " " << k;
          EXPECT_GE(SlowDistance(flights[i], flights[k]), exact_m - 1e-6);
        }
      }
    }
  }
  EXPECT_GT(planned_count, 140);
  EXPECT_GT(changed, 10);
}

TEST(Avoidance, LetsAgentsFlyTheirTrajectoriesBetweenManoeuvres) {
  // Twelve drones across one crossing of streets: each follows its trajectory, but moves as Avoidance says. Where
  // nobody is near, that is the trajectory itself.
  constexpr double kBody_m = 0.5, kStep_s = 0.02;
  constexpr size_t kDrones = 12;
  RoomCorridor hall;
  AppendBox({{0, 0, 0}, {40, 40, 8}}, hall);
  std::vector<std::vector<Vec3>> paths;
  for (size_t i = 0; i < kDrones; ++i) {
    const double angle = 2 * std::numbers::pi * double(i) / kDrones;
    const Vec3 out{18 * std::cos(angle), 18 * std::sin(angle), 0}, middle{20, 20, 4};
    paths.push_back({middle + out, middle - out});
  }
  std::vector<Trajectory> flights;
  std::vector<Mover> movers;
  for (const std::vector<Vec3>& path : paths) {
    TrajectoryQuery query;
    query.points = path;
    query.rooms = &hall;
    query.limits.speed_m_s = 4;
    flights.push_back(PlanTrajectory(query).trajectory);
    movers.push_back({.position = path[0], .radius_m = kBody_m, .speed_m_s = 5});
  }
  Avoidance avoidance;
  std::vector<TrackProgress> progress(kDrones);
  std::vector<SafeStep> steps(kDrones);
  const TrackOptions options{.wait_error_m = 6};
  double nearest_m = 1e9, largest_error_m = 0, early_error_m = 0;
  size_t arrived = 0;
  for (double t = 0; t < 90 && arrived < kDrones; t += kStep_s) {
    arrived = 0;
    for (size_t i = 0; i < kDrones; ++i) {
      Mover& mover = movers[i];
      const TrackStep step =
          FollowTrajectory(flights[i], options, mover.position, mover.velocity, kStep_s, progress[i]);
      mover.preferred = mover.velocity + step.acceleration * kStep_s;
      largest_error_m = std::max(largest_error_m, step.error_m);
      if (t < 0.5) early_error_m = std::max(early_error_m, step.error_m);
      arrived += step.has_ended && step.error_m < 0.1;
    }
    ASSERT_TRUE(avoidance.Solve(movers, kStep_s, {.horizon_s = 1.5}, steps, 1));
    for (size_t i = 0; i < kDrones; ++i) {
      movers[i].velocity = steps[i].velocity;
      movers[i].position = steps[i].position;
      for (size_t k = 0; k < i; ++k) {
        nearest_m = std::min(nearest_m, Length(movers[i].position - movers[k].position));
      }
    }
  }
  EXPECT_EQ(arrived, kDrones);
  EXPECT_GE(nearest_m, 2 * kBody_m - 1e-6);
  EXPECT_LT(early_error_m, 0.05);
  EXPECT_GT(largest_error_m, 0.3);  // There were manoeuvres.
}

}  // namespace
}  // namespace navnet
