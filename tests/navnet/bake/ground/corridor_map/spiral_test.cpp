// SPDX-License-Identifier: Apache-2.0
// Surfaces that overlap themselves, cut into layers, compared with their construction.

#include "support/corridor_checks.h"
#include "support/ground_oracle.h"
#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace navnet {
namespace {

/// A ramp that winds around a pillar: `steps` cells, `steps_a_turn` of them a turn, between an inner and an outer
/// radius that grow by `widening` a turn. Every `steps_a_layer` steps begin a new layer. Corners 2 i and 2 i + 1 are
/// the inner and outer one before step i.
CellSurface Spiral(int steps, int steps_a_turn, int steps_a_layer, double inner, double outer, double widening,
                   uint64_t seed) {
  TestRandom random(seed);
  CellSurface surface;
  for (int i = 0; i <= steps; ++i) {
    const double angle = 2 * std::numbers::pi * i / steps_a_turn, grown = widening * i / steps_a_turn;
    for (const double radius : {inner + grown, outer + grown}) {
      const double r = radius * random.Uniform(0.97, 1.03);
      surface.corners.push_back({int32_t(std::lround(r * std::cos(angle))), int32_t(std::lround(r * std::sin(angle)))});
    }
  }
  for (int i = 0; i < steps; ++i) {
    const auto c = uint32_t(2 * i);
    surface.cells.push_back({{c, c + 1, c + 3, c + 2}, uint32_t(i / steps_a_layer)});
  }
  return surface;
}

/// Walls of the steps less than half a turn away: no other wall can be near.
double SpiralClearance(const CellSurface& surface, int step, int steps_a_turn, Vec2 p) {
  const auto corner = [&](int i) { return Vec2{double(surface.corners[i].x), double(surface.corners[i].y)}; };
  const int steps = int(surface.cells.size());
  double nearest = INFINITY;
  for (int i = std::max(0, step - steps_a_turn / 2); i < std::min(steps, step + steps_a_turn / 2); ++i) {
    nearest = std::min(nearest, DistanceToSegment(p, corner(2 * i), corner(2 * i + 2)));
    nearest = std::min(nearest, DistanceToSegment(p, corner(2 * i + 1), corner(2 * i + 3)));
  }
  if (step < steps_a_turn / 2) nearest = std::min(nearest, DistanceToSegment(p, corner(0), corner(1)));
  if (steps - step < steps_a_turn / 2) {
    nearest = std::min(nearest, DistanceToSegment(p, corner(2 * steps), corner(2 * steps + 1)));
  }
  return nearest;
}

void ExpectSpiralRight(int steps, int steps_a_turn, int steps_a_layer, double inner, double outer, double widening,
                       uint64_t seed) {
  const CellSurface surface = Spiral(steps, steps_a_turn, steps_a_layer, inner, outer, widening, seed);
  const GroundContours contours = ContoursOf(surface);
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  EXPECT_EQ(ground.component_count, 1u);
  EXPECT_EQ(ground.ring_count, 1u);
  const std::vector<CorridorCell> cells = CellsOf(ground);
  double covered = 0;
  for (const CorridorCell& cell : cells) covered += AreaOf(cell.Outline());
  const double area = AreaOf(contours);
  EXPECT_NEAR(covered, area, 1e-9 * area);

  // A quarter of a turn, in layers: limit on the difference between the layers of a place and of its cell.
  const int near = (steps_a_turn / 4 + steps_a_layer - 1) / steps_a_layer;
  TestRandom random(seed);
  for (int sample = 0; sample < 400; ++sample) {
    const int step = random.Integer(0, steps - 1);
    const auto corner = [&](int k) {
      const GroundPoint& p = surface.corners[surface.cells[size_t(step)].corners[size_t(k)]];
      return Vec2{double(p.x), double(p.y)};
    };
    const double u = random.Uniform(0.01, 0.99), v = random.Uniform(0.01, 0.99);
    const Vec2 p = (corner(0) * (1 - u) + corner(1) * u) * (1 - v) + (corner(3) * (1 - u) + corner(2) * u) * v;
    const double truth = SpiralClearance(surface, step, steps_a_turn, p);
    int holders = 0;
    for (const CorridorCell& cell : cells) {
      if (std::abs(int(cell.from.layer) - step / steps_a_layer) > near || !Contains(cell.Outline(), p)) continue;
      ++holders;
      EXPECT_NEAR(ClearanceIn(cell, p), truth, 1e-6) << "step " << step;
    }
    EXPECT_EQ(holders, 1) << "step " << step;
  }
}

TEST(OpenConnections, OpenASpiralRampOfSeveralTurns) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ExpectSpiralRight(100, 24, 7, 1000, 3000, 0, seed);
    ExpectSpiralRight(100, 24, 1, 1000, 3000, 0, seed);    // Every step a layer.
    ExpectSpiralRight(100, 24, 3, 300, 3000, 0, seed);     // Wide: a disk reaches far around the pillar.
    ExpectSpiralRight(90, 30, 11, 2000, 4000, 700, seed);  // Turns that overlap in part.
  }
}

TEST(OpenConnections, OpenRampsThatPassUnderEachOther) {
  // Two ramps leave a hall side by side. The left one turns right and passes below the right one, which turns left:
  // near the hall the two overlap on the plan.
  for (const int shift : {0, 150, 400}) {
    SCOPED_TRACE("shift " + std::to_string(shift));
    CellSurface surface;
    surface.corners = {{0, 0},
                       {1000, 0},
                       {2000, 0},  // The hall's edge.
                       {0, -2000},
                       {2000, -2000},  // The hall's far side.
                       {300 + shift, 900},
                       {1300 + shift, 400},  // The left ramp turns right.
                       {700 - shift, 400},
                       {1700 - shift, 900},  // The right ramp turns left.
                       {900 + shift, 2500},
                       {2600 + shift, 1500},  // Its next step.
                       {-600 - shift, 1500},
                       {1100 - shift, 2500}};
    surface.cells = {
        {{3, 4, 2, 1, 0}, 0}, {{0, 1, 6, 5}, 1}, {{1, 2, 8, 7}, 2}, {{5, 6, 10, 9}, 1}, {{7, 8, 12, 11}, 2}};
    const Ground ground = CheckedCorridorMapOf(ContoursOf(surface));
    ExpectSound(ground);
    EXPECT_EQ(ground.ring_count, 1u);
    EXPECT_EQ(ground.component_count, 1u);
    // Expected: walls visible from the left ramp are those of the hall and of that ramp; likewise for the right one.
    const auto walls_without = [&](uint32_t layer) {
      std::vector<GroundWall> walls;
      for (const GroundWall& wall : ground.walls) {
        if (wall.layer != layer) walls.push_back(wall);
      }
      return walls;
    };
    const std::vector<GroundWall> of_left = walls_without(2), of_right = walls_without(1);
    const std::vector<CorridorCell> cells = CellsOf(ground);
    TestRandom random(7);
    int held = 0;
    for (int sample = 0; sample < 2000; ++sample) {
      const size_t of = size_t(random.Integer(1, 4));
      const auto corner = [&](size_t k) {
        const GroundPoint& p = surface.corners[surface.cells[of].corners[k]];
        return Vec2{double(p.x), double(p.y)};
      };
      const double u = random.Uniform(0.01, 0.99), v = random.Uniform(0.01, 0.99);
      const Vec2 p = (corner(0) * (1 - u) + corner(1) * u) * (1 - v) + (corner(3) * (1 - u) + corner(2) * u) * v;
      const uint32_t layer = surface.cells[of].layer;
      const double truth = ClearanceOf(layer == 1 ? of_left : of_right, p);
      int holders = 0;
      for (const CorridorCell& cell : cells) {
        // A cell is on this ramp if no part of it is on the other.
        const uint32_t other = 3 - layer;
        bool on_other = false;
        for (const GroundBend* bend : {&cell.from, &cell.to}) {
          on_other |= bend->layer == other || bend->left_layer == other || bend->right_layer == other;
        }
        if (on_other || !Contains(cell.Outline(), p)) continue;
        ++holders;
        EXPECT_NEAR(ClearanceIn(cell, p), truth, 1e-6) << p.x << " " << p.y;
      }
      EXPECT_LE(holders, 1);
      held += holders;
    }
    EXPECT_GT(held, 1000);
  }
}

}  // namespace
}  // namespace navnet
