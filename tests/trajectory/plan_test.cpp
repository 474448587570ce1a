// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/plan.h>

#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

TEST(PlanTrajectory, StaysInRoomsAndLimitsOfRandomCorridors) {
  TrajectoryContext context;
  PlannedTrajectory planned;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, random.Integer(1, 9));
    TrajectoryQuery query = corridor.Query();
    query.limits = {.speed_m_s = random.Uniform(1, 12),
                    .climb_m_s = random.Integer(0, 1) * random.Uniform(0.5, 3),
                    .descent_m_s = random.Integer(0, 1) * random.Uniform(0.5, 3),
                    .acceleration_m_s2 = random.Uniform(1, 10),
                    .jerk_m_s3 = random.Uniform(2, 100),
                    .up = random.Integer(0, 1) ? UpAxis::Y : UpAxis::Z};
    query.goal_is_free = random.Integer(0, 4) == 0;
    query.smoothness = random.Integer(0, 3) == 0 ? random.Uniform(0.1, 10) : 0;
    PlanTrajectory(query, context, planned);
    ExpectKept(query, planned);
    ExpectKeptBySamples(query, planned.trajectory, 200);
  }
}

TEST(PlanTrajectory, IsAboutAsFastAsATriangleProfileOnAStraightLine) {
  // Without bends, the bound is reached up to the jerk limit and the control points' distance from the curves.
  RoomCorridor rooms;
  AppendBox({{-1, -1, -1}, {101, 1, 1}}, rooms);
  const std::vector<Vec3> points = {{0, 0, 0}, {100, 0, 0}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  query.limits.jerk_m_s3 = 1000;
  query.tolerance = 1e-2;
  query.max_steps = 200;
  const PlannedTrajectory planned = PlanTrajectory(query);
  ExpectKept(query, planned);
  EXPECT_EQ(planned.status, TrajectoryStatus::Complete);
  EXPECT_NEAR(planned.bound_s, 21, 1e-3);
  EXPECT_LT(planned.Gap(), 0.06);
}

TEST(PlanTrajectory, MoreStepsNeverMakeItLonger) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const TestCorridor corridor = RandomCorridor(seed, 6);
    TrajectoryQuery query = corridor.Query();
    double last_s = std::numeric_limits<double>::infinity();
    for (const int steps : {0, 1, 2, 5, 10, 20, 40, 80}) {
      query.max_steps = steps;
      const PlannedTrajectory planned = PlanTrajectory(query);
      ExpectKept(query, planned);
      EXPECT_LE(planned.steps, steps);
      EXPECT_LE(planned.trajectory.duration_s(), last_s);
      last_s = planned.trajectory.duration_s();
    }
  }
}

TEST(PlanTrajectory, GivesTheSameBitsWithAUsedContextAndOnManyThreads) {
  std::vector<TestCorridor> corridors;
  for (uint64_t seed = 1; seed <= 40; ++seed) corridors.push_back(RandomCorridor(seed, int(1 + seed % 6)));
  std::vector<TrajectoryQuery> queries;
  for (const TestCorridor& corridor : corridors) queries.push_back(corridor.Query());
  const std::vector<PlannedTrajectory> all = PlanTrajectories(queries, 2);
  TrajectoryContext context;
  PlannedTrajectory one;
  for (size_t i = queries.size(); i-- > 0;) {
    PlanTrajectory(queries[i], context, one);
    ASSERT_EQ(one.trajectory.pieces().size(), all[i].trajectory.pieces().size());
    EXPECT_EQ(one.status, all[i].status);
    EXPECT_EQ(one.bound_s, all[i].bound_s);
    for (size_t k = 0; k < one.trajectory.pieces().size(); ++k) {
      EXPECT_EQ(one.trajectory.pieces()[k].points, all[i].trajectory.pieces()[k].points);
      EXPECT_EQ(one.trajectory.pieces()[k].duration_s, all[i].trajectory.pieces()[k].duration_s);
    }
  }
}

TEST(PlanTrajectory, SmoothnessLowersTheJerk) {
  const TestCorridor corridor = RandomCorridor(3, 5);
  TrajectoryQuery query = corridor.Query();
  const auto jerk = [&](double smoothness) {
    query.smoothness = smoothness;
    const PlannedTrajectory planned = PlanTrajectory(query);
    ExpectKept(query, planned);
    return planned.trajectory.Peaks().jerk_m_s3;
  };
  const double fast = jerk(0), smooth = jerk(10), smoother = jerk(1000);
  EXPECT_LT(smooth, 0.8 * fast);
  EXPECT_LT(smoother, 0.6 * smooth);
}

TEST(PlanTrajectory, RunsThroughAWorldFarFromTheOriginAndAtAnyScale) {
  for (const double scale : {1e-2, 1.0, 1e2}) {
    for (const double distance : {0.0, 1e6}) {
      SCOPED_TRACE(scale);
      const TestCorridor corridor = RandomCorridor(5, 5, scale, {distance, -distance, distance});
      TrajectoryQuery query = corridor.Query();
      query.limits = {.speed_m_s = 5 * scale, .acceleration_m_s2 = 5 * scale, .jerk_m_s3 = 20 * scale};
      const PlannedTrajectory planned = PlanTrajectory(query);
      ExpectKept(query, planned, 1e-5);
    }
  }
}

TEST(PlanTrajectory, TakesLimitsOfAnySize) {
  const TestCorridor corridor = RandomCorridor(8, 4);
  for (const double v : {1e-3, 1.0, 1e6}) {
    for (const double a : {1e-3, 1.0, 1e6}) {
      for (const double j : {1e-3, 1.0, 1e6}) {
        SCOPED_TRACE(testing::Message() << v << " " << a << " " << j);
        TrajectoryQuery query = corridor.Query();
        query.limits = {.speed_m_s = v, .acceleration_m_s2 = a, .jerk_m_s3 = j};
        const PlannedTrajectory planned = PlanTrajectory(query);
        ExpectKept(query, planned);
      }
    }
  }
}

TEST(PlanTrajectory, FliesFromAPointToItself) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {1, 1, 1}}, rooms);
  for (const std::vector<Vec3>& points : {std::vector<Vec3>{{0.5, 0.5, 0.5}}, {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}}) {
    TrajectoryQuery query;
    query.points = points;
    query.rooms = &rooms;
    const PlannedTrajectory planned = PlanTrajectory(query);
    ExpectKept(query, planned);
    EXPECT_LT(planned.trajectory.duration_s(), 0.01);
  }
}

TEST(PlanTrajectory, StopsWhereRoomsOnlyTouch) {
  // Two boxes that share an edge, a flat room, and a room of one point.
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {2, 2, 2}}, rooms);
  AppendBox({{2, 2, 0}, {4, 4, 2}}, rooms);
  AppendBox({{4, 2, 1}, {6, 4, 1}}, rooms);
  AppendBox({{6, 3, 1}, {6, 3, 1}}, rooms);
  AppendBox({{6, 2, 0}, {8, 4, 2}}, rooms);
  const std::vector<Vec3> points = {{1, 1, 1}, {2, 2, 1}, {4, 3, 1}, {6, 3, 1}, {7, 3, 1}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const PlannedTrajectory planned = PlanTrajectory(query);
  ExpectKept(query, planned);
}

TEST(PlanTrajectory, RunsAlongAWallThatStartAndGoalTouch) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {20, 4, 4}}, rooms);
  const std::vector<Vec3> points = {{0, 0, 0}, {20, 0, 0}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const PlannedTrajectory planned = PlanTrajectory(query);
  ExpectKept(query, planned);
  EXPECT_LT(planned.Gap(), 0.4);
}

TEST(PlanTrajectory, StartsAndArrivesMoving) {
  TrajectoryContext context;
  PlannedTrajectory planned;
  int found = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, random.Integer(1, 6));
    TrajectoryQuery query = corridor.Query();
    query.start_velocity = random.Point(-1, 1) * random.Uniform(0, 2.8);
    query.start_acceleration = random.Point(-1, 1) * random.Uniform(0, 2.8);
    if (random.Integer(0, 1)) query.goal_velocity = random.Point(-1, 1) * random.Uniform(0, 2.8);
    PlanTrajectory(query, context, planned);
    if (!HasTrajectory(planned.status)) {
      EXPECT_TRUE(planned.status == TrajectoryStatus::StartTooFast || planned.status == TrajectoryStatus::GoalTooFast);
      continue;
    }
    ++found;
    ExpectKept(query, planned);
  }
  EXPECT_GE(found, 35);
}

TEST(PlanTrajectory, ContinuesFromAnyMomentOfATrajectory) {
  TrajectoryContext context;
  PlannedTrajectory planned, again;
  int found = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, 5);
    PlanTrajectory(corridor.Query(), context, planned);
    const double time_s = random.Uniform(0, planned.trajectory.duration_s());
    const MotionState state = planned.trajectory.StateAt(time_s);
    const uint32_t room = planned.trajectory.pieces()[planned.trajectory.PieceAt(time_s)].room;
    RoomCorridor ahead;
    std::vector<Vec3> points{state.position};
    for (uint32_t i = room; i < corridor.rooms.size(); ++i) {
      ahead.Append(corridor.rooms.PlanesOf(i));
      points.push_back(corridor.points[i + 1]);
    }
    TrajectoryQuery query;
    query.points = points;
    query.rooms = &ahead;
    query.start_velocity = state.velocity;
    query.start_acceleration = state.acceleration;
    PlanTrajectory(query, context, again);
    if (again.status == TrajectoryStatus::StartTooFast) continue;  // Then PlanStop has an answer.
    ++found;
    ExpectKept(query, again);
    EXPECT_LT(again.trajectory.duration_s(), 1.3 * (planned.trajectory.duration_s() - time_s) + 1);
  }
  EXPECT_GE(found, 9);
}

// A bend that three rooms share: no piece without length, in which nothing but rounding would decide the jerk.
TEST(PlanTrajectory, PassesABendThatSeveralRoomsShareAtOneKnot) {
  for (const double sliver_m : {0.0, 1e-9, 1e-5, 1e-4}) {
    SCOPED_TRACE(sliver_m);
    RoomCorridor rooms;
    AppendBox({{0, 0, 0}, {5, 2, 2}}, rooms);
    AppendBox({{5 - sliver_m, 0, 0}, {5 + sliver_m, 2, 2}}, rooms);
    AppendBox({{5, 0, 0}, {7, 2, 2}}, rooms);
    const std::vector<Vec3> points = {{1, 1, 1}, {5, 1, 1}, {6, 1.5, 1}};
    TrajectoryQuery query;
    query.points = points;
    query.rooms = &rooms;
    const PlannedTrajectory planned = PlanTrajectory(query);
    ExpectKept(query, planned);
    for (const TrajectoryPiece& piece : planned.trajectory.pieces()) EXPECT_GT(piece.duration_s, 1e-3);
  }
}

TEST(PlanTrajectory, TurnsBackInAShaftAtALowLimitOfTheClimb) {
  RoomCorridor rooms;
  AppendBox({{-1, -1, -1}, {1, 1, 4}}, rooms);
  AppendBox({{-1, -1, -1}, {1, 1, 4}}, rooms);
  const std::vector<Vec3> points = {{0, 0, 0}, {0, 0, 3.5}, {0, 0, 0.5}};
  for (const double limit_m_s : {0.1, 1.0, 4.0}) {
    TrajectoryQuery query;
    query.points = points;
    query.rooms = &rooms;
    query.limits.climb_m_s = query.limits.descent_m_s = limit_m_s;
    const PlannedTrajectory planned = PlanTrajectory(query);
    ExpectKept(query, planned);
  }
}

TEST(PlanTrajectory, SaysWhyThereIsNone) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {2, 2, 2}}, rooms);
  AppendBox({{1.5, 0, 0}, {4, 2, 2}}, rooms);
  const std::vector<Vec3> points = {{1, 1, 1}, {3, 1, 1}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const auto status = [&](const auto& change) {
    TrajectoryQuery changed = query;
    change(changed);
    const PlannedTrajectory planned = PlanTrajectory(changed);
    EXPECT_EQ(planned.trajectory.empty(), !HasTrajectory(planned.status));
    return planned.status;
  };
  EXPECT_EQ(status([](TrajectoryQuery&) {}), TrajectoryStatus::Complete);
  EXPECT_EQ(status([](TrajectoryQuery& q) { q.start_velocity = {0, 0, 6}; }), TrajectoryStatus::StartTooFast);
  EXPECT_EQ(status([](TrajectoryQuery& q) { q.start_velocity = {0, 0, 4.9}; }), TrajectoryStatus::StartTooFast);
  EXPECT_EQ(status([](TrajectoryQuery& q) { q.start_acceleration = {0, 9, 0}; }), TrajectoryStatus::StartTooFast);
  EXPECT_EQ(status([](TrajectoryQuery& q) { q.goal_velocity = {0, 0, 6}; }), TrajectoryStatus::GoalTooFast);
  EXPECT_EQ(status([](TrajectoryQuery& q) { q.goal_velocity = {0, 4.9, 0}; }), TrajectoryStatus::GoalTooFast);
  const std::vector<Vec3> outside = {{-1, 1, 1}, {3, 1, 1}}, beyond = {{1, 1, 1}, {5, 1, 1}};
  EXPECT_EQ(status([&](TrajectoryQuery& q) { q.points = outside; }), TrajectoryStatus::StartOutside);
  EXPECT_EQ(status([&](TrajectoryQuery& q) { q.points = beyond; }), TrajectoryStatus::GoalOutside);
  RoomCorridor apart;
  AppendBox({{0, 0, 0}, {2, 2, 2}}, apart);
  AppendBox({{2.5, 0, 0}, {4, 2, 2}}, apart);
  EXPECT_EQ(status([&](TrajectoryQuery& q) { q.rooms = &apart; }), TrajectoryStatus::RoomsApart);
}

TEST(PlanTrajectory, RefusesHostileNumbers) {
  const TestCorridor corridor = RandomCorridor(1, 3);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto refused = [&](const auto& change) {
    TrajectoryQuery query = corridor.Query();
    change(query);
    EXPECT_FALSE(Validate(query));
    return PlanTrajectory(query).status == TrajectoryStatus::InvalidQuery;
  };
  for (const double bad : {nan, infinity, -infinity, -1.0, 1e30}) {
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.limits.speed_m_s = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.limits.climb_m_s = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.limits.descent_m_s = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.limits.acceleration_m_s2 = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.limits.jerk_m_s3 = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.smoothness = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.tolerance = bad; }));
  }
  EXPECT_TRUE(refused([](TrajectoryQuery& q) { q.limits.speed_m_s = 0; }));
  EXPECT_TRUE(refused([](TrajectoryQuery& q) { q.max_steps = -1; }));
  EXPECT_TRUE(refused([](TrajectoryQuery& q) { q.max_us = -1; }));
  EXPECT_TRUE(refused([](TrajectoryQuery& q) { q.points = {}; }));
  EXPECT_TRUE(refused([](TrajectoryQuery& q) { q.rooms = nullptr; }));
  const RoomCorridor none;
  EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.rooms = &none; }));
  for (const double bad : {nan, infinity, 1e30}) {
    std::vector<Vec3> points = corridor.points;
    points[1].y = bad;
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.points = points; }));
    RoomCorridor rooms = corridor.rooms;
    rooms.planes[2].offset_m = bad;
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.rooms = &rooms; }));
    rooms = corridor.rooms;
    rooms.planes[2].normal.x = bad;
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.rooms = &rooms; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.start_velocity.x = bad; }));
    EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.goal_acceleration.z = bad; }));
  }
  RoomCorridor unordered = corridor.rooms;
  unordered.first_plane[1] = 1000;
  EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.rooms = &unordered; }));
  RoomCorridor empty_start;
  empty_start.first_plane.clear();
  EXPECT_TRUE(refused([&](TrajectoryQuery& q) { q.rooms = &empty_start; }));
}

TEST(PlanStop, AlwaysStopsInsideRoomsAndLimits) {
  TrajectoryContext context;
  PlannedTrajectory planned, stop;
  // 1,000 moments at random, the first and the last one of each trajectory among them.
  int shorter = 0, all = 0;
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, random.Integer(1, 7));
    TrajectoryQuery query = corridor.Query();
    query.limits = {.speed_m_s = random.Uniform(1, 12),
                    .climb_m_s = random.Integer(0, 1) * random.Uniform(0.5, 3),
                    .acceleration_m_s2 = random.Uniform(1, 10),
                    .jerk_m_s3 = random.Uniform(5, 100)};
    PlanTrajectory(query, context, planned);
    const Trajectory& trajectory = planned.trajectory;
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(testing::Message() << seed << " " << i);
      const double time_s = trajectory.duration_s() * (i == 0 ? 0 : i == 1 ? 1 : random.Uniform(0, 1));
      PlanStop(trajectory, time_s, corridor.rooms, query.limits, context, stop);
      ASSERT_TRUE(HasTrajectory(stop.status));
      const Trajectory& s = stop.trajectory;
      EXPECT_LE(OutsideRooms(s, corridor.rooms), 1e-9);
      EXPECT_LE(LimitUse(s, query.limits), 1 + 1e-6);
      EXPECT_LE(LargestJump(s, query.limits), 1e-5);  // Rounding, where the first piece is a few milliseconds.
      const MotionState from = trajectory.StateAt(time_s), begin = s.StateAt(0), end = s.StateAt(s.duration_s());
      EXPECT_LE(Length(from.position - begin.position), 1e-9);
      EXPECT_LE(Length(from.velocity - begin.velocity), 1e-6);
      EXPECT_LE(Length(from.acceleration - begin.acceleration), 1e-6);
      EXPECT_LE(Length(end.velocity), 1e-6);
      EXPECT_LE(Length(end.acceleration), 1e-5);
      EXPECT_LE(s.duration_s(), std::max(0.001, trajectory.duration_s() - time_s + 1e-9));
      ++all;
      shorter += s.duration_s() < trajectory.duration_s() - time_s;
    }
  }
  EXPECT_GT(shorter, all / 2);
}

TEST(PlanStop, RefusesRoomsThatAreNotItsOwn) {
  const TestCorridor corridor = RandomCorridor(4, 5);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const Trajectory mixed({trajectory.pieces().back(), trajectory.pieces().front()});
  RoomCorridor one;
  one.Append(corridor.rooms.PlanesOf(0));
  TrajectoryContext context;
  PlannedTrajectory stop;
  PlanStop(trajectory, 1, one, {}, context, stop);
  EXPECT_EQ(stop.status, TrajectoryStatus::InvalidQuery);
  PlanStop(mixed, 0, corridor.rooms, {}, context, stop);
  EXPECT_EQ(stop.status, TrajectoryStatus::InvalidQuery);
  PlanStop(Trajectory(), 0, corridor.rooms, {}, context, stop);
  EXPECT_EQ(stop.status, TrajectoryStatus::InvalidQuery);
  // Before the beginning and after the end: as there.
  for (const double time_s : {-1e9, -1.0, 1e9}) {
    PlanStop(trajectory, time_s, corridor.rooms, {}, context, stop);
    EXPECT_EQ(stop.status, TrajectoryStatus::Complete);
    EXPECT_LE(stop.trajectory.duration_s(), 0.002);
  }
}

}  // namespace
}  // namespace navnet
