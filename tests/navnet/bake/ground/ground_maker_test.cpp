// SPDX-License-Identifier: Apache-2.0
// A ground updated after each edit equals one made from scratch, bit for bit.

#include <navnet/internal/bake/ground/ground_maker.h>

#include <navnet/worlds/ground_scenes.h>

#include "ground/make_ground.h"
#include "support/net_bounds.h"
#include "support/random_meshes.h"
#include "support/surface_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace navnet {
namespace {

template <class T>
bool SameBytes(const std::vector<T>& a, const std::vector<T>& b) {
  static_assert(std::has_unique_object_representations_v<T> || std::is_trivially_copyable_v<T>);
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// The name of the first array in which two grounds differ; empty if there is none.
std::string Difference(const Ground& a, const Ground& b) {
  if (a.max_slope_deg != b.max_slope_deg || a.step_m != b.step_m || a.height_m != b.height_m) return "agent";
  if (a.layer_count != b.layer_count) return "layer_count";
  if (a.component_count != b.component_count || a.ring_count != b.ring_count) return "counts";
  if (std::memcmp(&a.area_m2, &b.area_m2, sizeof a.area_m2) != 0) return "area_m2";
  if (!SameBytes(a.patches, b.patches)) return "patches";
  if (!SameBytes(a.corners, b.corners)) return "corners";
  if (!SameBytes(a.walls, b.walls)) return "walls";
  if (!SameBytes(a.vertices, b.vertices)) return "vertices";
  if (!SameBytes(a.edges, b.edges)) return "edges";
  if (!SameBytes(a.bends, b.bends)) return "bends";
  if (!SameBytes(a.spokes, b.spokes)) return "spokes";
  return SameBytes(a.links, b.links) ? "" : "links";
}

/// A world whose obstacles are added, removed and moved.
class ChangingWorld {
 public:
  ChangingWorld(TriangleMesh base, uint64_t seed) : base_(std::move(base)), random_(seed), box_(BoundsOf(base_)) {}

  /// One to three changes at once.
  void Edit() {
    for (int i = random_.Integer(1, 3); i > 0; --i) {
      const int what = obstacles_.empty() ? 0 : random_.Integer(0, 3);
      if (what <= 1 && obstacles_.size() < 6) {
        obstacles_.push_back(RandomObstacle());
      } else {
        TriangleMesh& one = obstacles_[size_t(random_.Integer(0, int(obstacles_.size()) - 1))];
        if (what == 3) {
          const Vec3 by = random_.Point(-1, 1);
          for (Vec3& v : one.vertices) v = v + by;
        } else {
          std::swap(one, obstacles_.back());
          obstacles_.pop_back();
        }
      }
    }
  }

  TriangleMesh Mesh() {
    TriangleMesh mesh = base_;
    for (const TriangleMesh& obstacle : obstacles_) mesh.Append(obstacle);
    if (random_.Integer(0, 7) == 0) {  // Reorders the triangles; the world stays the same.
      for (size_t i = mesh.triangles.size(); i > 1; --i) {
        std::swap(mesh.triangles[i - 1], mesh.triangles[size_t(random_.Integer(0, int(i) - 1))]);
      }
    }
    return mesh;
  }

  Box3 Bounds() const {
    return {{box_.min.x - 2, box_.min.y - 2, box_.min.z - 2}, {box_.max.x + 2, box_.max.y + 2, box_.max.z + 6}};
  }

 private:
  /// Boxes, slabs, thin walls, ramps, steep stones and loose triangles, mostly placed on the base.
  TriangleMesh RandomObstacle() {
    Vec3 at;
    for (int k = 0; k < 3; ++k) at[k] = random_.Uniform(box_.min[k] - 0.5, box_.max[k] + 0.5);
    if (random_.Integer(0, 3) > 0) {
      const Triangle& t = base_.triangles[size_t(random_.Integer(0, int(base_.triangles.size()) - 1))];
      const double u = random_.Uniform(0, 1), v = random_.Uniform(0, 1 - u);
      at = base_.vertices[t[0]] * (1 - u - v) + base_.vertices[t[1]] * u + base_.vertices[t[2]] * v;
    }
    const double w = random_.Uniform(0.1, 2), d = random_.Uniform(0.1, 2), h = random_.Uniform(0.05, 2.5);
    SurfaceScene scene;
    switch (random_.Integer(0, 5)) {
      case 0: scene.Box(at, {at.x + w, at.y + d, at.z + h}); break;
      case 1: scene.Box(at, {at.x + 3 * w, at.y + 3 * d, at.z + 0.1}); break;
      case 2: scene.Wall(at.x, at.y, at.x + 2 * w, at.y + d, at.z - 0.1, at.z + 2.2); break;
      case 3: scene.Ramp(at.x, at.y, at.x + 2 * w, at.y + d, at.z, at.z + h); break;
      case 4: {
        const double s = 0.3 * w;
        const Vec3 top{at.x, at.y, at.z + 0.25 * h};
        scene.Quad({at.x - s, at.y - s, at.z}, {at.x + s, at.y - s, at.z}, top, top);
        scene.Quad({at.x + s, at.y + s, at.z}, {at.x - s, at.y + s, at.z}, top, top);
        scene.Quad({at.x + s, at.y - s, at.z}, {at.x + s, at.y + s, at.z}, top, top);
        break;
      }
      default: return RandomMesh(uint64_t(random_.Integer(0, 1 << 30)), MeshStyle::Soup, 3, 2, 1, at);
    }
    return scene.mesh();
  }

  TriangleMesh base_;
  TestRandom random_;
  Box3 box_;
  std::vector<TriangleMesh> obstacles_;
};

/// Updates a ground through edits; compares it after each with a ground made from scratch by one thread.
void Follow(const TriangleMesh& base, BakeOptions options, uint64_t seed, int edits, const IsAir& is_air = {}) {
  ChangingWorld world(base, seed);
  if (!options.walk) options.walk.emplace();
  const NetInfo info = InfoAround(world.Bounds());
  BakeOptions one_thread = options;
  one_thread.sample.threads = 1;
  GroundMaker live(info, options);
  for (int i = 0; i < edits; ++i, world.Edit()) {
    World now;
    now.up = UpAxis::Z;
    now.geometry = world.Mesh();
    const auto followed = live.Make(*now.mesh(), is_air);
    const Result<Ground> fresh = MakeGround(now, info, one_thread, is_air);
    ASSERT_EQ(followed.ok(), fresh.ok()) << "seed " << seed << ", edit " << i;
    if (fresh) {
      ASSERT_EQ(Difference(**followed, *fresh), "") << "seed " << seed << ", edit " << i;
    } else {
      ASSERT_EQ(followed.error().message, fresh.error().message) << "seed " << seed << ", edit " << i;
    }
  }
}

TriangleMesh SceneMesh(GroundSceneKind kind, int n) {
  Result<GroundScene> scene = MakeGroundScene({.kind = kind, .n = n});
  EXPECT_TRUE(scene.ok());
  return scene->mesh;
}

/// Two rooms with a door between them, a mezzanine over one, stairs up to it.
TriangleMesh TwoRooms() {
  SurfaceScene scene;
  scene.Floor(0, 0, 12, 6, 0);
  scene.Box({5.9, 0, 0}, {6.1, 2.5, 3}).Box({5.9, 3.5, 0}, {6.1, 6, 3}).Box({5.9, 2.5, 2.2}, {6.1, 3.5, 3});
  scene.Box({8, 0, 2.4}, {12, 3, 2.6}).Stairs(6.4, 3.2, 4.2, 0, 9, 0.3, 0.28);
  scene.Box({9, 3, 2.4}, {10, 4.4, 2.6});
  return scene.mesh();
}

TEST(GroundMaker, EqualsAFreshOneAfterEveryEditOfTwoRooms) {
  for (uint64_t seed = 1; seed <= 4; ++seed) Follow(TwoRooms(), {}, seed, 25);
}

TEST(GroundMaker, EqualsAFreshOneOnScenesOfManyLayers) {
  Follow(SceneMesh(GroundSceneKind::Garage, 2), {}, 11, 12);
  Follow(SceneMesh(GroundSceneKind::Mezzanine, 1), {}, 12, 12);
  Follow(SceneMesh(GroundSceneKind::Spiral, 2), {}, 13, 12);
  Follow(SceneMesh(GroundSceneKind::Ramps, 2), {}, 14, 12);
  Follow(SceneMesh(GroundSceneKind::Storeys, 2), {}, 15, 6);
}

TEST(GroundMaker, EqualsAFreshOneOnScenesOfManyTiles) {
  Follow(SceneMesh(GroundSceneKind::Maze, 8), {}, 21, 12);
  Follow(SceneMesh(GroundSceneKind::Town, 4), {}, 22, 6);
}

TEST(GroundMaker, EqualsAFreshOneOnRandomTriangles) {
  for (uint64_t seed = 31; seed <= 36; ++seed) {
    const auto style = MeshStyle(seed % 5);
    Follow(RandomMesh(seed, style, 40, 8, 1, {}), {}, seed, 15);
  }
}

TEST(GroundMaker, DoesNotDependOnThreads) {
  for (const int threads : {2, 4}) {
    BakeOptions options;
    options.sample.threads = threads;
    Follow(TwoRooms(), options, 41, 15);
  }
}

TEST(GroundMaker, FollowsSeedsAndAir) {
  BakeOptions options;
  options.walk.emplace().seeds_world = {{1, 1, 0}};
  Follow(TwoRooms(), options, 51, 20);
  Follow(TwoRooms(), {}, 52, 20, [](Vec3 p) { return p.x < 6 || p.z > 2; });
}

TEST(GroundMaker, WorksInBoundsTooWideForOnePlan) {
  // The plan's origin may move with every edit; only the result is compared.
  ChangingWorld world(TwoRooms(), 61);
  BakeOptions options;
  options.walk = WalkOptions{};
  const NetInfo info = InfoAround({{-1e4, -1e4, -10}, {1e4, 1e4, 10}});
  GroundMaker live(info, options);
  for (int i = 0; i < 20; ++i) {
    World now;
    now.up = UpAxis::Z;
    now.geometry = world.Mesh();
    const auto followed = live.Make(*now.mesh(), {});
    const Result<Ground> fresh = MakeGround(now, info, options, {});
    ASSERT_TRUE(followed.ok() && fresh.ok());
    ASSERT_EQ(Difference(**followed, *fresh), "") << "edit " << i;
    world.Edit();
  }
}

TEST(GroundMaker, RecoversAfterAllGroundWasRemoved) {
  BakeOptions options;
  options.walk = WalkOptions{};
  GroundMaker live(InfoAround({{-1, -1, -1}, {5, 5, 5}}), options);
  SurfaceScene with, without;
  with.Floor(0, 0, 4, 4, 0);
  without.Wall(0, 0, 4, 4, 0, 2);
  const auto before = live.Make(with.mesh(), {});
  ASSERT_TRUE(before.ok());
  const auto gone = live.Make(without.mesh(), {});
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().code, ErrorCode::EmptyWorld);
  EXPECT_FALSE(live.Make(TriangleMesh{}, {}).ok());
  EXPECT_FALSE(live.Make(TriangleMesh{{{0, 0, 0}}, {{0, 1, 2}}}, {}).ok());
  const auto after = live.Make(with.mesh(), {});
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(Difference(**before, **after), "");
}

TEST(GroundMaker, KeepsItsPrecisionInHugeBounds) {
  World world;
  world.up = UpAxis::Z;
  world.geometry = TwoRooms();
  BakeOptions options;
  options.walk.emplace();
  const Result<Ground> expected = MakeGround(world, InfoAround({{-1, -1, -1}, {13, 7, 9}}), options, {});
  ASSERT_TRUE(expected.ok());
  for (const double low : {-1e9, -100.0}) {
    const NetInfo info = InfoAround({{low, low, -10}, {1e10, 1e10, 10}}, 100);
    const Result<Ground> ground = MakeGround(world, info, options, {});
    ASSERT_TRUE(ground.ok());
    EXPECT_NEAR(ground->area_m2, expected->area_m2, 1e-2);
    EXPECT_EQ(ground->component_count, expected->component_count);
  }
}

TEST(GroundMaker, GivesTheSameGroundWhenOnlyTheAirChanged) {
  BakeOptions options;
  options.walk.emplace().seeds_world = {{1, 1, 0}};
  GroundMaker live(InfoAround({{-1, -1, -1}, {13, 7, 9}}), options);
  TriangleMesh mesh = TwoRooms();
  const auto before = live.Make(mesh, {});
  SurfaceScene scene;
  scene.Box({1, 1, 4}, {3, 2, 6});  // Above the agents' headroom; its top cannot be reached.
  mesh.Append(scene.mesh());
  const auto after = live.Make(mesh, {});
  ASSERT_TRUE(before.ok() && after.ok());
  EXPECT_EQ(before->get(), after->get());
}

}  // namespace
}  // namespace navnet
