// SPDX-License-Identifier: Apache-2.0
#pragma once
// Invariants of every Explicit Corridor Map.

#include "ground/corridor_map/ecm.h"
#include "support/ground_oracle.h"
#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

#include <numbers>

namespace navnet {

inline double AreaOf(const GroundContours& contours) {
  double area = 0;
  for (const GroundLayer& layer : contours.layers) {
    for (const GroundRing& ring : layer.rings) {
      std::vector<Vec2> points;
      for (const GroundPoint& p : ring.points) points.push_back(contours.ToPlan(p));
      area += AreaOf(std::span<const Vec2>(points));
    }
  }
  return area;
}

/// Checks the invariants that do not depend on the contours.
inline void ExpectSound(const Ground& ground) {
  for (size_t e = 0; e < ground.edges.size(); ++e) {
    const GroundEdge& edge = ground.edges[e];
    ASSERT_GE(edge.bend_count, 2u);
    EXPECT_EQ(ground.bends[edge.first_bend].p, ground.vertices[edge.from].p);
    EXPECT_EQ(ground.bends[edge.first_bend + edge.bend_count - 1].p, ground.vertices[edge.to].p);
    EXPECT_EQ(ground.vertices[edge.from].component, ground.vertices[edge.to].component);
    EXPECT_GT(edge.length_m, 0);
    for (uint32_t i = 0; i < edge.bend_count; ++i) {
      const GroundBend& bend = ground.bends[edge.first_bend + i];
      EXPECT_NEAR(Length(bend.left - bend.p), Length(bend.right - bend.p), 1e-6);
      EXPECT_GE(bend.Clearance(), edge.min_clearance_m - 1e-6);
    }
  }
  std::vector<int> seen(2 * ground.edges.size(), 0);
  for (size_t v = 0; v < ground.vertices.size(); ++v) {
    const GroundVertex& vertex = ground.vertices[v];
    double last = 0, turned = 0;
    for (uint32_t i = 0; i < vertex.spoke_count; ++i) {
      const GroundSpoke spoke = ground.spokes[vertex.first_spoke + i];
      ++seen[spoke];
      const GroundEdge& edge = ground.edges[spoke / 2];
      EXPECT_EQ(spoke % 2 == 0 ? edge.from : edge.to, v);
      // The obstacle points on the right go once around the vertex, counter-clockwise.
      const GroundBend& bend = ground.bends[spoke % 2 == 0 ? edge.first_bend : edge.first_bend + edge.bend_count - 1];
      const Vec2 right = (spoke % 2 == 0 ? bend.right : bend.left) - bend.p;
      const double angle = std::atan2(right.y, right.x);
      if (i > 0) turned += std::remainder(angle - last - std::numbers::pi, 2 * std::numbers::pi) + std::numbers::pi;
      last = angle;
    }
    EXPECT_LT(turned, 2 * std::numbers::pi + 1e-6);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(seen.size()));
  // The medial axis has one loop around each hole: a component has as many as it has boundary loops besides its outer
  // one.
  EXPECT_EQ(int64_t(ground.edges.size()) - int64_t(ground.vertices.size()),
            int64_t(ground.ring_count) - 2 * int64_t(ground.component_count));
}

inline bool IsWalkable(const GroundContours& contours, Vec2 p) {
  bool inside = false;
  for (const GroundLayer& layer : contours.layers) {
    for (const GroundRing& ring : layer.rings) {
      std::vector<Vec2> points;
      for (const GroundPoint& q : ring.points) points.push_back(contours.ToPlan(q));
      inside ^= Contains(points, p);
    }
  }
  return inside;
}

/// Checks that cells cover every walkable point once, with the correct clearance. Requires: layers do not overlap.
inline void ExpectCellsRight(const Ground& ground, const GroundContours& contours, uint64_t seed, int samples) {
  const std::vector<CorridorCell> cells = CellsOf(ground);
  double covered = 0;
  for (const CorridorCell& cell : cells) {
    const double of_cell = AreaOf(cell.Outline());
    EXPECT_GE(of_cell, -1e-6);
    covered += of_cell;
  }
  const double area = AreaOf(contours);
  EXPECT_NEAR(covered, area, 1e-9 * area);
  Vec2 lo = ground.walls[0].a, hi = lo;
  for (const GroundWall& wall : ground.walls) {
    lo = {std::min(lo.x, wall.a.x), std::min(lo.y, wall.a.y)};
    hi = {std::max(hi.x, wall.a.x), std::max(hi.y, wall.a.y)};
  }
  TestRandom random(seed);
  for (int i = 0; i < samples; ++i) {
    const Vec2 p = {random.Uniform(lo.x, hi.x), random.Uniform(lo.y, hi.y)};
    const double truth = ClearanceOf(ground.walls, p);
    int holders = 0;
    for (const CorridorCell& cell : cells) {
      if (!Contains(cell.Outline(), p)) continue;
      ++holders;
      EXPECT_NEAR(ClearanceIn(cell, p), truth, 1e-6) << p.x << " " << p.y;
    }
    EXPECT_EQ(holders, IsWalkable(contours, p) ? 1 : 0) << p.x << " " << p.y;
  }
}

inline Ground CheckedCorridorMapOf(const GroundContours& contours) {
  auto ground = BuildCorridorMap(contours, 2);
  EXPECT_TRUE(ground.ok()) << ground.error().message;
  return ground.ok() ? *ground : Ground{};
}

}  // namespace navnet
