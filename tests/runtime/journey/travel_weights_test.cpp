// SPDX-License-Identifier: Apache-2.0
// What journeys cost: weights of seconds by mode, and preferred clearance.

#include <navnet/runtime/travel.h>

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace navnet {
namespace {

bool Flies(const TravelPath& path) {
  return std::any_of(path.segments.begin(), path.segments.end(),
                     [](const auto& s) { return s.mode == TravelMode::Fly; });
}

TEST(TravelWeights, GiveJoulesWhereTheyAreWatts) {
  const Traveller traveller = TravellerOf(Boxes({{{0, 0, -1}, {40, 10, 0}}}));
  TravelQuery query = Query({2, 5, 0}, {38, 5, 0}, {.radius_m = 0.4, .walk_m_s = 1.5, .fly_m_s = 8, .switch_s = 2});
  const TravelPath fast = traveller.Find(query);
  ExpectWhole(fast, query);
  EXPECT_TRUE(Flies(fast));
  query.weights = {.walk = 60, .fly = 400, .switching = 250, .link = 20};
  const TravelPath thrifty = traveller.Find(query);
  ExpectWhole(thrifty, query);
  EXPECT_FALSE(Flies(thrifty));
  EXPECT_NEAR(thrifty.cost_s, 60 * 36 / 1.5, 1e-6);
  EXPECT_NEAR(thrifty.seconds, 36 / 1.5, 1e-9);
  // Walking with more power, it flies again.
  query.weights.walk = 200;
  const TravelPath strained = traveller.Find(query);
  ExpectWhole(strained, query);
  EXPECT_EQ(strained.points, fast.points);
  EXPECT_NEAR(strained.cost_s, 250 * 4 + 400 * (fast.seconds - 4), 1e-6);
}

TEST(TravelWeights, OfTheSameSizeChangeNothingButTheUnit) {
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 3, .fly_m_s = 2, .switch_s = 1});
  const TravelPath once = traveller.Find(query);
  query.weights = {.walk = 8, .fly = 8, .switching = 8, .link = 8};
  const TravelPath eight = traveller.Find(query);
  EXPECT_EQ(once.points, eight.points);
  EXPECT_EQ(once.seconds, eight.seconds);
  EXPECT_NEAR(8 * once.cost_s, eight.cost_s, 1e-9);
}

TEST(TravelWeights, FindNearlyWhatTryingAllLegsFinds) {
  CostRatios ratios;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<Box3> boxes;
    for (int i = 0; i < 6; ++i) {
      const Vec3 lo{random.Uniform(0, 20), random.Uniform(0, 20), random.Uniform(-3, 3)};
      boxes.push_back({lo, lo + Vec3{random.Uniform(3, 9), random.Uniform(3, 9), random.Uniform(0.5, 1.5)}});
    }
    const Traveller traveller = TravellerOf(Boxes(boxes), {}, 5);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(i);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 6, .switch_s = 1});
      query.weights = {random.Uniform(0.1, 3), random.Uniform(0.5, 9), random.Uniform(0, 5), random.Uniform(0, 2)};
      const TravelPath path = traveller.Find(query);
      ExpectWhole(path, query);
      ratios.Add(path.cost_s, AllLegs(traveller, query).CheapestInTurns());
    }
  }
  ratios.ExpectSmall(24);
}

}  // namespace
}  // namespace navnet
