#include <navnet/live/live_world.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Byte for byte, or what differs.
testing::AssertionResult SameNets(const Net& live, const Net& baked) {
  if (std::ranges::equal(live.image(), baked.image())) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  failure << "the nets differ: " << live.image().size() << " and " << baked.image().size() << " bytes";
  if (live.info().bounds != baked.info().bounds) failure << ", bounds";
  if (live.info().frame != baked.info().frame) failure << ", frame";
  if (live.info().source_hash != baked.info().source_hash) failure << ", source";
  for (size_t i = 0; i < std::min(live.levels().size(), baked.levels().size()); ++i) {
    const NetLevel &a = live.levels()[i], &b = baked.levels()[i];
    if (!std::ranges::equal(a.cells, b.cells)) failure << ", cells of level " << i;
    if (!std::ranges::equal(a.volumes, b.volumes)) failure << ", volumes of level " << i;
    if (!std::ranges::equal(a.components, b.components)) failure << ", components of level " << i;
  }
  return failure;
}

void ExpectSameAsABake(const LiveWorld& live, const std::string& where) {
  const Result<Net> net = live.MakeNet();
  const Result<Baked> baked = Bake(live.CurrentWorld(), live.bake_options());
  ASSERT_EQ(net.ok(), baked.ok()) << where << ": " << (net ? baked.error().message : net.error().message);
  if (!net) {
    EXPECT_EQ(net.error().message, baked.error().message) << where;
    return;
  }
  ASSERT_TRUE(SameNets(*net, baked->net)) << where;
}

// A floor, some walls with doorways in them, and a roof over a part.
World Rooms(double size, UpAxis up) {
  World world{"rooms", up, TriangleMesh{}};
  TriangleMesh& mesh = std::get<TriangleMesh>(world.geometry);
  const auto quad = [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const uint32_t first = uint32_t(mesh.vertices.size());
    for (Vec3 p : {a, b, c, d}) mesh.vertices.push_back(up == UpAxis::Z ? p : Vec3{p.y, p.z, p.x});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
  };
  quad({0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0});
  const double m = size / 2, h = 3;
  quad({m, 0, 0}, {m, m - 0.7, 0}, {m, m - 0.7, h}, {m, 0, h});
  quad({m, m + 0.7, 0}, {m, size, 0}, {m, size, h}, {m, m + 0.7, h});
  quad({0, m, 0}, {m / 2, m, 0}, {m / 2, m, h}, {0, m, h});
  quad({0, 0, h}, {m, 0, h}, {m, m, h}, {0, m, h});
  return world;
}

Obstacle RandomObstacle(TestRandom& random, double size) {
  Obstacle out;
  switch (random.Integer(0, 3)) {
    case 0: out.shape = BoxShape{random.Point(0.1, size / 5)}; break;
    case 1: out.shape = SphereShape{random.Uniform(0.1, size / 8)}; break;
    case 2: out.shape = CapsuleShape{random.Uniform(0.1, size / 10), random.Uniform(0, size / 6)}; break;
    default: {
      const MeshStyle style = MeshStyle(random.Integer(0, kMeshStyles - 2));
      out.shape = RandomMesh(uint64_t(random.Integer(0, 1 << 30)), style, random.Integer(1, 6), 10, 0.1, {});
    }
  }
  out.transform.position = random.Point(0, size);
  if (random.Integer(0, 1)) {
    out.transform.rotation = Quaternion::AboutAxis(random.Point(-1, 1) + Vec3{0, 0, 2}, random.Uniform(0, 6));
  }
  out.is_door = random.Integer(0, 1) == 1;
  return out;
}

// One random edit that makes sense.
void RandomEdit(TestRandom& random, double size, LiveWorld& live, std::vector<std::pair<ObstacleId, Obstacle>>& there) {
  const int kind = there.empty() ? 0 : random.Integer(0, 9);
  if (kind <= 2) {
    const Obstacle obstacle = RandomObstacle(random, size);
    if (const Result<ObstacleId> id = live.Add(obstacle)) there.emplace_back(*id, obstacle);
    return;
  }
  const size_t which = size_t(random.Integer(0, int(there.size()) - 1));
  auto& [id, obstacle] = there[which];
  if (kind <= 6) {
    Transform to = obstacle.transform;
    to.position = random.Integer(0, 1) ? random.Point(0, size) : to.position + random.Point(-0.5, 0.5);
    if (live.Move(id, to)) obstacle.transform = to;
  } else if (kind == 7) {
    ASSERT_TRUE(live.Remove(id));
    there.erase(there.begin() + std::ptrdiff_t(which));
  } else if (obstacle.is_door) {
    ASSERT_TRUE(live.SetDoor(id, random.Integer(0, 1) == 1));
  }
}

void RunMeshWorld(uint64_t seed, const World& world, double size, const BakeOptions& options, int updates) {
  TestRandom random(seed);
  Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_TRUE(live) << live.error().message;
  std::vector<std::pair<ObstacleId, Obstacle>> there;
  for (int update = 0; update < updates; ++update) {
    if (update > 0) {
      for (int i = random.Integer(1, 6); i > 0; --i) RandomEdit(random, size, *live, there);
      if (random.Integer(0, 1)) {
        ASSERT_TRUE(live->Update());
      } else {
        for (;;) {
          const Result<bool> done = live->Step(random.Integer(0, 1) ? 0 : 300);
          ASSERT_TRUE(done);
          if (*done) break;
        }
      }
    }
    ASSERT_NO_FATAL_FAILURE(
        ExpectSameAsABake(*live, "seed " + std::to_string(seed) + ", update " + std::to_string(update)));
  }
}

BakeOptions Options(double voxel_m, std::vector<double> radii_m, double size) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = std::move(radii_m);
  options.sample.bounds_world = Box3{{-1, -1, -1}, {size + 1, size + 1, size + 1}};
  return options;
}

TEST(LiveWorld, OfTrianglesEqualsABakeAfterRandomEdits) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    RunMeshWorld(seed, Rooms(12, UpAxis::Z), 12, Options(0.1, {0, 0.3}, 12), 12);
  }
}

TEST(LiveWorld, KeepsTheOutsideOrTheLargestPieceAsABakeDoes) {
  for (uint64_t seed = 10; seed < 14; ++seed) {
    BakeOptions options = Options(0.15, {0.2}, 12);
    options.keep = seed % 2 == 0 ? Keep::Outside : Keep::Largest;
    options.min_cell = seed < 12 ? 1 : 3;
    RunMeshWorld(seed, Rooms(12, UpAxis::Y), 12, options, 12);
  }
}

TEST(LiveWorld, OnATurnedGridEqualsABake) {
  World world = Rooms(12, UpAxis::Z);
  Transform turned;
  turned.rotation = Quaternion::AboutAxis({0, 0, 1}, 0.4);
  world.geometry = Transformed(*world.mesh(), turned);
  BakeOptions options;
  options.sample.voxel_m = 0.2;
  options.sample.radii_m = {0, 0.25};
  options.align = Align::Auto;
  Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_TRUE(live) << live.error().message;
  EXPECT_FALSE(live->frame().turn.IsNone());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, "at first"));
  Obstacle box;
  box.shape = BoxShape{{1, 0.5, 2}};
  box.transform.position = {4, 5, 1};
  ASSERT_TRUE(live->Add(box));
  ASSERT_TRUE(live->Update());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, "with a box"));
}

TEST(LiveWorld, GroundEqualsABakeAfterRandomEdits) {
  for (uint64_t seed = 20; seed < 24; ++seed) {
    BakeOptions options = Options(0.25, {0.2}, 12);
    options.walk.emplace();
    options.keep = seed % 2 == 0 ? Keep::All : Keep::Outside;
    RunMeshWorld(seed, Rooms(12, seed < 22 ? UpAxis::Z : UpAxis::Y), 12, options, 12);
  }
}

}  // namespace
}  // namespace navnet
