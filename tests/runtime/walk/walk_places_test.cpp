// SPDX-License-Identifier: Apache-2.0
// Places, walks and random points in worlds of several storeys: each answer belongs to one surface, and every segment
// is checked against the triangles or blocked voxels.

#include <navnet/bake.h>
#include <navnet/internal/core/text.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/walk.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "support/answer_audit.h"
#include "support/storey_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace navnet {
namespace {

struct Rules {
  double step_m, height_m;
};

Net NetOf(const World& world, const Rules& rules) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.margin_m = 2;
  options.walk = WalkOptions{.step_m = rules.step_m, .height_m = rules.height_m};
  // Blocked voxels are solid: no ground inside them.
  options.keep = world.voxels() ? Keep::Outside : Keep::All;
  Result<Baked> baked = Bake(world, options);
  if (!baked) throw std::runtime_error(baked.error().message);
  return baked->net;
}

TEST(WalkerBesideAnEdge, DoesNotLocateAPointOutsideAStoreyOnIt) {
  // A point 7 cm beside a floating box, below its floor, and too high above the ground to be located there.
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {30, 30, 0}});
  mesh.Append(MakeBox({{26.25, 23.88, 2.5}, {27.65, 31.86, 7.5}}));
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.2};
  options.sample.bounds_world = Box3{{0, 0, -1}, {30, 30, 9}};
  options.keep = Keep::Outside;
  options.walk = WalkOptions{};
  const Result<Baked> baked = Bake({"box", UpAxis::Z, mesh}, options);
  ASSERT_TRUE(baked.ok());
  const Walker walker(baked->net.ground(), UpAxis::Z);
  const Vec3 beside{27.7178, 28.82, 2.1};
  EXPECT_FALSE(walker.Locate(beside));
  EXPECT_EQ(walker.ClearanceAt(beside), 0);
  EXPECT_EQ(walker.Find({.start = beside, .goal = {5, 5, 0}, .radius_m = 0.2}).status, PathStatus::StartBlocked);
  // Slightly lower, it is located on the ground; slightly to the side, on the box.
  ASSERT_TRUE(walker.Locate({27.7178, 28.82, 1.7}));
  EXPECT_EQ(walker.Locate({27.7178, 28.82, 1.7})->point.z, 0);
  ASSERT_TRUE(walker.Locate({27, 28.82, 2.1}));
  EXPECT_EQ(walker.Locate({27, 28.82, 2.1})->point.z, 2.5);
  EXPECT_NEAR(walker.ClearanceAt({27, 28.82, 2.1}), 0.65, 0.01);
}

/// Points near the borders of boxes, above and below their tops, and anywhere.
std::vector<Vec3> PointsAbout(const GroundView& ground, TestRandom& random, int count, UpAxis up) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const GroundWall& wall = ground.walls[size_t(random.Integer(0, int(ground.walls.size()) - 1))];
    const GroundPatch& patch = ground.patches[size_t(random.Integer(0, int(ground.patches.size()) - 1))];
    const Vec2 on_wall = wall.a + random.Uniform(0, 1) * (wall.b - wall.a);
    const double off = random.Integer(0, 1) ? 0.12 : 1e-3;
    const Vec2 p = on_wall + Vec2{random.Uniform(-off, off), random.Uniform(-off, off)};
    points.push_back(WorldOf(p, patch.HeightAt(p) + random.Uniform(-2.5, 2.5), up));
  }
  return points;
}

struct Counts {
  int places = 0, walks = 0, moved = 0;
};

void CheckAnswers(const World& world, const Net& net, uint64_t seed, Counts& counts) {
  const Walker walker(net.ground(), world.up);
  const AnswerAudit audit(world, net);
  TestRandom random(seed);
  std::vector<Vec3> ends;
  for (const Vec3& p : PointsAbout(net.ground(), random, 60, world.up)) {
    if (const auto place = walker.Locate(p)) {
      EXPECT_EQ(audit.FlawOf(*place), "") << "located from " << Text(p);
      EXPECT_LE(std::abs(HeightOf(place->point - p, world.up)), net.ground().height_m);
      ends.push_back(p);
      ++counts.places;
    }
    for (const double radius : {0.0, 0.3}) {
      const auto near = walker.NearestWalkable(p, radius, 1);
      if (!near) continue;
      EXPECT_EQ(audit.FlawOfStanding(*near, radius), "") << "nearest to " << Text(p);
      ++counts.moved;
    }
  }
  for (uint64_t i = 0; i < 10; ++i) {
    for (const double radius : {0.0, 0.25, 0.6}) {
      const auto place = walker.RandomWalkable(1000 * seed + i, radius);
      if (!place) continue;
      EXPECT_EQ(audit.FlawOfStanding(*place, radius), "");
      ends.push_back(*place);
    }
  }
  for (int i = 0; i < 40 && !ends.empty(); ++i) {
    const auto any = [&] { return ends[size_t(random.Integer(0, int(ends.size()) - 1))]; };
    WalkQuery query{.start = any(), .goal = any()};
    query.radius_m = std::vector{0.0, 0.01, 0.25, 0.4}[size_t(i % 4)];
    query.snap_m = 0.7;
    query.partial = i % 3 == 0;
    query.preferred_clearance_m = i % 5 == 0 ? 0.8 : 0;
    const WalkPath path = walker.Find(query);
    EXPECT_EQ(audit.FlawOf(path, query), "")
        << "radius " << query.radius_m << " from " << Text(query.start) << " to " << Text(query.goal);
    counts.walks += path.points.size() > 1;
  }
}

constexpr Rules kRules[] = {{0.3, 1.8}, {0.55, 1}, {0.8, 1.2}, {0, 2}};

TEST(WalkerOnStoreys, GivesValidAnswersAmongTriangles) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = StoreyMesh(seed, seed % 4 == 0 ? UpAxis::Y : UpAxis::Z);
    CheckAnswers(world, NetOf(world, kRules[seed % 4]), seed, counts);
  }
  EXPECT_GT(counts.places, 600);
  EXPECT_GT(counts.moved, 800);
  EXPECT_GT(counts.walks, 600);
}

TEST(WalkerOnStoreys, GivesValidAnswersAmongVoxels) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = StoreyVoxels(seed);
    CheckAnswers(world, NetOf(world, kRules[seed % 4]), seed, counts);
  }
  EXPECT_GT(counts.places, 600);
  EXPECT_GT(counts.moved, 800);
  EXPECT_GT(counts.walks, 600);
}

TEST(WalkerInScenes, GivesValidAnswersAmongTriangles) {
  Counts counts;
  for (const GroundSceneKind kind : {GroundSceneKind::Garage, GroundSceneKind::Storeys, GroundSceneKind::Spiral,
                                     GroundSceneKind::Mezzanine, GroundSceneKind::Ramps, GroundSceneKind::Bridge}) {
    SCOPED_TRACE("scene " + std::to_string(int(kind)));
    const Result<GroundScene> scene = MakeGroundScene({.kind = kind, .seed = 1, .n = 3});
    ASSERT_TRUE(scene.ok());
    const World world{"scene", UpAxis::Z, scene->mesh};
    CheckAnswers(world, NetOf(world, kRules[0]), 1, counts);
  }
  const Result<TriangleMesh> building = MakeWorld({.kind = WorldKind::Building, .seed = 1});
  ASSERT_TRUE(building.ok());
  const World world{"building", UpAxis::Z, *building};
  CheckAnswers(world, NetOf(world, kRules[0]), 1, counts);
  EXPECT_GT(counts.walks, 100);
}

}  // namespace
}  // namespace navnet
