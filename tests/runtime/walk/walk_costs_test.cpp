// SPDX-License-Identifier: Apache-2.0
// Walks with cost regions and forbidden regions.

#include <navnet/core/range.h>
#include <navnet/runtime/walk.h>

#include "support/walk_cost_oracle.h"
#include "support/walk_oracle.h"
#include "support/walk_worlds.h"

#include <gtest/gtest.h>

#include <limits>

namespace navnet {
namespace {

using ranges::kInfinity;

Vec2 Plan(Vec3 p) { return PlanOf(p, UpAxis::Z); }

/// A region over everything from below the floor at height 0 to above heads.
CostRegion Over(Vec2 lo, Vec2 hi, double factor) { return {{{lo.x, lo.y, -1}, {hi.x, hi.y, 2}}, factor}; }

double ClearanceOf(const WalkPath& path, const Ground& ground) {
  double least = kInfinity;
  for (size_t i = 1; i < path.points.size(); ++i) {
    for (const GroundWall& wall : ground.walls) {
      least = std::min(least, oracle::SegmentDistance(Plan(path.points[i - 1]), Plan(path.points[i]), wall.a, wall.b));
    }
  }
  return least;
}

/// Cost of a path, summed over its segments.
double CostOf(const WalkPath& path, std::span<const CostRegion> regions) {
  double cost = 0;
  for (size_t i = 1; i < path.points.size(); ++i) {
    cost += oracle::CostOfPiece(path.points[i - 1], path.points[i], regions);
  }
  return cost;
}

void ExpectSame(const WalkPath& a, const WalkPath& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.corridor, b.corridor);
  EXPECT_EQ(a.length_m, b.length_m);
  EXPECT_EQ(a.cost_m, b.cost_m);
}

/// An empty hall of 20 x 20 metres.
class WalkCostsInAHall : public testing::Test {
 protected:
  static GroundContours Hall() {
    GroundContours contours = OneLayer({{{0, 0}, {200, 0}, {200, 200}, {0, 200}}});
    contours.unit_m = 0.1;
    return contours;
  }
  WalkPath Find(Vec3 start, Vec3 goal, std::span<const CostRegion> regions) const {
    const WalkPath path = walker_.Find({.start = start, .goal = goal, .radius_m = 0.4, .regions = regions});
    if (path.status == PathStatus::Complete) {
      EXPECT_GE(ClearanceOf(path, ground_), 0.4 - 1e-9);
      EXPECT_NEAR(path.cost_m, CostOf(path, regions), 1e-6 * path.cost_m);
    }
    return path;
  }
  const Ground ground_ = FlatGround(Hall());
  const Walker walker_{ground_, UpAxis::Z};
};

TEST_F(WalkCostsInAHall, AvoidsForbiddenRegions) {
  const std::vector<CostRegion> regions{Over({8, 5}, {12, 15}, kInfinity)};
  const WalkPath path = Find({2, 10, 0}, {18, 10, 0}, regions);
  ASSERT_EQ(path.status, PathStatus::Complete);
  const double best = 2 * std::hypot(6, 5) + 4;
  EXPECT_NEAR(path.length_m, best, 0.005 * best);
  EXPECT_EQ(path.cost_m, path.length_m);
}

TEST_F(WalkCostsInAHall, CrossesOrAvoidsARegionWhicheverIsCheaper) {
  for (const double factor : {1.2, 1.8, 2.5, 10.0}) {
    const std::vector<CostRegion> regions{Over({8, 5}, {12, 15}, factor)};
    const WalkPath path = Find({2, 10, 0}, {18, 10, 0}, regions);
    ASSERT_EQ(path.status, PathStatus::Complete);
    const double best = std::min(12 + 4 * factor, 2 * std::hypot(6, 5) + 4);
    EXPECT_NEAR(path.cost_m, best, 0.005 * best) << factor;
  }
}

TEST_F(WalkCostsInAHall, IsRefractedWhereTheFactorChanges) {
  for (const double factor : {1.3, 2.0, 4.0}) {
    const std::vector<CostRegion> regions{Over({8, -1}, {12, 21}, factor)};
    const WalkPath path = Find({2, 4, 0}, {18, 16, 0}, regions);
    ASSERT_EQ(path.status, PathStatus::Complete);
    // By symmetry it enters as far beside the start as it leaves beside the goal.
    double best = kInfinity;
    for (double y = 0; y <= 6; y += 1e-3) {
      best = std::min(best, 2 * std::hypot(6, y) + factor * std::hypot(4, 12 - 2 * y));
    }
    EXPECT_NEAR(path.cost_m, best, 0.001 * best) << factor;
  }
}

TEST_F(WalkCostsInAHall, MultipliesFactorsWhereRegionsOverlap) {
  // Two overlapping bands across the path, with factors 3, 6, 2.
  const std::vector<CostRegion> regions{Over({5, -1}, {10, 21}, 3), Over({8, -1}, {15, 21}, 2)};
  const WalkPath path = Find({2, 10, 0}, {18, 10, 0}, regions);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.cost_m, 3 + 3 * 3 + 2 * 6 + 5 * 2 + 3, 1e-3);
}

TEST_F(WalkCostsInAHall, FindsNoSlitBetweenRegionsThatTouch) {
  const std::vector<CostRegion> regions{Over({5, -1}, {15, 10}, kInfinity), Over({5, 10}, {15, 21}, kInfinity)};
  EXPECT_EQ(Find({2, 10, 0}, {18, 10, 0}, regions).status, PathStatus::Unreachable);
}

TEST_F(WalkCostsInAHall, IsAboutAsCheapAsTheBestOfAllBends) {
  TestRandom random(5);
  double sum = 0;
  for (int i = 0; i < 12; ++i) {
    const Vec2 lo{random.Uniform(3, 9), random.Uniform(3, 9)};
    const Vec2 hi = lo + Vec2{random.Uniform(1, 8), random.Uniform(1, 8)};
    const std::vector<CostRegion> regions{Over(lo, hi, random.Uniform(1.1, 4))};
    const Vec3 start{random.Uniform(1, 19), random.Uniform(1, 19), 0};
    const Vec3 goal{random.Uniform(1, 19), random.Uniform(1, 19), 0};
    const WalkPath path = Find(start, goal, regions);
    ASSERT_EQ(path.status, PathStatus::Complete);
    const double ratio = path.cost_m / oracle::CheapestOverOneRegion(Plan(start), Plan(goal), regions[0], 100);
    EXPECT_LE(ratio, 1.01);
    sum += ratio;
  }
  EXPECT_LE(sum / 12, 1.001);
}

TEST_F(WalkCostsInAHall, RefusesInvalidRegions) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto status = [&](const CostRegion& region) {
    return walker_.Find({.start = {2, 2, 0}, .goal = {8, 8, 0}, .regions = {&region, 1}}).status;
  };
  EXPECT_EQ(status(Over({4, 4}, {5, 5}, 0.5)), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Over({4, 4}, {5, 5}, -1)), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Over({4, 4}, {5, 5}, nan)), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Over({4, nan}, {5, 5}, 2)), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Over({6, 4}, {5, 5}, 2)), PathStatus::InvalidQuery);
  EXPECT_EQ(status({Box3{}, 2}), PathStatus::InvalidQuery);
  EXPECT_EQ(status(Over({4, 4}, {4, 5}, kInfinity)), PathStatus::Complete);
  EXPECT_EQ(status(Over({-kInfinity, -kInfinity}, {kInfinity, kInfinity}, 2)), PathStatus::Complete);
}

TEST_F(WalkCostsInAHall, UsesRegionsInTheWorldsAxes) {
  const Walker y_up(ground_, UpAxis::Y);
  // The plan's x is the world's z, and its y the world's x.
  const CostRegion region{{{5, -1, 8}, {15, 2, 12}}, kInfinity};
  const WalkPath path = y_up.Find({.start = {10, 0, 2}, .goal = {10, 0, 18}, .radius_m = 0.4, .regions = {&region, 1}});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.length_m, 2 * std::hypot(6, 5) + 4, 1e-3);
}

TEST_F(WalkCostsInAHall, MovesEndsOutOfForbiddenRegions) {
  const std::vector<CostRegion> regions{Over({8, 5}, {12, 15}, kInfinity)};
  WalkQuery query{.start = {9, 10, 0}, .goal = {18, 10, 0}, .radius_m = 0.4, .regions = regions};
  EXPECT_EQ(walker_.Find(query).status, PathStatus::StartBlocked);
  query.snap_m = 2;
  const WalkPath path = walker_.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.start.x, 8, 1e-5);
  EXPECT_NEAR(path.start.y, 10, 1e-9);
  std::swap(query.start, query.goal);
  query.snap_m = 0.5;
  EXPECT_EQ(walker_.Find(query).status, PathStatus::GoalBlocked);
}

/// Two rooms of ten metres, with a door of one metre in the middle and, if asked for, a second one at the top.
GroundContours Rooms(bool two_doors) {
  std::vector<GroundPoint> outline{{0, 0}, {100, 0}, {100, 45}, {110, 45}, {110, 0}, {210, 0}, {210, 100}};
  std::vector<std::vector<GroundPoint>> rings;
  if (two_doors) {
    outline.insert(outline.end(), {{0, 100}});
    rings = {outline, {{100, 55}, {100, 85}, {110, 85}, {110, 55}}};
  } else {
    outline.insert(outline.end(), {{110, 100}, {110, 55}, {100, 55}, {100, 100}, {0, 100}});
    rings = {outline};
  }
  GroundContours contours = OneLayer(rings);
  contours.unit_m = 0.1;
  return contours;
}

TEST(WalkCosts, CloseTheOnlyDoor) {
  const Ground ground = FlatGround(Rooms(false));
  const Walker walker(ground, UpAxis::Z);
  const std::vector<CostRegion> regions{Over({10.2, 4}, {10.8, 6}, kInfinity)};
  WalkQuery query{.start = {5, 5, 0}, .goal = {16, 5, 0}, .radius_m = 0.3, .regions = regions};
  const WalkPath path = walker.Find(query);
  EXPECT_EQ(path.status, PathStatus::Unreachable);
  EXPECT_TRUE(path.points.empty());
  query.partial = true;
  const WalkPath part = walker.Find(query);
  ASSERT_EQ(part.status, PathStatus::Partial);
  EXPECT_NEAR(part.goal.x, 10.2, 0.01);
}

TEST(WalkCosts, LeadToAnotherDoor) {
  const Ground ground = FlatGround(Rooms(true));
  const Walker walker(ground, UpAxis::Z);
  WalkQuery query{.start = {5, 5, 0}, .goal = {16, 5, 0}, .radius_m = 0.3};
  EXPECT_NEAR(walker.Find(query).length_m, 11, 1e-6);
  const std::vector<CostRegion> closed{Over({10.2, 4}, {10.8, 6}, kInfinity)}, dear{Over({10.2, 4}, {10.8, 6}, 3)};
  query.regions = closed;
  const WalkPath round = walker.Find(query);
  ASSERT_EQ(round.status, PathStatus::Complete);
  EXPECT_GE(ClearanceOf(round, ground), 0.3 - 1e-9);
  const oracle::TangentGraph graph(
      FlatGround([] {
        // The same with the door walled up.
        GroundContours contours =
            OneLayer({{{0, 0}, {100, 0}, {100, 85}, {110, 85}, {110, 0}, {210, 0}, {210, 100}, {0, 100}}});
        contours.unit_m = 0.1;
        return contours;
      }())
          .walls,
      0.3);
  const double best = *graph.ShortestLength({5, 5}, {16, 5});
  EXPECT_NEAR(round.length_m, best, 0.005 * best);
  query.regions = dear;
  const WalkPath through = walker.Find(query);
  EXPECT_NEAR(through.cost_m, 11 + 0.6 * 2, 1e-4);
}

TEST(WalkCosts, CountOnTheStoreyTheyAreOn) {
  // A road along x at height 0, and one along y over it at height 4.
  CellSurface surface;
  surface.corners = {{-100000, -20000}, {100000, -20000}, {100000, 20000}, {-100000, 20000},
                     {-20000, -100000}, {20000, -100000}, {20000, 100000}, {-20000, 100000}};
  surface.cells = {{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 1}};
  const Ground ground = GroundOf(surface, {0, 0, 0, 0, 4, 4, 4, 4}, 1e-4);
  const Walker walker(ground, UpAxis::Z);
  const auto find = [&](double bottom, double top, double factor, bool above) {
    const CostRegion region{{{-3, -3, bottom}, {3, 3, top}}, factor};
    const Vec3 start = above ? Vec3{0, -9, 4} : Vec3{-9, 0, 0}, goal = above ? Vec3{0, 9, 4} : Vec3{9, 0, 0};
    return walker.Find({.start = start, .goal = goal, .radius_m = 0.5, .regions = {&region, 1}});
  };
  // From its floor up to the one above.
  EXPECT_EQ(find(0, 4, kInfinity, false).status, PathStatus::Unreachable);
  EXPECT_EQ(find(0, 4, kInfinity, true).status, PathStatus::Complete);
  EXPECT_NEAR(find(0, 4, kInfinity, true).cost_m, 18, 1e-9);
  EXPECT_EQ(find(4, 6, kInfinity, true).status, PathStatus::Unreachable);
  EXPECT_NEAR(find(4, 6, kInfinity, false).cost_m, 18, 1e-9);
  EXPECT_NEAR(find(-1, 2, 2, false).cost_m, 12 + 6 * 2, 1e-3);
  EXPECT_NEAR(find(-1, 2, 2, true).cost_m, 18, 1e-9);
}

TEST(WalkCosts, CountOnAWindingRampWhereTheyAre) {
  const Ground ground = SpiralGround(60);
  const Walker walker(ground, UpAxis::Z);
  const auto at = [&](double cell) {
    const double angle = 2 * std::numbers::pi * cell / 24;
    return Vec3{5 * std::cos(angle), 5 * std::sin(angle), 5 * cell / 24};
  };
  // Over the inner half of the ramp, in its second turn only.
  const Vec3 middle = at(30);
  const CostRegion region{{{middle.x - 1, middle.y - 3, middle.z - 1.5}, {middle.x + 1, middle.y, middle.z + 1.5}},
                          kInfinity};
  const WalkQuery query{.start = at(2), .goal = at(56), .radius_m = 0.4};
  WalkQuery other = query;
  other.regions = {&region, 1};
  const WalkPath path = walker.Find(query), round = walker.Find(other);
  ASSERT_EQ(path.status, PathStatus::Complete);
  ASSERT_EQ(round.status, PathStatus::Complete);
  EXPECT_GT(round.length_m, path.length_m + 0.01);
  EXPECT_LT(CostOf(round, other.regions), kInfinity);
  EXPECT_EQ(CostOf(path, other.regions), kInfinity);
  EXPECT_NEAR(round.goal.z, query.goal.z, 0.05);
}

TEST(WalkCosts, AreEqualOnAGroundCutIntoLayers) {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    TestRandom random(seed);
    const int size = 8;
    CellSurface surface = GridSurface(size, size, 20000, seed % 3 == 0 ? 0 : 4000, seed,
                                      [&](int, int) { return random.Integer(0, 9) < 2 ? -1 : random.Integer(0, 3); });
    std::vector<double> heights;
    for (size_t i = 0; i < surface.corners.size(); ++i) heights.push_back(random.Uniform(0, 0.8));
    const Ground cut = GroundOf(surface, heights, 1e-4);
    for (CellSurface::Cell& cell : surface.cells) cell.layer = 0;
    const Ground whole = GroundOf(surface, heights, 1e-4);
    const Walker over_cut(cut, UpAxis::Z), over_whole(whole, UpAxis::Z);
    std::vector<CostRegion> regions;
    for (const double factor : {2.0, 3.0, kInfinity}) {
      const Vec2 lo{random.Uniform(0, 14), random.Uniform(0, 14)};
      regions.push_back(Over(lo, lo + Vec2{random.Uniform(1, 6), random.Uniform(1, 6)}, factor));
    }
    // And one that the surface passes through in height.
    regions.push_back({{{3, 3, 0.4}, {9, 9, 2}}, 2});
    for (uint64_t i = 0; i < 30; ++i) {
      const auto start = over_whole.RandomWalkable(2 * i, 0.3), goal = over_whole.RandomWalkable(2 * i + 1, 0.3);
      if (!start || !goal) continue;
      const WalkQuery query{.start = *start, .goal = *goal, .radius_m = 0.3 - 1e-6, .regions = regions};
      const WalkPath a = over_whole.Find(query), b = over_cut.Find(query);
      ASSERT_EQ(a.status, b.status) << "seed " << seed << ", query " << i;
      if (a.status != PathStatus::Complete) continue;
      EXPECT_NEAR(a.cost_m, b.cost_m, 0.002 * a.cost_m + 1e-6) << "seed " << seed << ", query " << i;
      for (const WalkPath* path : {&a, &b}) {
        EXPECT_GE(ClearanceOf(*path, whole), query.radius_m - 1e-9);
        // The surface is known at way points, which leave out bends of less than a millimetre.
        EXPECT_NEAR(path->cost_m, CostOf(*path, regions), 0.01 * path->cost_m);
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(WalkCosts, FollowTheShoreOfAForbiddenPond) {
  // A pond of about five metres' radius in the middle of a basin.
  const int size = 20;
  CellSurface surface = GridSurface(size, size, 10000, 0, 1, [](int, int) { return 0; });
  std::vector<double> heights;
  for (const GroundPoint p : surface.corners) heights.push_back(0.2 * std::hypot(1e-4 * p.x - 10, 1e-4 * p.y - 10));
  const Ground ground = GroundOf(surface, heights, 1e-4);
  const Walker walker(ground, UpAxis::Z);
  const double radius = 0.3;
  const auto height = [&](Vec2 p) { return walker.HeightAt({p.x, p.y, 0.2 * Length(p - Vec2{10, 10})}).value_or(-1); };
  TestRandom random(1);
  double sum = 0, worst = 0;
  int count = 0;
  for (const double factor : {3.0, kInfinity}) {
    const std::vector<CostRegion> pond{{{{-1, -1, -1}, {21, 21, 1}}, factor}};
    const auto is_free = [&](Vec2 p) {
      return std::min({p.x, p.y, 20 - p.x, 20 - p.y}) >= radius && (factor < kInfinity || height(p) >= 1 - 1e-3);
    };
    const oracle::CostGrid grid({20, 20}, 0.2, {}, is_free);
    for (int i = 0; i < 20; ++i) {
      const Vec2 start = grid.RandomPlace(random), goal = grid.RandomPlace(random);
      const WalkPath path = walker.Find({.start = {start.x, start.y, height(start)},
                                         .goal = {goal.x, goal.y, height(goal)},
                                         .radius_m = radius,
                                         .regions = pond});
      ASSERT_EQ(path.status, PathStatus::Complete);
      EXPECT_GE(ClearanceOf(path, ground), radius - 1e-9);
      EXPECT_LT(CostOf(path, pond), 1.01 * path.cost_m);
      const double best = grid.CostsFrom(start)[grid.NodeAt(goal)];
      if (factor < kInfinity) {
        // No more expensive than straight through, or around forbidden regions.
        const CostRegion forbidden{pond[0].box_world, kInfinity};
        const WalkPath round =
            walker.Find({.start = path.start, .goal = path.goal, .radius_m = radius, .regions = {&forbidden, 1}});
        if (round.status == PathStatus::Complete) {
          EXPECT_LE(path.cost_m, round.cost_m + 1e-6);
        }
        EXPECT_LE(path.cost_m, oracle::CostOfLineOver(path.start, path.goal, height, pond) * 1.001 + 0.01);
        continue;
      }
      sum += path.cost_m / best;
      worst = std::max(worst, path.cost_m / best);
      ++count;
    }
  }
  EXPECT_LE(sum / count, 1.0);
  EXPECT_LE(worst, 1.01);
}

std::vector<CostRegion> RandomRegions(TestRandom& random, double side) {
  std::vector<CostRegion> regions;
  const double factors[] = {1.5, 2, 4, 10, kInfinity, kInfinity};
  for (const double factor : factors) {
    const Vec2 lo{random.Uniform(0, side), random.Uniform(0, side)};
    regions.push_back(Over(lo, lo + Vec2{random.Uniform(1, 10), random.Uniform(1, 10)}, factor));
  }
  return regions;
}

TEST(WalkCosts, AreNearlyMinimalInTowns) {
  double sum = 0, worst = 0;
  int count = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    const Ground ground = FlatGround(TownContours(seed, 3));
    const Walker walker(ground, UpAxis::Z);
    TestRandom random(seed);
    for (const double radius : {0.15, 0.4}) {
      const auto regions = RandomRegions(random, 28);
      const oracle::CostGrid grid({30, 30}, 0.2, regions, [&](Vec2 p) {
        return walker.ClearanceAt({p.x, p.y, 0}) >= radius;
      });
      for (int i = 0; i < 6; ++i) {
        const Vec2 start = grid.RandomPlace(random);
        const std::vector<double> costs = grid.CostsFrom(start);
        for (int k = 0; k < 6; ++k) {
          const Vec2 goal = grid.RandomPlace(random);
          const double best = costs[grid.NodeAt(goal)];
          const WalkQuery query{
              .start = {start.x, start.y, 0}, .goal = {goal.x, goal.y, 0}, .radius_m = radius, .regions = regions};
          const WalkPath path = walker.Find(query);
          if (path.status != PathStatus::Complete) {
            EXPECT_EQ(path.status, PathStatus::Unreachable);
            EXPECT_EQ(best, kInfinity) << "town " << seed << ", radius " << radius;
            continue;
          }
          EXPECT_GE(ClearanceOf(path, ground), radius - 1e-9);
          EXPECT_NEAR(path.cost_m, CostOf(path, regions), 1e-6 * path.cost_m);
          EXPECT_EQ(path.points.front(), query.start);
          EXPECT_EQ(path.points.back(), query.goal);
          if (best == kInfinity || best < 1) continue;
          sum += path.cost_m / best;
          worst = std::max(worst, path.cost_m / best);
          ++count;
        }
      }
    }
  }
  ASSERT_GT(count, 150);
  RecordProperty("mean", std::to_string(sum / count));
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LE(sum / count, 1.0);
  EXPECT_LE(worst, 1.02);
}

TEST(WalkCosts, HoldForRegionsOfAllSizesInMazesAndFields) {
  int complete = 0, unreachable = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    TestRandom random(seed);
    const Ground ground = FlatGround(seed % 2 == 0 ? MazeContours(seed, 4, 0.05) : FieldContours(seed, 2));
    const Walker walker(ground, UpAxis::Z);
    // On whole metres, so that borders fall on walls and on each other, or anywhere; some without bounds or twice.
    const double grid = seed % 3 == 0 ? 1e-3 : 1;
    const auto number = [&](double most) { return grid * std::round(random.Uniform(0, most) / grid); };
    std::vector<CostRegion> regions;
    for (int i = 0; i < 5; ++i) {
      const Vec2 lo{number(14), number(14)};
      const double factors[] = {1.5, 3, 1e9, kInfinity, kInfinity};
      regions.push_back(Over(lo, lo + Vec2{number(6), number(6)}, factors[random.Integer(0, 4)]));
      if (random.Integer(0, 5) == 0) regions.back().box_world.max.x = kInfinity;
      if (random.Integer(0, 5) == 0) regions.back().box_world.min.z = -kInfinity;
      if (random.Integer(0, 5) == 0) regions.push_back(regions.back());
    }
    for (const double radius : {0.0, 0.3, 0.6}) {
      for (uint64_t i = 0; i < 20; ++i) {
        const auto start = walker.RandomWalkable(2 * i, radius), goal = walker.RandomWalkable(2 * i + 1, radius);
        if (!start || !goal) continue;
        WalkQuery query{.start = *start, .goal = *goal, .radius_m = radius, .regions = regions};
        WalkPath path = walker.Find(query);
        if (path.status == PathStatus::Unreachable) {
          ++unreachable;
          EXPECT_TRUE(path.points.empty());
          query.partial = true;
          path = walker.Find(query);
          ASSERT_EQ(path.status, PathStatus::Partial);
        }
        if (path.points.empty()) continue;
        complete += path.status == PathStatus::Complete;
        EXPECT_TRUE(std::isfinite(path.cost_m));
        EXPECT_LT(CostOf(path, regions), kInfinity);
        if (path.points.size() > 1) {
          EXPECT_GE(ClearanceOf(path, ground), radius - 1e-9);
        }
        query.partial = false;
        query.regions = {};
        EXPECT_GE(path.cost_m, path.length_m - 1e-9);
        if (path.status == PathStatus::Complete) {
          EXPECT_GE(path.length_m, walker.Find(query).length_m / 1.02 - 1e-6);
        }
      }
    }
  }
  EXPECT_GT(complete, 300);
  EXPECT_GT(unreachable, 30) << complete;
}

class WalkCostsInATown : public testing::Test {
 protected:
  WalkCostsInATown() {
    TestRandom random(3);
    for (int i = 0; i < 3; ++i) {
      for (const CostRegion& region : RandomRegions(random, 58)) regions_.push_back(region);
    }
    for (uint64_t i = 0; queries_.size() < 40; ++i) {
      WalkQuery query{.start = *walker_.RandomWalkable(2 * i, 0.4),
                      .goal = *walker_.RandomWalkable(2 * i + 1, 0.4),
                      .radius_m = 0.4,
                      .regions = regions_};
      const PathStatus status = walker_.Find(query).status;
      if (status == PathStatus::Complete || status == PathStatus::Unreachable) queries_.push_back(query);
    }
  }
  const Ground ground_ = FlatGround(TownContours(7, 6));
  const Walker walker_{ground_, UpAxis::Z};
  std::vector<CostRegion> regions_;
  std::vector<WalkQuery> queries_;
};

TEST_F(WalkCostsInATown, AreTheSameInBatchesAndSlices) {
  const auto paths = walker_.FindAll(queries_, 3);
  QueryContext context;
  WalkPath path;
  int steps = 0;
  for (size_t i = 0; i < queries_.size(); ++i) {
    ExpectSame(paths[i], walker_.Find(queries_[i]));
    WalkRun run(walker_, queries_[i], context);
    while (!run.Step(3)) ++steps;
    run.Take(path);
    ExpectSame(paths[i], path);
  }
  EXPECT_GT(steps, 200);
}

TEST_F(WalkCostsInATown, AreTheLengthWithRegionsThatChangeNothing) {
  const std::vector<CostRegion> nothing{Over({5, 5}, {40, 40}, 1), {{{0, 0, 5}, {60, 60, 9}}, kInfinity}};
  for (WalkQuery query : queries_) {
    query.regions = {};
    const WalkPath plain = walker_.Find(query);
    EXPECT_EQ(plain.cost_m, plain.length_m);
    query.regions = nothing;
    const WalkPath path = walker_.Find(query);
    ASSERT_EQ(path.status, plain.status);
    EXPECT_NEAR(path.cost_m, path.length_m, 1e-9);
    // The plain search may be 2 % longer.
    EXPECT_LE(path.length_m, plain.length_m + 1e-6);
    EXPECT_GE(path.length_m, plain.length_m / 1.02 - 1e-6);
  }
}

TEST_F(WalkCostsInATown, StopAtTheBudgetAndWhenCancelled) {
  const std::atomic<bool> cancel = true;
  int stopped = 0;
  for (WalkQuery query : queries_) {
    const WalkPath whole = walker_.Find(query);
    query.max_expansions = 3;
    const WalkPath path = walker_.Find(query);
    EXPECT_LE(path.statistics.expanded, 3);
    if (whole.statistics.expanded > 3) {
      ++stopped;
      EXPECT_EQ(path.status, PathStatus::OutOfBudget);
      EXPECT_TRUE(path.points.empty());
      query.partial = true;
      const WalkPath part = walker_.Find(query);
      ASSERT_EQ(part.status, PathStatus::Partial);
      EXPECT_EQ(part.points.front(), query.start);
      EXPECT_GE(ClearanceOf(part, ground_), query.radius_m - 1e-9);
      EXPECT_LT(CostOf(part, regions_), kInfinity);
    }
    query.cancel = &cancel;
    EXPECT_EQ(walker_.Find(query).status, PathStatus::Cancelled);
  }
  EXPECT_GT(stopped, 20);
}

}  // namespace
}  // namespace navnet
