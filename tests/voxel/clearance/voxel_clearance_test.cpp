// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/sampler.h>

#include "grid/occupancy_build.h"
#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

World VoxelWorld(double voxel_m, const VoxelBox& bounds, std::span<const VoxelBox> blocked) {
  return World{"voxels", UpAxis::Z, BuildOccupancy({{}, voxel_m}, bounds, 0, blocked)};
}

double CubeDistance(VoxelCoord a, VoxelCoord b) {
  double squared = 0;
  for (int k = 0; k < 3; ++k) squared += std::pow(std::max(std::abs(a[k] - b[k]) - 1, 0), 2);
  return std::sqrt(squared);
}

TEST(VoxelWorld, BlocksExactlyTheVoxelsCloserThanTheRadiusToABlockedOne) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    TestRandom random(seed);
    VoxelBox bounds;
    for (int a = 0; a < 3; ++a) {
      bounds.lo[a] = random.Integer(-70, 60);
      bounds.hi[a] = bounds.lo[a] + random.Integer(1, a == int(seed % 3) ? 140 : 18);
    }
    std::vector<VoxelBox> blocked;
    for (int i = 0; i < 6; ++i) {
      VoxelCoord v;
      for (int a = 0; a < 3; ++a) v[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
      blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
    }
    const double voxel_m = seed % 2 ? 0.1 : 2;
    // Every third radius is a whole number of voxels: voxels at exactly that distance are free.
    const double radius = seed % 3 ? random.Uniform(0.01, 6) : random.Integer(1, 5);
    SampleOptions options;
    options.radii_m = {0, radius * voxel_m};
    const Result<Sampling> sampling = Sample(VoxelWorld(voxel_m, bounds, blocked), options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    ASSERT_EQ(sampling->bounds, bounds);
    oracle::EachVoxel(bounds, [&](VoxelCoord v) {
      double nearest = 1e9;
      for (const VoxelBox& b : blocked) nearest = std::min(nearest, v == b.lo ? -1 : CubeDistance(v, b.lo));
      ASSERT_EQ(sampling->levels[0].IsBlocked(v), nearest < 0);
      ASSERT_EQ(sampling->levels[1].IsBlocked(v), nearest < radius - 1e-9) << nearest << " against " << radius;
    });
  }
}

TEST(VoxelWorld, ReachesTheLargestRadiusAcrossBlocks) {
  const VoxelBox bounds{{0, 0, 0}, {200, 3, 200}};
  const std::array blocked{VoxelBox{{70, 1, 70}, {71, 2, 71}}};
  SampleOptions options;
  options.radii_m = {63};
  const Result<Sampling> sampling = Sample(VoxelWorld(1, bounds, blocked), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    ASSERT_EQ(sampling->levels[0].IsBlocked(v), CubeDistance(v, {70, 1, 70}) < 63) << v.x << " " << v.y << " " << v.z;
  });
}

TEST(VoxelWorld, LetsBlockedVoxelsOutsideTheBoundsBlockInside) {
  const VoxelBox bounds{{0, 0, 0}, {40, 10, 10}};
  const std::array blocked{VoxelBox{{0, 0, 0}, {20, 10, 10}}};
  SampleOptions options;
  options.radii_m = {0, 2.5};
  options.bounds_world = Box3{{20, 0, 0}, {30, 10, 10}};
  const Result<Sampling> sampling = Sample(VoxelWorld(1, bounds, blocked), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->levels[0].blocked_count(), 0);
  EXPECT_EQ(sampling->levels[1].blocked_count(), 3 * 10 * 10);
}

TEST(VoxelWorld, TreatsATinyRadiusAsZero) {
  const std::array blocked{VoxelBox{{3, 3, 3}, {4, 4, 4}}};
  SampleOptions options;
  options.radii_m = {1e-12};
  const Result<Sampling> sampling = Sample(VoxelWorld(1, {{0, 0, 0}, {9, 9, 9}}, blocked), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->levels[0].blocked_count(), 1);
}

TEST(VoxelWorld, RefusesGridsAboveTheBudget) {
  const std::array blocked{VoxelBox{{0, 0, 0}, {7500, 7500, 7500}}};
  SampleOptions options;
  options.radii_m = {0.5};
  options.memory_budget_bytes = size_t{6} << 20;
  const Result<Sampling> sampling = Sample(VoxelWorld(1, {{0, 0, 0}, {8192, 8192, 8192}}, blocked), options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::TooLarge);
}

TEST(VoxelWorld, RefusesTooLargeRadii) {
  SampleOptions options;
  options.radii_m = {64.5};
  const Result<Sampling> sampling = Sample(VoxelWorld(1, {{0, 0, 0}, {9, 9, 9}}, {}), options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace navnet
