// SPDX-License-Identifier: Apache-2.0
// Journeys with a limit on the length or time flown.

#include <navnet/runtime/travel.h>

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <tuple>
#include <vector>

namespace navnet {
namespace {

/// A floor under the open sky with walls to walk round or fly over, and platforms that only flyers reach.
TriangleMesh Walls(TestRandom& random) {
  std::vector<Box3> boxes = {{{0, 0, -1}, {40, 16, 0}}};
  for (int i = 1; i < 5; ++i) {
    const double x = 8 * i + random.Uniform(-2, 2), gap = random.Uniform(0, 14);
    boxes.push_back({{x, 0, 0}, {x + 0.3, gap, random.Uniform(1, 5)}});
    if (random.Integer(0, 2) > 0) boxes.push_back({{x, gap + 1.5, 0}, {x + 0.3, 16, random.Uniform(1, 5)}});
  }
  for (int i = 0; i < 2; ++i) {
    const Vec3 lo{random.Uniform(0, 30), random.Uniform(17, 20), random.Uniform(0, 3)};
    boxes.push_back({lo, lo + Vec3{random.Uniform(4, 10), 5, 0.5}});
  }
  return Boxes(boxes);
}

TravelAgent RandomAgent(TestRandom& random) {
  return {.radius_m = 0.3,
          .walk_m_s = random.Uniform(0.5, 2),
          .fly_m_s = random.Uniform(1, 8),
          .switch_s = random.Uniform(0, 3)};
}

struct LimitCounts {
  int limited = 0, beyond = 0;
};

// Compares a journey at several limits with trying all legs.
void ExpectCheapestWithin(const Traveller& traveller, TravelQuery query, TestRandom& random, CostRatios& ratios,
                          LimitCounts& counts) {
  const TravelPath free = traveller.Find(query);
  if (free.status != PathStatus::Complete) return;
  AllLegs all(traveller, query);
  for (int i = 0; i < 4; ++i) {
    query.max_fly_m = query.max_fly_s = kNever;
    const double limit_m = i == 0 ? 0 : random.Uniform(0, 1.05) * free.flown_m;
    (i % 2 == 0 ? query.max_fly_m : query.max_fly_s) = i % 2 == 0 ? limit_m : limit_m / query.agent.fly_m_s;
    SCOPED_TRACE(limit_m);
    const TravelPath path = traveller.Find(query);
    const double cheapest = all.CheapestWithin(limit_m);
    if (cheapest == kNever) {
      EXPECT_EQ(path.status, PathStatus::BeyondLimit);
      EXPECT_TRUE(path.points.empty());
      ++counts.beyond;
      continue;
    }
    ExpectWhole(path, query);
    ASSERT_EQ(path.status, PathStatus::Complete);
    ratios.Add(path.cost_s, cheapest);
    counts.limited += limit_m < free.flown_m;
  }
}

TEST(TravelLimit, FindsNearlyWhatTryingAllLegsFinds) {
  CostRatios ratios;
  LimitCounts counts;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Traveller traveller = TravellerOf(Walls(random), {}, 5);
    for (uint64_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(i);
      const Walker& walker = *traveller.navigator().walker();
      const auto end = [&](uint64_t number) {
        // Points near the ground count as on it.
        const auto in_air = traveller.navigator().RandomFree(number, 0.3);
        return i == 3 && in_air && !walker.Locate(*in_air) ? in_air : walker.RandomWalkable(number, 0.4);
      };
      const auto start = end(2 * i + 100 * seed), goal = end(2 * i + 1 + 100 * seed);
      ASSERT_TRUE(start && goal);
      ExpectCheapestWithin(traveller, Query(*start, *goal, RandomAgent(random)), random, ratios, counts);
    }
  }
  ratios.ExpectSmall(50);
  EXPECT_GT(counts.limited, 40);
  EXPECT_GT(counts.beyond, 5);
}

TEST(TravelLimit, FindsNearlyWhatTryingAllLegsFindsInHouses) {
  CostRatios ratios;
  LimitCounts counts;
  for (uint64_t seed = 1; seed <= 1; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<GroundLink> links(1);
    links[0].kind = LinkKind::Drop;
    links[0].from = {random.Uniform(1, 5), random.Uniform(1, 17), 4};
    links[0].to = {random.Uniform(7, 17), random.Uniform(1, 17), 0};
    links[0].seconds = 1;
    links[0].one_way = 1;
    const Traveller traveller = TravellerOf(Rooms(random), links, 8);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(i);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      ExpectCheapestWithin(traveller, Query(*start, *goal, RandomAgent(random)), random, ratios, counts);
    }
  }
  ratios.ExpectSmall(8);
  EXPECT_GT(counts.limited, 4);
}

TEST(TravelLimit, FliesAsFarAsItAllowsAndWalksTheRest) {
  const Traveller traveller = TravellerOf(Boxes({{{0, 0, -1}, {60, 6, 0}}}), {}, 2);
  TravelQuery query = Query({2, 3, 0}, {58, 3, 0}, {.radius_m = 0.4, .walk_m_s = 1, .fly_m_s = 8, .switch_s = 1});
  const TravelPath free = traveller.Find(query);
  ExpectWhole(free, query);
  EXPECT_GT(free.flown_m, 56);
  double before_s = free.seconds;
  for (const double limit_m : {56.0, 40.0, 20.0, 5.0, 0.0}) {
    SCOPED_TRACE(limit_m);
    query.max_fly_m = limit_m;
    query.max_fly_s = kNever;
    const TravelPath path = traveller.Find(query);
    ExpectWhole(path, query);
    EXPECT_GT(path.seconds, before_s);
    before_s = path.seconds;
    // A flight between two spots that are two metres apart.
    EXPECT_GE(path.flown_m, std::min(limit_m, 6.0) - 6);
    EXPECT_LE(path.seconds, 2 + limit_m / 8 + (56 - std::max(0.0, limit_m - 4)) / 1);
    query.max_fly_m = kNever;
    query.max_fly_s = limit_m / 8;
    EXPECT_EQ(traveller.Find(query).points, path.points);
  }
}

TEST(TravelLimit, CostsNothingWhereItDoesNotBind) {
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 2});
  const TravelPath free = traveller.Find(query);
  query.max_fly_m = free.flown_m;
  const TravelPath just = traveller.Find(query);
  EXPECT_EQ(just.points, free.points);
  EXPECT_EQ(just.expanded, free.expanded);
  EXPECT_EQ(just.legs, free.legs);
}

TEST(TravelLimit, SaysThatTheGoalIsBeyondItOrGoesAsNearAsItCan) {
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  const TravelAgent agent{.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 2};
  const Vec3 left{2, 5, 0}, right{28, 5, 0}, over_gap{15, 5, 3};
  for (const auto& [start, goal, limit_m] :
       {std::tuple{left, right, 8.0}, std::tuple{left, right, 0.0}, std::tuple{left, over_gap, 6.0},
        std::tuple{over_gap, right, 3.0}, std::tuple{over_gap, left, 5.5}}) {
    SCOPED_TRACE(limit_m);
    TravelQuery query = Query(start, goal, agent);
    query.max_fly_m = limit_m;
    const TravelPath none = traveller.Find(query);
    EXPECT_EQ(none.status, PathStatus::BeyondLimit);
    EXPECT_TRUE(none.points.empty());
    EXPECT_EQ(none.flown_m, 0);
    query.partial = true;
    const TravelPath some = traveller.Find(query);
    EXPECT_EQ(some.status, PathStatus::Partial);
    ASSERT_FALSE(some.points.empty());
    EXPECT_LE(FlownAlong(some), limit_m + 1e-9);
    EXPECT_NEAR(FlownAlong(some), some.flown_m, 1e-9);
    const double nearest_m = AllLegs(traveller, query).NearestWithin(limit_m);
    EXPECT_LE(Length(goal - some.points.back()), 1.02 * nearest_m + 1e-6);
    query.max_fly_m = kNever;
    EXPECT_EQ(traveller.Find(query).status, PathStatus::Complete);
  }
  // Any budget gives a journey that keeps the limit, also one that ends on the way to the nearest point.
  TravelQuery cut = Query(left, right, agent);
  cut.max_fly_m = 8;
  cut.partial = true;
  const int64_t all = traveller.Find(cut).expanded;
  for (cut.max_expansions = 1; cut.max_expansions <= all; ++cut.max_expansions) {
    const TravelPath path = traveller.Find(cut);
    ASSERT_EQ(path.status, PathStatus::Partial) << cut.max_expansions;
    EXPECT_LE(FlownAlong(path), 8 + 1e-9) << cut.max_expansions;
  }
  // What nothing connects is no matter of the limit.
  TravelQuery query = Query(left, right, agent);
  query.max_fly_m = 100;
  query.ceiling_m = 0.2;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Unreachable);
}

TEST(TravelLimit, IsKeptInSlicesAndWithinBudgets) {
  TestRandom random(5);
  const Traveller traveller = TravellerOf(Walls(random), {}, 4);
  const Walker& walker = *traveller.navigator().walker();
  QueryContext context;
  int whole = 0, cut = 0;
  for (uint64_t i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    TravelQuery query = Query(*walker.RandomWalkable(2 * i, 0.4), *walker.RandomWalkable(2 * i + 1, 0.4),
                              {.radius_m = 0.3, .walk_m_s = 1, .fly_m_s = 5, .switch_s = 1});
    query.max_fly_m = random.Uniform(0, 0.9) * traveller.Find(query).flown_m;
    query.partial = i % 2 == 0;
    const TravelPath alone = traveller.Find(query);
    TravelRun run(traveller, query, context);
    while (!run.Step(1)) {
    }
    TravelPath path;
    run.Take(path);
    EXPECT_EQ(path.status, alone.status);
    EXPECT_EQ(path.points, alone.points);
    EXPECT_EQ(path.expanded, alone.expanded);
    query.partial = true;
    for (query.max_expansions = 1; query.max_expansions < alone.expanded; query.max_expansions *= 3) {
      const TravelPath some = traveller.Find(query);
      ASSERT_FALSE(some.points.empty());
      EXPECT_LE(FlownAlong(some), query.max_fly_m + 1e-9);
      EXPECT_EQ(some.status, PathStatus::Partial);
      ++cut;
    }
    whole += alone.status == PathStatus::Complete;
    std::atomic<bool> cancel = true;
    query.cancel = &cancel;
    EXPECT_EQ(traveller.Find(query).status, PathStatus::Cancelled);
  }
  EXPECT_GT(whole, 3);
  EXPECT_GT(cut, 10);
}

TEST(TravelLimit, LetsFlightsKeepLessClearanceRatherThanGiveUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.4, 1.2};
  options.sample.margin_m = 6;
  // A thick wall with a narrow window, and a way over it.
  const Result<Baked> baked = Bake(World{"window", UpAxis::Z,
                                         Boxes({{{11, -3, -6}, {17, 4, 8}},
                                                {{11, 6, -6}, {17, 13, 8}},
                                                {{11, 4, 3}, {17, 6, 8}},
                                                {{11, 4, -6}, {17, 6, 0.5}}})},
                                   options);
  ASSERT_TRUE(baked.ok());
  const Traveller traveller{Navigator(baked->net)};
  TravelQuery query = Query({9, 5, 2}, {19, 5, 2}, {.radius_m = 0.4, .fly_m_s = 8});
  const TravelPath near = traveller.Find(query);
  ExpectWhole(near, query);
  query.fly_clearance_m = 1.2;
  const TravelPath over = traveller.Find(query);
  ExpectWhole(over, query);
  EXPECT_GT(over.flown_m, near.flown_m + 5);
  query.max_fly_m = near.flown_m + 1;
  const TravelPath through = traveller.Find(query);
  ExpectWhole(through, query);
  EXPECT_EQ(through.points, near.points);
  query.max_fly_m = near.flown_m - 1;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::BeyondLimit);
}

}  // namespace
}  // namespace navnet
