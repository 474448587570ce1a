// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/follow.h>

#include "runtime/agents/agent_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kRadius_m = 0.3, kStep_s = 0.05;
constexpr double kNone = std::numeric_limits<double>::infinity();

const AgentWorld& Pillars() {
  static const AgentWorld world = BakeAgentWorld(PillarRoom(1, 16), kRadius_m);
  return world;
}
const AgentWorld& Divided() {
  static const AgentWorld world = BakeAgentWorld(DividedRoom(), kRadius_m);
  return world;
}

double DistanceToPath(std::span<const Vec3> points, Vec3 p) {
  double least = kNone;
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 d = points[i] - points[i - 1];
    const double squared = LengthSquared(d);
    const double share = squared > 0 ? std::clamp(Dot(p - points[i - 1], d) / squared, 0.0, 1.0) : 0;
    least = std::min(least, Length(points[i - 1] + d * share - p));
  }
  return least;
}

double LengthOf(std::span<const Vec3> points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += Length(points[i] - points[i - 1]);
  return length;
}

bool IsBehind(PathPlace a, PathPlace b) {
  return a.segment < b.segment || (a.segment == b.segment && a.share < b.share);
}

/// The states of an agent that follows a path to its end, including the first; at most `steps` steps.
template <class Ground>
std::vector<FollowState> StatesOf(const Ground& ground, std::span<const Vec3> points, const FollowLimits& limits,
                                  int most_steps, FollowOutcome& last) {
  std::vector<FollowState> states{{.position = points.front()}};
  for (int i = 0; i < most_steps; ++i) {
    const FollowState& now = states.back();
    const FollowStep step = FollowPath(ground, points, kRadius_m, now, limits, kStep_s);
    last = step.outcome;
    if (last != FollowOutcome::Moving) break;
    EXPECT_FALSE(IsBehind(step.place, now.place));
    Vec3 next = now.position + step.velocity * kStep_s;
    if constexpr (std::is_same_v<Ground, Walker>) next = ground.Locate(next)->point;
    states.push_back({next, step.velocity, step.place});
  }
  return states;
}

int StepsFor(std::span<const Vec3> points, const FollowLimits& limits) {
  return int((3 * LengthOf(points) / limits.speed_m_s + 10) / kStep_s);
}

TEST(FollowPath, FlyersArriveAndKeepTheirDistanceFromTheTriangles) {
  const AgentWorld& world = Pillars();
  const FollowLimits limits{.speed_m_s = 3};
  int bent = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const auto start = world.navigator.RandomFree(2 * seed, kRadius_m),
               goal = world.navigator.RandomFree(2 * seed + 1, kRadius_m);
    const FlightPath path = world.navigator.Find({.start = *start, .goal = *goal, .radius_m = kRadius_m});
    ASSERT_EQ(path.status, PathStatus::Complete);
    bent += path.points.size() > 2;
    FollowOutcome last{};
    const auto states = StatesOf(world.navigator, path.points, limits, StepsFor(path.points, limits), last);
    EXPECT_EQ(last, FollowOutcome::Arrived) << "seed " << seed;
    for (size_t i = 1; i < states.size(); ++i) {
      EXPECT_LE(Length(states[i].velocity), limits.speed_m_s + 1e-9);
      ASSERT_GE(world.probe.SegmentClearance(states[i - 1].position, states[i].position, 1), kRadius_m - 1e-6);
      EXPECT_LE(DistanceToPath(path.points, states[i].position), limits.look_ahead_m / 2 + 2 * limits.stray_m);
    }
  }
  EXPECT_GT(bent, 15);
}

TEST(FollowPath, WalkersArriveAndKeepTheirDistanceFromWalls) {
  const AgentWorld& world = Pillars();
  const Walker& walker = *world.navigator.walker();
  const FollowLimits limits{.speed_m_s = 2};
  int bent = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const auto start = walker.RandomWalkable(2 * seed, kRadius_m),
               goal = walker.RandomWalkable(2 * seed + 1, kRadius_m);
    const WalkPath path = walker.Find({.start = *start, .goal = *goal, .radius_m = kRadius_m});
    if (path.status != PathStatus::Complete) continue;
    bent += path.points.size() > 2;
    FollowOutcome last{};
    const auto states = StatesOf(walker, path.points, limits, StepsFor(path.points, limits), last);
    EXPECT_EQ(last, FollowOutcome::Arrived) << "seed " << seed;
    for (const FollowState& state : states) {
      EXPECT_LE(Length(state.velocity), limits.speed_m_s + 1e-9);
      EXPECT_EQ(state.velocity.z, 0);
      ASSERT_GE(walker.ClearanceAt(state.position), kRadius_m - 1e-5) << "seed " << seed;
      EXPECT_LE(DistanceToPath(path.points, state.position), limits.look_ahead_m / 2 + 2 * limits.stray_m);
    }
  }
  EXPECT_GT(bent, 15);
}

TEST(FollowPath, KeepsItsLimitsAndStaysNearThePathAwayFromWalls) {
  const AgentWorld world = BakeAgentWorld({MakeBoxRoom({{0, 0, 0}, {40, 40, 40}}, 1), {{20, 20, 20}}}, kRadius_m, 0.5);
  TestRandom random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 6; ++i) points.push_back(random.Point(10, 30));
    const FollowLimits limits{.speed_m_s = random.Uniform(1, 5),
                              .acceleration_m_s2 = random.Uniform(1, 8),
                              .turn_rad_s = round % 2 ? kNone : random.Uniform(1, 6)};
    FollowOutcome last{};
    const auto states = StatesOf(world.navigator, points, limits, 4 * StepsFor(points, limits), last);
    EXPECT_EQ(last, FollowOutcome::Arrived) << "round " << round;
    for (size_t i = 1; i < states.size(); ++i) {
      const Vec3 a = states[i - 1].velocity, b = states[i].velocity;
      EXPECT_LE(Length(b), limits.speed_m_s + 1e-9);
      EXPECT_LE(Length(b - a), limits.acceleration_m_s2 * kStep_s + 1e-9);
      if (Length(a) > 1e-6 && Length(b) > 1e-6) {
        const double cosine = std::clamp(Dot(a, b) / (Length(a) * Length(b)), -1.0, 1.0);
        EXPECT_LE(std::acos(cosine), limits.turn_rad_s * kStep_s + 1e-6);
      }
      EXPECT_LE(DistanceToPath(points, states[i].position), limits.look_ahead_m / 2 + 2 * limits.stray_m) << round;
    }
  }
}

TEST(FollowPath, DoesNotOvershootTheGoal) {
  const AgentWorld& world = Divided();
  for (const double speed : {0.5, 2.0, 8.0}) {
    const std::vector<Vec3> points{{1, 1, 2}, {15, 1, 2}};
    FollowOutcome last{};
    const auto states = StatesOf(world.navigator, points, {.speed_m_s = speed, .arrival_m = 1e-6}, 2000, last);
    EXPECT_EQ(last, FollowOutcome::Arrived);
    for (const FollowState& state : states) EXPECT_LE(state.position.x, 15 + 1e-9);
    EXPECT_LT(Length(states.back().velocity), 1e-3 + speed * 0.2);
  }
}

TEST(FollowPath, ProgressDoesNotJumpThroughAWall) {
  const AgentWorld& world = Divided();
  const FlightPath path = world.navigator.Find({.start = {1, 3.2, 2}, .goal = {1, 4.8, 2}, .radius_m = kRadius_m});
  ASSERT_EQ(path.status, PathStatus::Complete);
  ASSERT_GT(path.length_m, 30);
  // The whole path is within the look-ahead, and the goal is nearer than the path's beginning.
  FollowState state{.position = {2, 3.4, 2}};
  const FollowStep step = FollowPath(world.navigator, path.points, kRadius_m, state, {.look_ahead_m = 100}, kStep_s);
  EXPECT_EQ(step.outcome, FollowOutcome::Moving);
  EXPECT_GT(step.velocity.x, 0);
  EXPECT_EQ(step.place.segment, 0u);
}

TEST(FollowPath, ReportsThatThePathIsNotVisible) {
  const AgentWorld& world = Divided();
  const std::vector<Vec3> points{{1, 1, 2}, {5, 1, 2}};
  const FollowStep behind = FollowPath(world.navigator, points, kRadius_m, {.position = {2, 6, 2}}, {}, kStep_s);
  EXPECT_EQ(behind.outcome, FollowOutcome::OffPath);
  EXPECT_EQ(behind.velocity, Vec3{});
  const FollowState beside{.position = {2, 2.5, 2}};
  EXPECT_EQ(FollowPath(world.navigator, points, kRadius_m, beside, {}, kStep_s).outcome, FollowOutcome::Moving);
  EXPECT_EQ(FollowPath(world.navigator, points, kRadius_m, beside, {.off_path_m = 1}, kStep_s).outcome,
            FollowOutcome::OffPath);
  const std::vector<Vec3> walk{{1, 1, 0}, {5, 1, 0}};
  EXPECT_EQ(FollowPath(*world.navigator.walker(), walk, kRadius_m, {.position = {2, 6, 0}}, {}, kStep_s).outcome,
            FollowOutcome::OffPath);
}

TEST(FollowPath, RefusesInvalidNumbers) {
  const AgentWorld& world = Divided();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Vec3> points{{1, 1, 2}, {5, 1, 2}};
  const auto outcome = [&](std::span<const Vec3> p, double radius, FollowState state, FollowLimits limits,
                           double step) { return FollowPath(world.navigator, p, radius, state, limits, step).outcome; };
  const FollowState good{.position = {1, 1, 2}};
  EXPECT_EQ(outcome(points, kRadius_m, good, {}, kStep_s), FollowOutcome::Moving);
  EXPECT_EQ(outcome({}, kRadius_m, good, {}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, -1, good, {}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, 9, good, {}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, {.position = {nan, 1, 2}}, {}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, {.position = {1, 1, 2}, .velocity = {0, nan, 0}}, {}, kStep_s),
            FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, {.position = {1, 1, 2}, .place = {1, 0}}, {}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, {.position = {1, 1, 2}, .place = {SIZE_MAX, 0}}, {}, kStep_s),
            FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, good, {.speed_m_s = 0}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, good, {.acceleration_m_s2 = nan}, kStep_s), FollowOutcome::Invalid);
  EXPECT_EQ(outcome(points, kRadius_m, good, {}, 0), FollowOutcome::Invalid);
  // With an invalid point in the middle of a path, positions stay finite.
  const std::vector<Vec3> torn{{1, 1, 2}, {nan, nan, nan}, {5, 1, 2}};
  FollowOutcome last{};
  for (const FollowState& s : StatesOf(world.navigator, torn, {}, 50, last)) EXPECT_TRUE(IsFinite(s.position));
  // A single point is a valid path.
  EXPECT_EQ(outcome(std::span(points).first(1), kRadius_m, good, {}, kStep_s), FollowOutcome::Arrived);
}

}  // namespace
}  // namespace navnet
