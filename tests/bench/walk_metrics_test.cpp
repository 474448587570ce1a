// SPDX-License-Identifier: Apache-2.0
#include "walk_metrics.h"

#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

namespace navnet {
namespace {

constexpr int64_t kSamples = 40'000;

WalkPart Square(Vec2 low, double side_m, double height_m, uint32_t component = 0) {
  const Vec2 x = {side_m, 0}, y = {0, side_m};
  return {.corners = {low, low + x, low + x + y, low + y}, .base = height_m, .component = component};
}

WalkRegions Mesh(std::vector<WalkPart> parts, uint32_t components = 1) {
  WalkRegions regions;
  regions.parts = std::move(parts);
  regions.components.assign(components, {.components = 1, .loops = 1, .graph_vertices = 1, .regions = 1});
  return regions;
}

const WalkRegions kTruth = Mesh({Square({0, 0}, 10, 0)});

TEST(WalkMetrics, ArePerfectForTheTruth) {
  const WalkMetrics m = Measure(kTruth, kTruth, kSamples);
  EXPECT_EQ(m.coverage, 1);
  EXPECT_EQ(m.incorrect, 0);
  EXPECT_EQ(m.overlap, 0);
  EXPECT_NEAR(m.area_ratio, 1, 1e-12);
  EXPECT_EQ(m.size.components, 1u);
  EXPECT_EQ(m.size.loops, 1);
}

TEST(WalkMetrics, MeasureMissingAndIncorrectArea) {
  // A square moved to one side: a fifth of it is incorrect, and a fifth of the truth is not covered.
  const WalkMetrics m = Measure(Mesh({Square({2, 0}, 10, 0)}), kTruth, kSamples);
  EXPECT_NEAR(m.coverage, 0.8, 0.01);
  EXPECT_NEAR(m.incorrect, 0.2, 0.01);
  EXPECT_EQ(m.overlap, 0);
}

TEST(WalkMetrics, MeasureOverlaps) {
  const WalkMetrics m = Measure(Mesh({Square({0, 0}, 10, 0), Square({0, 0}, 5, 0.5)}), kTruth, kSamples);
  EXPECT_EQ(m.coverage, 1);
  EXPECT_NEAR(m.overlap, 0.25, 0.01);
  EXPECT_NEAR(m.area_ratio, 1.25, 1e-12);
}

TEST(WalkMetrics, DistinguishStoreys) {
  const WalkRegions two_storeys = Mesh({Square({0, 0}, 10, 0), Square({0, 0}, 10, 3)});
  const WalkMetrics m = Measure(kTruth, two_storeys, kSamples);
  EXPECT_NEAR(m.coverage, 0.5, 1e-12);
  EXPECT_EQ(m.incorrect, 0);
  EXPECT_EQ(Measure(two_storeys, two_storeys, kSamples).overlap, 0);
}

TEST(WalkMetrics, IgnoreComponentsOffTheTruth) {
  const WalkRegions with_wall_top = Mesh({Square({0, 0}, 10, 0), Square({1, 1}, 5, 2.5, 1)}, 2);
  const WalkMetrics m = Measure(with_wall_top, kTruth, kSamples);
  EXPECT_EQ(m.size.components, 1u);
  EXPECT_EQ(m.size.regions, 1u);
  EXPECT_EQ(m.incorrect, 0);
  EXPECT_NEAR(m.area_ratio, 1, 1e-12);
}

TEST(WalkRegions, CountRecastsComponentsAndLoops) {
  // Two separate floors, one with a pillar: three loops, with and without tiles.
  TriangleMesh mesh = MakeBox({{0, 0, -0.5}, {10, 10, 0}});
  mesh.Append(MakeBox({{4, 4, 0}, {6, 6, 3}}));
  mesh.Append(MakeBox({{12, 0, -0.5}, {20, 10, 0}}));
  // Recast has a floor inside the pillar, the truth has none.
  const WalkRegions truth =
      Mesh({Square({0, 0}, 4, 0), Square({6, 6}, 4, 0), Square({0, 6}, 4, 0), Square({6, 0}, 4, 0),
            Square({4, 0}, 2, 0), Square({4, 8}, 2, 0), Square({12, 0}, 8, 0)});
  for (int tile_cells : {0, 40}) {
    const Result<peers::RecastPlanner> planner =
        peers::RecastPlanner::Build(mesh, {.radius_m = 0, .cell_m = 0.1, .tile_cells = tile_cells});
    ASSERT_TRUE(planner.ok()) << planner.error().message;
    const WalkSize size = Measure(RegionsOf(*planner, UpAxis::Z), truth, kSamples).size;
    EXPECT_EQ(size.components, 2u);
    EXPECT_EQ(size.loops, 3);
    EXPECT_GE(size.graph_edges + size.components, size.graph_vertices);
  }
}

TEST(WalkRegions, HaveTheTruthsArea) {
  const Result<GroundScene> scene = MakeGroundScene({.kind = GroundSceneKind::Spiral});
  double area_m2 = 0;
  for (const WalkPart& part : RegionsOf(scene->truth).parts) area_m2 += part.Area();
  EXPECT_NEAR(area_m2, scene->truth.area_m2, 1e-6);
}

}  // namespace
}  // namespace navnet
