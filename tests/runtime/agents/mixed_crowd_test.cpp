// SPDX-License-Identifier: Apache-2.0
// Flyers and walkers in the same rooms and corridors.

#include <navnet/runtime/crowd.h>

#include "runtime/agents/agent_checks.h"
#include "runtime/agents/agent_worlds.h"
#include "support/passages.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace navnet {
namespace {

constexpr double kStep_s = 0.1;

/// A closed hall of 16 m x 16 m, 4 m high.
const AgentWorld& Hall() {
  static const AgentWorld world = [] {
    ProceduralWorld made;
    made.mesh = MakeBoxRoom({{0, 0, 0}, {16, 16, 4}}, 0.5);
    made.places = {{1, 1, 2}};
    return BakeAgentWorld(std::move(made), 0.3);
  }();
  return world;
}

AgentWorld Passage(const PassageSpec& spec) { return BakeAgentWorld(MakePassage(spec), 0.2, 0.1); }

AgentId AddAgent(Crowd& crowd, AgentKind kind, Vec3 from, Vec3 to, double radius_m, double speed_m_s) {
  const auto id = crowd.Add({.kind = kind, .position = from, .radius_m = radius_m, .limits = {.speed_m_s = speed_m_s}});
  EXPECT_TRUE(id.ok()) << (id ? "" : id.error().message);
  EXPECT_TRUE(crowd.SetGoal(*id, to).ok());
  return *id;
}

/// Flyers and walkers at seeded disjoint places, with seeded reachable goals.
Crowd RandomMixedCrowd(const AgentWorld& world, size_t flyers, size_t walkers, double radius_m, uint64_t seed) {
  const Navigator& navigator = world.navigator;
  const Walker& ground = *navigator.walker();
  Crowd crowd(navigator);
  for (uint64_t n = seed * 1'000'000; crowd.agents().size() < flyers + walkers; n += 2) {
    const bool walks = crowd.agents().size() >= flyers;
    const auto start = walks ? ground.RandomWalkable(n, radius_m) : navigator.RandomFree(n, radius_m);
    const auto goal = walks ? ground.RandomWalkable(n + 1, radius_m) : navigator.RandomFree(n + 1, radius_m);
    AgentState agent;
    agent.kind = walks ? AgentKind::Walker : AgentKind::Flyer;
    agent.position = *start;
    agent.radius_m = radius_m;
    agent.height_m = walks ? ground.ground().height_m : 0;
    if (std::ranges::any_of(crowd.agents(), [&](const AgentState& other) {
          return GapBetween(agent, other, navigator.info().up) < 0.05;
        })) {
      continue;
    }
    if (walks && ground.Find({.start = *start, .goal = *goal, .radius_m = radius_m}).status != PathStatus::Complete) {
      continue;
    }
    AddAgent(crowd, agent.kind, *start, *goal, radius_m, walks ? 1.5 : 2.5);
  }
  return crowd;
}

TEST(MixedCrowd, AllArriveInAnOpenHall) {
  for (const uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Crowd crowd = RandomMixedCrowd(Hall(), 40, 30, 0.3, seed);
    ExpectAllToArrive(crowd, Hall(), kStep_s, 120);
  }
}

TEST(MixedCrowd, StreamsOfFlyersAndWalkersCross) {
  for (const double height : {0.5, 1.2, 2.2}) {
    SCOPED_TRACE("at " + std::to_string(height) + " m");
    Crowd crowd(Hall().navigator);
    for (int i = 0; i < 12; ++i) {
      const double x = 1 + i % 4, y = 5 + i / 4 * 2.0;
      AddAgent(crowd, AgentKind::Walker, {x, y, 0}, {15.0 - i % 4, y, 0}, 0.3, 1.5);
      AddAgent(crowd, AgentKind::Flyer, {y, x, height}, {y, 15.0 - i % 4, height}, 0.3, 2.5);
    }
    ExpectAllToArrive(crowd, Hall(), kStep_s, 120);
  }
}

TEST(MixedCrowd, FlyersPassOverHeadsInACorridorForOne) {
  const AgentWorld world = Passage({.wall_m = 8, .width_m = 0.75, .height_m = 2.9});
  for (const bool walker_first : {true, false}) {
    Crowd crowd(world.navigator);
    const auto add = [&](bool walks) {
      return walks ? AddAgent(crowd, AgentKind::Walker, {6, 5, 0}, {22, 5, 0}, 0.2, 1.5)
                   : AddAgent(crowd, AgentKind::Flyer, {22, 5, 1}, {6, 5, 1}, 0.2, 2);
    };
    const AgentId first = add(walker_first), second = add(!walker_first);
    const AgentId walker = walker_first ? first : second, flyer = walker_first ? second : first;
    bool passed_over = false;
    for (int i = 0; i < 250; ++i) {
      ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, world, kStep_s));
      const Vec3 below = crowd.Find(walker)->position, above = crowd.Find(flyer)->position;
      passed_over = passed_over || (below.x > 10 && below.x < 18 && std::abs(below.x - above.x) < 0.2);
    }
    EXPECT_EQ(crowd.Find(walker)->status, AgentStatus::Arrived);
    EXPECT_EQ(crowd.Find(flyer)->status, AgentStatus::Arrived);
    EXPECT_TRUE(passed_over);
  }
}

TEST(MixedCrowd, AnIdleDroneInALowCorridorMakesWayForAWalker) {
  const AgentWorld world = Passage({.wall_m = 6, .width_m = 0.75, .height_m = 2});
  Crowd crowd(world.navigator);
  const auto drone = crowd.Add({.position = {13, 5, 1}, .radius_m = 0.2});
  ASSERT_TRUE(drone.ok());
  const AgentId walker = AddAgent(crowd, AgentKind::Walker, {6, 5, 0}, {20, 5, 0}, 0.2, 1.5);
  for (int i = 0; i < 600 && crowd.Find(walker)->status != AgentStatus::Arrived; ++i) {
    ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, world, kStep_s));
  }
  EXPECT_EQ(crowd.Find(walker)->status, AgentStatus::Arrived);
}

TEST(MixedCrowd, AnIdleWalkerInALowCorridorMakesWayForADrone) {
  const AgentWorld world = Passage({.wall_m = 6, .width_m = 0.75, .height_m = 2});
  Crowd crowd(world.navigator);
  ASSERT_TRUE(crowd.Add({.kind = AgentKind::Walker, .position = {13, 5, 0}, .radius_m = 0.2}).ok());
  const AgentId drone = AddAgent(crowd, AgentKind::Flyer, {6, 5, 1}, {20, 5, 1}, 0.2, 2);
  for (int i = 0; i < 600 && crowd.Find(drone)->status != AgentStatus::Arrived; ++i) {
    ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, world, kStep_s));
  }
  EXPECT_EQ(crowd.Find(drone)->status, AgentStatus::Arrived);
}

TEST(MixedCrowd, AllPassADoorForTwoAndADoorForOne) {
  for (const double width : {1.25, 0.75}) {
    const AgentWorld world = Passage({.width_m = width});
    for (const uint64_t seed : {1, 2, 3}) {
      SCOPED_TRACE("width " + std::to_string(width) + ", seed " + std::to_string(seed));
      TestRandom random(seed);
      Crowd crowd(world.navigator);
      for (int i = 0; i < 24; ++i) {
        // Twelve agents from each room, every second one a walker, on a grid.
        const bool walks = i / 2 % 2 == 1, from_right = i % 2 == 1;
        const double x = 1 + i / 2 % 6 * 1.2, y = 3 + i / 12 * 4.0, far = random.Uniform(1, 7);
        const double from = from_right ? PassageEnd({}) - x : x, to = from_right ? far : PassageEnd({}) - far;
        const Vec3 start{from, y, walks ? 0.0 : random.Uniform(0.4, 2.6)};
        AddAgent(crowd, walks ? AgentKind::Walker : AgentKind::Flyer, start,
                 {to, random.Uniform(1, 9), walks ? 0.0 : random.Uniform(0.4, 2.6)}, 0.2, 2);
      }
      ExpectAllToArrive(crowd, world, kStep_s, 300);
    }
  }
}

TEST(MixedCrowd, AllArriveInAStation) {
  for (const uint64_t seed : {1, 3}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = WorldKind::Station, .seed = seed, .size_m = 20});
    ASSERT_TRUE(made.ok());
    const AgentWorld world = BakeAgentWorld(std::move(*made), 0.2);
    Crowd crowd = RandomMixedCrowd(world, 40, 25, 0.2, seed);
    ExpectAllToArrive(crowd, world, kStep_s, 300);
  }
}

TEST(MixedCrowd, AgentsDoNotTouchOnTheStairsOfABuilding) {
  Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = WorldKind::Building, .seed = 1});
  ASSERT_TRUE(made.ok());
  const AgentWorld world = BakeAgentWorld(std::move(*made), 0.2);
  Crowd crowd = RandomMixedCrowd(world, 60, 40, 0.2, 1);
  double climbed = 0;
  const auto has_arrived = [](const AgentState& agent) { return agent.status == AgentStatus::Arrived; };
  for (int i = 0; i < 3000 && !std::ranges::all_of(crowd.agents(), has_arrived); ++i) {
    std::vector<double> heights;
    for (const AgentState& agent : crowd.agents()) heights.push_back(agent.position.z);
    ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, world, kStep_s)) << "step " << i;
    for (size_t k = 0; k < heights.size(); ++k) {
      const AgentState& agent = crowd.agents()[k];
      if (agent.kind == AgentKind::Walker) climbed += std::abs(agent.position.z - heights[k]);
    }
  }
  EXPECT_GT(climbed, 20);
  for (const AgentState& agent : crowd.agents()) {
    EXPECT_EQ(agent.status, AgentStatus::Arrived) << ToString(agent.status) << " at " << agent.position.z << " m";
  }
}

TEST(MixedCrowd, PassesADoorWithYUp) {
  const auto turned = [](Vec3 p) { return Vec3{p.y, p.z, p.x}; };
  ProceduralWorld made = MakePassage({.width_m = 1.25});
  BakeOptions options;
  options.sample.voxel_m = 0.1;
  options.sample.radii_m = {0.2};
  for (const Vec3 p : made.places) options.sample.seeds_world.push_back(turned(p));
  options.keep = Keep::Seeds;
  options.walk = WalkOptions{};
  for (Vec3& v : made.mesh.vertices) v = turned(v);
  const World source{"turned", UpAxis::Y, std::move(made.mesh)};
  const Result<Baked> baked = Bake(source, options);
  ASSERT_TRUE(baked.ok()) << baked.error().message;
  const AgentWorld world{Navigator(baked->net), *ClearanceProbe::Make(source, 1), {}};
  Crowd crowd = RandomMixedCrowd(world, 12, 12, 0.2, 1);
  ExpectAllToArrive(crowd, world, kStep_s, 300);
}

TEST(MixedCrowd, GivesTheSameBitsForAnyNumberOfThreads) {
  Crowd one = RandomMixedCrowd(Hall(), 40, 30, 0.3, 1), two = RandomMixedCrowd(Hall(), 40, 30, 0.3, 1),
        three = RandomMixedCrowd(Hall(), 40, 30, 0.3, 1);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(one.Step(kStep_s, 1).ok() && two.Step(kStep_s, 2).ok() && three.Step(kStep_s, 3).ok());
    for (size_t k = 0; k < one.agents().size(); ++k) {
      ASSERT_EQ(one.agents()[k].position, two.agents()[k].position) << "step " << i;
      ASSERT_EQ(one.agents()[k].position, three.agents()[k].position) << "step " << i;
      ASSERT_EQ(one.agents()[k].status, two.agents()[k].status) << "step " << i;
      ASSERT_EQ(one.agents()[k].status, three.agents()[k].status) << "step " << i;
    }
  }
}

TEST(MixedCrowd, OverlappingAgentsSeparate) {
  Crowd crowd(Hall().navigator);
  const auto walker = crowd.Add({.kind = AgentKind::Walker, .position = {8, 8, 0}, .radius_m = 0.3});
  const auto flyer = crowd.Add({.position = {8.1, 8, 1}, .radius_m = 0.3});
  ASSERT_TRUE(walker.ok() && flyer.ok());
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  EXPECT_GE(LeastGap(crowd.agents()), -1e-6);
}

TEST(MixedCrowd, WalkersHaveTheGivenHeight) {
  Crowd crowd(Hall().navigator);
  const auto usual = crowd.Add({.kind = AgentKind::Walker, .position = {2, 2, 0}, .radius_m = 0.3});
  const auto low = crowd.Add({.kind = AgentKind::Walker, .position = {8, 8, 0}, .radius_m = 0.3, .height_m = 0.5});
  ASSERT_TRUE(usual.ok() && low.ok());
  EXPECT_EQ(crowd.Find(*usual)->height_m, Hall().navigator.walker()->ground().height_m);
  EXPECT_EQ(crowd.Find(*low)->height_m, 0.5);
  // A flyer passes straight over the low one.
  const AgentId flyer = AddAgent(crowd, AgentKind::Flyer, {4, 8, 1}, {12, 8, 1}, 0.3, 2);
  for (int i = 0; i < 100; ++i) {
    ASSERT_NO_FATAL_FAILURE(StepAndCheck(crowd, Hall(), kStep_s));
    ASSERT_NEAR(crowd.Find(flyer)->position.y, 8, 0.1);
    ASSERT_NEAR(crowd.Find(flyer)->position.z, 1, 0.1);
  }
  EXPECT_EQ(crowd.Find(flyer)->status, AgentStatus::Arrived);
}

TEST(Avoidance, WalkersGoRoundAFlyerThatCannotMove) {
  for (const double height : {0.2, 1.0, 1.9}) {
    std::vector<Mover> movers{
        {.kind = AgentKind::Flyer, .position = {0, 0, height}, .radius_m = 0.5, .speed_m_s = 0},
        {.kind = AgentKind::Walker, .position = {-4, 0.01, 0}, .radius_m = 0.3, .speed_m_s = 1.5, .height_m = 1.8}};
    Avoidance avoidance;
    std::vector<SafeStep> steps(2);
    for (int i = 0; i < 200; ++i) {
      const Vec3 way = Vec3{4, 0, 0} - movers[1].position;
      movers[1].preferred = way * (std::min(1.5, 2 * Length(way)) / std::max(1e-9, Length(way)));
      ASSERT_TRUE(avoidance.Solve(movers, kStep_s, {}, steps, 1).ok());
      for (size_t k = 0; k < 2; ++k) {
        movers[k].position = steps[k].position;
        movers[k].velocity = steps[k].velocity;
      }
      const Vec3 apart = movers[1].position;
      const double above = std::max(0.0, height - 1.8), beside = std::max(0.0, std::hypot(apart.x, apart.y) - 0.3);
      ASSERT_GE(std::hypot(beside, above), 0.5 - 1e-8) << "step " << i;
    }
    EXPECT_NEAR(movers[0].position.x, 0, 1e-12);
    EXPECT_LT(Length(movers[1].position - Vec3{4, 0, 0}), 0.1);
  }
}

TEST(Avoidance, WalkersDoNotClimbIntoAFlyerThatCannotMove) {
  ProceduralWorld made;
  made.mesh = MakeBoxRoom({{0, 0, 0}, {10, 1, 6}}, 0.5);
  for (int i = 0; i < 10; ++i) made.mesh.Append(MakeBox({{3 + 0.3 * i, 0, 0}, {10, 1, 0.2 * (i + 1)}}));
  made.places = {{1, 0.5, 1}};
  const AgentWorld world = BakeAgentWorld(std::move(made), 0.2, 0.1);
  int stopped = 0, passed = 0;
  for (const double height : {2.5, 2.8, 3.05, 3.3, 3.6}) {
    for (const double step_s : {0.02, 0.1, 0.4}) {
      std::vector<Mover> movers{
          {.kind = AgentKind::Flyer, .position = {4.5, 0.5, height}, .radius_m = 0.2, .speed_m_s = 0},
          {.kind = AgentKind::Walker, .position = {1, 0.5, 0}, .radius_m = 0.2, .speed_m_s = 1.5}};
      Avoidance avoidance(world.navigator);
      std::vector<SafeStep> steps(2);
      for (int i = 0; i * step_s < 10; ++i) {
        movers[1].preferred = {1.5, 0, 0};
        ASSERT_TRUE(avoidance.Solve(movers, step_s, {}, steps, 1).ok());
        ASSERT_TRUE(steps[0].is_free && steps[1].is_free);
        movers[1].position = steps[1].position;
        movers[1].velocity = steps[1].velocity;
        const Vec3 apart = movers[0].position - movers[1].position;
        const double above = std::max(0.0, apart.z - 1.8), beside = std::max(0.0, std::hypot(apart.x, apart.y) - 0.2);
        ASSERT_GE(std::hypot(beside, above), 0.2 - 1e-8) << "height " << height << ", step " << i;
      }
      (movers[1].position.x > 7 ? passed : stopped) += 1;
    }
  }
  EXPECT_GT(stopped, 0);
  EXPECT_GT(passed, 0);
}

}  // namespace
}  // namespace navnet
