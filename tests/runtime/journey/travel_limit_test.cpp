// SPDX-License-Identifier: Apache-2.0
// Journeys with a limit on the length or time flown.

#include <navnet/runtime/travel.h>

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
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
    if (getenv("DBG")) fprintf(stderr, "---- limit %g\n", limit_m);
    const TravelPath path = traveller.Find(query);
    const double cheapest = all.CheapestWithin(limit_m);
    if (cheapest == kNever) {
      EXPECT_EQ(path.status, PathStatus::BeyondLimit);
      EXPECT_TRUE(path.points.empty());
      ++counts.beyond;
      continue;
    }
    ExpectWhole(path, query);
    if (getenv("DBG")) fprintf(stderr, "got %g want %g ratio %g expanded %ld legs %ld\n", path.cost_s, cheapest, path.cost_s / cheapest, long(path.expanded), long(path.legs));
    if (path.status == PathStatus::Complete) ratios.Add(path.cost_s, cheapest);
    counts.limited += limit_m < free.flown_m;
  }
}

TEST(TravelLimit, FindsNearlyWhatTryingAllLegsFinds) {
  CostRatios ratios;
  LimitCounts counts;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Traveller traveller = TravellerOf(Walls(random), {}, 4);
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
  ratios.ExpectSmall(100);
  EXPECT_GT(counts.limited, 60);
  EXPECT_GT(counts.beyond, 10);
}

TEST(TravelLimit, FindsNearlyWhatTryingAllLegsFindsInHouses) {
  CostRatios ratios;
  LimitCounts counts;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<GroundLink> links(1);
    links[0].kind = LinkKind::Drop;
    links[0].from = {random.Uniform(1, 5), random.Uniform(1, 17), 4};
    links[0].to = {random.Uniform(7, 17), random.Uniform(1, 17), 0};
    links[0].seconds = 1;
    links[0].one_way = 1;
    const Traveller traveller = TravellerOf(Rooms(random), links, 5);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(i);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      ExpectCheapestWithin(traveller, Query(*start, *goal, RandomAgent(random)), random, ratios, counts);
    }
  }
  ratios.ExpectSmall(10);
  EXPECT_GT(counts.limited, 5);
}

}  // namespace
}  // namespace navnet
