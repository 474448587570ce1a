// SPDX-License-Identifier: Apache-2.0
#include "peers/recast_planner.h"

#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <cmath>

namespace navnet::peers {
namespace {

/// A room of 10 m by 10 m with a pillar of 2 m by 2 m in its middle; floor at height 0.
TriangleMesh RoomWithPillar() {
  TriangleMesh mesh = MakeBox({{0, 0, -0.5}, {10, 10, 0}});
  mesh.Append(MakeBox({{4, 4, 0}, {6, 6, 3}}));
  return mesh;
}

/// The same world with y up: rotated, not mirrored.
TriangleMesh WithYUp(TriangleMesh mesh) {
  for (Vec3& v : mesh.vertices) v = {v.x, v.z, -v.y};
  return mesh;
}

RecastPlanner Build(MeshView mesh, const RecastOptions& options) {
  Result<RecastPlanner> planner = RecastPlanner::Build(mesh, options);
  if (!planner) throw std::runtime_error(planner.error().message);  // Fails the test with the message.
  return std::move(*planner);
}

double DistanceToPillar(Vec3 p) {
  const double dx = std::max({4 - p.x, 0.0, p.x - 6}), dy = std::max({4 - p.y, 0.0, p.y - 6});
  return std::hypot(dx, dy);
}

TEST(RecastPlanner, WalksAroundAPillarAtItsRadius) {
  RecastPlanner planner = Build(RoomWithPillar(), {.radius_m = 0.5});
  const WalkAnswer answer = planner.Find({2, 5, 0}, {8, 5, 0});
  ASSERT_TRUE(answer.found);
  // Around two corners at (3.5, 3.5) and (6.5, 3.5), within a cell.
  EXPECT_NEAR(answer.length_m, 3 + 2 * std::hypot(1.5, 1.5), 0.5);
  for (size_t i = 0; i + 1 < answer.points.size(); ++i) {
    for (int step = 0; step <= 20; ++step) {
      const Vec3 p = answer.points[i] + (answer.points[i + 1] - answer.points[i]) * (step / 20.0);
      EXPECT_GT(DistanceToPillar(p), 0.25);
    }
  }
  EXPECT_GT(planner.bytes(), 100u);
  EXPECT_GT(planner.build_seconds(), 0);
  EXPECT_EQ(planner.tiles(), 1);
}

TEST(RecastPlanner, DoesNotMirrorTheWorld) {
  TriangleMesh mesh = RoomWithPillar();
  mesh.Append(MakeBox({{5, 6, 0}, {5.5, 10, 3}}));  // A wall north of the pillar: the only way is south.
  RecastPlanner planner = Build(mesh, {.radius_m = 0.4});
  const WalkAnswer answer = planner.Find({2, 8, 0}, {8, 8, 0});
  ASSERT_TRUE(answer.found);
  double lowest = 10;
  for (const Vec3& p : answer.points) lowest = std::min(lowest, p.y);
  EXPECT_LT(lowest, 4);

  RecastPlanner y_up = Build(WithYUp(mesh), {.radius_m = 0.4, .up = UpAxis::Y});
  const WalkAnswer same = y_up.Find({2, 0, -8}, {8, 0, -8});
  ASSERT_TRUE(same.found);
  EXPECT_DOUBLE_EQ(same.length_m, answer.length_m);
}

TEST(RecastPlanner, FindsNoPathThroughAWall) {
  TriangleMesh mesh = RoomWithPillar();
  mesh.Append(MakeBox({{4.5, 0, 0}, {5, 10, 3}}));
  RecastPlanner planner = Build(mesh, {.radius_m = 0.4});
  EXPECT_FALSE(planner.Find({2, 5, 0}, {8, 5, 0}).found);
  EXPECT_TRUE(planner.Find({2, 5, 0}, {2, 9, 0}).found);
  EXPECT_FALSE(planner.Find({2, 5, 0}, {2, 5, 7}).found) << "far above the floor";
}

TEST(RecastPlanner, ShrinksItsPolygonsByTheRadius) {
  for (double radius_m : {0.0, 0.45}) {
    const RecastPlanner planner = Build(RoomWithPillar(), {.radius_m = radius_m, .cell_m = 0.15});
    double area_m2 = 0;
    for (const RecastPolygon& polygon : planner.Polygons()) {
      for (const auto& t : polygon.triangles) area_m2 += std::abs(Cross(t[1] - t[0], t[2] - t[0]).z) / 2;
    }
    // Recast erodes ledges by one more cell; the pillar's top is walkable, too.
    const double floor = 10 - 2 * radius_m, hole = 2 + 2 * radius_m, top = 2 - 2 * radius_m;
    EXPECT_NEAR(area_m2, floor * floor - hole * hole + top * top, 12);
  }
}

TEST(RecastPlanner, JoinsPolygonsBothWays) {
  for (int tile_cells : {0, 32}) {
    const RecastPlanner planner = Build(RoomWithPillar(), {.radius_m = 0.3, .tile_cells = tile_cells});
    const std::vector<RecastPolygon> polygons = planner.Polygons();
    EXPECT_EQ(planner.tiles() > 1, tile_cells > 0);
    for (uint32_t i = 0; i < polygons.size(); ++i) {
      for (const RecastPolygon::Joint& joint : polygons[i].joints) {
        const auto& back = polygons[joint.polygon].joints;
        EXPECT_TRUE(std::any_of(back.begin(), back.end(), [&](const auto& other) { return other.polygon == i; }));
        EXPECT_LT(joint.from, joint.to);
      }
    }
  }
}

TEST(RecastPlanner, FindsTheSamePathOnTiles) {
  const GroundScene town = *MakeGroundScene({.kind = GroundSceneKind::Town, .n = 4});
  RecastPlanner whole = Build(town.mesh, {.radius_m = 0.3}),
                tiled = Build(town.mesh, {.radius_m = 0.3, .tile_cells = 64});
  const WalkAnswer a = whole.Find(town.places[0], town.places[1]), b = tiled.Find(town.places[0], town.places[1]);
  ASSERT_TRUE(a.found && b.found);
  EXPECT_NEAR(a.length_m, b.length_m, 0.1 * a.length_m);
}

TEST(RecastPlanner, FindsPathsThroughAMaze) {
  const GroundScene maze = *MakeGroundScene({.kind = GroundSceneKind::Maze, .seed = 3, .n = 8});
  RecastPlanner planner = Build(maze.mesh, {.radius_m = 0.25});
  for (size_t i = 0; i < maze.places.size(); i += 5) {
    const WalkAnswer answer = planner.Find(maze.places[0], maze.places[i]);
    EXPECT_TRUE(answer.found) << i;
    EXPECT_GE(answer.length_m, Length(maze.places[i] - maze.places[0]) - 1e-6);
  }
}

TEST(RecastPlanner, RefusesWhatItCannotBuild) {
  EXPECT_FALSE(RecastPlanner::Build(TriangleMesh{}, {}).ok());
  const TriangleMesh upright = {{{0, 0, 0}, {0, 1, 0}, {0, 0, 5}}, {{0, 1, 2}}};
  const TriangleMesh steep = {{{0, 0, 0}, {1, 1, 5}, {2, 0, 0}}, {{0, 1, 2}}};
  const TriangleMesh huge = {{{0, 0, 0}, {1e9, 0, 0}, {0, 1e9, 0}}, {{0, 1, 2}}};
  for (const TriangleMesh& mesh : {upright, steep, huge}) EXPECT_FALSE(RecastPlanner::Build(mesh, {}).ok());
}

}  // namespace
}  // namespace navnet::peers
