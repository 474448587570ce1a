// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/ground_scenes.h>

#include <navnet/worlds/worlds.h>

#include "worlds/column_map.h"
#include "worlds/world_checks.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace navnet {
namespace {

constexpr WalkOn kWalker = {walker::kHeightM, walker::kStepM, 1};
// Distance between sampling lines. Not a round number, so that walls have different offsets to the lines.
constexpr double kFineM = 0.0437, kCoarseM = 0.0973;

GroundScene MakeScene(const GroundSceneSpec& spec) {
  Result<GroundScene> scene = MakeGroundScene(spec);
  EXPECT_TRUE(scene.ok()) << scene.error().message;
  return scene ? std::move(*scene) : GroundScene{};
}

double PlanAreaOf(const WalkablePiece& piece) {
  double twice = 0;
  for (size_t i = 2; i < piece.corners.size(); ++i) {
    const Vec3 n = Cross(piece.corners[i - 1] - piece.corners[0], piece.corners[i] - piece.corners[0]);
    twice += n.z;
  }
  return twice / 2;
}

/// The component of the surface that a point lies on; -1 for none.
int ComponentAt(const WalkableTruth& truth, Vec3 p) {
  for (const WalkablePiece& piece : truth.pieces) {
    bool inside = true;
    for (size_t i = 0; i < piece.corners.size(); ++i) {
      const Vec3 a = piece.corners[i], b = piece.corners[(i + 1) % piece.corners.size()];
      inside &= Cross(b - a, {p.x - a.x, p.y - a.y, 0}).z >= -1e-9;
    }
    const Vec3 normal = Cross(piece.corners[1] - piece.corners[0], piece.corners[2] - piece.corners[0]);
    if (inside && std::abs(Dot(normal, p - piece.corners[0])) < 1e-6 * normal.z) return int(piece.component);
  }
  return -1;
}

/// The surface reached from the seeds, measured by vertical lines through the mesh.
WalkableTruth Sampled(const GroundScene& scene, double pitch_m) {
  const ColumnMap map(scene.mesh, pitch_m);
  std::vector<bool> all(map.intervals().size(), false);
  WalkableTruth truth;
  for (const Vec3& seed : scene.seeds) {
    const size_t start = map.Find(seed + Vec3{0, 0, 1});
    EXPECT_NE(start, ColumnMap::kNone);
    if (start == ColumnMap::kNone || all[start]) continue;
    ++truth.components;
    const std::vector<bool> reached = map.Flood(start, kWalker);
    for (size_t i = 0; i < all.size(); ++i) all[i] = all[i] || reached[i];
  }
  truth.area_m2 = double(std::count(all.begin(), all.end(), true)) * pitch_m * pitch_m;
  truth.boundary_loops = map.CountLoops(all, kWalker);
  return truth;
}

struct Case {
  GroundSceneSpec spec;
  std::string name;

  double PitchM() const { return spec.kind == GroundSceneKind::Town ? kCoarseM : kFineM; }
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const GroundSceneInfo& info : GroundSceneKinds()) {
    const int large = info.kind == GroundSceneKind::Town ? 19 : 2 * info.default_n;
    for (int n : {info.default_n, large}) {
      cases.push_back({{.kind = info.kind, .seed = uint64_t(n), .n = n}, std::string(info.name) + std::to_string(n)});
    }
  }
  cases.push_back({{.kind = GroundSceneKind::Maze, .seed = 3, .n = 12, .loops = 0.3}, "maze_with_loops"});
  cases.push_back({{.kind = GroundSceneKind::Maze, .seed = 4, .n = 6, .loops = 1}, "posts"});
  return cases;
}

class EveryGroundScene : public testing::TestWithParam<Case> {};

TEST_P(EveryGroundScene, IsMadeOfClosedSolids) {
  const GroundScene scene = MakeScene(GetParam().spec);
  EXPECT_TRUE(Validate(scene.mesh).ok());
  EXPECT_TRUE(IsClosedManifold(scene.mesh));
  for (double volume : VolumesOf(scene.mesh)) ASSERT_GT(volume, 0);
  for (const Triangle& t : scene.mesh.triangles) ASSERT_GT(AreaOf(t, scene.mesh.vertices), 1e-6);
}

TEST_P(EveryGroundScene, StatesItsWalkableSurface) {
  const GroundScene scene = MakeScene(GetParam().spec);
  const WalkableTruth sampled = Sampled(scene, GetParam().PitchM());
  EXPECT_NEAR(scene.truth.area_m2 / sampled.area_m2, 1, 0.004);
  EXPECT_EQ(scene.truth.components, sampled.components);
  EXPECT_EQ(scene.truth.boundary_loops, sampled.boundary_loops);
}

TEST_P(EveryGroundScene, HasPartsWhoseAreasSumUp) {
  const WalkableTruth truth = MakeScene(GetParam().spec).truth;
  double area_m2 = 0;
  for (const WalkablePiece& piece : truth.pieces) {
    ASSERT_GE(piece.corners.size(), 3u);
    ASSERT_GT(PlanAreaOf(piece), 0);
    ASSERT_LT(piece.component, uint32_t(truth.components));
    area_m2 += PlanAreaOf(piece);
  }
  EXPECT_NEAR(area_m2, truth.area_m2, 1e-6);
}

TEST_P(EveryGroundScene, HasASeedOnEachComponentAndPlacesOnTheFirst) {
  const GroundScene scene = MakeScene(GetParam().spec);
  ASSERT_EQ(scene.seeds.size(), size_t(scene.truth.components));
  for (size_t i = 0; i < scene.seeds.size(); ++i) EXPECT_EQ(ComponentAt(scene.truth, scene.seeds[i]), int(i));
  EXPECT_GE(scene.places.size(), 2u);
  for (const Vec3& p : scene.places) {
    EXPECT_EQ(ComponentAt(scene.truth, p), 0) << p.x << ", " << p.y << ", " << p.z;
  }
}

TEST_P(EveryGroundScene, KeepsPlacesAwayFromBorders) {
  const GroundScene scene = MakeScene(GetParam().spec);
  const ColumnMap map(scene.mesh, GetParam().PitchM());
  const std::vector<bool> reached = map.Flood(map.Find(scene.seeds[0] + Vec3{0, 0, 1}), kWalker);
  for (const Vec3& p : scene.places) {
    for (int i = 0; i < 16; ++i) {
      const double angle = i * 0.3926990817, reach = walker::kPlaceMarginM - GetParam().PitchM();
      const size_t near = map.Find(p + Vec3{reach * std::cos(angle), reach * std::sin(angle), 0.9});
      ASSERT_TRUE(near != ColumnMap::kNone && reached[near]) << p.x << ", " << p.y << ", " << p.z << " way " << i;
    }
  }
}

TEST_P(EveryGroundScene, IsTheSameForTheSameSpec) {
  const GroundScene a = MakeScene(GetParam().spec), b = MakeScene(GetParam().spec);
  EXPECT_EQ(HashOf(a.mesh), HashOf(b.mesh));
  EXPECT_EQ(a.truth.area_m2, b.truth.area_m2);
  EXPECT_EQ(a.truth.boundary_loops, b.truth.boundary_loops);
  EXPECT_EQ(a.places, b.places);
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryGroundScene, testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

TEST(GroundMaze, HasTheAreaAndLoopsOfItsCells) {
  for (int n : {8, 32, 64}) {
    for (double loops : {0.0, 0.1}) {
      const GroundScene maze = MakeScene({.kind = GroundSceneKind::Maze, .seed = 5, .n = n, .loops = loops});
      const double cells = n * n, tree = cells - 1;
      // Cells of 1 m², and passages of 0.2 m² through walls of 0.2 m; every passage beyond a spanning tree makes a
      // loop.
      const double extra = (maze.truth.area_m2 - cells) / 0.2 - tree;
      EXPECT_NEAR(extra, std::round(extra), 1e-6);
      EXPECT_EQ(maze.truth.boundary_loops, 1 + int(std::round(extra)));
      EXPECT_EQ(maze.truth.components, 1);
      EXPECT_EQ(loops == 0, std::round(extra) == 0);
    }
  }
}

TEST(Town, HasAsManyHousesAsAskedForAndShutCourtyards) {
  const GroundScene town = MakeScene({.kind = GroundSceneKind::Town, .n = 250});
  const auto rooms = std::count_if(town.places.begin(), town.places.end(), [](Vec3 p) { return p.z == 0.12 + 0.15; });
  EXPECT_EQ(rooms, 250);
  EXPECT_GT(town.truth.components, 1);
  EXPECT_GT(town.truth.pieces.size(), 250u * 5);
}

TEST(Spiral, GrowsByOneTurnOfRampAtATime) {
  // A turn is a ring of 24 sectors between radii of 3 m and 6 m.
  const double sine = (std::sqrt(6.0) - std::sqrt(2.0)) / 4, turn_m2 = 24 * 0.5 * (36 - 9) * sine;
  double last_m2 = MakeScene({.kind = GroundSceneKind::Spiral, .n = 2}).truth.area_m2;
  for (int turns = 3; turns <= 6; ++turns) {
    const double area_m2 = MakeScene({.kind = GroundSceneKind::Spiral, .n = turns}).truth.area_m2;
    EXPECT_NEAR(area_m2 - last_m2, turn_m2, 1e-6);
    last_m2 = area_m2;
  }
}

TEST(GroundScenes, HaveNamesThatNoWorldHas) {
  for (const GroundSceneInfo& info : GroundSceneKinds()) {
    EXPECT_EQ(GroundSceneKindFromName(info.name), info.kind);
    EXPECT_EQ(WorldKindFromName(info.name), std::nullopt);
  }
  EXPECT_EQ(GroundSceneKindFromName("maze"), std::nullopt);
}

TEST(GroundScenes, RefuseInvalidSpecs) {
  EXPECT_FALSE(MakeGroundScene({.kind = GroundSceneKind(99)}).ok());
  for (const GroundSceneInfo& info : GroundSceneKinds()) {
    for (int n : {-1, info.min_n - 1 ? info.min_n - 1 : -5, info.max_n + 1, std::numeric_limits<int>::max()}) {
      const Result<GroundScene> scene = MakeGroundScene({.kind = info.kind, .n = n});
      ASSERT_FALSE(scene.ok()) << info.name << " " << n;
      EXPECT_NE(scene.error().message.find(std::string(info.name)), std::string::npos);
    }
  }
  for (double loops : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(MakeGroundScene({.loops = loops}).ok());
  }
}

}  // namespace
}  // namespace navnet
