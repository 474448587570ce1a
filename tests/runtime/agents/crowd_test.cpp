// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/crowd.h>

#include "runtime/agents/agent_checks.h"
#include "runtime/agents/agent_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kStep_s = 0.1;

const AgentWorld& Pillars() {
  static const AgentWorld world = BakeAgentWorld(PillarRoom(2, 14), 0.3);
  return world;
}

/// Agents at random disjoint places, each with a random goal.
Crowd RandomCrowd(const Navigator& navigator, AgentKind kind, size_t count, double radius_m, double speed_m_s) {
  Crowd crowd(navigator);
  const auto place = [&](uint64_t seed) {
    return kind == AgentKind::Flyer ? navigator.RandomFree(seed, radius_m)
                                    : navigator.walker()->RandomWalkable(seed, radius_m);
  };
  std::vector<Vec3> starts, goals;
  const auto is_apart = [&](const std::vector<Vec3>& from, Vec3 p) {
    return std::ranges::all_of(from, [&](Vec3 q) { return Length(p - q) > 2.2 * radius_m; });
  };
  for (uint64_t seed = 1; goals.size() < count && seed < 100000; ++seed) {
    const auto p = place(seed);
    if (!p) continue;
    if (starts.size() < count) {
      if (is_apart(starts, *p)) starts.push_back(*p);
    } else if (is_apart(goals, *p)) {
      goals.push_back(*p);
    }
  }
  for (size_t i = 0; i < goals.size(); ++i) {
    const auto id =
        crowd.Add({.kind = kind, .position = starts[i], .radius_m = radius_m, .limits = {.speed_m_s = speed_m_s}});
    EXPECT_TRUE(id.ok()) << (id ? "" : id.error().message);
    EXPECT_TRUE(crowd.SetGoal(*id, goals[i]).ok());
  }
  return crowd;
}

TEST(Crowd, FlyersCrossARoomOfPillarsWithoutTouchingAnything) {
  const AgentWorld& world = Pillars();
  Crowd crowd = RandomCrowd(world.navigator, AgentKind::Flyer, 60, 0.3, 2);
  ASSERT_EQ(crowd.agents().size(), 60u);
  size_t arrived = 0;
  for (int i = 0; i < 900 && arrived < 60; ++i) {
    const std::vector<AgentState> before(crowd.agents().begin(), crowd.agents().end());
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    ASSERT_GE(LeastGap(crowd.agents()), -1e-8) << "step " << i;
    arrived = 0;
    for (size_t k = 0; k < before.size(); ++k) {
      const AgentState& agent = crowd.agents()[k];
      ASSERT_GE(world.probe.SegmentClearance(before[k].position, agent.position, 1), 0.3 - 1e-6) << "step " << i;
      ASSERT_LE(Length(agent.velocity), 2 + 1e-9);
      arrived += agent.status == AgentStatus::Arrived;
    }
  }
  EXPECT_EQ(arrived, 60u);
}

TEST(Crowd, WalkersCrossARoomOfPillarsWithoutTouchingAnything) {
  const AgentWorld& world = Pillars();
  const Walker& walker = *world.navigator.walker();
  Crowd crowd = RandomCrowd(world.navigator, AgentKind::Walker, 30, 0.25, 1.5);
  ASSERT_EQ(crowd.agents().size(), 30u);
  const auto wall_distance = [&](Vec3 p) {
    double least = std::numeric_limits<double>::infinity();
    const auto place = walker.Locate(p);
    for (const GroundWall& wall : walker.ground().walls) {
      if (!place || wall.layer != place->layer) continue;
      const Vec2 q{p.x, p.y}, d = wall.b - wall.a;
      const double share = std::clamp(Dot(q - wall.a, d) / std::max(1e-300, LengthSquared(d)), 0.0, 1.0);
      least = std::min(least, Length(wall.a + d * share - q));
    }
    return least;
  };
  size_t settled = 0;
  for (int i = 0; i < 1500 && settled < 30; ++i) {
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    ASSERT_GE(LeastGap(crowd.agents()), -1e-8) << "step " << i;
    settled = 0;
    for (const AgentState& agent : crowd.agents()) {
      ASSERT_GE(wall_distance(agent.position), 0.25 - 2e-6) << "step " << i;
      settled += agent.status == AgentStatus::Arrived || agent.status == AgentStatus::NoPath;
    }
  }
  EXPECT_EQ(settled, 30u);
}

TEST(Crowd, FlyersLeaveAStationByItsDoors) {
  Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = WorldKind::Station, .seed = 3, .size_m = 20});
  ASSERT_TRUE(made.ok());
  const AgentWorld world = BakeAgentWorld(std::move(*made), 0.2);
  Crowd crowd(world.navigator);
  const size_t count = std::min<size_t>(world.places.size(), 40);
  for (size_t i = 0; i < count; ++i) {
    const auto id = crowd.Add({.position = world.places[i], .radius_m = 0.2, .limits = {.speed_m_s = 2}});
    ASSERT_TRUE(id.ok()) << id.error().message;
    ASSERT_TRUE(crowd.SetGoal(*id, world.places[(i + count / 2) % count]).ok());
  }
  for (int i = 0; i < 1500 && !crowd.agents().empty(); ++i) {
    const std::vector<AgentState> before(crowd.agents().begin(), crowd.agents().end());
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    ASSERT_GE(LeastGap(crowd.agents()), -1e-8) << "step " << i;
    for (size_t k = 0; k < before.size(); ++k) {
      ASSERT_GE(world.probe.SegmentClearance(before[k].position, crowd.agents()[k].position, 1), 0.2 - 1e-6);
    }
    // Agents that have arrived are removed, so that they block no one.
    std::vector<AgentId> there;
    for (const AgentState& agent : crowd.agents()) {
      if (agent.status == AgentStatus::Arrived) there.push_back(agent.id);
    }
    for (const AgentId id : there) ASSERT_TRUE(crowd.Remove(id).ok());
  }
  EXPECT_TRUE(crowd.agents().empty()) << crowd.agents().size() << " of " << count << " are still under way, one is "
                                      << ToString(crowd.agents().front().status);
}

TEST(Crowd, GivesTheSameBitsForAnyNumberOfThreads) {
  Crowd one = RandomCrowd(Pillars().navigator, AgentKind::Flyer, 40, 0.3, 2);
  Crowd four = RandomCrowd(Pillars().navigator, AgentKind::Flyer, 40, 0.3, 2);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(one.Step(kStep_s, 1).ok());
    ASSERT_TRUE(four.Step(kStep_s, 4).ok());
    for (size_t k = 0; k < one.agents().size(); ++k) {
      ASSERT_EQ(one.agents()[k].position, four.agents()[k].position);
      ASSERT_EQ(one.agents()[k].status, four.agents()[k].status);
    }
  }
}

TEST(Crowd, WalkersClimbTheStairsOfABuilding) {
  Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = WorldKind::Building, .seed = 1});
  ASSERT_TRUE(made.ok());
  const AgentWorld world = BakeAgentWorld(std::move(*made), 0.25);
  const Walker& walker = *world.navigator.walker();
  Crowd crowd(world.navigator);
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (uint64_t seed = 0; seed < 400 && crowd.agents().size() < 12; ++seed) {
    const auto start = walker.RandomWalkable(2 * seed, 0.25), goal = walker.RandomWalkable(2 * seed + 1, 0.25);
    const WalkPath path = walker.Find({.start = *start, .goal = *goal, .radius_m = 0.25});
    if (path.status != PathStatus::Complete || std::abs(start->z - goal->z) < 3) continue;
    const auto id = crowd.Add({.kind = AgentKind::Walker, .position = *start, .radius_m = 0.25});
    ASSERT_TRUE(id.ok());
    ASSERT_TRUE(crowd.SetGoal(*id, *goal).ok());
  }
  ASSERT_GT(crowd.agents().size(), 4u);
  for (int i = 0; i < 4000 && !crowd.agents().empty(); ++i) {
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    std::vector<AgentId> there;
    for (const AgentState& agent : crowd.agents()) {
      ASSERT_GE(walker.ClearanceAt(agent.position), 0.25 - 2e-6) << "step " << i;
      lowest = std::min(lowest, agent.position.z);
      highest = std::max(highest, agent.position.z);
      if (agent.status == AgentStatus::Arrived) there.push_back(agent.id);
    }
    for (const AgentId id : there) ASSERT_TRUE(crowd.Remove(id).ok());
  }
  EXPECT_TRUE(crowd.agents().empty()) << crowd.agents().size() << " are still under way";
  EXPECT_GT(highest - lowest, 3);
}

TEST(Crowd, FollowsAGivenPath) {
  const AgentWorld& world = Pillars();
  Crowd crowd(world.navigator);
  const FlightPath path = world.navigator.Find({.start = {1, 7, 2}, .goal = {19, 7, 2}, .radius_m = 0.3});
  const auto id = crowd.Add({.position = path.start, .radius_m = 0.3});
  ASSERT_TRUE(id.ok());
  EXPECT_EQ(crowd.Find(*id)->status, AgentStatus::Idle);
  ASSERT_TRUE(crowd.SetPath(*id, path.points).ok());
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  EXPECT_EQ(crowd.Find(*id)->status, AgentStatus::Arrived);
  EXPECT_LT(Length(crowd.Find(*id)->position - path.goal), 0.1);
  ASSERT_TRUE(crowd.Stop(*id).ok());
  EXPECT_EQ(crowd.Find(*id)->status, AgentStatus::Idle);
}

TEST(Crowd, ReportsAgentsThatHaveNoPathOrAreStuck) {
  const AgentWorld& world = Pillars();
  Crowd crowd(world.navigator);
  const auto lost = crowd.Add({.position = {1, 7, 2}, .radius_m = 0.3});
  const auto idle = crowd.Add({.position = {5, 7, 2}, .radius_m = 0.3});
  const auto pusher = crowd.Add({.position = {7, 7, 2}, .radius_m = 0.3});
  ASSERT_TRUE(lost.ok() && idle.ok() && pusher.ok());
  ASSERT_TRUE(crowd.SetGoal(*lost, {500, 0, 0}).ok());
  // Two agents with the same goal.
  ASSERT_TRUE(crowd.SetGoal(*idle, {10, 7, 2}).ok());
  ASSERT_TRUE(crowd.SetGoal(*pusher, {10, 7, 2}).ok());
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  EXPECT_EQ(crowd.Find(*lost)->status, AgentStatus::NoPath);
  const AgentStatus a = crowd.Find(*idle)->status, b = crowd.Find(*pusher)->status;
  EXPECT_TRUE((a == AgentStatus::Stuck) != (b == AgentStatus::Stuck) || (a == AgentStatus::Arrived && b == a))
      << ToString(a) << ", " << ToString(b);
}

TEST(Crowd, IdsOfRemovedAgentsAreInvalid) {
  Crowd crowd(Pillars().navigator);
  const AgentId a = *crowd.Add({.position = {1, 7, 2}, .radius_m = 0.3}),
                b = *crowd.Add({.position = {3, 7, 2}, .radius_m = 0.3});
  EXPECT_EQ(crowd.Find({}), nullptr);
  ASSERT_TRUE(crowd.Remove(a).ok());
  EXPECT_FALSE(crowd.Remove(a).ok());
  EXPECT_EQ(crowd.Find(a), nullptr);
  EXPECT_FALSE(crowd.SetGoal(a, {3, 7, 2}).ok());
  EXPECT_FALSE(crowd.Stop(a).ok());
  ASSERT_NE(crowd.Find(b), nullptr);
  EXPECT_EQ(crowd.Find(b)->position, (Vec3{3, 7, 2}));
  const AgentId c = *crowd.Add({.position = {1, 7, 2}, .radius_m = 0.3});
  EXPECT_FALSE(c == a);
  EXPECT_EQ(crowd.Find(a), nullptr);
  EXPECT_FALSE(crowd.SetGoal({77, 1}, {3, 7, 2}).ok());
  EXPECT_EQ(crowd.agents().size(), 2u);
}

TEST(Crowd, RefusesInvalidNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Crowd crowd(Pillars().navigator);
  const Vec3 free{1, 7, 2};
  EXPECT_FALSE(crowd.Add({.position = {nan, 0, 0}, .radius_m = 0.3}).ok());
  EXPECT_FALSE(crowd.Add({.position = free, .radius_m = -1}).ok());
  EXPECT_FALSE(crowd.Add({.position = free, .radius_m = nan}).ok());
  EXPECT_FALSE(crowd.Add({.position = free, .radius_m = 5}).ok());
  EXPECT_FALSE(crowd.Add({.position = {-0.2, 7, 2}, .radius_m = 0.3}).ok());
  EXPECT_FALSE(crowd.Add({.position = free, .radius_m = 0.3, .limits = {.speed_m_s = nan}}).ok());
  EXPECT_FALSE(crowd.Add({.kind = AgentKind(9), .position = free, .radius_m = 0.3}).ok());
  EXPECT_FALSE(crowd.Add({.kind = AgentKind::Walker, .position = {1, 7, 90}, .radius_m = 0.3}).ok());
  EXPECT_FALSE(crowd.Add({.kind = AgentKind::Walker, .position = {0.1, 7, 0}, .radius_m = 0.3}).ok());
  for (const double height : {-1.0, nan, 1.81}) {
    EXPECT_FALSE(crowd.Add({.kind = AgentKind::Walker, .position = free, .radius_m = 0.3, .height_m = height}).ok());
  }
  EXPECT_TRUE(crowd.agents().empty());
  EXPECT_TRUE(crowd.Step(kStep_s).ok());
  for (const double step : {0.0, -1.0, nan}) EXPECT_FALSE(crowd.Step(step).ok());
  const AgentId id = *crowd.Add({.position = free, .radius_m = 0.3});
  EXPECT_FALSE(crowd.SetGoal(id, {0, nan, 0}).ok());
  EXPECT_FALSE(crowd.SetPath(id, {}).ok());
  const Vec3 torn[] = {{1, 7, 2}, {nan, 0, 0}, {2, 7, 2}};
  EXPECT_FALSE(crowd.SetPath(id, torn).ok());
}

}  // namespace
}  // namespace navnet
