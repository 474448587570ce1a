// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/travel.h>

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

std::vector<TravelMode> ModesOf(const TravelPath& path) {
  std::vector<TravelMode> modes;
  for (const TravelSegment& s : path.segments) modes.push_back(s.mode);
  return modes;
}

TEST(Traveller, FliesWhereWalkingIsImpossible) {
  const Traveller traveller = TravellerOf(Gap());
  const TravelQuery query =
      Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 2});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_EQ(ModesOf(path), (std::vector{TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land}));
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Cheapest(), 1e-9);

  TravelQuery walker = query;
  walker.agent.fly_m_s = 0;
  EXPECT_EQ(traveller.Find(walker).status, PathStatus::Unreachable);
}

TEST(Traveller, WalksFliesOverTheGapAndWalksAgainWhenWalkingIsFaster) {
  const Traveller traveller = TravellerOf(Gap(), {}, 1);
  const TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 1, .switch_s = 1});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_EQ(ModesOf(path),
            (std::vector{TravelMode::Walk, TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land, TravelMode::Walk}));
  // The flight is slightly longer than the gap: spots are a metre apart.
  EXPECT_LT(path.segments[2].length_m, 13.5);
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Cheapest(), 1e-9);
}

TEST(Traveller, WalksWhereFlyingIsBlocked) {
  // Two rooms and a passage that is wide enough to walk but too low and narrow for the air's voxels.
  TriangleMesh mesh = Boxes({{{0, 0, -1}, {20, 6, 0}},
                             {{0, 0, 3}, {20, 6, 4}},
                             {{-1, -1, -1}, {0, 7, 4}},
                             {{20, -1, -1}, {21, 7, 4}},
                             {{-1, -1, -1}, {21, 0, 4}},
                             {{-1, 6, -1}, {21, 7, 4}},
                             {{8, 0, 0}, {12, 2.45, 3}},
                             {{8, 3.55, 0}, {12, 6, 3}}});
  const Traveller traveller = TravellerOf(mesh);
  const TravelQuery query =
      Query({2, 3, 0}, {18, 3, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 20, .switch_s = 0.1});
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Cheapest(), 1e-9);
  bool walks = false;
  for (const TravelSegment& s : path.segments) walks = walks || (s.mode == TravelMode::Walk && s.length_m > 3);
  EXPECT_TRUE(walks);
  TravelQuery flyer = query;
  flyer.agent.walk_m_s = 0;
  EXPECT_EQ(traveller.Find(flyer).status, PathStatus::Unreachable);
}

TEST(Traveller, UsesLinksInTheirDirectionsUnlessTheyAreClosed) {
  GroundLink drop;
  drop.kind = LinkKind::Drop;
  drop.from = {9, 5, 0};
  drop.to = {21, 5, 0};
  drop.seconds = 1.5;
  drop.one_way = 1;
  GroundLink door = drop;
  door.kind = LinkKind::Door;
  door.from = {9, 2, 0};
  door.to = {21, 2, 0};
  door.seconds = 40;
  door.one_way = 0;
  const Traveller traveller = TravellerOf(Gap(), {drop, door});
  const TravelAgent agent{.radius_m = 0.4, .walk_m_s = 1, .fly_m_s = 0, .switch_s = 0};
  const TravelQuery there = Query({2, 5, 0}, {28, 5, 0}, agent), back = Query({28, 5, 0}, {2, 5, 0}, agent);
  const TravelPath path = traveller.Find(there);
  ExpectWhole(path, there);
  EXPECT_EQ(ModesOf(path), (std::vector{TravelMode::Walk, TravelMode::Link, TravelMode::Walk}));
  EXPECT_EQ(path.segments[1].link, 0u);
  EXPECT_NEAR(path.seconds, 7 + 1.5 + 7, 1e-6);
  const TravelPath returned = traveller.Find(back);
  ExpectWhole(returned, back);
  EXPECT_EQ(returned.segments[1].link, 1u);
  EXPECT_NEAR(returned.seconds, AllLegs(traveller, back).Cheapest(), 1e-9);
  TravelQuery closed = back;
  const std::vector<uint32_t> numbers = {1};
  closed.closed_links = numbers;
  EXPECT_EQ(traveller.Find(closed).status, PathStatus::Unreachable);
}

std::optional<Vec3> RandomEnd(const Traveller& traveller, bool in_air, uint64_t seed) {
  const Navigator& navigator = traveller.navigator();
  return in_air ? navigator.RandomFree(seed, 0.4) : navigator.walker()->RandomWalkable(seed, 0.4);
}

TEST(Traveller, FindsNearlyFastestJourneys) {
  CostRatios ratios;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<Box3> boxes;
    for (int i = 0; i < 6; ++i) {
      const Vec3 lo{random.Uniform(0, 20), random.Uniform(0, 20), random.Uniform(-3, 3)};
      boxes.push_back({lo, lo + Vec3{random.Uniform(3, 9), random.Uniform(3, 9), random.Uniform(0.5, 1.5)}});
    }
    const Traveller traveller = TravellerOf(Boxes(boxes), {}, 4);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 8; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = 0.3;
      agent.walk_m_s = i == 3 ? 0 : random.Uniform(0.5, 3);
      agent.fly_m_s = i == 2 ? 0 : random.Uniform(0.5, 6);
      agent.switch_s = random.Uniform(0, 4);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      const TravelQuery query = Query(*start, *goal, agent);
      const TravelPath path = traveller.Find(query);
      const double fastest = AllLegs(traveller, query).Cheapest();
      if (fastest == kNever) {
        EXPECT_NE(path.status, PathStatus::Complete);
        continue;
      }
      ExpectWhole(path, query);
      ratios.Add(path.seconds, fastest);
    }
  }
  ratios.ExpectSmall(120);
}

TEST(Traveller, FindsNearlyFastestJourneysInHouses) {
  CostRatios ratios;
  int hard = 0;
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<GroundLink> links(2);
    for (GroundLink& link : links) {
      link.kind = LinkKind::Drop;
      link.from = {random.Uniform(1, 5), random.Uniform(1, 17), 4};
      link.to = {random.Uniform(7, 17), random.Uniform(1, 17), 0};
      link.seconds = random.Uniform(0.5, 2);
      link.one_way = 1;
    }
    links[1].one_way = 0;
    const Traveller traveller = TravellerOf(Rooms(random), links, 5);
    const std::vector<uint32_t> closed = {1, 5, 8};
    for (uint64_t i = 0; i < 24; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = i % 2 == 0 ? 0.4 : 0.3;
      // Every second one flies slower than it walks: then flights from many spots compete.
      agent.walk_m_s = random.Uniform(0.5, 3);
      agent.fly_m_s = (i % 4 < 2 ? random.Uniform(1, 6) : random.Uniform(0.3, 1)) * agent.walk_m_s;
      agent.switch_s = random.Uniform(0, 3);
      const auto start = RandomEnd(traveller, i % 3 == 0, 2 * i + 100 * seed);
      const auto goal = RandomEnd(traveller, i % 5 == 0, 2 * i + 1);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, agent);
      if (i % 3 == 0) query.closed_links = closed;
      const TravelPath path = traveller.Find(query);
      const double known = path.status == PathStatus::Complete ? (1 + 1e-9) * path.cost_s : kNever;
      const double fastest = AllLegs(traveller, query).Cheapest(known);
      if (fastest == kNever) {
        EXPECT_EQ(path.status, PathStatus::Unreachable);
        EXPECT_EQ(path.legs, 0);
        continue;
      }
      hard += path.segments.size() > 3;
      ExpectWhole(path, query);
      ratios.Add(path.seconds, fastest);
    }
  }
  ratios.ExpectSmall(40);
  EXPECT_GT(hard, 2);
}

// Where flying is slower than walking, flights from many stops compete, and the best one may leave by any window.
TEST(Traveller, FindsNearlyFastestJourneysOfSlowFlyersInHouses) {
  // Rarely, a flight across a part of the air that many flights enter is lost.
  CostRatios ratios(0.07);
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Traveller traveller = TravellerOf(Rooms(random), {}, 5);
    for (uint64_t i = 0; i < 30; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = i % 2 == 0 ? 0.4 : 0.3;
      agent.walk_m_s = random.Uniform(0.5, 3);
      agent.fly_m_s = random.Uniform(0.3, 1) * agent.walk_m_s;
      agent.switch_s = random.Uniform(0, 3);
      const auto start = RandomEnd(traveller, i % 3 == 0, 2 * i + 100 * seed);
      const auto goal = RandomEnd(traveller, i % 5 == 0, 2 * i + 1);
      ASSERT_TRUE(start && goal);
      const TravelQuery query = Query(*start, *goal, agent);
      const TravelPath path = traveller.Find(query);
      const double known = path.status == PathStatus::Complete ? (1 + 1e-9) * path.cost_s : kNever;
      const double fastest = AllLegs(traveller, query).CheapestInTurns(known);
      if (fastest == kNever) {
        EXPECT_EQ(path.status, PathStatus::Unreachable);
        continue;
      }
      ExpectWhole(path, query);
      ratios.Add(path.seconds, fastest);
    }
  }
  ratios.ExpectSmall(220);
  EXPECT_LE(ratios.above(), 6);
}

TEST(Traveller, DetectsUnreachableGoalsWithoutASearch) {
  // Two rooms with a door that only small agents can pass.
  const Traveller traveller = TravellerOf(Boxes({{{0, 0, -1}, {20, 6, 0}},
                                                 {{0, 0, 3}, {20, 6, 4}},
                                                 {{-1, -1, -1}, {0, 7, 4}},
                                                 {{20, -1, -1}, {21, 7, 4}},
                                                 {{-1, -1, -1}, {21, 0, 4}},
                                                 {{-1, 6, -1}, {21, 7, 4}},
                                                 {{8, 0, 0}, {12, 2.7, 3}},
                                                 {{8, 3.3, 0}, {12, 6, 3}}}));
  TravelQuery query = Query({2, 3, 0}, {18, 3, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 1});
  const TravelPath wide = traveller.Find(query);
  EXPECT_EQ(wide.status, PathStatus::Unreachable);
  EXPECT_EQ(wide.legs, 0);
  EXPECT_EQ(wide.expanded, 0);
  query.agent.radius_m = 0.2;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Complete);
}

TEST(Traveller, GivesTheSameInSlicesAndBatches) {
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  std::vector<TravelQuery> queries;
  for (int i = 0; i < 20; ++i) {
    queries.push_back(Query({1 + 0.4 * i, 5, 0}, {28, 1 + 0.4 * i, 0},
                            {.radius_m = 0.4, .walk_m_s = 2, .fly_m_s = 1 + 0.2 * i, .switch_s = 0.5}));
  }
  const std::vector<TravelPath> paths = traveller.FindAll(queries, 4);
  ASSERT_EQ(paths.size(), queries.size());
  QueryContext context;
  int slices = 0;
  for (size_t i = 0; i < queries.size(); ++i) {
    TravelRun run(traveller, queries[i], context);
    while (!run.Step(1)) ++slices;
    TravelPath path;
    run.Take(path);
    const TravelPath alone = traveller.Find(queries[i]);
    for (const TravelPath* other : {static_cast<const TravelPath*>(&path), &paths[i]}) {
      EXPECT_EQ(other->status, alone.status);
      EXPECT_EQ(other->seconds, alone.seconds);
      EXPECT_EQ(other->points, alone.points);
    }
  }
  EXPECT_GT(slices, 20);
}

TEST(Traveller, StopsAtItsBudgetWithTheBestJourneyFound) {
  const Traveller traveller = TravellerOf(Gap(), {}, 1);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 1, .switch_s = 1});
  const TravelPath fastest = traveller.Find(query);
  ASSERT_EQ(fastest.status, PathStatus::Complete);
  int nearer = 0;
  const double left_m = Length(query.goal - query.start);
  for (query.max_expansions = 1;; query.max_expansions *= 2) {
    SCOPED_TRACE(query.max_expansions);
    query.partial = false;
    const TravelPath none = traveller.Find(query);
    query.partial = true;
    const TravelPath some = traveller.Find(query);
    if (none.status == PathStatus::Complete) {
      EXPECT_EQ(some.status, PathStatus::Complete);
      EXPECT_EQ(some.points, fastest.points);
      break;
    }
    EXPECT_EQ(none.status, PathStatus::OutOfBudget);
    EXPECT_TRUE(none.points.empty());
    EXPECT_GE(none.expanded, query.max_expansions);
    EXPECT_EQ(some.status, PathStatus::Partial);
    ASSERT_FALSE(some.points.empty());
    EXPECT_EQ(some.points.front(), query.start);
    double seconds = 0;
    for (const TravelSegment& s : some.segments) seconds += s.seconds;
    EXPECT_NEAR(seconds, some.seconds, 1e-9);
    nearer += Length(query.goal - some.points.back()) < left_m;
    ASSERT_LT(query.max_expansions, 1 << 20);
  }
  EXPECT_GT(nearer, 0);
}

TEST(Traveller, ReportsWhyThereIsNoPath) {
  const Traveller traveller = TravellerOf(Gap());
  const TravelAgent agent{.radius_m = 0.4, .walk_m_s = 1, .fly_m_s = 5, .switch_s = 1};
  const auto status = [&](const TravelQuery& q) { return traveller.Find(q).status; };
  EXPECT_EQ(status(Query({NAN, 0, 0}, {5, 5, 0}, agent)), PathStatus::OutsideWorld);
  EXPECT_EQ(status(Query({5, 5, 0}, {6, 6, 0}, {})), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Query({5, 5, -0.5}, {5, 5, 0}, {.radius_m = 30, .fly_m_s = 1})), PathStatus::OutsideWorld);
  EXPECT_EQ(status(Query({500, 5, 0}, {5, 5, 0}, agent)), PathStatus::StartBlocked);
  EXPECT_EQ(status(Query({5, 5, 0}, {500, 5, 0}, agent)), PathStatus::GoalBlocked);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 1, .switch_s = 1});
  query.max_expansions = 1;
  EXPECT_EQ(status(query), PathStatus::OutOfBudget);
  query.max_expansions = 0;
  query.max_us = 1e-3;
  EXPECT_EQ(status(query), PathStatus::OutOfBudget);
  std::atomic<bool> cancel = true;
  query.cancel = &cancel;
  EXPECT_EQ(status(query), PathStatus::Cancelled);
  // The goal is the start.
  const TravelPath path = traveller.Find(Query({5, 5, 0}, {5, 5, 0}, agent));
  EXPECT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.seconds, 0);
}

}  // namespace
}  // namespace navnet
