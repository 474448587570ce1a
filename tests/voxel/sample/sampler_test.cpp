// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/sampler.h>

#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace navnet {
namespace {

constexpr int kUnits = 1024;  // The sampler's fixed-point units per voxel, as documented.

struct Case {
  uint64_t seed;
  MeshStyle style;
  double voxel_m;
  Vec3 offset;
  int size;
};

// A few hundred worlds: every style with several sizes, voxel sizes and positions, near the origin and far away.
std::vector<Case> Cases(int per_style) {
  std::vector<Case> cases;
  for (int i = 0; i < per_style * kMeshStyles; ++i) {
    TestRandom random(1000 + uint64_t(i));
    const MeshStyle style = MeshStyle(i % kMeshStyles);
    const double voxel_m = std::array{0.1, 0.25, 1.0, 3.7}[size_t(random.Integer(0, 3))];
    Vec3 offset;
    switch (random.Integer(0, 3)) {
      case 0: break;
      case 1: offset = random.Point(-100, 100); break;
      case 2: offset = Vec3{double(random.Integer(-9, 9)), double(random.Integer(-9, 9)), 64.0} * voxel_m; break;
      default: offset = random.Point(-1e6, 1e6);
    }
    cases.push_back({uint64_t(i), style, voxel_m, offset, random.Integer(3, 12)});
  }
  return cases;
}

TriangleMesh MeshOf(const Case& c) {
  return RandomMesh(c.seed, c.style, 1 + int(c.seed % 7), c.size, c.voxel_m, c.offset);
}

SampleOptions OptionsOf(const Case& c) {
  SampleOptions options;
  options.voxel_m = c.voxel_m;
  const Vec3 size{double(c.size), double(c.size + 1), double(c.size + 2)};
  options.bounds_world = Box3{c.offset, c.offset + size * c.voxel_m};
  return options;
}

TEST(Sampler, BlocksExactlyTheVoxelsTheBruteForceOracleFinds) {
  for (const Case& c : Cases(60)) {
    SCOPED_TRACE("seed " + std::to_string(c.seed));
    const TriangleMesh mesh = MeshOf(c);
    const Result<Sampling> sampling = Sample(mesh, OptionsOf(c));
    ASSERT_TRUE(sampling) << sampling.error().message;
    const auto expected = oracle::TouchedVoxels(mesh, sampling->frame, sampling->bounds, kUnits);
    ASSERT_TRUE(SameVoxels(BlockedVoxels(sampling->levels[0]), expected));
    ASSERT_EQ(sampling->levels[0].blocked_count(), int64_t(expected.size()));
  }
}

TEST(Sampler, NeverMissesATouchedVoxelAndNeverBlocksOneFartherThanA256thOfAVoxel) {
  for (const Case& c : Cases(25)) {
    SCOPED_TRACE("seed " + std::to_string(c.seed));
    const TriangleMesh mesh = MeshOf(c);
    const Result<Sampling> sampling = Sample(mesh, OptionsOf(c));
    ASSERT_TRUE(sampling) << sampling.error().message;
    const std::vector<double> distances = oracle::VoxelDistances(mesh, sampling->frame, sampling->bounds);
    size_t i = 0;
    oracle::EachVoxel(sampling->bounds, [&](VoxelCoord v) {
      const double distance_voxels = distances[i++] / c.voxel_m;
      if (distance_voxels == 0) {
        ASSERT_TRUE(sampling->levels[0].IsBlocked(v));
      }
      if (distance_voxels > 1.0 / 256) {
        ASSERT_FALSE(sampling->levels[0].IsBlocked(v)) << distance_voxels;
      }
    });
  }
}

TEST(Sampler, BlocksExactlyTheVoxelsCloserThanEachRadius) {
  for (const Case& c : Cases(30)) {
    SCOPED_TRACE("seed " + std::to_string(c.seed));
    TestRandom random(c.seed);
    const TriangleMesh mesh = MeshOf(c);
    SampleOptions options = OptionsOf(c);
    options.radii_m = {0, random.Uniform(0.05, 0.8) * c.voxel_m, random.Uniform(0.8, 4) * c.voxel_m};
    const Result<Sampling> sampling = Sample(mesh, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    ASSERT_EQ(sampling->levels.size(), 3u);
    const std::vector<double> distances = oracle::VoxelDistances(mesh, sampling->frame, sampling->bounds);
    for (size_t level = 1; level < 3; ++level) {
      const double radius_m = options.radii_m[level];
      ASSERT_EQ(sampling->levels[level].radius_m(), radius_m);
      size_t i = 0;
      oracle::EachVoxel(sampling->bounds, [&](VoxelCoord v) {
        const double distance_m = distances[i++];
        // If the distance equals the radius up to rounding, both answers are valid.
        const double rounding = 1e-8 * c.voxel_m + 1e-9;
        if (distance_m < radius_m - rounding) {
          ASSERT_TRUE(sampling->levels[level].IsBlocked(v)) << distance_m << " < " << radius_m;
        }
        if (distance_m > radius_m + rounding) {
          ASSERT_FALSE(sampling->levels[level].IsBlocked(v)) << distance_m << " > " << radius_m;
        }
      });
    }
  }
}

TEST(Sampler, CountsAVoxelAtExactlyTheRadiusAsFree) {
  // A wall on a voxel face, and radii that are whole numbers of voxels but not exact: 0.3 / 0.1 < 3 < 0.9 / 0.3.
  for (const auto& [voxel_m, radius_m] : {std::pair{0.1, 0.3}, {0.3, 0.9}, {0.25, 1.0}, {0.1, 0.7}}) {
    TriangleMesh wall;
    wall.vertices = {{0, -50, -50}, {0, 50, -50}, {0, 0, 50}};
    wall.triangles = {{0, 1, 2}};
    SampleOptions options;
    options.voxel_m = voxel_m;
    options.radii_m = {radius_m};
    options.bounds_world = Box3{{0, 0, 0}, {10 * voxel_m, voxel_m, voxel_m}};
    const Result<Sampling> sampling = Sample(wall, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    const int first_free = int(std::lround(radius_m / voxel_m));
    for (int x = 0; x < 10; ++x)
      EXPECT_EQ(sampling->levels[0].IsBlocked({x, 0, 0}), x < first_free) << voxel_m << " " << x;
  }
}

TEST(Sampler, GivesTheSameGridsForAnyThreadCountAndTriangleOrder) {
  TriangleMesh mesh = RandomMesh(5, MeshStyle::Soup, 400, 180, 0.5, {1000, -2000, 3});
  SampleOptions options;
  options.voxel_m = 0.5;
  options.radii_m = {0, 0.7, 1.9};
  options.threads = 1;
  const Result<Sampling> reference = Sample(mesh, options);
  ASSERT_TRUE(reference) << reference.error().message;
  std::mt19937_64 shuffle(7);
  for (int threads : {1, 8}) {
    std::ranges::shuffle(mesh.triangles, shuffle);
    for (Triangle& t : mesh.triangles) std::rotate(t.begin(), t.begin() + std::ptrdiff_t(shuffle() % 3), t.end());
    options.threads = threads;
    const Result<Sampling> again = Sample(mesh, options);
    ASSERT_TRUE(again) << again.error().message;
    for (size_t level = 0; level < 3; ++level) {
      EXPECT_EQ(again->levels[level].blocked_count(), reference->levels[level].blocked_count());
      ASSERT_EQ(again->levels[level].MixedBlocks(), reference->levels[level].MixedBlocks());
      BlockMask a, b;
      for (VoxelCoord block : reference->levels[level].MixedBlocks()) {
        reference->levels[level].ReadBlock(block, a);
        again->levels[level].ReadBlock(block, b);
        ASSERT_EQ(a, b);
      }
    }
  }
}

TEST(Sampler, MovesTheGridWhenTheWorldMovesByWholeVoxels) {
  const TriangleMesh mesh = RandomMesh(9, MeshStyle::Soup, 50, 40, 0.25, {});
  for (const VoxelCoord step : {VoxelCoord{20000, -40, 7}, {-1, 64, 128}, {3'000'000, -3'000'000, 63}}) {
    TriangleMesh moved = mesh;
    for (Vec3& v : moved.vertices) v = v + Vec3{step.x * 0.25, step.y * 0.25, step.z * 0.25};
    SampleOptions options;
    options.voxel_m = 0.25;
    options.radii_m = {0, 0.6};
    const Result<Sampling> here = Sample(mesh, options), there = Sample(moved, options);
    ASSERT_TRUE(here && there);
    ASSERT_EQ(there->bounds.lo, here->bounds.lo + step);
    for (size_t level = 0; level < 2; ++level) {
      oracle::VoxelSet expected;
      for (VoxelCoord v : BlockedVoxels(here->levels[level])) expected.insert(v + step);
      EXPECT_TRUE(SameVoxels(BlockedVoxels(there->levels[level]), expected));
    }
  }
}

TEST(Sampler, AgreesAcrossBlocksOnTrianglesThatSpanMany) {
  // Large triangles over several 128³ nodes, checked against the oracle on thin slices through them.
  for (uint64_t seed = 0; seed < 12; ++seed) {
    TestRandom random(seed);
    TriangleMesh mesh = RandomMesh(seed, seed % 2 ? MeshStyle::Soup : MeshStyle::Huge, 2, 1500, 1, {});
    SampleOptions options;
    options.voxel_m = 1;
    options.radii_m = {0, 2.5};
    const Vec3 lo{double(random.Integer(0, 700)), double(random.Integer(0, 700)), double(random.Integer(0, 700))};
    options.bounds_world = Box3{lo, lo + Vec3{12, 150, 14}};
    const Result<Sampling> sampling = Sample(mesh, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    ASSERT_TRUE(SameVoxels(BlockedVoxels(sampling->levels[0]),
                           oracle::TouchedVoxels(mesh, sampling->frame, sampling->bounds, kUnits)));
    const std::vector<double> distances = oracle::VoxelDistances(mesh, sampling->frame, sampling->bounds);
    size_t i = 0;
    oracle::EachVoxel(sampling->bounds, [&](VoxelCoord v) {
      const double distance = distances[i++];
      if (std::abs(distance - 2.5) < 1e-6) return;
      ASSERT_EQ(sampling->levels[1].IsBlocked(v), distance < 2.5) << distance;
    });
  }
}

TEST(Sampler, ClipsTrianglesThatReachFarBeyondTheGrid) {
  // A slightly tilted ground plane of a million kilometres.
  TriangleMesh ground;
  ground.vertices = {{-1e9, -1e9, -1e5}, {1e9, -1e9, 1e5}, {0, 1e9, 0}};
  ground.triangles = {{0, 1, 2}};
  SampleOptions options;
  options.voxel_m = 0.5;
  options.bounds_world = Box3{{-5, -5, -5}, {5, 5, 5}};
  const Result<Sampling> sampling = Sample(ground, options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  const std::vector<double> distances = oracle::VoxelDistances(ground, sampling->frame, sampling->bounds);
  size_t i = 0;
  oracle::EachVoxel(sampling->bounds, [&](VoxelCoord v) {
    const double distance_voxels = distances[i++] / 0.5;
    if (distance_voxels == 0) {
      ASSERT_TRUE(sampling->levels[0].IsBlocked(v));
    }
    if (distance_voxels > 1.0 / 256) {
      ASSERT_FALSE(sampling->levels[0].IsBlocked(v));
    }
  });
  EXPECT_GT(sampling->levels[0].blocked_count(), 0);
}

TEST(Sampler, DoesNotDependOnTheOrderOfCornersOfTrianglesItMustClip) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TriangleMesh mesh = RandomMesh(seed, MeshStyle::Huge, 1, 12, 1, {});
    for (Vec3& v : mesh.vertices) {
      if (std::abs(v.x) > 20) v = v * 1e5;
    }
    SampleOptions options;
    options.voxel_m = 1;
    options.bounds_world = Box3{{0, 0, 0}, {12, 12, 12}};
    const Result<Sampling> reference = Sample(mesh, options);
    ASSERT_TRUE(reference) << reference.error().message;
    for (int i = 0; i < 5; ++i) {
      std::ranges::next_permutation(mesh.triangles[0]);
      const Result<Sampling> again = Sample(mesh, options);
      ASSERT_TRUE(again) << again.error().message;
      ASSERT_TRUE(SameVoxels(BlockedVoxels(again->levels[0]), BlockedVoxels(reference->levels[0]))) << "seed " << seed;
    }
  }
}

TEST(Sampler, NeedsLittleMemoryForASlantedTriangleInALargeEmptyDomain) {
  // Its bounding box is the whole domain of 32³ nodes, its surface touches a few hundred of them.
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {4000, 0, 4000}, {0, 4000, 4000}};
  mesh.triangles = {{0, 1, 2}};
  SampleOptions options;
  options.voxel_m = 1;
  options.memory_budget_bytes = size_t{300} << 20;
  const Result<Sampling> sampling = Sample(mesh, options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_LE(sampling->levels[0].memory_bytes(), sampling->estimated_bytes);
  EXPECT_LE(sampling->estimated_bytes, options.memory_budget_bytes);
}

TEST(Sampler, LeavesRoomForTheLargestAgentAroundTheWorld) {
  TriangleMesh mesh = RandomMesh(1, MeshStyle::Soup, 10, 10, 1, {});
  SampleOptions options;
  options.voxel_m = 1;
  options.radii_m = {3};
  const Result<Sampling> sampling = Sample(mesh, options);
  ASSERT_TRUE(sampling);
  const Box3 box = BoundsOf(mesh);
  for (int a = 0; a < 3; ++a) {
    EXPECT_LE(sampling->bounds.lo[a], box.min[a] - 2 * 3 - 4 + 1);
    EXPECT_GE(sampling->bounds.hi[a], box.max[a] + 2 * 3 + 4 - 1);
    EXPECT_FALSE(sampling->levels[0].IsBlocked(sampling->bounds.lo));
  }
}

TEST(Sampler, StopsWhenProgressReturnsFalse) {
  const TriangleMesh mesh = RandomMesh(1, MeshStyle::Soup, 100, 600, 1, {});
  SampleOptions options;
  options.voxel_m = 1;
  options.progress = [](std::string_view, double) { return false; };
  const Result<Sampling> sampling = Sample(mesh, options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::Cancelled);
}

TEST(Sampler, ReportsProgressUpToTheEndOfEachStage) {
  const TriangleMesh mesh = RandomMesh(1, MeshStyle::Soup, 100, 600, 1, {});
  SampleOptions options;
  options.voxel_m = 1;
  options.threads = 4;
  std::vector<std::string> stages;
  double last = 1;
  bool ascending = true;
  options.progress = [&](std::string_view stage, double done) {
    if (stages.empty() || stages.back() != stage) {
      ascending = ascending && last == 1;  // A stage ends before the next one begins.
      stages.emplace_back(stage);
      last = 0;
    }
    ascending = ascending && done >= last;
    last = done;
    return true;
  };
  ASSERT_TRUE(Sample(mesh, options));
  EXPECT_TRUE(ascending);
  EXPECT_EQ(last, 1);
  ASSERT_FALSE(stages.empty());
  EXPECT_EQ(stages.back(), "sample");
}

}  // namespace
}  // namespace navnet
