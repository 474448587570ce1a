// SPDX-License-Identifier: Apache-2.0
// The ground of generated scenes, compared with the scenes' exact walkable surface.

#include <navnet/runtime/walk.h>

#include "walk_metrics.h"

#include <gtest/gtest.h>

#include <string>

namespace navnet {
namespace {

class GroundOfEveryScene : public testing::TestWithParam<GroundSceneSpec> {};

TEST_P(GroundOfEveryScene, EqualsTheExactSurface) {
  const Result<GroundScene> scene = MakeGroundScene(GetParam());
  ASSERT_TRUE(scene.ok()) << scene.error().message;
  const Result<BuiltGround> built = BuildGround(scene->mesh, UpAxis::Z, scene->seeds, 1);
  ASSERT_TRUE(built.ok()) << built.error().message;
  const Ground& ground = built->ground;
  EXPECT_EQ(int(ground.component_count), scene->truth.components);
  EXPECT_EQ(int(ground.ring_count), scene->truth.boundary_loops);
  EXPECT_NEAR(ground.area_m2 / scene->truth.area_m2, 1, 0.001);
  const WalkMetrics metrics = Measure(RegionsOf(ground), RegionsOf(scene->truth), 100'000);
  EXPECT_GT(metrics.coverage, 0.999);
  EXPECT_LT(metrics.incorrect, 0.001);
  EXPECT_LT(metrics.overlap, 0.001);
}

TEST_P(GroundOfEveryScene, ConnectsAllPlaces) {
  const Result<GroundScene> scene = MakeGroundScene(GetParam());
  ASSERT_TRUE(scene.ok()) << scene.error().message;
  const Result<BuiltGround> built = BuildGround(scene->mesh, UpAxis::Z, scene->seeds, 1);
  ASSERT_TRUE(built.ok()) << built.error().message;
  const Walker walker(built->ground, UpAxis::Z);
  QueryContext context;
  WalkPath path;
  for (double radius_m : {0.0, 0.35}) {
    for (size_t i = 1; i < scene->places.size(); ++i) {
      WalkQuery query;
      query.start = scene->places[i];
      query.goal = scene->places[i * 7 % scene->places.size()];
      query.radius_m = radius_m;
      walker.Find(query, context, path);
      ASSERT_EQ(path.status, PathStatus::Complete)
          << "radius " << radius_m << ", from " << query.start.x << ", " << query.start.y << ", " << query.start.z
          << " to " << query.goal.x << ", " << query.goal.y << ", " << query.goal.z;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GroundOfEveryScene,
                         testing::Values(GroundSceneSpec{.kind = GroundSceneKind::Maze, .n = 12},
                                         GroundSceneSpec{.kind = GroundSceneKind::Maze, .n = 12, .loops = 0.2},
                                         GroundSceneSpec{.kind = GroundSceneKind::Town, .n = 9},
                                         GroundSceneSpec{.kind = GroundSceneKind::Ramps},
                                         GroundSceneSpec{.kind = GroundSceneKind::Garage},
                                         GroundSceneSpec{.kind = GroundSceneKind::Storeys},
                                         GroundSceneSpec{.kind = GroundSceneKind::Bridge},
                                         GroundSceneSpec{.kind = GroundSceneKind::Spiral},
                                         GroundSceneSpec{.kind = GroundSceneKind::Mezzanine, .n = 2}),
                         [](const auto& test) {
                           return std::string(GroundSceneKinds()[size_t(test.param.kind)].name) +
                                  (test.param.loops > 0 ? "_with_loops" : "");
                         });

}  // namespace
}  // namespace navnet
