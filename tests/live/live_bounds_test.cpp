// SPDX-License-Identifier: Apache-2.0
// Bounds are treated alike by bakes and live worlds: a live world equals a bake of the same world and options before
// any edit, and a bake of the edited world afterwards, for bounds that are not multiples of the voxel size.

#include <navnet/live/live_world.h>

#include "grid/occupancy_build.h"
#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace navnet {
namespace {

constexpr double kSize = 12;

void ExpectSameAsTheFirstBake(const LiveWorld& live, const World& world, const BakeOptions& options,
                              const std::string& where) {
  const Result<Net> net = live.MakeNet();
  const Result<Baked> baked = Bake(world, options);
  ASSERT_EQ(net.ok(), baked.ok()) << where << ": " << (net ? baked.error().message : net.error().message);
  if (!net) {
    EXPECT_EQ(net.error().message, baked.error().message) << where;
    return;
  }
  ASSERT_TRUE(SameNets(*net, baked->net)) << where;
}

// Walkable patches around each face of a box, most of them less than a voxel inside or outside of it.
void AddPatchesAround(TestRandom& random, const Box3& box, double voxel_m, int count, TriangleMesh& mesh) {
  for (int i = 0; i < count; ++i) {
    Vec3 at;
    for (int a = 0; a < 3; ++a) at[a] = random.Uniform(box.min[a], box.max[a]);
    const int axis = random.Integer(0, 2);
    at[axis] = (random.Integer(0, 1) ? box.max : box.min)[axis];
    if (random.Integer(0, 3)) at[axis] += random.Uniform(-1.2, 1.2) * voxel_m;
    const uint32_t first = uint32_t(mesh.vertices.size());
    // Corners on both sides of the place, or only on the far side, so that one point or none reaches into the box.
    for (int k = 0; k < 3; ++k) {
      Vec3 corner = at + random.Point(-0.4, 0.4);
      if (random.Integer(0, 1)) corner[axis] = at[axis];
      corner.z = at.z + random.Uniform(-0.1, 0.1);
      mesh.vertices.push_back(corner);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
}

struct Case {
  World world;
  BakeOptions options;
  std::string name;
};

Case RandomCase(uint64_t seed) {
  TestRandom random(seed);
  Case out{WalledRooms(kSize, UpAxis::Z), {}, "seed " + std::to_string(seed)};
  const double voxel_m = std::array{0.15, 0.25, 0.3, 0.4, 0.7}[seed % 5];
  SampleOptions& sample = out.options.sample;
  sample.voxel_m = voxel_m;
  sample.radii_m = {random.Integer(0, 1) ? 0.0 : 0.4};
  Box3 box{random.Point(-1.5, 2), random.Point(kSize - 3, kSize + 2)};
  box.min.z = random.Uniform(-1, 0.2);
  box.max.z = random.Uniform(3.5, 6);
  // Includes bounds and surfaces at multiples of the voxel size that are not exact in binary.
  if (seed % 3 == 0) {
    for (int a = 0; a < 3; ++a)
      box.min[a] = std::round(box.min[a] * 10) / 10, box.max[a] = std::round(box.max[a] * 10) / 10;
  }
  switch (random.Integer(0, 3)) {
    case 0: break;
    case 1: sample.margin_m = random.Uniform(0, 2); break;
    default: sample.bounds_world = box;
  }
  TriangleMesh& mesh = std::get<TriangleMesh>(out.world.geometry);
  AddPatchesAround(random, box, voxel_m, 40, mesh);
  if (random.Integer(0, 1)) {
    Transform turned;
    turned.rotation = Quaternion::AboutAxis({0, 0, 1}, random.Uniform(-0.7, 0.7));
    out.world.geometry = Transformed(mesh, turned);
    out.options.align = Align::Auto;
    out.name += ", turned";
  }
  out.options.walk = WalkOptions{.step_m = random.Uniform(0, 0.3), .height_m = 1};
  out.options.keep = std::array{Keep::All, Keep::Outside, Keep::Largest}[size_t(random.Integer(0, 2))];
  return out;
}

TEST(LiveBounds, EqualThoseOfABakeBeforeAndAfterEveryEdit) {
  int turned = 0, with_ground = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Case c = RandomCase(seed);
    Result<LiveWorld> live = LiveWorld::Make(c.world, c.options);
    if (!live) {
      const Result<Baked> baked = Bake(c.world, c.options);
      ASSERT_FALSE(baked) << c.name << ": " << live.error().message;
      continue;
    }
    turned += !live->frame().turn.IsNone();
    with_ground += live->Latest()->navigator.walker() != nullptr;
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsTheFirstBake(*live, c.world, c.options, c.name));
    TestRandom random(1000 + seed);
    LiveObstacles there;
    for (int update = 0; update < 3; ++update) {
      for (int i = 0; i < 3; ++i) RandomEdit(random, kSize, *live, there);
      ASSERT_TRUE(live->Update());
      ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, c.name + ", update " + std::to_string(update)));
    }
  }
  EXPECT_GT(turned, 6);
  EXPECT_GT(with_ground, 25);
}

// A triangle reaches into the last layer of voxels, which the given bounds cut, but not into the given bounds.
TEST(LiveBounds, AreRoundedOutToVoxelsForTheGround) {
  World world{"floor", UpAxis::Z, TriangleMesh{}};
  TriangleMesh& mesh = std::get<TriangleMesh>(world.geometry);
  mesh.vertices = {{1, 1, 0}, {9, 1, 0}, {9, 9, 0}, {1, 9, 0}, {10.1, 1, 0}, {10.19, 1, 0}, {10.15, 9, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}};
  BakeOptions options;
  options.sample.voxel_m = 0.4;
  options.sample.bounds_world = Box3{{0, 0, -1}, {10.05, 10, 6}};
  options.walk.emplace();
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked) << baked.error().message;
  EXPECT_EQ(baked->net.ground().component_count, 2u) << "the strip is in the last voxels, outside of the given bounds";
  const Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_TRUE(live) << live.error().message;
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsTheFirstBake(*live, world, options, "strip"));
}

// 0.3 / 0.1 is less than 3 in binary: a floor on the lowest face of the bounds must not fall out of them.
TEST(LiveBounds, ContainAFloorOnTheirLowestFace) {
  for (const double voxel_m : {0.1, 0.3, 0.7}) {
    World world{"floor", UpAxis::Z, TriangleMesh{}};
    TriangleMesh& mesh = std::get<TriangleMesh>(world.geometry);
    const double z = 3 * voxel_m, low = voxel_m == 0.1 ? 0.3 : z;
    mesh.vertices = {{1, 1, low}, {3, 1, low}, {3, 3, low}, {1, 3, low}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    BakeOptions options;
    options.sample.voxel_m = voxel_m;
    options.sample.bounds_world = Box3{{0, 0, low}, {4, 4, low + 3}};
    options.walk.emplace();
    const Result<LiveWorld> live = LiveWorld::Make(world, options);
    ASSERT_TRUE(live) << live.error().message;
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsTheFirstBake(*live, world, options, "voxels of " + std::to_string(voxel_m)));
    EXPECT_NE(live->Latest()->navigator.walker(), nullptr);
  }
}

// Outside of a voxel world's bounds everything is free, so the faces on the bounds are walkable.
TEST(LiveBounds, OfVoxelWorldsEqualThoseOfABake) {
  for (uint64_t seed = 0; seed < 16; ++seed) {
    TestRandom random(seed);
    const VoxelBox bounds{{-9, 3, 0}, {60, 70, 18}};
    std::vector<VoxelBox> blocked = {{{-9, 3, 0}, {60, 70, 2}}};
    for (int i = 0; i < 25; ++i) {
      VoxelBox box;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
        box.hi[a] = std::min(box.lo[a] + random.Integer(1, 15), bounds.hi[a]);
      }
      blocked.push_back(box);
    }
    const World world{"voxels", UpAxis::Z, BuildOccupancy({{101.3, -57.7, 3.1}, 0.37}, bounds, 0, blocked)};
    BakeOptions options;
    options.sample.radii_m = {0, 0.5};
    options.walk = WalkOptions{.step_m = 0.4, .height_m = 1};
    if (seed % 4 == 1) options.sample.margin_m = random.Uniform(0, 3);
    if (seed % 4 >= 2) {
      const Vec3 reach = seed % 4 == 2 ? Vec3{-4, -4, -1} : Vec3{4, 4, 4};
      const Box3 own = world.voxels()->frame().WorldBox(bounds);
      options.sample.bounds_world = Box3{own.min - reach, own.max + reach};
      options.sample.bounds_world->min.x += random.Uniform(0, 0.3);
    }
    Result<LiveWorld> live = LiveWorld::Make(world, options);
    ASSERT_TRUE(live) << live.error().message;
    const std::string name = "seed " + std::to_string(seed);
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsTheFirstBake(*live, world, options, name));
    for (int update = 0; update < 3; ++update) {
      const Box3 box = live->frame().WorldBox(live->bounds());
      Box3 edit;
      for (int a = 0; a < 3; ++a) edit.min[a] = random.Uniform(box.min[a], box.max[a] - 0.5);
      edit.max = edit.min + random.Point(0.1, 3);
      ASSERT_TRUE(live->SetVoxels(edit, random.Integer(0, 1) == 1));
      ASSERT_TRUE(live->Update());
      ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, name + ", update " + std::to_string(update)));
    }
  }
}

}  // namespace
}  // namespace navnet
