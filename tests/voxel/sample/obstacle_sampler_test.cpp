// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/voxel/sample/obstacle_sampler.h>

#include <navnet/voxel/sampler.h>

#include "support/grids.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace navnet {
namespace {

// A mesh of `count` triangles of one style, across several blocks, on both sides of the origin.
struct Scene {
  TriangleMesh mesh;
  SampleOptions options;
};

Scene RandomScene(uint64_t seed, int count) {
  TestRandom random(seed);
  Scene scene;
  const double voxel_m = std::array{0.25, 1.0, 0.1}[seed % 3];
  const double size = random.Integer(5, 120);
  const Vec3 offset = seed % 4 == 3 ? random.Point(-1e5, 1e5) : random.Point(-90, 10) * voxel_m;
  scene.mesh = RandomMesh(seed, MeshStyle(seed % kMeshStyles), count, size, voxel_m, offset);
  scene.options.voxel_m = voxel_m;
  scene.options.radii_m = {0, random.Uniform(0.2, 1.5) * voxel_m, double(random.Integer(2, 6)) * voxel_m};
  const Vec3 extent{size, size + random.Uniform(-2, 9), size * random.Uniform(0.3, 1.2)};
  scene.options.bounds_world = Box3{offset, offset + extent * voxel_m};
  if (seed % 5 == 4) {
    const double angle = random.Uniform(0, 6);
    scene.options.placement = {random.Point(-1, 1), {std::cos(angle), std::sin(angle), UpAxis::Z}};
  }
  return scene;
}

TriangleMesh Part(const TriangleMesh& mesh, std::span<const int> part_of, int part) {
  TriangleMesh out;
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (part_of[i] != part) continue;
    const uint32_t first = uint32_t(out.vertices.size());
    for (uint32_t v : mesh.triangles[i]) out.vertices.push_back(mesh.vertices[v]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

// Whether the union of masks equals the levels of a sampling.
testing::AssertionResult UnionIs(std::span<const ObstacleMasks> parts, const Sampling& whole) {
  for (size_t level = 0; level < whole.levels.size(); ++level) {
    std::set<VoxelCoord> blocks;
    for (const ObstacleMasks& part : parts) blocks.insert(part.blocks(level).begin(), part.blocks(level).end());
    const std::vector<VoxelCoord> expected = whole.levels[level].MixedBlocks();
    if (!std::ranges::equal(blocks, expected)) {
      return testing::AssertionFailure() << "level " << level << ": " << blocks.size() << " blocks, expected "
                                         << expected.size();
    }
    for (VoxelCoord block : blocks) {
      BlockMask mask{}, sampled;
      for (const ObstacleMasks& part : parts) {
        const BlockMask before = mask;
        const bool any = part.OrInto(level, block, mask);
        if (any != std::ranges::binary_search(part.blocks(level), block)) {
          return testing::AssertionFailure() << "OrInto and blocks() disagree";
        }
        if (!any && mask != before) return testing::AssertionFailure() << "OrInto returned false but changed the mask";
      }
      whole.levels[level].ReadBlock(block, sampled);
      ClearOutside(BlockPartInside(block, whole.bounds), sampled);
      if (mask != sampled) return testing::AssertionFailure() << "level " << level << ": masks differ";
    }
  }
  return testing::AssertionSuccess();
}

TEST(ObstacleSampler, GivesTheSameForAnySplitOfTheMesh) {
  int64_t blocked = 0;
  for (uint64_t seed = 0; seed < 180; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Scene scene = RandomScene(seed, 1 + int(seed % 23));
    const Result<Sampling> whole = Sample(scene.mesh, scene.options);
    ASSERT_TRUE(whole) << whole.error().message;
    const ObstacleSampler sampler(whole->frame, whole->bounds, scene.options.radii_m);
    TestRandom random(seed + 1000);
    const int parts = random.Integer(1, 5);
    std::vector<int> part_of;
    for (size_t i = 0; i < scene.mesh.triangles.size(); ++i) part_of.push_back(random.Integer(0, parts - 1));
    std::vector<ObstacleMasks> masks;
    for (int part = 0; part < parts; ++part) {
      const TriangleMesh mesh = Part(scene.mesh, part_of, part);
      if (mesh.triangles.empty()) continue;
      const Result<ObstacleMasks> sampled = sampler.Sample(mesh);
      ASSERT_TRUE(sampled) << sampled.error().message;
      masks.push_back(*sampled);
    }
    ASSERT_TRUE(UnionIs(masks, *whole));
    blocked += whole->levels[0].blocked_count();
  }
  EXPECT_GT(blocked, 100000);
}

TEST(ObstacleSampler, SamplesLargeMeshesEquallyOnAnyNumberOfThreads) {
  for (uint64_t seed : {0u, 2u, 4u}) {
    const Scene scene = RandomScene(seed, 3000);
    const Result<Sampling> whole = Sample(scene.mesh, scene.options);
    ASSERT_TRUE(whole) << whole.error().message;
    const ObstacleSampler sampler(whole->frame, whole->bounds, scene.options.radii_m);
    for (int threads : {1, 3}) {
      const Result<ObstacleMasks> all = sampler.Sample(scene.mesh, threads);
      ASSERT_TRUE(all) << all.error().message;
      ASSERT_TRUE(UnionIs(std::array{*all}, *whole));
    }
    // One part is large enough for a separate index, the other is not.
    std::vector<int> part_of(scene.mesh.triangles.size());
    for (size_t i = 0; i < part_of.size(); ++i) part_of[i] = i % 6 == 0;
    const Result<ObstacleMasks> a = sampler.Sample(Part(scene.mesh, part_of, 0));
    const Result<ObstacleMasks> b = sampler.Sample(Part(scene.mesh, part_of, 1));
    ASSERT_TRUE(a && b);
    ASSERT_TRUE(UnionIs(std::array{*a, *b}, *whole));
  }
}

TEST(ObstacleSampler, HasTheTightBoundsOfItsBlockedVoxels) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Scene scene = RandomScene(seed, 3);
    const Result<Sampling> whole = Sample(scene.mesh, scene.options);
    ASSERT_TRUE(whole) << whole.error().message;
    const Result<ObstacleMasks> masks =
        ObstacleSampler(whole->frame, whole->bounds, scene.options.radii_m).Sample(scene.mesh);
    ASSERT_TRUE(masks) << masks.error().message;
    for (size_t level = 0; level < whole->levels.size(); ++level) {
      const oracle::VoxelSet blocked = BlockedVoxels(whole->levels[level]);
      if (blocked.empty()) {
        EXPECT_TRUE(masks->box(level).IsEmpty());
        continue;
      }
      VoxelBox box{*blocked.begin(), *blocked.begin()};
      for (VoxelCoord v : blocked) {
        for (int a = 0; a < 3; ++a) {
          box.lo[a] = std::min(box.lo[a], v[a]);
          box.hi[a] = std::max(box.hi[a], v[a] + 1);
        }
      }
      EXPECT_EQ(masks->box(level), box);
      EXPECT_GT(masks->bytes(), masks->blocks(level).size() * sizeof(VoxelCoord));
    }
  }
}

TEST(ObstacleSampler, BlocksNothingOutOfReach) {
  const ObstacleSampler sampler({{}, 0.5}, {{-70, 0, 0}, {70, 100, 100}}, {0, 1});
  const TriangleMesh far{{{60, 60, 60}, {61, 60, 60}, {60, 61, 60}}, {{0, 1, 2}}};
  const Result<ObstacleMasks> masks = sampler.Sample(far);
  ASSERT_TRUE(masks) << masks.error().message;
  BlockMask mask{};
  for (size_t level : {0u, 1u}) {
    EXPECT_TRUE(masks->blocks(level).empty());
    EXPECT_TRUE(masks->box(level).IsEmpty());
    EXPECT_FALSE(masks->OrInto(level, {0, 0, 0}, mask));
  }
  EXPECT_EQ(masks->bytes(), 0u);
  // Outside of the bounds but within a radius, it blocks only at the level of that radius.
  const TriangleMesh near{{{35.4, 10, 10}, {35.4, 11, 10}, {35.4, 10, 11}}, {{0, 1, 2}}};
  const Result<ObstacleMasks> reached = sampler.Sample(near);
  ASSERT_TRUE(reached) << reached.error().message;
  EXPECT_TRUE(reached->blocks(0).empty());
  EXPECT_EQ(reached->box(1).hi.x, 70);
}

TEST(ObstacleSampler, RefusesInvalidMeshes) {
  const ObstacleSampler sampler({{}, 1}, {{0, 0, 0}, {9, 9, 9}}, {0});
  EXPECT_EQ(sampler.Sample(TriangleMesh{}).error().code, ErrorCode::EmptyWorld);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(sampler.Sample(TriangleMesh{{{0, nan, 0}}, {{0, 0, 0}}}));
  EXPECT_FALSE(sampler.Sample(TriangleMesh{{{0, 0, 0}}, {{0, 0, 1}}}));
}

}  // namespace
}  // namespace navnet
