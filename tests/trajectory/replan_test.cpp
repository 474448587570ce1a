// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/replan.h>

#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

/// A trajectory in flight, and a corridor that begins where it is at a time.
struct Flight {
  TestCorridor corridor;
  Trajectory trajectory;
  double time_s = 0;
};

// Checks a trajectory that continues another: its state at the start, rooms, limits and joints, and that it ends at
// rest.
void ExpectContinues(const Trajectory& flown, double time_s, const Trajectory& next, const RoomCorridor& rooms,
                     const MotionLimits& limits) {
  ASSERT_FALSE(next.empty());
  EXPECT_LE(OutsideRooms(next, rooms), 1e-6);
  EXPECT_LE(LimitUse(next, limits), 1 + 1e-6);
  EXPECT_LE(LargestJump(next, limits), 1e-6);
  const MotionState from = flown.StateAt(time_s), begin = next.StateAt(0), end = next.StateAt(next.duration_s());
  EXPECT_LE(Length(from.position - begin.position), 1e-9);
  EXPECT_LE(Length(from.velocity - begin.velocity), 1e-6);
  EXPECT_LE(Length(from.acceleration - begin.acceleration), 1e-5);
  EXPECT_LE(Length(end.velocity), 1e-6);
  EXPECT_LE(Length(end.acceleration), 1e-5);
}

// A corridor around a point, in a random direction.
TestCorridor CorridorFrom(Vec3 p, uint64_t seed, double width_m) {
  TestRandom random(seed);
  TestCorridor corridor;
  corridor.points.push_back(p);
  Vec3 at = p;
  for (int i = 0; i < 4; ++i) {
    const Vec3 next = at + random.Point(-6, 6);
    const Vec3 wide = Vec3{1, 1, 1} * (width_m * random.Uniform(0.5, 1));
    AppendBox({Min(at, next) - wide, Max(at, next) + wide}, corridor.rooms);
    corridor.points.push_back(next);
    at = next;
  }
  return corridor;
}

TEST(Replan, AlwaysContinuesInsideRoomsAndLimits) {
  TrajectoryContext context;
  PlannedTrajectory planned;
  Replanned out;
  int direct = 0, by_old_rooms = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, 5);
    const TrajectoryQuery query = corridor.Query();
    PlanTrajectory(query, context, planned);
    for (int i = 0; i < 8; ++i) {
      SCOPED_TRACE(testing::Message() << seed << " " << i);
      const double time_s = random.Uniform(0, planned.trajectory.duration_s());
      const Vec3 p = planned.trajectory.At(time_s).position;
      // Often too narrow for the motion.
      const TestCorridor next = CorridorFrom(p, 100 * seed + uint64_t(i), random.Uniform(0.05, 2));
      ReplanQuery change{.flown = &planned.trajectory, .flown_rooms = &corridor.rooms, .time_s = time_s};
      change.to = next.Query();
      Replan(change, context, out);
      ASSERT_TRUE(HasTrajectory(out.planned.status)) << ToString(out.planned.status);
      ExpectContinues(planned.trajectory, time_s, out.planned.trajectory, out.rooms, query.limits);
      direct += out.way == ReplanWay::Direct;
      by_old_rooms += out.way == ReplanWay::ByOldRooms;
      EXPECT_EQ(out.way == ReplanWay::Direct, HasTrajectory(out.refused));
      ASSERT_NE(out.way, ReplanWay::Stop) << ToString(out.refused);
      const MotionState end = out.planned.trajectory.StateAt(out.planned.trajectory.duration_s());
      EXPECT_LE(Length(end.position - next.points.back()), 1e-6);
      EXPECT_GE(out.planned.Gap(), 0);
    }
  }
  EXPECT_GT(direct, 40);
  EXPECT_GT(by_old_rooms, 40);
}

TEST(Replan, OfItsOwnAnswersNeverEnds) {
  // 60 changes of plan in a row, each from the trajectory of the one before.
  TrajectoryContext context;
  Replanned now, next;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, 4);
    PlanTrajectory(corridor.Query(), context, now.planned);
    now.rooms = corridor.rooms;
    for (int i = 0; i < 60; ++i) {
      SCOPED_TRACE(testing::Message() << seed << " " << i);
      const double time_s = std::min(random.Uniform(0, 0.5), now.planned.trajectory.duration_s());
      const TestCorridor to =
          CorridorFrom(now.planned.trajectory.At(time_s).position, 1000 * seed + uint64_t(i), random.Uniform(0.05, 1));
      ReplanQuery change{.flown = &now.planned.trajectory, .flown_rooms = &now.rooms, .time_s = time_s};
      change.to = to.Query();
      change.to.max_steps = 15;
      Replan(change, context, next);
      ASSERT_TRUE(HasTrajectory(next.planned.status));
      ExpectContinues(now.planned.trajectory, time_s, next.planned.trajectory, next.rooms, change.to.limits);
      std::swap(now, next);
    }
  }
}

TEST(Replan, StopsWhereTheNewRoomsAreOutOfReach) {
  TrajectoryContext context;
  PlannedTrajectory planned;
  Replanned out;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const TestCorridor corridor = RandomCorridor(seed, 4), far = RandomCorridor(seed, 3, 1, {1e3, 0, 0});
    PlanTrajectory(corridor.Query(), context, planned);
    for (const double share : {0.0, 0.3, 0.6, 1.0}) {
      ReplanQuery change{.flown = &planned.trajectory,
                         .flown_rooms = &corridor.rooms,
                         .time_s = share * planned.trajectory.duration_s()};
      change.to = far.Query();
      Replan(change, context, out);
      ASSERT_EQ(out.way, ReplanWay::Stop);
      EXPECT_EQ(out.refused, TrajectoryStatus::StartOutside);
      ExpectContinues(planned.trajectory, change.time_s, out.planned.trajectory, out.rooms, change.to.limits);
    }
  }
}

TEST(Replan, MakesOfTheStopNoMoreThanIsNeeded) {
  // A turn into a corridor that is narrow across the flight, which has to fly back: faster than a full stop and a new
  // start.
  RoomCorridor rooms, across;
  AppendBox({{0, 0, 0}, {100, 4, 4}}, rooms);
  AppendBox({{30, 0, 0}, {31, 60, 4}}, across);
  const std::vector<Vec3> along = {{1, 2, 2}, {99, 2, 2}};
  TrajectoryContext context;
  PlannedTrajectory planned, stop, start;
  TrajectoryQuery query;
  query.points = along;
  query.rooms = &rooms;
  PlanTrajectory(query, context, planned);
  double time_s = 0;
  while (planned.trajectory.At(time_s).position.x < 30.5) time_s += 0.01;
  const Vec3 p = planned.trajectory.At(time_s).position;
  const std::vector<Vec3> turn = {p, {30.5, 50, 2}};
  Replanned out;
  ReplanQuery change{.flown = &planned.trajectory, .flown_rooms = &rooms, .time_s = time_s};
  change.to.points = turn;
  change.to.rooms = &across;
  Replan(change, context, out);
  ASSERT_EQ(out.way, ReplanWay::ByOldRooms);
  EXPECT_EQ(out.refused, TrajectoryStatus::StartTooFast);
  PlanStop(planned.trajectory, time_s, rooms, query.limits, context, stop);
  const Vec3 rest = stop.trajectory.At(stop.trajectory.duration_s()).position;
  RoomCorridor back = rooms;
  back.Append(across.PlanesOf(0));
  const std::vector<Vec3> again = {rest, p, {30.5, 50, 2}};
  query.points = again;
  query.rooms = &back;
  PlanTrajectory(query, context, start);
  EXPECT_LT(out.planned.trajectory.duration_s(), 0.97 * (stop.trajectory.duration_s() + start.trajectory.duration_s()));
}

TEST(Replan, GivesTheSameBitsWithAUsedContext) {
  const TestCorridor corridor = RandomCorridor(3, 5);
  const Trajectory flown = PlanTrajectory(corridor.Query()).trajectory;
  TrajectoryContext used;
  Replanned first, again;
  for (int i = 0; i < 12; ++i) {
    const double time_s = flown.duration_s() * i / 12;
    const TestCorridor to = CorridorFrom(flown.At(time_s).position, uint64_t(i), 0.3);
    ReplanQuery change{.flown = &flown, .flown_rooms = &corridor.rooms, .time_s = time_s};
    change.to = to.Query();
    TrajectoryContext fresh;
    Replan(change, fresh, first);
    Replan(change, used, again);
    ASSERT_EQ(first.planned.trajectory.pieces().size(), again.planned.trajectory.pieces().size());
    for (size_t k = 0; k < first.planned.trajectory.pieces().size(); ++k) {
      EXPECT_EQ(first.planned.trajectory.pieces()[k].points, again.planned.trajectory.pieces()[k].points);
    }
  }
}

TEST(Replan, RefusesWhatIsNotValid) {
  const TestCorridor corridor = RandomCorridor(2, 3);
  const Trajectory flown = PlanTrajectory(corridor.Query()).trajectory;
  TrajectoryContext context;
  const auto refused = [&](const auto& change, const std::string& message) {
    ReplanQuery query{.flown = &flown, .flown_rooms = &corridor.rooms, .time_s = 0};
    query.to = corridor.Query();
    change(query);
    Replanned out;
    Replan(query, context, out);
    EXPECT_EQ(out.planned.status, TrajectoryStatus::InvalidQuery);
    EXPECT_TRUE(out.planned.trajectory.empty());
    const Status status = Validate(query);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find(message), std::string::npos) << status.error().message;
  };
  const Trajectory none;
  const Trajectory reversed({flown.pieces().back(), flown.pieces().front()});
  RoomCorridor one;
  one.Append(corridor.rooms.PlanesOf(0));
  refused([](ReplanQuery& q) { q.flown = nullptr; }, "flown: ");
  refused([&](ReplanQuery& q) { q.flown = &none; }, "flown: ");
  refused([&](ReplanQuery& q) { q.flown = &reversed; }, "ascending");
  refused([](ReplanQuery& q) { q.flown_rooms = nullptr; }, "flown_rooms: ");
  refused([&](ReplanQuery& q) { q.flown_rooms = &one; }, "ascending");
  refused([](ReplanQuery& q) { q.time_s = std::nan(""); }, "time_s");
  refused([](ReplanQuery& q) { q.to.points = {}; }, "to.points");
  refused([](ReplanQuery& q) { q.to.limits.jerk_m_s3 = 0; }, "to.limits.jerk_m_s3");
}

}  // namespace
}  // namespace navnet
