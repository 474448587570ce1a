// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/path_watch.h>

#include "support/changed_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

bool Holds(const std::vector<WatchId>& ids, WatchId id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

bool IsAscending(const std::vector<WatchId>& ids) {
  return std::is_sorted(ids.begin(), ids.end(), [](WatchId a, WatchId b) { return a.slot < b.slot; });
}

// Many paths and edits: the watch reports exactly the paths that checks of all paths find broken, and at least those
// for which a search finds shorter paths.
TEST(PathWatch, ReportsThePathsThatAChangeAffects) {
  int broken = 0, improvable = 0, shorter = 0, unconcerned = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    BoxWorld world = ScatteredBoxes(seed, {150, 140, 90}, 200);
    Navigator now = world.Bake();
    struct Agent {
      WatchId id;
      FlightQuery query;
      FlightPath path;
    };
    std::vector<Agent> agents;
    PathWatch watch;
    QueryContext context;
    for (uint64_t i = 0; i < 60; ++i) {
      Agent agent{
          {},
          {.start = *now.RandomFree(1000 * seed + 2 * i, 0), .goal = *now.RandomFree(1000 * seed + 2 * i + 1, 0)},
          {}};
      now.Find(agent.query, context, agent.path);
      if (agent.path.status != PathStatus::Complete) continue;
      agent.id = *watch.Add(agent.path.points, 0);
      agents.push_back(agent);
    }
    TestRandom random(seed);
    for (int edit = 0; edit < 6; ++edit) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", edit " + std::to_string(edit));
      WorldChange change;
      for (int i = random.Integer(1, 3); i > 0; --i) {
        Vec3 p;
        for (int a = 0; a < 3; ++a) p[a] = random.Uniform(world.bounds.lo[a], world.bounds.hi[a]);
        world.Block(VoxelsAround(world, world.frame.ToWorld(p), {random.Integer(0, 9), random.Integer(0, 9), 5}),
                    change);
      }
      for (int i = random.Integer(0, 3); i > 0; --i) {
        world.Free(size_t(random.Integer(0, int(world.blocked.size()) - 1)), change);
      }
      now = world.Bake();
      // Agents advance, so that the parts of paths behind them do not count.
      for (Agent& agent : agents) {
        if (random.Integer(0, 1)) continue;
        const Vec3 ahead = agent.path.points[0] + (agent.path.points[1] - agent.path.points[0]) * random.Uniform(0, 1);
        ASSERT_TRUE(watch.Advance(agent.id, ahead));
        agent.query.start = ahead;
        agent.path.points[0] = ahead;
      }
      const PathWatch::Concerns concerns = watch.Concerned(now, change);
      ASSERT_TRUE(IsAscending(concerns.broken) && IsAscending(concerns.improvable));
      std::vector<Agent> left;
      for (Agent& agent : agents) {
        const bool is_valid = CheckPath(now, agent.path.points, 0).IsValid();
        ASSERT_EQ(Holds(concerns.broken, agent.id), !is_valid);
        const bool may_improve = Holds(concerns.improvable, agent.id);
        ASSERT_FALSE(may_improve && !is_valid);
        double length = 0;
        for (size_t i = 1; i < agent.path.points.size(); ++i) {
          length += Length(agent.path.points[i] - agent.path.points[i - 1]);
        }
        if (is_valid) {
          ASSERT_EQ(may_improve, MayBeImproved(change, agent.query.start, agent.query.goal, length));
        }
        broken += !is_valid;
        improvable += may_improve;
        unconcerned += is_valid && !may_improve;
        const RepairResult result = RepairPath(now, agent.query, agent.path, {.change = &change}, context, agent.path);
        ASSERT_TRUE(may_improve || result.done != RepairOutcome::Improved)
            << "a shorter path that the watch did not report";
        shorter += result.done == RepairOutcome::Improved;
        if (agent.path.status != PathStatus::Complete) {
          ASSERT_TRUE(watch.Remove(agent.id));
          continue;
        }
        ASSERT_TRUE(watch.Replace(agent.id, agent.path.points));
        left.push_back(agent);
      }
      agents = left;
      ASSERT_EQ(watch.size(), agents.size());
    }
  }
  EXPECT_GT(broken, 50);
  EXPECT_GT(improvable, 50);
  EXPECT_GT(shorter, 3);
  EXPECT_GT(unconcerned, 500);
}

TEST(PathWatch, GivesTheSameAnswersForAnyCellSize) {
  TestRandom random(9);
  BoxWorld world{{{-7, 3, 11}, 0.5}, {{0, 0, 0}, {120, 120, 120}}, {}};
  const auto somewhere = [&] { return world.frame.ToWorld(random.Point(1, 119)); };
  std::vector<PathWatch> watches;
  for (const double cell_m : {1e-3, 0.7, 10.0, 1e7, -1.0, double(NAN)}) watches.emplace_back(cell_m);
  for (int i = 0; i < 150; ++i) {
    std::vector<Vec3> points = {somewhere()};
    for (int k = random.Integer(0, 5); k > 0; --k) points.push_back(somewhere());
    // Some are nearly straight.
    if (i % 2)
      points = {points.front(), (points.front() + points.back()) * 0.5 + random.Point(-0.5, 0.5), points.back()};
    for (PathWatch& watch : watches) ASSERT_TRUE(watch.Add(points, 0));
  }
  for (uint32_t slot = 0; slot < 150; slot += 7) {
    for (PathWatch& watch : watches) ASSERT_TRUE(watch.Remove({slot, 1}));
  }
  int broken = 0, improvable = 0;
  for (int edit = 0; edit < 20; ++edit) {
    BoxWorld edited = world;
    WorldChange change;
    for (int i = random.Integer(1, 4); i > 0; --i) {
      edited.Block(VoxelsAround(world, somewhere(), {2, random.Integer(0, 30), random.Integer(0, 5)}), change);
      change.freed.push_back(world.WorldBox(VoxelsAround(world, somewhere(), {1, 1, random.Integer(0, 40)})));
    }
    const Navigator now = edited.Bake();
    const PathWatch::Concerns expected = watches[0].Concerned(now, change);
    for (const PathWatch& watch : watches) {
      const PathWatch::Concerns concerns = watch.Concerned(now, change);
      ASSERT_EQ(concerns.broken, expected.broken);
      ASSERT_EQ(concerns.improvable, expected.improvable);
    }
    broken += int(expected.broken.size());
    improvable += int(expected.improvable.size());
  }
  EXPECT_GT(broken, 50);
  EXPECT_GT(improvable, 50);
}

TEST(PathWatch, ForgetsRemovedPathsAndNeverReusesAnId) {
  const BoxWorld world{{{0, 0, 0}, 1}, {{0, 0, 0}, {40, 40, 40}}, {}};
  BoxWorld edited = world;
  WorldChange change;
  edited.Block({{10, 10, 10}, {12, 12, 12}}, change);
  const Navigator now = edited.Bake();
  const std::vector<Vec3> path = {{1, 11, 11}, {30, 11, 11}};
  PathWatch watch;
  const WatchId a = *watch.Add(path, 0), b = *watch.Add(path, 0);
  EXPECT_EQ(watch.Concerned(now, change).broken, (std::vector<WatchId>{a, b}));
  EXPECT_TRUE(watch.Remove(a));
  EXPECT_FALSE(watch.Remove(a));
  EXPECT_EQ(watch.size(), 1u);
  EXPECT_EQ(watch.Concerned(now, change).broken, (std::vector<WatchId>{b}));
  const WatchId c = *watch.Add(path, 0);
  EXPECT_FALSE(c == a);
  EXPECT_FALSE(watch.Advance(a, {5, 11, 11}));
  EXPECT_FALSE(watch.Replace(a, path));
  EXPECT_FALSE(watch.PlaceOf(a));
  EXPECT_FALSE(watch.Remove(WatchId{}));
  EXPECT_FALSE(watch.Remove(WatchId{77, 1}));
  // Behind the obstacle, the path is no longer broken.
  EXPECT_TRUE(watch.Advance(c, {20, 11, 11}));
  EXPECT_EQ(watch.Concerned(now, change).broken, (std::vector<WatchId>{b}));
  // The place does not move backwards.
  EXPECT_TRUE(watch.Advance(c, {2, 11, 11}));
  EXPECT_EQ(*watch.PlaceOf(c), (PathPlace{0, 19.0 / 29}));
}

TEST(PathWatch, RefusesInvalidPaths) {
  PathWatch watch;
  const std::vector<Vec3> path = {{1, 1, 1}, {3, 1, 1}};
  EXPECT_FALSE(watch.Add({}, 0));
  EXPECT_FALSE(watch.Add(path, -1));
  EXPECT_FALSE(watch.Add(path, NAN));
  const std::vector<Vec3> wrong = {{1, 1, 1}, {NAN, 1, 1}};
  const Result<WatchId> refused = watch.Add(wrong, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "watched path: point 1 is not finite");
  EXPECT_EQ(watch.size(), 0u);
  const WatchId id = *watch.Add(path, 0);
  EXPECT_FALSE(watch.Replace(id, wrong));
  EXPECT_FALSE(watch.Advance(id, {NAN, 0, 0}));
  const BoxWorld world{{{0, 0, 0}, 1}, {{0, 0, 0}, {10, 10, 10}}, {}};
  EXPECT_TRUE(watch.Concerned(world.Bake(), {}).broken.empty()) << "nothing changed";
  // A path of one point is valid: an agent that stays.
  const std::vector<Vec3> point = {{5, 5, 5}};
  const WatchId holds = *watch.Add(point, 0);
  BoxWorld edited = world;
  WorldChange change;
  edited.Block({{4, 4, 4}, {6, 6, 6}}, change);
  EXPECT_EQ(watch.Concerned(edited.Bake(), change).broken, (std::vector<WatchId>{holds}));
}

}  // namespace
}  // namespace navnet
