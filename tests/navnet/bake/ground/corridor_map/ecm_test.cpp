// SPDX-License-Identifier: Apache-2.0
#include "ground/corridor_map/ecm.h"

#include "support/corridor_checks.h"
#include "support/ground_oracle.h"
#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

#include <map>

namespace navnet {
namespace {

TEST(CorridorMap, OfASquareIsACross) {
  const Ground ground = CheckedCorridorMapOf(OneLayer({{{0, 0}, {100, 0}, {100, 100}, {0, 100}}}));
  ExpectSound(ground);
  EXPECT_EQ(ground.vertices.size(), 5u);
  ASSERT_EQ(ground.edges.size(), 4u);
  EXPECT_EQ(ground.component_count, 1u);
  EXPECT_EQ(ground.ring_count, 1u);
  for (const GroundEdge& edge : ground.edges) {
    EXPECT_NEAR(edge.length_m, 50 * std::sqrt(2), 1e-9);
    EXPECT_EQ(edge.min_clearance_m, 0);
    EXPECT_EQ(edge.bend_count, 2u);
  }
}

TEST(CorridorMap, OfARectangleIsARidgeWithFourEnds) {
  const Ground ground = CheckedCorridorMapOf(OneLayer({{{0, 0}, {200, 0}, {200, 100}, {0, 100}}}));
  ExpectSound(ground);
  EXPECT_EQ(ground.vertices.size(), 6u);
  ASSERT_EQ(ground.edges.size(), 5u);
  for (const GroundEdge& edge : ground.edges) {
    const bool is_ridge = edge.min_clearance_m > 1;
    EXPECT_NEAR(edge.length_m, is_ridge ? 100 : 50 * std::sqrt(2), 1e-9);
    EXPECT_NEAR(edge.min_clearance_m, is_ridge ? 50 : 0, 1e-9);
  }
}

TEST(CorridorMap, OfAnLHasNoEdgeIntoTheConvexCorner) {
  const GroundContours contours = OneLayer({{{0, 0}, {200, 0}, {200, 100}, {100, 100}, {100, 200}, {0, 200}}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  EXPECT_EQ(ground.vertices.size(), 8u);
  EXPECT_EQ(ground.edges.size(), 7u);
  for (const GroundVertex& v : ground.vertices) EXPECT_NE(v.p, (Vec2{100, 100}));
  ExpectCellsRight(ground, contours, 1, 500);
}

TEST(CorridorMap, StoresTheMinimumClearanceBetweenTwoPoints) {
  // Two sharp teeth face each other in the middle of a hall, 20 apart.
  const GroundContours contours = OneLayer(
      {{{0, 0}, {190, 0}, {200, 90}, {210, 0}, {400, 0}, {400, 200}, {210, 200}, {200, 110}, {190, 200}, {0, 200}}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  bool found = false;
  for (const GroundEdge& edge : ground.edges) found |= std::abs(edge.min_clearance_m - 10) < 1e-9;
  EXPECT_TRUE(found);
}

TEST(CorridorMap, StoresTheMinimumClearanceAndLengthOfAParabola) {
  // A tooth's tip 30 above the floor: the parabola's apex has a clearance of 15.
  const GroundContours contours =
      OneLayer({{{0, 0}, {400, 0}, {400, 200}, {201, 200}, {200, 30}, {199, 200}, {0, 200}}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  bool found = false;
  for (const GroundEdge& edge : ground.edges) {
    if (std::abs(edge.min_clearance_m - 15) > 1e-9) continue;
    found = true;
    EXPECT_GE(edge.length_m, Length(ground.vertices[edge.to].p - ground.vertices[edge.from].p));
  }
  EXPECT_TRUE(found);
}

TEST(CorridorMap, OfARingCorridorIsALoop) {
  const GroundContours contours =
      OneLayer({{{0, 0}, {300, 0}, {300, 300}, {0, 300}}, {{100, 100}, {100, 200}, {200, 200}, {200, 100}}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  EXPECT_EQ(ground.ring_count, 2u);
  EXPECT_EQ(ground.vertices.size(), 8u);  // Four corners, and the points where their edges meet the loop.
  ExpectCellsRight(ground, contours, 1, 500);
}

TEST(CorridorMap, ExistsForCornersAtEqualDistancesAlongBothAxes) {
  // Outlines of small voxel worlds. In a sweep along an axis, a point coincides, up to rounding, with the point where
  // the arcs of a segment and of its end touch.
  using Rings = std::vector<std::vector<GroundPoint>>;
  const std::vector<Rings> cases = {
      {{{-20002, -2}, {-5, 5}, {20002, 5}, {20002, 20002}, {-20002, 20002}},
       {{-2, -19995}, {20002, -19995}, {20002, 2}, {-2, 2}}},
      {{{-20002, -40002}, {20002, -40002}, {20002, -20005}, {-5, -20005}, {-20002, -19998}},
       {{-2, -20002}, {20002, -20002}, {20002, -5}, {-2, -5}},
       {{5, 5}, {20002, 5}, {20002, 20002}, {5, 20002}}},
      {{{-60002, -40002}, {60002, -39995}, {60002, 80002}, {-2, 80002}, {-2, 20002}, {-60002, 19995}}},
      {{{-40002, 5},
        {19998, -2},
        {19998, -60002},
        {80002, -60002},
        {80002, 2},
        {20002, 2},
        {20002, 60002},
        {-40002, 60002}}}};
  for (const Rings& rings : cases) {
    const Result<Ground> ground = BuildCorridorMap(OneLayer(rings), 1);
    EXPECT_TRUE(ground) << ground.error().message;
  }
}

TEST(CorridorMap, LengthsAndClearancesAgreeWithDenseSamples) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    TestRandom random(seed);
    std::map<std::pair<int, int>, bool> free;
    const GroundContours contours = ContoursOf(GridSurface(5, 5, 1000, 240, seed, [&](int i, int j) {
      return (free[{i, j}] = random.Integer(0, 3) > 0) ? 0 : -1;
    }));
    const Ground ground = CheckedCorridorMapOf(contours);
    for (const GroundEdge& edge : ground.edges) {
      // Between bends, the axis is equally far from both obstacles: found by bisection across the cell.
      double length = 0, nearest = INFINITY;
      for (uint32_t i = 0; i + 1 < edge.bend_count; ++i) {
        const GroundBend &from = ground.bends[edge.first_bend + i], &to = ground.bends[edge.first_bend + i + 1];
        const auto side = [&](Vec2 p) {
          return DistanceToSegment(p, from.left, to.left) - DistanceToSegment(p, from.right, to.right);
        };
        const Vec2 along = to.p - from.p, across = {-along.y, along.x};
        Vec2 last = from.p;
        constexpr int kSteps = 400;
        for (int step = 0; step <= kSteps; ++step) {
          const Vec2 base = from.p + along * (double(step) / kSteps);
          double lo = -1, hi = 1;  // side() decreases towards the left.
          for (int k = 0; k < 60; ++k) {
            const double middle = (lo + hi) / 2;
            (side(base + across * middle) > 0 ? lo : hi) = middle;
          }
          const Vec2 p = step == 0 ? from.p : step == kSteps ? to.p : base + across * lo;
          length += Length(p - last);
          nearest = std::min(nearest, DistanceToSegment(p, from.left, to.left));
          last = p;
        }
      }
      EXPECT_NEAR(edge.length_m, length, 1e-4 * length) << "seed " << seed;
      EXPECT_NEAR(edge.min_clearance_m, nearest, 0.02) << "seed " << seed;
      EXPECT_LE(edge.min_clearance_m, nearest + 1e-6);
    }
  }
}

/// Number of components of free cells connected by edges, and of the others (with the outside) connected by edges or
/// corners.
std::pair<int, int> CountComponents(int columns, int rows, const std::vector<bool>& free) {
  const auto is_free = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < columns && j < rows && free[size_t(j * columns + i)];
  };
  std::map<std::pair<int, int>, bool> seen;
  int counts[2] = {0, 0};
  for (int j = -1; j <= rows; ++j) {
    for (int i = -1; i <= columns; ++i) {
      if (seen[{i, j}]) continue;
      const bool kind = is_free(i, j);
      ++counts[kind ? 0 : 1];
      std::vector<std::pair<int, int>> stack = {{i, j}};
      seen[{i, j}] = true;
      while (!stack.empty()) {
        const auto [x, y] = stack.back();
        stack.pop_back();
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (kind && dx != 0 && dy != 0) continue;
            const int u = x + dx, v = y + dy;
            if (u < -1 || v < -1 || u > columns || v > rows || is_free(u, v) != kind || seen[{u, v}]) continue;
            seen[{u, v}] = true;
            stack.push_back({u, v});
          }
        }
      }
    }
  }
  return {counts[0], counts[1]};
}

TEST(CorridorMap, IsRightForRandomPolygonsWithHoles) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    TestRandom random(seed);
    const int columns = random.Integer(1, 9), rows = random.Integer(1, 9), blocked = random.Integer(0, 5);
    const int jitter = seed % 3 == 0 ? 0 : 240;  // Without jitter, many obstacles are equally far.
    std::vector<bool> free;
    const GroundContours contours = ContoursOf(GridSurface(columns, rows, 1000, jitter, seed, [&](int, int) {
      free.push_back(random.Integer(0, 9) >= blocked);
      return free.back() ? 0 : -1;
    }));
    if (contours.layers.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Ground ground = CheckedCorridorMapOf(contours);
    ExpectSound(ground);
    const auto [components, others] = CountComponents(columns, rows, free);
    EXPECT_EQ(int(ground.component_count), components);
    EXPECT_EQ(int64_t(ground.edges.size()) - int64_t(ground.vertices.size()) + components, others - 1);
    ExpectCellsRight(ground, contours, seed, 300);
  }
}

}  // namespace
}  // namespace navnet
