// SPDX-License-Identifier: Apache-2.0
// Journeys with costs: regions of the air and of the ground, climbing and descending, floor and ceiling.

#include <navnet/runtime/travel.h>

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

constexpr TravelAgent kAgent{.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 2};

bool Has(const TravelPath& path, TravelMode mode) {
  return std::any_of(path.segments.begin(), path.segments.end(), [&](const auto& s) { return s.mode == mode; });
}

// Boxes that cost more, and some that are forbidden, within the bounds.
std::vector<CostRegion> RandomRegions(TestRandom& random, int count, Vec3 lo, Vec3 hi, double size_m) {
  std::vector<CostRegion> regions;
  for (int i = 0; i < count; ++i) {
    Vec3 from, to;
    for (int k = 0; k < 3; ++k) {
      from[k] = random.Uniform(lo[k], hi[k]);
      to[k] = from[k] + random.Uniform(0.2, 1) * size_m;
    }
    regions.push_back({{from, to}, i % 2 == 0 ? kNever : random.Uniform(1, 4)});
  }
  return regions;
}

TEST(TravelCosts, EqualTheSecondsWithoutCosts) {
  const Traveller traveller = TravellerOf(Gap());
  const TravelPath path = traveller.Find(Query({2, 5, 0}, {28, 5, 0}, kAgent));
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.cost_s, path.seconds);
  for (const TravelSegment& s : path.segments) EXPECT_EQ(s.cost_s, s.seconds);
}

TEST(TravelCosts, FlyRoundAForbiddenBoxUnderTheCeilingThenLandAndWalkOn) {
  // Two platforms; no landing near the goal.
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  const std::vector<CostRegion> no_fly = {{{{12, -50, -50}, {18, 7, 50}}, kNever},
                                          {{{24, -50, -50}, {50, 50, 50}}, kNever}};
  query.fly_regions = no_fly;
  query.ceiling_m = 3;
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_TRUE(Has(path, TravelMode::Fly));
  EXPECT_EQ(path.segments.back().mode, TravelMode::Walk);
  EXPECT_GT(path.segments.back().length_m, 4 - 1e-9);
  EXPECT_NEAR(path.cost_s, AllLegs(traveller, query).CheapestInTurns(), 1e-9);
  EXPECT_GT(path.seconds, traveller.Find(Query(query.start, query.goal, kAgent)).seconds + 1);
  // The detour has no extra cost: forbidden boxes do not change costs.
  EXPECT_NEAR(path.cost_s, path.seconds, 1e-9);
}

TEST(TravelCosts, NeverTakeOffThroughAForbiddenBoxOrAboveTheCeiling) {
  const Traveller traveller = TravellerOf(Gap());
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  // A thin forbidden box over the ground on one side, too low to fly below it.
  const std::vector<CostRegion> sheet = {{{{-50, -50, 0.2}, {10.5, 50, 0.3}}, kNever}};
  query.fly_regions = sheet;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Unreachable);
  query.fly_regions = {};
  query.ceiling_m = 0.2;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Unreachable);
  query.agent.walk_m_s = 0;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::StartBlocked);
  query.ceiling_m = 1;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Complete);
}

TEST(TravelCosts, GoStraightUpToTheFloor) {
  const Traveller traveller = TravellerOf(Gap());
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  query.floor_m = 2.75;
  query.ceiling_m = 3.5;
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  ASSERT_EQ(path.segments.size(), 3u);
  EXPECT_EQ(path.segments[0].mode, TravelMode::TakeOff);
  EXPECT_NEAR(path.segments[0].length_m, 2.75, 1e-6);
  EXPECT_NEAR(path.segments[2].length_m, 2.75, 1e-6);
  EXPECT_NEAR(path.seconds, 4 + (2 * 2.75 + 26) / 8, 1e-6);
  // Under a roof, the floor cannot be reached.
  const Traveller roofed =
      TravellerOf(Boxes({{{0, 0, -1}, {10, 10, 0}}, {{20, 0, -1}, {30, 10, 0}}, {{-1, -1, 2.2}, {11, 11, 2.4}}}));
  EXPECT_EQ(roofed.Find(Query(query.start, query.goal, kAgent)).status, PathStatus::Complete);
  EXPECT_EQ(roofed.Find(query).status, PathStatus::Unreachable);
}

TEST(TravelCosts, MultiplyTheCostInRegionsButNotTheSeconds) {
  const Traveller traveller = TravellerOf(Gap());
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  const std::vector<CostRegion> everywhere = {{{{-50, -50, -50}, {50, 50, 50}}, 3}};
  query.fly_regions = everywhere;
  const TravelPath path = traveller.Find(query), free = traveller.Find(Query(query.start, query.goal, kAgent));
  ExpectWhole(path, query);
  EXPECT_NEAR(path.seconds, free.seconds, 1e-6);
  // All but the two switches.
  EXPECT_NEAR(path.cost_s, 4 + 3 * (free.seconds - 4), 1e-6);
  TravelQuery climbs = Query(query.start, query.goal, kAgent);
  climbs.climb_cost = 2;
  climbs.descend_cost = 1;
  const TravelPath climbed = traveller.Find(climbs);
  ExpectWhole(climbed, climbs);
  const double up_m = climbed.segments.front().length_m, down_m = climbed.segments.back().length_m;
  EXPECT_NEAR(climbed.cost_s, climbed.seconds + (2 * up_m + down_m) / 8, 1e-6);
}

TEST(TravelCosts, LetWalksPassUnderNoFlyBoxesAndFlightsOverForbiddenGround) {
  const Traveller traveller = TravellerOf(Boxes({{{0, 0, -1}, {30, 10, 0}}}));
  const std::vector<CostRegion> middle = {{{{10, -50, -50}, {20, 50, 50}}, kNever}};
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  query.fly_regions = middle;
  const TravelPath under = traveller.Find(query);
  ExpectWhole(under, query);
  EXPECT_TRUE(Has(under, TravelMode::Walk));
  query.fly_regions = {};
  query.walk_regions = middle;
  query.agent = {.radius_m = 0.4, .walk_m_s = 8, .fly_m_s = 2, .switch_s = 2};
  const TravelPath over = traveller.Find(query);
  ExpectWhole(over, query);
  EXPECT_TRUE(Has(over, TravelMode::Fly));
  query.fly_regions = middle;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::Unreachable);
}

TEST(TravelCosts, TryNoFlightAcrossAForbiddenWall) {
  const Traveller traveller = TravellerOf(Gap(), {}, 1);
  ASSERT_GT(traveller.navigator().ground().links.size(), 100u);
  TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  const std::vector<CostRegion> wall = {{{{14, -kNever, -kNever}, {16, kNever, kNever}}, kNever}};
  query.fly_regions = wall;
  const TravelPath none = traveller.Find(query);
  EXPECT_EQ(none.status, PathStatus::Unreachable);
  EXPECT_EQ(none.legs, 0);
  // With a passage at the far end there is a path.
  const std::vector<CostRegion> open = {{{{14, -kNever, -kNever}, {16, 12, kNever}}, kNever}};
  query.fly_regions = open;
  ExpectWhole(traveller.Find(query), query);
}

TEST(TravelCosts, ReportWhichEndIsForbidden) {
  const Traveller traveller = TravellerOf(Gap());
  const Vec3 on_ground{5, 5, 0}, in_air{15, 5, 3}, goal{28, 5, 0};
  const auto around = [](Vec3 p, double size_m) {
    const Vec3 half{size_m, size_m, size_m};
    return std::vector<CostRegion>{{{p - half, p + half}, kNever}};
  };
  const std::vector<CostRegion> at_ground = around(on_ground, 1), at_air = around(in_air, 1);
  TravelQuery query = Query(in_air, goal, kAgent);
  query.fly_regions = at_air;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::StartBlocked);
  std::swap(query.start, query.goal);
  EXPECT_EQ(traveller.Find(query).status, PathStatus::GoalBlocked);
  query.snap_m = 1.5;
  const TravelPath snapped = traveller.Find(query);
  ExpectWhole(snapped, query);
  EXPECT_NEAR(Length(snapped.points.back() - in_air), 1, 1e-6);
  query.fly_regions = {};
  query.snap_m = 0;
  query.ceiling_m = 2.5;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::GoalBlocked);
  query.ceiling_m = kNever;
  query.floor_m = 3.5;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::GoalBlocked);
  // Where walking is forbidden, it can still take off; where both are, there is no path.
  query = Query(on_ground, goal, kAgent);
  query.walk_regions = at_ground;
  const TravelPath up = traveller.Find(query);
  ExpectWhole(up, query);
  EXPECT_EQ(up.segments.front().mode, TravelMode::TakeOff);
  query.fly_regions = at_ground;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::StartBlocked);
  query.snap_m = 1.5;
  ExpectWhole(traveller.Find(query), query);
  std::swap(query.start, query.goal);
  query.snap_m = 0;
  EXPECT_EQ(traveller.Find(query).status, PathStatus::GoalBlocked);
}

TEST(TravelCosts, ReportInvalidNumbers) {
  const Traveller traveller = TravellerOf(Gap());
  const auto status = [&](auto change) {
    TravelQuery query = Query({2, 5, 0}, {28, 5, 0}, kAgent);
    change(query);
    return traveller.Find(query).status;
  };
  EXPECT_EQ(status([](TravelQuery& q) { q.climb_cost = -1; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([](TravelQuery& q) { q.descend_cost = NAN; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([](TravelQuery& q) { q.floor_m = NAN; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([](TravelQuery& q) { q.floor_m = 3, q.ceiling_m = 2; }), PathStatus::InvalidQuery);
  for (const double factor : {0.5, -1.0, double(NAN)}) {
    const std::vector<CostRegion> regions = {{{{0, 0, 0}, {5, 5, 5}}, factor}};
    EXPECT_EQ(status([&](TravelQuery& q) { q.fly_regions = regions; }), PathStatus::InvalidQuery);
    EXPECT_EQ(status([&](TravelQuery& q) { q.walk_regions = regions; }), PathStatus::InvalidQuery);
  }
  const std::vector<CostRegion> strange = {{{{15, 0, 0}, {15, 10, 10}}, kNever}, {{{1e300, 0, 0}, {kNever, 5, 5}}, 2}};
  EXPECT_EQ(status([&](TravelQuery& q) { q.fly_regions = q.walk_regions = strange; }), PathStatus::Complete);
  EXPECT_EQ(status([](TravelQuery& q) { q.floor_m = kNever, q.ceiling_m = kNever; }), PathStatus::Unreachable);
}

// A journey does not affect the next one in the same context.
TEST(TravelCosts, LeaveNoTraceInTheContext) {
  const Traveller traveller = TravellerOf(Gap(), {}, 2);
  const TravelQuery plain = Query({2, 5, 0}, {28, 5, 0}, kAgent);
  TravelQuery costly = plain;
  const std::vector<CostRegion> regions = {{{{-50, -50, -50}, {4, 50, 50}}, kNever}};
  costly.fly_regions = costly.walk_regions = regions;
  costly.floor_m = 3;
  QueryContext context;
  TravelPath first, between, again;
  traveller.Find(plain, context, first);
  traveller.Find(costly, context, between);
  EXPECT_EQ(between.status, PathStatus::StartBlocked);
  traveller.Find(plain, context, again);
  EXPECT_EQ(first.points, again.points);
  EXPECT_EQ(first.seconds, again.seconds);
  EXPECT_EQ(first.legs, again.legs);
}

// Puts random costs into a query; they must outlive it.
struct RandomCosts {
  std::vector<CostRegion> fly, walk;

  RandomCosts(TestRandom& random, uint64_t number, Vec3 lo, Vec3 hi, TravelQuery& query) {
    if (number % 4 != 3) fly = RandomRegions(random, 1 + int(number % 3), lo, hi, 8);
    if (number % 2 == 1) walk = RandomRegions(random, 2, lo, hi, 6);
    query.fly_regions = fly;
    query.walk_regions = walk;
    if (number % 3 == 0) query.climb_cost = random.Uniform(0, 2);
    if (number % 3 != 1) query.descend_cost = random.Uniform(0, 1);
    if (number % 4 == 1) query.ceiling_m = random.Uniform(lo.z + 2, hi.z + 3);
    if (number % 5 == 2) query.floor_m = random.Uniform(lo.z, (lo.z + hi.z) / 2);
    if (query.floor_m > query.ceiling_m) query.ceiling_m = kNever;
  }
};

// Compares a journey with the cheapest one over all legs. Returns whether there is one.
bool ExpectCheapest(const Traveller& traveller, const TravelQuery& query, CostRatios& ratios) {
  const TravelPath path = traveller.Find(query);
  const double known = path.status == PathStatus::Complete ? 1.02 * path.cost_s : kNever;
  const double cheapest = AllLegs(traveller, query).CheapestInTurns(known);
  if (cheapest == kNever) {
    EXPECT_NE(path.status, PathStatus::Complete);
    return false;
  }
  ExpectWhole(path, query);
  ratios.Add(path.cost_s, cheapest);
  return true;
}

TEST(TravelCosts, AreNearlyMinimal) {
  CostRatios ratios;
  int none = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    std::vector<Box3> boxes;
    for (int i = 0; i < 6; ++i) {
      const Vec3 lo{random.Uniform(0, 20), random.Uniform(0, 20), random.Uniform(-3, 3)};
      boxes.push_back({lo, lo + Vec3{random.Uniform(3, 9), random.Uniform(3, 9), random.Uniform(0.5, 1.5)}});
    }
    const Traveller traveller = TravellerOf(Boxes(boxes), {}, 5);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 5; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = 0.3;
      agent.walk_m_s = (seed + i) % 5 == 0 ? 0 : random.Uniform(0.5, 3);
      agent.fly_m_s = random.Uniform(0.5, 6);
      agent.switch_s = random.Uniform(0, 4);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, agent);
      const RandomCosts costs(random, seed + 7 * i, {0, 0, -3}, {25, 25, 4}, query);
      none += !ExpectCheapest(traveller, query, ratios);
    }
  }
  ratios.ExpectSmall(70);
  EXPECT_GT(none, 5);
}

TEST(TravelCosts, AreNearlyMinimalInHouses) {
  CostRatios ratios;
  for (uint64_t seed = 1; seed <= 2; ++seed) {
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
    for (uint64_t i = 0; i < 8; ++i) {
      SCOPED_TRACE(i);
      TravelAgent agent;
      agent.radius_m = i % 2 == 0 ? 0.4 : 0.3;
      agent.walk_m_s = random.Uniform(0.5, 3);
      agent.fly_m_s = (i % 4 < 2 ? random.Uniform(1, 6) : random.Uniform(0.3, 1)) * agent.walk_m_s;
      agent.switch_s = random.Uniform(0, 3);
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, agent);
      const RandomCosts costs(random, seed + 7 * i, {0, 0, 0}, {18, 18, 8}, query);
      ExpectCheapest(traveller, query, ratios);
    }
  }
  ratios.ExpectSmall(10);
}

}  // namespace
}  // namespace navnet
