// SPDX-License-Identifier: Apache-2.0
// Queries with costs: regions, forbidden boxes, climbing and descending, floor and ceiling.

#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/grids.h"
#include "support/oracles.h"
#include "support/share_inside.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <queue>

namespace navnet {
namespace {

using ranges::kInfinity;

Navigator NavigatorOf(const VoxelBox& bounds, const std::vector<VoxelBox>& blocked = {}) {
  return Navigator(Bake(World{"test", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, blocked)})->net);
}

Navigator OpenSpace() { return NavigatorOf({{0, 0, 0}, {100, 100, 100}}); }

// Cost of a path, summed over many short pieces of each segment. Requires: regions do not overlap.
double CostOf(const std::vector<Vec3>& points, const FlightQuery& query) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 a = points[i - 1], b = points[i];
    double factor = 1;
    for (const CostRegion& region : query.regions) {
      if (const double share = ShareInside(a, b, region.box_world); share > 0) factor += share * (region.factor - 1);
    }
    const double rise = b.z - a.z;
    sum += factor * Length(b - a) + query.climb_cost * std::max(0.0, rise) + query.descend_cost * std::max(0.0, -rise);
  }
  return sum;
}

void ExpectKeepsTheRules(const FlightPath& path, const FlightQuery& query) {
  for (size_t i = 1; i < path.points.size(); ++i) {
    const Vec3 a = path.points[i - 1], b = path.points[i];
    ASSERT_GE(std::min(a.z, b.z), query.floor_m - 1e-6);
    ASSERT_LE(std::max(a.z, b.z), query.ceiling_m + 1e-6);
    for (const CostRegion& region : query.regions) {
      if (std::isinf(region.factor)) {
        ASSERT_EQ(ShareInside(a, b, region.box_world), 0);
      }
    }
  }
}

TEST(FlightCosts, EqualTheLengthWithoutCosts) {
  const FlightPath path = OpenSpace().Find({.start = {1, 2, 3}, .goal = {50, 60, 70}});
  EXPECT_EQ(path.cost_m, path.length_m);
  EXPECT_GT(path.cost_m, 0);
}

TEST(FlightCosts, AvoidAForbiddenBoxByTheShortestPath) {
  const Navigator navigator = OpenSpace();
  // The box is unbounded upwards and to one side: the path passes its two edges at y = 30.25.
  const std::vector<CostRegion> regions = {{{{40.5, 30.25, -kInfinity}, {60.75, kInfinity, kInfinity}}, kInfinity}};
  const Vec3 start{20, 50, 40}, goal{80, 50, 47};
  for (const Effort effort : {Effort::Fast, Effort::Balanced, Effort::Best}) {
    const FlightQuery query{.start = start, .goal = goal, .effort = effort, .regions = regions};
    const FlightPath path = navigator.Find(query);
    ASSERT_EQ(path.status, PathStatus::Complete);
    ExpectKeepsTheRules(path, query);
    const double flat = std::hypot(20.5, 19.75) + 20.25 + std::hypot(19.25, 19.75);
    EXPECT_NEAR(path.length_m, std::hypot(flat, 7), 1e-4 * path.length_m);
    EXPECT_NEAR(path.cost_m, path.length_m, 1e-9);
  }
}

TEST(FlightCosts, StayBetweenFloorAndCeiling) {
  // A wall with a gap above and one below.
  const Navigator navigator = NavigatorOf({{0, 0, 0}, {60, 60, 60}}, {{{30, 0, 20}, {31, 60, 45}}});
  FlightQuery query{.start = {10, 30, 25.5}, .goal = {50, 30, 25.5}};
  const auto below = [](const FlightPath& path) {
    return std::any_of(path.points.begin(), path.points.end(), [](Vec3 p) { return p.z < 20.5; });
  };
  EXPECT_TRUE(below(navigator.Find(query)));
  query.floor_m = 24.7;
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_FALSE(below(path));
  ExpectKeepsTheRules(path, query);
  EXPECT_NEAR(path.length_m, std::hypot(20, 19.5) + 1 + std::hypot(19, 19.5), 1e-4 * path.length_m);
  query.ceiling_m = 44;
  EXPECT_EQ(navigator.Find(query).status, PathStatus::Unreachable);
  query.partial = true;
  const FlightPath partial = navigator.Find(query);
  EXPECT_EQ(partial.status, PathStatus::Partial);
  EXPECT_NEAR(Length(partial.points.back() - Vec3{30, 30, 25.5}), 0, 1e-9) << "the wall in front of the goal";
  query = {.start = {10, 30, 25.5}, .goal = {50, 30, 25.5}, .floor_m = 26};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::StartBlocked);
  query.snap_m = 1;
  const FlightPath snapped = navigator.Find(query);
  ASSERT_EQ(snapped.status, PathStatus::Complete);
  EXPECT_NEAR(Length(snapped.start - Vec3{10, 30, 26}), 0, 1e-7);
  EXPECT_NEAR(Length(snapped.goal - Vec3{50, 30, 26}), 0, 1e-7);
}

// A wide slab that must be crossed: Snell's law gives the points.
TEST(FlightCosts, RefractPathsAtARegionsFaces) {
  const Navigator navigator = OpenSpace();
  const double factor = 2.5;
  const std::vector<CostRegion> regions = {{{{40, -kInfinity, -kInfinity}, {60, kInfinity, kInfinity}}, factor}};
  const FlightQuery query{.start = {20, 20, 50}, .goal = {80, 80, 50}, .regions = regions};
  double best = kInfinity;
  for (double y = 0; y < 30; y += 1e-4) {  // Gone sideways before the slab and, as much, behind it.
    best = std::min(best, 2 * std::hypot(20, y) + factor * std::hypot(20, 60 - 2 * y));
  }
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.cost_m, best, 1e-4 * best);
  EXPECT_NEAR(path.cost_m, CostOf(path.points, query), 1e-6 * best);
  EXPECT_EQ(path.points.size(), 4u);
}

// A box in the middle: the cheapest path goes through it, over an edge of it, or around it.
TEST(FlightCosts, ChooseBetweenCrossingAndDetour) {
  const Navigator navigator = OpenSpace();
  for (const double factor : {1.02, 1.1, 1.2, 1.4, 2.0, 5.0, 1e9}) {
    SCOPED_TRACE(factor);
    const std::vector<CostRegion> regions = {{{{40, 30, -kInfinity}, {60, 80, kInfinity}}, factor}};
    const FlightQuery query{.start = {20, 50, 50}, .goal = {80, 45, 50}, .regions = regions};
    const double f = std::min(factor, 1e6);
    double best = std::hypot(20, 20) + 20 + std::hypot(20, 15);
    // Through any point of the near face and any of the far one.
    for (double y = 30; y <= 80; y += 0.05) {
      for (double z = 30; z <= 80; z += 0.05) {
        best = std::min(best, std::hypot(20, y - 50) + f * std::hypot(20, z - y) + std::hypot(20, z - 45));
      }
    }
    // In through the near face, out through the side at y = 30.
    for (double y = 30; y <= 50; y += 0.05) {
      for (double x = 40; x <= 60; x += 0.05) {
        best = std::min(best, std::hypot(20, y - 50) + f * std::hypot(x - 40, y - 30) + (60 - x) + std::hypot(20, 15));
      }
    }
    const FlightPath path = navigator.Find(query);
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_NEAR(path.cost_m, best, 0.01 * best);
    EXPECT_NEAR(path.cost_m, CostOf(path.points, query), 1e-6 * path.cost_m);
  }
}

TEST(FlightCosts, MultiplyWhereRegionsOverlap) {
  const Navigator navigator = OpenSpace();
  const Box3 slab{{40, -kInfinity, -kInfinity}, {60, kInfinity, kInfinity}};
  const std::vector<CostRegion> regions = {{slab, 2}, {{{50, 0, 0}, {70, 100, 100}}, 3}};
  const FlightPath path = navigator.Find({.start = {20, 50, 50}, .goal = {90, 50, 50}, .regions = regions});
  EXPECT_NEAR(path.cost_m, 20 + 10 * 2 + 10 * 6 + 10 * 3 + 20, 1e-6);
}

TEST(FlightCosts, AvoidAHillWhenClimbingIsExpensive) {
  // A ridge: the path over it is shorter, the one around it is level.
  const Navigator navigator = NavigatorOf({{0, 0, 0}, {100, 100, 60}}, {{{48, 20, 0}, {52, 100, 20}}});
  FlightQuery query{.start = {20, 50, 5}, .goal = {80, 50, 5}};
  const double over = 2 * std::hypot(28, 15) + 4, round = 2 * std::hypot(28, 30) + 4;
  EXPECT_NEAR(navigator.Find(query).length_m, over, 1e-4 * over);
  // Costs just below and just above the threshold: the difference is 15 m up and 15 m down.
  const double equal = (round - over) / 15;
  query.climb_cost = 0.9 * equal;
  FlightPath path = navigator.Find(query);
  EXPECT_NEAR(path.length_m, over, 1e-3 * over);
  EXPECT_NEAR(path.cost_m, over + 15 * query.climb_cost, 1e-3 * path.cost_m);
  query.climb_cost = 0.6 * equal;
  query.descend_cost = 0.5 * equal;
  path = navigator.Find(query);
  EXPECT_NEAR(path.cost_m, round, 1e-3 * round);
  EXPECT_NEAR(path.length_m, round, 1e-3 * round);
}

TEST(FlightCosts, ReportInvalidNumbers) {
  const Navigator navigator = OpenSpace();
  const FlightQuery good{.start = {10, 10, 10}, .goal = {20, 20, 20}};
  const auto status = [&](auto change) {
    FlightQuery query = good;
    change(query);
    return navigator.Find(query).status;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(status([&](FlightQuery& q) { q.climb_cost = -1; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([&](FlightQuery& q) { q.climb_cost = nan; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([&](FlightQuery& q) { q.descend_cost = kInfinity; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([&](FlightQuery& q) { q.floor_m = nan; }), PathStatus::InvalidQuery);
  EXPECT_EQ(status([&](FlightQuery& q) { q.floor_m = 7, q.ceiling_m = 6; }), PathStatus::InvalidQuery);
  for (const double factor : {0.5, -1.0, nan}) {
    const std::vector<CostRegion> regions = {{{{0, 0, 0}, {5, 5, 5}}, factor}};
    EXPECT_EQ(status([&](FlightQuery& q) { q.regions = regions; }), PathStatus::InvalidQuery);
  }
  const std::vector<CostRegion> no_box = {{{{0, nan, 0}, {5, 5, 5}}, 2}};
  EXPECT_EQ(status([&](FlightQuery& q) { q.regions = no_box; }), PathStatus::InvalidQuery);
  // Valid special cases: empty, flat and distant boxes have no effect; if floor equals ceiling, there is no room.
  const std::vector<CostRegion> strange = {
      {{}, 2}, {{{15, 0, 0}, {15, 100, 100}}, kInfinity}, {{{1e300, 0, 0}, {kInfinity, 5, 5}}, kInfinity}};
  EXPECT_EQ(status([&](FlightQuery& q) { q.regions = strange; }), PathStatus::Complete);
  EXPECT_EQ(status([&](FlightQuery& q) { q.floor_m = q.ceiling_m = 10; }), PathStatus::StartBlocked);
  EXPECT_STREQ(ToString(PathStatus::InvalidQuery), "invalid_query");
}

TEST(FlightCosts, MoveEndsOutOfForbiddenBoxes) {
  const Navigator navigator = OpenSpace();
  const std::vector<CostRegion> regions = {{{{40, 40, 40}, {60, 60, 60}}, kInfinity}};
  FlightQuery query{.start = {42, 50, 50}, .goal = {50, 50, 57}, .regions = regions};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::StartBlocked);
  query.snap_m = 2;
  EXPECT_EQ(navigator.Find(query).status, PathStatus::GoalBlocked);
  query.snap_m = 3;
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(Length(path.start - Vec3{40, 50, 50}), 0, 1e-7);
  EXPECT_NEAR(Length(path.goal - Vec3{50, 50, 60}), 0, 1e-7);
  EXPECT_NEAR(path.length_m, 20, 1e-4 * 20);
  ExpectKeepsTheRules(path, query);
}

// Forbidden boxes of whole voxels act like walls: there is a path if and only if the other voxels connect the ends.
TEST(FlightCosts, FindAPathAroundForbiddenBoxesIfAndOnlyIfThereIsOne) {
  int complete = 0, unreachable = 0;
  for (const VoxelCase& c : VoxelCases(120)) {
    SCOPED_TRACE(c.name);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    TestRandom random(17);
    const VoxelBox bounds = c.grid.bounds();
    for (int i = 0; i < 6; ++i) {
      oracle::VoxelSet blocked = BlockedVoxels(c.grid);
      std::vector<CostRegion> regions;
      for (int b = 0; b < random.Integer(1, 5); ++b) {
        VoxelBox box;
        for (int a = 0; a < 3; ++a) {
          box.lo[a] = random.Integer(bounds.lo[a] - 2, bounds.hi[a] - 1);
          box.hi[a] = box.lo[a] + random.Integer(1, 6);
        }
        oracle::EachVoxel(box, [&](VoxelCoord v) { blocked.insert(v); });
        regions.push_back({c.grid.frame().WorldBox(box), kInfinity});
      }
      VoxelCoord ends[2];
      for (VoxelCoord& v : ends) {
        for (int a = 0; a < 3; ++a) v[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
      }
      const FlightQuery query{.start = c.grid.frame().CentreWorld(ends[0]),
                              .goal = c.grid.frame().CentreWorld(ends[1]),
                              .regions = regions};
      const FlightPath path = navigator.Find(query);
      ExpectKeepsTheRules(path, query);
      if (blocked.contains(ends[0])) {
        ASSERT_EQ(path.status, PathStatus::StartBlocked);
      } else if (blocked.contains(ends[1])) {
        ASSERT_EQ(path.status, PathStatus::GoalBlocked);
      } else {
        const std::array seeds{ends[0]};
        const bool connected = oracle::Flood(blocked, bounds, seeds).contains(ends[1]);
        ASSERT_EQ(path.status, connected ? PathStatus::Complete : PathStatus::Unreachable);
        (connected ? complete : unreachable) += 1;
      }
    }
  }
  EXPECT_GT(complete, 100);
  EXPECT_GT(unreachable, 30);
}

// Rock with balls of air, or air with balls of rock: curved surfaces make most thin cells.
OccupancyGrid RoundWorld(uint64_t seed, const VoxelBox& bounds) {
  TestRandom random(seed);
  const bool is_cave = seed % 2 == 0;
  std::vector<std::pair<Vec3, double>> balls;
  for (int i = 0; i < 40; ++i) balls.push_back({random.Point(0, bounds.hi.x), random.Uniform(1.5, is_cave ? 4 : 5)});
  std::vector<VoxelBox> blocked;
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    const Vec3 middle{v.x + 0.5, v.y + 0.5, v.z + 0.5};
    const auto holds = [&](const auto& ball) { return Length(ball.first - middle) < ball.second; };
    const bool is_in_ball = std::any_of(balls.begin(), balls.end(), holds);
    if (is_in_ball != is_cave) blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
  });
  return BuildOccupancy({{}, 1}, bounds, 0, blocked);
}

// The same for nets without thin cells: there is a path if and only if the remaining voxels of NavVolumes connect the
// ends, whether they are in cells or not.
TEST(FlightCosts, FindAPathThroughVoxelsInNoCell) {
  int complete = 0, unreachable = 0, left_out = 0;
  const VoxelBox bounds{{0, 0, 0}, {20, 20, 20}};
  const auto number = [&](VoxelCoord v) { return size_t((v.x * 20 + v.y) * 20 + v.z); };
  for (uint64_t seed = 0; seed < 16; ++seed) {
    BakeOptions options;
    options.min_cell = seed % 8 == 7 ? 1 : 2;
    const Net net = Bake(World{"round", UpAxis::Z, RoundWorld(seed, bounds)}, options)->net;
    const NetLevel& level = net.levels()[0];
    left_out += level.voxels_left_out > 0;
    const Navigator navigator(net);
    std::vector<uint8_t> is_held(size_t(bounds.Volume()), 0);
    for (const VoxelBox& volume : level.volumes) {
      oracle::EachVoxel(volume, [&](VoxelCoord v) { is_held[number(v)] = 1; });
    }
    TestRandom random(seed);
    for (int i = 0; i < 60; ++i) {
      std::vector<uint8_t> is_left = is_held;
      std::vector<CostRegion> regions;
      FlightQuery query;
      const auto forbid = [&](const VoxelBox& box) {
        oracle::EachVoxel(box, [&](VoxelCoord v) {
          if (bounds.Contains(v)) is_left[number(v)] = 0;
        });
      };
      for (int b = random.Integer(i % 3 == 0 ? 0 : 1, 5); b > 0; --b) {
        VoxelBox box;
        for (int a = 0; a < 3; ++a) {
          box.lo[a] = random.Integer(-2, 18);
          box.hi[a] = box.lo[a] + random.Integer(1, 12);
        }
        // Some regions have finite factors.
        const bool is_forbidden = random.Integer(0, 3) != 0;
        if (is_forbidden) forbid(box);
        regions.push_back({navigator.info().frame.WorldBox(box), is_forbidden ? kInfinity : 3});
      }
      query.regions = regions;
      if (i % 3 == 0) {
        const int floor = random.Integer(0, 10), ceiling = floor + random.Integer(2, 10);
        query.floor_m = floor;
        query.ceiling_m = ceiling;
        forbid({{0, 0, 0}, {20, 20, floor}});
        forbid({{0, 0, ceiling}, {20, 20, 20}});
      }
      query.effort = i % 4 == 0 ? Effort::Fast : Effort::Balanced;
      VoxelCoord ends[2];
      int tries_left = 400;
      for (VoxelCoord& v : ends) {
        do {
          for (int a = 0; a < 3; ++a) v[a] = random.Integer(0, 19);
        } while (--tries_left > 0 && !(is_left[number(v)] && level.CellAt(v) != kNoCell));
      }
      if (tries_left <= 0) continue;
      query.start = navigator.info().frame.CentreWorld(ends[0]);
      query.goal = navigator.info().frame.CentreWorld(ends[1]);
      std::vector<VoxelCoord> open{ends[0]};
      is_left[number(ends[0])] = 2;
      while (!open.empty()) {
        const VoxelCoord v = open.back();
        open.pop_back();
        for (int k = 0; k < 6; ++k) {
          VoxelCoord next = v;
          next[k / 2] += k % 2 == 0 ? 1 : -1;
          if (!bounds.Contains(next) || is_left[number(next)] != 1) continue;
          is_left[number(next)] = 2;
          open.push_back(next);
        }
      }
      SCOPED_TRACE("world " + std::to_string(seed) + ", query " + std::to_string(i));
      const FlightPath path = navigator.Find(query);
      const bool is_connected = is_left[number(ends[1])] == 2;
      EXPECT_EQ(path.status, is_connected ? PathStatus::Complete : PathStatus::Unreachable);
      ExpectKeepsTheRules(path, query);
      for (size_t k = 1; k < path.points.size(); ++k) {
        for (int part = 0; part <= 50; ++part) {
          const Vec3 p = path.points[k - 1] + (path.points[k] - path.points[k - 1]) * (part / 50.0);
          bool is_free = false;
          for (int corner = 0; corner < 8; ++corner) {
            const auto side = [&](int axis) { return corner >> axis & 1 ? 1e-6 : -1e-6; };
            const VoxelCoord v{int(std::floor(p.x + side(0))), int(std::floor(p.y + side(1))),
                               int(std::floor(p.z + side(2)))};
            is_free = is_free || (bounds.Contains(v) && is_held[number(v)]);
          }
          EXPECT_TRUE(is_free) << "segment " << k;
        }
      }
      ++(is_connected ? complete : unreachable);
    }
  }
  EXPECT_GT(left_out, 12);
  EXPECT_GT(complete, 500);
  EXPECT_GT(unreachable, 150);
}

// The cheapest path between voxel centres with 26 neighbours that cuts no corners.
double GridCost(const OccupancyGrid& grid, const FlightQuery& query, VoxelCoord start, VoxelCoord goal) {
  const VoxelBox bounds = grid.bounds();
  const auto number = [&](VoxelCoord v) {
    return size_t(((v.x - bounds.lo.x) * bounds.Size(1) + v.y - bounds.lo.y) * bounds.Size(2) + v.z - bounds.lo.z);
  };
  std::vector<double> factor(size_t(bounds.Volume()), 1), cost(size_t(bounds.Volume()), kInfinity);
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    double& f = factor[number(v)];
    if (grid.IsBlocked(v)) f = kInfinity;
    const Vec3 p = grid.frame().CentreWorld(v);
    for (const CostRegion& region : query.regions) {
      bool inside = true;
      for (int a = 0; a < 3; ++a) inside = inside && p[a] > region.box_world.min[a] && p[a] < region.box_world.max[a];
      if (inside) f *= region.factor;
    }
  });
  using Entry = std::pair<double, VoxelCoord>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  cost[number(start)] = 0;
  open.push({0, start});
  while (!open.empty()) {
    const auto [so_far, v] = open.top();
    open.pop();
    if (v == goal) return so_far;
    if (so_far > cost[number(v)]) continue;
    for (int i = 0; i < 27; ++i) {
      const VoxelCoord d{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
      if (i == 13 || !bounds.Contains(v + d)) continue;
      bool free = true;
      oracle::EachVoxel({{std::min(0, d.x), std::min(0, d.y), std::min(0, d.z)},
                         {std::max(0, d.x) + 1, std::max(0, d.y) + 1, std::max(0, d.z) + 1}},
                        [&, v = v](VoxelCoord o) { free = free && !std::isinf(factor[number(v + o)]); });
      if (!free) continue;
      // Half of the way in either voxel; the regions' faces are voxels' faces.
      const double length = std::sqrt(double(d.x * d.x + d.y * d.y + d.z * d.z));
      const double next = so_far + length * (factor[number(v)] + factor[number(v + d)]) / 2 +
                          (d.z > 0 ? query.climb_cost : 0) + (d.z < 0 ? query.descend_cost : 0);
      double& known = cost[number(v + d)];
      if (next >= known) continue;
      known = next;
      open.push({next, v + d});
    }
  }
  return kInfinity;
}

struct PricedCase {
  OccupancyGrid grid;
  std::vector<CostRegion> regions;
  double climb_cost, descend_cost;
};

// Boxes of walls and boxes of costs, all of whole voxels.
PricedCase MakePricedCase(uint64_t seed) {
  TestRandom random(seed);
  const VoxelBox bounds{{0, 0, 0}, {36, 36, 24}};
  const auto box = [&](int most) {
    VoxelBox out;
    for (int a = 0; a < 3; ++a) {
      out.lo[a] = random.Integer(0, bounds.hi[a] - 2);
      out.hi[a] = std::min(bounds.hi[a], out.lo[a] + random.Integer(2, most));
    }
    return out;
  };
  std::vector<VoxelBox> walls;
  for (int i = 0; i < random.Integer(0, 14); ++i) walls.push_back(box(14));
  PricedCase out{BuildOccupancy({{}, 1}, bounds, 0, walls), {}, 0, 0};
  for (int i = 0; i < random.Integer(1, 7); ++i) {
    const double factor = random.Integer(0, 3) == 0 ? kInfinity : random.Uniform(1.1, 6);
    out.regions.push_back({out.grid.frame().WorldBox(box(20)), factor});
  }
  if (seed % 3 != 0) out.climb_cost = random.Uniform(0, 3);
  if (seed % 3 == 2) out.descend_cost = random.Uniform(0, 1);
  return out;
}

TEST(FlightCosts, AreNoMoreThanThoseOfTheGridsCheapestPath) {
  double sum = 0, worst = 0;
  int count = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const PricedCase c = MakePricedCase(seed);
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    TestRandom random(seed + 1000);
    for (int i = 0; i < 3; ++i) {
      VoxelCoord ends[2];
      for (VoxelCoord& v : ends) {
        for (int a = 0; a < 3; ++a) v[a] = random.Integer(0, c.grid.bounds().hi[a] - 1);
      }
      const FlightQuery query{.start = c.grid.frame().CentreWorld(ends[0]),
                              .goal = c.grid.frame().CentreWorld(ends[1]),
                              .regions = c.regions,
                              .climb_cost = c.climb_cost,
                              .descend_cost = c.descend_cost};
      const FlightPath path = navigator.Find(query);
      if (path.status != PathStatus::Complete || ends[0] == ends[1]) continue;
      ExpectKeepsTheRules(path, query);
      const double oracle = GridCost(c.grid, query, ends[0], ends[1]);
      const double ratio = path.cost_m / oracle;
      sum += ratio;
      worst = std::max(worst, ratio);
      ++count;
    }
  }
  EXPECT_GT(count, 150);
  EXPECT_LE(sum / count, 0.95);
  EXPECT_LE(worst, 1.01);
}

// Without a budget, flights that cost more only by climbing are answered by length where that is about the cheapest
// way.
TEST(FlightCosts, OfClimbingAreAboutThoseOfTheSearchByCost) {
  double sum = 0, worst = 0;
  int count = 0, faster = 0;
  for (uint64_t seed = 0; seed < 240; ++seed) {
    SCOPED_TRACE(seed);
    const PricedCase c = MakePricedCase(seed);
    if (c.climb_cost == 0) continue;
    const Navigator navigator(Bake(World{"test", UpAxis::Z, c.grid})->net);
    for (uint64_t i = 0; i < 4; ++i) {
      const auto a = navigator.RandomFree(2 * i, 0), b = navigator.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      FlightQuery query{.start = *a, .goal = *b, .climb_cost = c.climb_cost, .descend_cost = c.descend_cost};
      const FlightPath path = navigator.Find(query);
      query.max_expansions = int64_t{1} << 40;
      const FlightPath by_cost = navigator.Find(query);
      ASSERT_EQ(path.status, by_cost.status);
      if (path.status != PathStatus::Complete) continue;
      ExpectKeepsTheRules(path, query);
      ++count;
      faster += path.statistics.expanded < by_cost.statistics.expanded;
      sum += path.cost_m / by_cost.cost_m;
      worst = std::max(worst, path.cost_m / by_cost.cost_m);
    }
  }
  EXPECT_GT(count, 300);
  EXPECT_GT(2 * faster, count);
  EXPECT_LE(sum / count, 1.001);
  EXPECT_LE(worst, 1.05);
}

// Paths around forbidden boxes are as short as around walls in the same places.
TEST(FlightCosts, GivePathsAroundForbiddenBoxesAsShortAsAroundWalls) {
  double sum = 0, worst = 0;
  int count = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const VoxelBox bounds{{0, 0, 0}, {70, 70, 40}};
    std::vector<VoxelBox> walls, all;
    std::vector<CostRegion> regions;
    for (int i = 0; i < 16; ++i) {
      VoxelBox box;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = random.Integer(0, bounds.hi[a] - 2);
        box.hi[a] = std::min(bounds.hi[a], box.lo[a] + random.Integer(2, 30));
      }
      all.push_back(box);
      if (i % 2) {
        walls.push_back(box);
      } else {
        regions.push_back({GridFrame{}.WorldBox(box), kInfinity});
      }
    }
    const Navigator forbidding = NavigatorOf(bounds, walls), walled = NavigatorOf(bounds, all);
    for (uint64_t i = 0; i < 5; ++i) {
      const auto a = walled.RandomFree(2 * i, 0), b = walled.RandomFree(2 * i + 1, 0);
      if (!a || !b) continue;
      const FlightPath ours = forbidding.Find({.start = *a, .goal = *b, .regions = regions});
      const FlightPath path = walled.Find({.start = *a, .goal = *b});
      ASSERT_EQ(ours.status, path.status);
      if (path.status != PathStatus::Complete) continue;
      ++count;
      sum += ours.length_m / path.length_m;
      worst = std::max(worst, ours.length_m / path.length_m);
    }
  }
  EXPECT_GT(count, 400);
  EXPECT_LT(sum / count, 1.001);
  EXPECT_LT(worst, 1.1);
}

// A building with a few boxes of every kind in it, and queries through them.
struct PricedBuilding {
  World world{"building", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})};
  std::vector<CostRegion> regions;
  std::vector<FlightQuery> queries;

  PricedBuilding(const Navigator& navigator, double radius_m, uint64_t count) {
    TestRandom random(5);
    const Box3 bounds = BoundsOf(*world.mesh());
    for (int i = 0; i < 8; ++i) {
      Box3 box;
      for (int k = 0; k < 2; ++k) {
        box.Extend(Vec3{random.Uniform(bounds.min.x, bounds.max.x), random.Uniform(bounds.min.y, bounds.max.y),
                        random.Uniform(bounds.min.z, bounds.max.z)});
      }
      if (i % 2) box.max = Min(box.max, box.min + Vec3{4, 4, 3});
      regions.push_back({box, i % 2 ? kInfinity : random.Uniform(1, 4)});
    }
    for (uint64_t i = 0; i < count; ++i) {
      queries.push_back({.start = *navigator.RandomFree(2 * i, radius_m),
                         .goal = *navigator.RandomFree(2 * i + 1, radius_m),
                         .radius_m = radius_m,
                         .regions = regions,
                         .climb_cost = i % 3 == 0 ? 1.0 : 0.0,
                         .descend_cost = i % 3 == 1 ? 0.5 : 0.0,
                         .ceiling_m = i % 4 == 0 ? bounds.max.z - 1.03 : kInfinity});
    }
  }
};

Navigator BuildingNavigator(double radius_m) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {radius_m};
  return Navigator(Bake(World{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})}, options)->net);
}

TEST(FlightCosts, KeepTheDistanceFromEveryTriangle) {
  const Navigator navigator = BuildingNavigator(0.3);
  const PricedBuilding c(navigator, 0.3, 200);
  const ClearanceProbe probe = *ClearanceProbe::Make(c.world);
  int complete = 0;
  for (const FlightQuery& query : c.queries) {
    const FlightPath path = navigator.Find(query);
    complete += path.status == PathStatus::Complete;
    ExpectKeepsTheRules(path, query);
    for (size_t k = 1; k < path.points.size(); ++k) {
      ASSERT_GE(probe.SegmentClearance(path.points[k - 1], path.points[k], 1), 0.3 - 1e-6);
    }
  }
  EXPECT_GT(complete, 60);
}

TEST(FlightCosts, AreTheSameInBatchesSlicesAndAnyContext) {
  const Navigator navigator = BuildingNavigator(0);
  PricedBuilding c(navigator, 0, 100);
  std::vector<FlightPath> singles;
  for (const FlightQuery& query : c.queries) singles.push_back(navigator.Find(query));
  const auto expect_same = [](const FlightPath& a, const FlightPath& b) {
    ASSERT_EQ(a.status, b.status);
    ASSERT_EQ(a.points, b.points);
    ASSERT_EQ(a.volumes, b.volumes);
    ASSERT_EQ(a.cost_m, b.cost_m);
    ASSERT_EQ(a.statistics.expanded, b.statistics.expanded);
  };
  const std::vector<FlightPath> batch = navigator.FindAll(c.queries, 4);
  for (size_t i = 0; i < batch.size(); ++i) expect_same(batch[i], singles[i]);
  for (size_t i = 0; i < batch.size(); ++i) {
    QueryContext context;
    FlightPath path;
    FlightRun run(navigator, c.queries[i], context);
    while (!run.Step(7)) {
    }
    run.Take(path);
    expect_same(path, singles[i]);
  }
}

TEST(FlightCosts, StopAtTheBudgetAndWhenCancelled) {
  const Navigator navigator = BuildingNavigator(0);
  PricedBuilding c(navigator, 0, 100);
  int stopped = 0;
  for (FlightQuery query : c.queries) {
    query.max_expansions = 20;
    const FlightPath first = navigator.Find(query);
    if (first.status == PathStatus::Complete || first.statistics.expanded < 20) continue;
    ++stopped;
    EXPECT_EQ(first.status, PathStatus::OutOfBudget);
    EXPECT_EQ(first.statistics.expanded, 20);
    query.partial = true;
    QueryContext fresh;
    FlightPath path;
    navigator.Find(query, fresh, path);
    ASSERT_EQ(path.status, PathStatus::Partial);
    ASSERT_GE(path.points.size(), 2u);
    ExpectKeepsTheRules(path, query);
    query.regions = {};
    query.climb_cost = query.descend_cost = 0;
    query.ceiling_m = kInfinity;
    QueryContext another;
    navigator.Find(query, another, path);
    ASSERT_GE(path.points.size(), 2u) << "without costs, too";
    const std::atomic<bool> cancel{true};
    query.cancel = &cancel;
    query.climb_cost = 1;
    EXPECT_EQ(navigator.Find(query).status, PathStatus::Cancelled);
  }
  EXPECT_GT(stopped, 20);
}

TEST(FlightCosts, StopIfRegionsMakeTooManyPieces) {
  const Navigator navigator = OpenSpace();
  std::vector<CostRegion> regions;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 50; ++i) {
      Box3 slab{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
      slab.min[axis] = 2 * i + 0.5;
      slab.max[axis] = 2 * i + 1.5;
      regions.push_back({slab, 2});
    }
  }
  EXPECT_EQ(navigator.Find({.start = {1, 1, 1}, .goal = {99, 99, 99}, .regions = regions}).status,
            PathStatus::OutOfBudget);
}

TEST(FlightCosts, WorkInARotatedGrid) {
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const Turn turn{std::cos(0.3), std::sin(0.3), UpAxis::Z};
  for (Vec3& v : mesh.vertices) v = turn.ToWorld(v) + Vec3{1000, -500, 20};
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.align = Align::Auto;
  const Result<Baked> baked = Bake(World{"turned", UpAxis::Z, mesh}, options);
  ASSERT_TRUE(baked && baked->align->used);
  const Navigator navigator(baked->net);
  const Vec3 middle = *navigator.RandomFree(1, 0);
  const std::vector<CostRegion> regions = {{{middle - Vec3{2, 3, 4}, middle + Vec3{2, 3, 4}}, kInfinity}};
  int complete = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    const FlightQuery query{.start = *navigator.RandomFree(2 * i, 0),
                            .goal = *navigator.RandomFree(2 * i + 1, 0),
                            .regions = regions,
                            .floor_m = 21.3,
                            .snap_m = 9};
    const FlightPath path = navigator.Find(query);
    complete += path.status == PathStatus::Complete;
    ExpectKeepsTheRules(path, query);
  }
  EXPECT_GT(complete, 30);
}

}  // namespace
}  // namespace navnet
