// SPDX-License-Identifier: Apache-2.0
// Crowds that pass through narrow passages in both directions.

#include <navnet/live/live_world.h>
#include <navnet/runtime/crowd.h>

#include "runtime/agents/agent_checks.h"
#include "runtime/agents/agent_worlds.h"
#include "support/passages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace navnet {
namespace {

constexpr double kStep_s = 0.1, kRadius_m = 0.2;

/// A passage, possibly rotated in the world.
struct JamWorld {
  PassageSpec spec;
  UpAxis up = UpAxis::Z;
  std::function<Vec3(Vec3)> place = [](Vec3 p) { return p; };  ///< From the passage's own coordinates to the world's.

  World Make() const {
    ProceduralWorld made = MakePassage(spec);
    for (Vec3& v : made.mesh.vertices) v = place(v);
    return {"jam", up, std::move(made.mesh)};
  }
};

AgentWorld Bake(const JamWorld& jam, bool walks, Align align = Align::World) {
  BakeOptions options;
  options.sample.voxel_m = 0.1;
  options.sample.radii_m = {kRadius_m};
  options.sample.threads = 1;
  options.align = align;
  options.keep = Keep::Seeds;
  for (const Vec3 p : MakePassage(jam.spec).places) options.sample.seeds_world.push_back(jam.place(p));
  if (walks) options.walk = WalkOptions{};
  const World world = jam.Make();
  const Result<Baked> baked = Bake(world, options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  return {Navigator(baked->net), *ClearanceProbe::Make(world, 1), {}};
}

/// Equal numbers of agents from each room to the other, at seeded disjoint places.
void FillRooms(Crowd& crowd, const JamWorld& jam, AgentKind kind, size_t count, uint64_t seed) {
  TestRandom random(seed);
  std::vector<Vec3> starts;
  const double end = PassageEnd(jam.spec);
  const auto in_room = [&](bool is_right) {
    const double x = random.Uniform(0.5, 7), z = kind == AgentKind::Walker ? 0 : random.Uniform(0.4, 2.6);
    return Vec3{is_right ? end - x : x, random.Uniform(0.5, 9.5), z};
  };
  while (starts.size() < 2 * count) {
    const bool is_right = starts.size() % 2 == 1;
    const Vec3 p = in_room(is_right);
    if (std::ranges::any_of(starts, [&](Vec3 q) { return Length(p - q) < 2.1 * kRadius_m; })) continue;
    starts.push_back(p);
    const auto id =
        crowd.Add({.kind = kind, .position = jam.place(p), .radius_m = kRadius_m, .limits = {.speed_m_s = 2}});
    ASSERT_TRUE(id.ok()) << id.error().message;
    ASSERT_TRUE(crowd.SetGoal(*id, jam.place(in_room(!is_right))).ok());
  }
}

void ExpectToPass(const JamWorld& jam, AgentKind kind, size_t count, std::initializer_list<uint64_t> seeds,
                  double within_s) {
  const AgentWorld world = Bake(jam, kind == AgentKind::Walker);
  for (const uint64_t seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Crowd crowd(world.navigator);
    FillRooms(crowd, jam, kind, count, seed);
    ExpectAllToArrive(crowd, world, kStep_s, within_s);
  }
}

TEST(CrowdJam, AHundredFlyersInEachDirectionPassADoor) {
  ExpectToPass({{.width_m = 1}}, AgentKind::Flyer, 100, {1, 2}, 300);
}
TEST(CrowdJam, FlyersPassAHoleForOne) {
  ExpectToPass({{.width_m = 0.75, .height_m = 0.75}}, AgentKind::Flyer, 15, {1, 2, 3}, 300);
}
// Of the seeds 1 to 40, 2 and 9 deadlock (README.md, Limits).
TEST(CrowdJam, FlyersPassALaneForOne) {
  ExpectToPass({{.wall_m = 4, .width_m = 0.75, .height_m = 0.75, .pocket_m = 1.25}}, AgentKind::Flyer, 6, {1, 3, 4},
               300);
}
TEST(CrowdJam, WalkersPassADoorForTwo) { ExpectToPass({{.width_m = 1.25}}, AgentKind::Walker, 20, {1, 2, 3}, 300); }
TEST(CrowdJam, WalkersPassADoorForOne) { ExpectToPass({{.width_m = 0.75}}, AgentKind::Walker, 8, {1, 2, 3}, 300); }

TEST(CrowdJam, FlyersAndWalkersPassADoorWithYUp) {
  const JamWorld jam{{.width_m = 1.25}, UpAxis::Y, [](Vec3 p) { return Vec3{p.y, p.z, p.x}; }};
  ExpectToPass(jam, AgentKind::Flyer, 20, {1}, 300);
  ExpectToPass(jam, AgentKind::Walker, 10, {1}, 300);
}

TEST(CrowdJam, FlyersPassADoorOfARotatedWorld) {
  const JamWorld jam{{.width_m = 1}, UpAxis::Z, [](Vec3 p) {
                       return Vec3{0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z};
                     }};
  const AgentWorld world = Bake(jam, false, Align::Auto);
  ASSERT_FALSE(world.navigator.info().frame.turn.IsNone());
  Crowd crowd(world.navigator);
  FillRooms(crowd, jam, AgentKind::Flyer, 30, 1);
  ExpectAllToArrive(crowd, world, kStep_s, 300);
}

TEST(CrowdJam, GivesTheSameBitsForAnyNumberOfThreads) {
  const JamWorld jam{{.width_m = 0.75, .height_m = 0.75}};
  const AgentWorld world = Bake(jam, false);
  Crowd one(world.navigator), four(world.navigator);
  FillRooms(one, jam, AgentKind::Flyer, 25, 1);
  FillRooms(four, jam, AgentKind::Flyer, 25, 1);
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(one.Step(kStep_s, 1).ok() && four.Step(kStep_s, 4).ok());
    for (size_t k = 0; k < one.agents().size(); ++k) {
      ASSERT_EQ(one.agents()[k].position, four.agents()[k].position) << "step " << i;
      ASSERT_EQ(one.agents()[k].status, four.agents()[k].status) << "step " << i;
    }
  }
}

TEST(CrowdJam, AgentsAreAddedAndRemovedWhileOthersMove) {
  const JamWorld jam{{.width_m = 1}};
  const AgentWorld world = Bake(jam, false);
  Crowd crowd(world.navigator);
  FillRooms(crowd, jam, AgentKind::Flyer, 20, 1);
  TestRandom random(4);
  for (int i = 0; i < 120; ++i) {
    // One agent is removed, and another one is added in its place.
    const AgentState gone = crowd.agents()[size_t(random.Uniform(0, double(crowd.agents().size()) - 0.5))];
    ASSERT_TRUE(crowd.Remove(gone.id).ok());
    const auto id = crowd.Add({.position = gone.position, .radius_m = kRadius_m, .limits = {.speed_m_s = 2}});
    ASSERT_TRUE(id.ok()) << id.error().message;
    ASSERT_TRUE(crowd.SetGoal(*id, {i % 2 ? 2.0 : 18.0, random.Uniform(1, 9), 1}).ok());
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    for (size_t k = 0; k < crowd.agents().size(); ++k) {
      for (size_t other = 0; other < k; ++other) {
        ASSERT_GE(Length(crowd.agents()[k].position - crowd.agents()[other].position), 2 * kRadius_m - 1e-8);
      }
    }
  }
  ExpectAllToArrive(crowd, world, kStep_s, 300);
}

TEST(CrowdJam, IdleAgentsInADoorMakeWay) {
  const JamWorld jam{{.width_m = 0.75, .height_m = 0.75}};
  const AgentWorld world = Bake(jam, false);
  Crowd crowd(world.navigator);
  const AgentId idle = *crowd.Add({.position = {10.1, 5, 0.35}, .radius_m = kRadius_m});
  const AgentId mover = *crowd.Add({.position = {3, 5, 1}, .radius_m = kRadius_m});
  ASSERT_TRUE(crowd.SetGoal(mover, {17, 5, 1}).ok());
  for (int i = 0; i < 600 && crowd.Find(mover)->status != AgentStatus::Arrived; ++i) {
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  }
  EXPECT_EQ(crowd.Find(mover)->status, AgentStatus::Arrived);
  EXPECT_EQ(crowd.Find(idle)->status, AgentStatus::Idle);
}

TEST(CrowdJam, WalkersStopWhereTheGroundIsRemoved) {
  const JamWorld jam{{.width_m = 0.75}};
  const AgentWorld world = Bake(jam, true);
  Crowd crowd(world.navigator);
  FillRooms(crowd, jam, AgentKind::Walker, 10, 1);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  crowd.SetNavigator(Bake(jam, false).navigator);
  const std::vector<AgentState> before(crowd.agents().begin(), crowd.agents().end());
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
  for (size_t k = 0; k < before.size(); ++k) {
    EXPECT_EQ(crowd.agents()[k].position, before[k].position);
    EXPECT_EQ(crowd.agents()[k].status, AgentStatus::Blocked);
  }
}

TEST(CrowdJam, AgentsWaitAtAClosedDoorAndPassWhenItOpens) {
  const JamWorld jam{{.width_m = 1}};
  BakeOptions options;
  options.sample.voxel_m = 0.1;
  options.sample.radii_m = {kRadius_m};
  options.sample.threads = 1;
  Result<LiveWorld> live = LiveWorld::Make(jam.Make(), options);
  ASSERT_TRUE(live.ok()) << live.error().message;
  const Box3 leaf = PassageDoor(jam.spec);
  Obstacle obstacle{.shape = MakeBox(leaf), .is_door = true};
  const auto door = live->Add(obstacle);
  ASSERT_TRUE(door.ok()) << door.error().message;
  const auto set_door = [&](bool open) {
    ASSERT_TRUE(live->SetDoor(*door, open).ok());
    ASSERT_TRUE(live->Update().ok());
  };
  set_door(true);
  Crowd crowd(live->Latest()->navigator);
  FillRooms(crowd, jam, AgentKind::Flyer, 30, 1);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());

  set_door(false);
  crowd.SetNavigator(live->Latest()->navigator);
  const ClearanceProbe shut = *ClearanceProbe::Make(live->CurrentWorld(), 1);
  for (int i = 0; i < 100; ++i) {
    const std::vector<AgentState> before(crowd.agents().begin(), crowd.agents().end());
    ASSERT_TRUE(crowd.Step(kStep_s, 1).ok());
    for (size_t k = 0; k < before.size(); ++k) {
      const AgentState& agent = crowd.agents()[k];
      ASSERT_GE(shut.SegmentClearance(before[k].position, agent.position, 1), kRadius_m - 2e-6);
      ASSERT_EQ(before[k].position.x < 10.1, agent.position.x < 10.1) << "through the door";
      ASSERT_EQ(agent.status, AgentStatus::NoPath);
    }
  }

  set_door(true);
  const Navigator open = live->Latest()->navigator;
  crowd.SetNavigator(open);
  ExpectAllToArrive(crowd, {open, *ClearanceProbe::Make(live->CurrentWorld(), 1), {}}, kStep_s, 300);
}

}  // namespace
}  // namespace navnet
