// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/traffic.h>

#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

Trajectory RandomFlight(uint64_t seed) {
  const TestCorridor corridor = RandomCorridor(seed, int(1 + seed % 5));
  return PlanTrajectory(corridor.Query()).trajectory;
}

Trajectory RestAt(Vec3 p) {
  TrajectoryPiece piece;
  piece.points.fill(p);
  piece.duration_s = 1;
  return Trajectory({piece});
}

double DistanceTo(const Box3& box, Vec3 p) { return Length(p - Min(Max(p, box.min), box.max)); }

// The first conflict by dense sampling: late by at most a step, or missed where it is shorter than that.
double SlowFirstConflict(const Trajectory& trajectory, double begin_s, double radius_m, const Traffic& traffic,
                         bool stays, double until_s, double step_s) {
  const double end_s = stays ? until_s : begin_s + trajectory.duration_s();
  for (double t = begin_s; t <= end_s; t += step_s) {
    const Vec3 p = trajectory.At(t - begin_s).position;
    for (const MovingBall& ball : traffic.balls) {
      if (!ball.stays && t > ball.begin_s + ball.trajectory->duration_s()) continue;
      if (Length(p - ball.trajectory->At(t - ball.begin_s).position) < radius_m + ball.radius_m) return t;
    }
    for (const TimedBox& box : traffic.boxes) {
      if (t >= box.from_s && t <= box.until_s && DistanceTo(box.box, p) < radius_m) return t;
    }
  }
  return kForever;
}

TEST(FirstConflict, AgreesWithDenseSamples) {
  constexpr double kStep_s = 2e-3;
  int found = 0, none = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Trajectory own = RandomFlight(seed);
    const Trajectory others[] = {RandomFlight(seed + 100), RandomFlight(seed + 200), RestAt(random.Point(-9, 9))};
    std::vector<MovingBall> balls;
    for (const Trajectory& other : others) {
      balls.push_back({&other, random.Uniform(-4, 8), random.Uniform(0, 0.5), random.Integer(0, 1) == 1});
    }
    const Vec3 at = random.Point(-9, 9);
    const double from_s = random.Uniform(-3, 9);
    const TimedBox boxes[] = {{{at, at + random.Point(0.1, 2)}, from_s, from_s + random.Uniform(0, 5)}};
    const Traffic traffic{balls, boxes};
    const double begin_s = random.Uniform(-2, 2), radius_m = random.Uniform(0.05, 0.5);
    const bool stays = random.Integer(0, 1) == 1;
    const auto first = FirstConflict(own, begin_s, radius_m, traffic, stays);
    const double slow_s = SlowFirstConflict(own, begin_s, radius_m, traffic, stays, 80, kStep_s);
    if (!first) {
      EXPECT_EQ(slow_s, kForever);
      ++none;
      continue;
    }
    ++found;
    EXPECT_LE(first->time_s, slow_s + 1e-9);
    // There is one at that time, and with that object.
    const Vec3 p = own.At(first->time_s - begin_s).position;
    if (first->is_box) {
      EXPECT_LE(DistanceTo(boxes[first->with].box, p), radius_m + 2e-6);
    } else {
      const MovingBall& ball = balls[first->with];
      EXPECT_LE(Length(p - ball.trajectory->At(first->time_s - ball.begin_s).position),
                radius_m + ball.radius_m + 2e-6);
    }
  }
  EXPECT_GT(found, 15);
  EXPECT_GT(none, 6);
}

TEST(FirstConflict, FindsNoneWhereTheMinimumDistanceIsLarger) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const Trajectory a = RandomFlight(seed), b = RandomFlight(seed + 50);
    const double least_m = MinDistance(a, b).distance_m;
    const auto conflict = [&](double sum_m) {
      const MovingBall ball{&b, 0, sum_m / 2};
      return FirstConflict(a, 0, sum_m / 2, {{&ball, 1}, {}}).has_value();
    };
    EXPECT_FALSE(conflict(least_m - 1e-5)) << seed;
    EXPECT_TRUE(conflict(least_m + 1e-5)) << seed;
  }
}

// A lane along x, two metres wide.
struct Lane {
  RoomCorridor rooms;
  std::vector<Vec3> points = {{1, 1, 1}, {39, 1, 1}};

  Lane() { AppendBox({{0, 0, 0}, {40, 2, 2}}, rooms); }
  TrafficQuery Query(const Traffic& traffic) const {
    TrafficQuery query;
    query.to.points = points;
    query.to.rooms = &rooms;
    query.radius_m = 0.4;
    query.traffic = traffic;
    return query;
  }
};

void ExpectFree(const TrafficQuery& query, const TrafficPlan& plan) {
  ASSERT_NE(plan.way, TrafficWay::Blocked);
  const Trajectory& t = plan.planned.trajectory;
  EXPECT_LE(OutsideRooms(t, *query.to.rooms), 1e-6);
  EXPECT_LE(LimitUse(t, query.to.limits), 1 + 1e-6);
  EXPECT_LE(LargestJump(t, query.to.limits), 1e-6);
  EXPECT_FALSE(FirstConflict(t, query.begin_s, query.radius_m, query.traffic, query.stays));
  EXPECT_EQ(SlowFirstConflict(t, query.begin_s, query.radius_m, query.traffic, query.stays, 90, 0.01), kForever);
  EXPECT_LE(Length(t.At(0).position - query.to.points.front()), 1e-9);
  EXPECT_LE(Length(t.At(t.duration_s()).position - query.to.points.back()), 1e-9);
}

TEST(PlanInTraffic, FliesThroughADoorWhileItIsOpen) {
  const Lane lane;
  TrajectoryContext context;
  TrafficPlan plan;
  const Box3 door{{20, -1, -1}, {20.2, 3, 3}};
  const TimedBox open_later[] = {{door, -kForever, 12}}, closes[] = {{door, 60, kForever}}, shut[] = {{door}};
  const TimedBox shut_for_a_while[] = {{door, 2, 9}};
  PlanInTraffic(lane.Query({{}, closes}), context, plan);
  EXPECT_EQ(plan.way, TrafficWay::Free);
  const double free_s = plan.planned.trajectory.duration_s();
  PlanInTraffic(lane.Query({{}, open_later}), context, plan);
  ExpectFree(lane.Query({{}, open_later}), plan);
  EXPECT_NE(plan.way, TrafficWay::Free);
  // It is at the door soon after it opens: it flies ahead rather than wait at the start until then.
  EXPECT_LT(plan.planned.trajectory.duration_s(), 12 + free_s / 2 + 1);
  PlanInTraffic(lane.Query({{}, shut_for_a_while}), context, plan);
  ExpectFree(lane.Query({{}, shut_for_a_while}), plan);
  EXPECT_EQ(plan.planned.trajectory.duration_s() > free_s, true);
  PlanInTraffic(lane.Query({{}, shut}), context, plan);
  EXPECT_EQ(plan.way, TrafficWay::Blocked);
  EXPECT_TRUE(plan.planned.trajectory.empty());
  EXPECT_TRUE(plan.conflict.is_box);
}

TEST(PlanInTraffic, LetsARockPass) {
  const Lane lane;
  TrajectoryContext context;
  TrafficPlan plan;
  // Rocks that cross the lane, at rest long before and after.
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<Trajectory> rocks;
    for (int i = 0; i < 4; ++i) {
      const Vec3 from{random.Uniform(4, 36), -30, random.Uniform(0, 2)};
      TrajectoryPiece piece;
      const Vec3 to{random.Uniform(4, 36), 30, random.Uniform(0, 2)};
      for (int k = 0; k < 6; ++k) piece.points[size_t(k)] = from + (to - from) * (k / 5.0);
      piece.duration_s = random.Uniform(5, 20);
      rocks.push_back(Trajectory({piece}));
    }
    std::vector<MovingBall> balls;
    for (const Trajectory& rock : rocks) balls.push_back({&rock, random.Uniform(-5, 5), random.Uniform(0.3, 2)});
    const TrafficQuery query = lane.Query({balls, {}});
    PlanInTraffic(query, context, plan);
    ExpectFree(query, plan);
  }
}

TEST(PlanInTraffic, KeepsACrowdApart) {
  // A hall with drones from wall to wall, planned one after another; those that have not left yet are in the way, too.
  TrajectoryContext context;
  TrafficPlan plan;
  int ways[5] = {};
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    TestRandom random(seed);
    RoomCorridor hall;
    AppendBox({{0, 0, 0}, {30, 30, 6}}, hall);
    constexpr size_t kDrones = 16;
    constexpr double kRadius_m = 0.4;
    std::vector<std::vector<Vec3>> paths;
    std::vector<Trajectory> flights;
    for (size_t i = 0; i < kDrones; ++i) {
      const double at = 1.5 + 1.7 * double(i);
      // Starts and goals are on the walls, far enough from each other and from all paths but their own.
      const double to = random.Uniform(8, 22);
      paths.push_back(i % 2 ? std::vector<Vec3>{{0.5, at, 1}, {29.5, to, 1 + 0.3 * double(i)}}
                            : std::vector<Vec3>{{at, 0.5, 5}, {to, 29.5, 1 + 0.3 * double(i)}});
    }
    for (size_t i = 0; i < kDrones; ++i) flights.push_back(RestAt(paths[i][0]));
    for (size_t i = 0; i < kDrones; ++i) {
      std::vector<MovingBall> others;
      for (size_t k = 0; k < kDrones; ++k) {
        if (k != i) others.push_back({&flights[k], 0, kRadius_m});
      }
      TrafficQuery query;
      query.to.points = paths[i];
      query.to.rooms = &hall;
      query.radius_m = kRadius_m;
      query.traffic.balls = others;
      PlanInTraffic(query, context, plan);
      ++ways[size_t(plan.way)];
      if (plan.way == TrafficWay::Blocked) continue;  // It stays at its start.
      ExpectFree(query, plan);
      flights[i] = plan.planned.trajectory;
    }
    for (size_t i = 0; i < kDrones; ++i) {
      for (size_t k = 0; k < i; ++k) EXPECT_GE(MinDistance(flights[i], flights[k]).distance_m, 2 * kRadius_m);
    }
  }
  EXPECT_LE(ways[size_t(TrafficWay::Blocked)], 10);
  EXPECT_GT(ways[size_t(TrafficWay::Free)], 30);
  EXPECT_GT(ways[size_t(TrafficWay::Waited)] + ways[size_t(TrafficWay::Slowed)] + ways[size_t(TrafficWay::Held)], 6);
}

TEST(PlanInTraffic, FromAMovingStartHoldsOnTheWay) {
  const Lane lane;
  TrajectoryContext context;
  TrafficPlan plan;
  const TimedBox door[] = {{{{30, -1, -1}, {30.2, 3, 3}}, -kForever, 15}};
  TrafficQuery query = lane.Query({{}, door});
  query.to.start_velocity = {3, 0, 0};
  query.begin_s = 2;
  PlanInTraffic(query, context, plan);
  ExpectFree(query, plan);
  EXPECT_EQ(plan.way, TrafficWay::Held);
  EXPECT_LE(Length(plan.planned.trajectory.At(0).velocity - Vec3{3, 0, 0}), 1e-6);
}

TEST(PlanInTraffic, RefusesWhatIsNotValid) {
  const Lane lane;
  TrajectoryContext context;
  const auto refused = [&](const auto& change, const std::string& message) {
    TrafficQuery query = lane.Query({});
    change(query);
    TrafficPlan plan;
    PlanInTraffic(query, context, plan);
    EXPECT_EQ(plan.planned.status, TrajectoryStatus::InvalidQuery);
    EXPECT_EQ(plan.way, TrafficWay::Blocked);
    const Status status = Validate(query);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find(message), std::string::npos) << status.error().message;
  };
  const Trajectory none;
  const Trajectory rest = RestAt({});
  const MovingBall nothing[] = {{}}, empty[] = {{&none}}, large[] = {{&rest, 0, -1}};
  const TimedBox flat[] = {{}}, late[] = {{{{0, 0, 0}, {1, 1, 1}}, 2, 1}};
  refused([](TrafficQuery& q) { q.to.points = {}; }, "to.points");
  refused([&](TrafficQuery& q) { q.traffic.balls = nothing; }, "traffic.balls[0].trajectory");
  refused([&](TrafficQuery& q) { q.traffic.balls = empty; }, "traffic.balls[0].trajectory");
  refused([&](TrafficQuery& q) { q.traffic.balls = large; }, "traffic.balls[0].radius_m");
  refused([&](TrafficQuery& q) { q.traffic.boxes = flat; }, "traffic.boxes[0].box");
  refused([&](TrafficQuery& q) { q.traffic.boxes = late; }, "traffic.boxes[0].from_s");
  refused([](TrafficQuery& q) { q.begin_s = std::nan(""); }, "begin_s");
  refused([](TrafficQuery& q) { q.radius_m = -1; }, "radius_m");
  refused([](TrafficQuery& q) { q.most_wait_s = -1; }, "most_wait_s");
  refused([](TrafficQuery& q) { q.wait_step_s = 0; }, "wait_step_s");
  refused([](TrafficQuery& q) { q.holds = -1; }, "holds");
}

}  // namespace
}  // namespace navnet
