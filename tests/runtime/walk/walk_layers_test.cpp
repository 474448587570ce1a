// SPDX-License-Identifier: Apache-2.0
// Walks over several layers equal those over the same ground in one layer.

#include <navnet/runtime/walk.h>

#include "support/walk_worlds.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

/// Points of a path no more than a hand apart.
std::vector<Vec3> Sampled(const WalkPath& path) {
  std::vector<Vec3> points;
  for (size_t i = 1; i < path.points.size(); ++i) {
    const Vec3 a = path.points[i - 1], d = path.points[i] - a;
    const int parts = int(Length(d) / 0.1) + 1;
    for (int k = 0; k <= parts; ++k) points.push_back(a + d * (double(k) / parts));
  }
  return points;
}

TEST(WalkerOverLayers, GivesTheAnswersOfTheGroundInOneLayer) {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    TestRandom random(seed);
    const int size = random.Integer(4, 9), layers = random.Integer(2, 5);
    CellSurface surface = GridSurface(size, size, 20000, seed % 3 == 0 ? 0 : 4000, seed, [&](int, int) {
      return random.Integer(0, 9) < 3 ? -1 : random.Integer(0, layers - 1);
    });
    if (surface.cells.empty()) continue;
    std::vector<double> heights;
    for (size_t i = 0; i < surface.corners.size(); ++i) heights.push_back(random.Uniform(0, 0.8));
    const Ground cut = GroundOf(surface, heights, 1e-4);
    for (CellSurface::Cell& cell : surface.cells) cell.layer = 0;
    const Ground whole = GroundOf(surface, heights, 1e-4);
    const Walker over_cut(cut, UpAxis::Z), over_whole(whole, UpAxis::Z);
    for (const double radius : {0.0, 0.2, 0.5}) {
      for (uint64_t i = 0; i < 20; ++i) {
        const auto start = over_whole.RandomWalkable(2 * i, radius),
                   goal = over_whole.RandomWalkable(2 * i + 1, radius);
        if (!start || !goal) continue;
        EXPECT_NEAR(over_cut.ClearanceAt(*start), over_whole.ClearanceAt(*start), 1e-6);
        // A little less than the clearance of the ends: rounding differs from map to map.
        const WalkQuery query{.start = *start, .goal = *goal, .radius_m = std::max(0.0, radius - 1e-6)};
        const WalkPath a = over_whole.Find(query), b = over_cut.Find(query);
        ASSERT_EQ(a.status, b.status) << "seed " << seed << ", radius " << radius << ", query " << i;
        // Both are within 2 % of the shortest, and the same unless ways are about equally long.
        EXPECT_NEAR(b.length_m, a.length_m, 0.02 * a.length_m + 1e-6);
        if (b.status != PathStatus::Complete) continue;
        for (const Vec3 p : Sampled(b)) {
          EXPECT_GE(over_whole.ClearanceAt(p), query.radius_m - 1e-6);
          EXPECT_NEAR(*over_whole.HeightAt(p), p.z, 5e-3);
        }
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(WalkerOverLayers, ClimbsASpiralRamp) {
  const int cells = 60;  // Two turns and a half.
  const Ground ground = SpiralGround(cells);
  const Walker walker(ground, UpAxis::Z);
  const double radius = 0.5, middle = 2 * std::numbers::pi * 0.5 / 24;
  const auto at = [&](double cell) {
    const double angle = 2 * std::numbers::pi * cell / 24;
    return Vec3{5 * std::cos(angle), 5 * std::sin(angle), 5 * cell / 24};
  };
  EXPECT_NEAR(walker.WidestRadius(at(4), at(56)), 2, 0.1);
  const WalkPath path = walker.Find({.start = at(2), .goal = at(58), .radius_m = radius});
  ASSERT_EQ(path.status, PathStatus::Complete);
  // Along the inner side but for a tangent at each end, which leaves it at the angle whose cosine is 3.5 / 5.
  const double turned = 56 * 2 * middle - 2 * std::acos(3.5 / 5);
  const double expected = 3.5 * turned + 2 * std::sqrt(5 * 5 - 3.5 * 3.5);
  EXPECT_NEAR(path.length_m, expected, 0.02 * expected);
  EXPECT_NEAR(path.points.front().z, 5 * 2 / 24.0, 0.05);
  EXPECT_NEAR(path.points.back().z, 5 * 58 / 24.0, 0.05);
  double last = -1;
  for (const Vec3 p : Sampled(path)) {
    EXPECT_GE(p.z, last - 1e-6);
    last = p.z;
    EXPECT_GE(walker.ClearanceAt(p), radius - 1e-6);
    EXPECT_NEAR(*walker.HeightAt(p), p.z, 5e-3);
  }
  // The floor above is near on the plan, but far to walk.
  const WalkPath around = walker.Find({.start = at(10), .goal = at(34), .radius_m = radius});
  ASSERT_EQ(around.status, PathStatus::Complete);
  EXPECT_GT(around.length_m, 3 * 2 * std::numbers::pi);
}

TEST(WalkerOverLayers, DistinguishesBridgeAndTunnel) {
  // A road along x at height 0, and one along y over it at height 4; they do not meet.
  CellSurface surface;
  surface.corners = {{-100000, -20000}, {100000, -20000}, {100000, 20000}, {-100000, 20000},
                     {-20000, -100000}, {20000, -100000}, {20000, 100000}, {-20000, 100000}};
  surface.cells = {{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 1}};
  const Ground ground = GroundOf(surface, {0, 0, 0, 0, 4, 4, 4, 4}, 1e-4);
  const Walker walker(ground, UpAxis::Z);
  const Vec3 below{0, 0, 0}, above{0, 0, 4};
  EXPECT_NEAR(walker.ClearanceAt({0, 1, 0}), 1, 1e-9);
  EXPECT_NEAR(walker.ClearanceAt({0, 1, 4}), 2, 1e-9);
  EXPECT_EQ(walker.Locate(below)->layer, 0u);
  EXPECT_EQ(walker.Locate(above)->layer, 1u);
  EXPECT_EQ(walker.Find({.start = below, .goal = above}).status, PathStatus::Unreachable);
  const WalkPath along = walker.Find({.start = {-9, 0, 0}, .goal = {9, 1, 0}, .radius_m = 0.5});
  ASSERT_EQ(along.status, PathStatus::Complete);
  EXPECT_NEAR(along.length_m, std::sqrt(18.0 * 18 + 1), 1e-6);
  for (const Vec3 p : along.points) EXPECT_EQ(p.z, 0);
}

TEST(WalkerOverLayers, FollowsTheHeightsOfTheSurface) {
  // A ridge across the path.
  CellSurface surface;
  std::vector<double> heights;
  for (int i = 0; i <= 4; ++i) {
    surface.corners.push_back({20000 * i, 0});
    surface.corners.push_back({20000 * i, 40000});
    heights.insert(heights.end(), 2, i == 2 ? 1.0 : 0.0);
  }
  for (uint32_t i = 0; i < 4; ++i) surface.cells.push_back({{2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1}, 0});
  const Ground ground = GroundOf(surface, heights, 1e-4);
  const WalkPath path = Walker(ground, UpAxis::Z).Find({.start = {1, 2, 0}, .goal = {7, 2, 0}, .radius_m = 0.3});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.length_m, 6, 1e-9);
  ASSERT_EQ(path.points.size(), 5u);
  const double x[] = {1, 2, 4, 6, 7}, z[] = {0, 0, 1, 0, 0};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(path.points[i].x, x[i], 1e-6);
    EXPECT_NEAR(path.points[i].z, z[i], 1e-6);
  }
}

}  // namespace
}  // namespace navnet
