// SPDX-License-Identifier: Apache-2.0
// Traversal of voxels by rays, compared with an oracle that tests every voxel of the bounds in exact fractions.

#include "explore/scan_rays.h"

#include "support/ray_oracle.h"

#include <gtest/gtest.h>

#include <random>

namespace navnet {
namespace {

using oracle::VoxelSet;

// Contains a corner of eight blocks, some at negative coordinates.
constexpr VoxelBox kBounds = {{-9, 55, -73}, {13, 76, -50}};

VoxelSet Voxels(const std::vector<ScanBlock>& blocks, BlockMask ScanBlock::*mask) {
  VoxelSet voxels;
  for (const ScanBlock& block : blocks) {
    oracle::EachVoxel({{0, 0, 0}, {64, 64, 64}}, [&](VoxelCoord at) {
      if ((block.*mask)[size_t(BlockRow(at.x, at.y))] >> at.z & 1) voxels.insert(BlockOrigin(block.block) + at);
    });
  }
  return voxels;
}

VoxelSet Passed(const ScanRay& ray) {
  return Voxels(TraceScan(
                    1, [&](size_t) { return ray; }, kBounds, 1),
                &ScanBlock::passed);
}

ScanRay Inside(const FixedPoint& from, const FixedPoint& to) {
  ScanRay ray;
  ray.from = from;
  ray.to = to;
  ray.is_inside = true;
  return ray;
}

/// A point of the closed bounds whose coordinates are multiples of `grain` units.
FixedPoint RandomPoint(std::mt19937& random, int64_t grain) {
  FixedPoint p;
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t count = kBounds.Size(axis) * kRayUnits / grain;
    p[size_t(axis)] = kBounds.lo[axis] * kRayUnits + std::uniform_int_distribution<int64_t>(0, count)(random) * grain;
  }
  return p;
}

TEST(ScanRays, PassTheVoxelsThatContainMoreThanAPointOfThem) {
  std::mt19937 random(1);
  // Ends from arbitrary points, over points that share many planes, to lattice points.
  for (const int64_t grain : {int64_t{1}, int64_t{256}, int64_t{512}, int64_t{1024}}) {
    for (int i = 0; i < 150; ++i) {
      const FixedPoint from = RandomPoint(random, grain), to = RandomPoint(random, grain);
      ASSERT_EQ(Passed(Inside(from, to)), oracle::PassedVoxels(from, to, kBounds)) << "grain " << grain << " ray " << i;
    }
  }
}

TEST(ScanRays, PassTheHigherVoxelsWhenTheyRunInAFaceOrAnEdge) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const FixedPoint from = RandomPoint(random, 1024);
    FixedPoint to = from;
    const auto axis = size_t(i % 3);
    to[axis] = RandomPoint(random, 1)[axis];
    ASSERT_EQ(Passed(Inside(from, to)), oracle::PassedVoxels(from, to, kBounds)) << i;
    to[(axis + 1) % 3] = RandomPoint(random, 1)[(axis + 1) % 3];  // Now in a face.
    ASSERT_EQ(Passed(Inside(from, to)), oracle::PassedVoxels(from, to, kBounds)) << i;
  }
}

TEST(ScanRays, PassNoVoxelTheyOnlyTouchInAnEdgeOrACorner) {
  const VoxelCoord lo = kBounds.lo;
  const auto corner = [](int x, int y, int z) { return FixedPoint{x * 1024, y * 1024, z * 1024}; };
  for (int signs = 0; signs < 8; ++signs) {
    FixedPoint from = corner(lo.x, lo.y, lo.z), to = corner(lo.x + 20, lo.y + 20, lo.z + 20);
    for (size_t axis = 0; axis < 3; ++axis) {
      if (signs >> axis & 1) std::swap(from[axis], to[axis]);
    }
    VoxelSet diagonal;
    for (int i = 0; i < 20; ++i) {
      diagonal.insert(
          {lo.x + (signs & 1 ? 19 - i : i), lo.y + (signs & 2 ? 19 - i : i), lo.z + (signs & 4 ? 19 - i : i)});
    }
    EXPECT_EQ(Passed(Inside(from, to)), diagonal) << signs;
  }
}

TEST(ScanRays, OfNoLengthPassNothing) {
  EXPECT_TRUE(Passed(Inside({0, 60 * 1024, -60 * 1024}, {0, 60 * 1024, -60 * 1024})).empty());
}

TEST(ScanRays, AreCutToTheBounds) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> anywhere(-40, 40);
  const auto point = [&] { return Vec3{2 + anywhere(random), 65 + anywhere(random), -62 + anywhere(random)}; };
  std::uniform_real_distribution<double> inside(-9, 9);
  const auto point_inside = [&] { return Vec3{2 + inside(random), 65 + inside(random), -62 + inside(random)}; };
  constexpr double kSlack = 1.0 / 256;
  int crossing = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 from = point(), to = i % 4 == 0 ? point_inside() : point();
    const ScanRay ray = MakeScanRay(from, to, true, kBounds);
    const VoxelSet passed = Passed(MakeScanRay(from, to, false, kBounds));
    crossing += !passed.empty();
    // The slab test of a voxel: clearly passed voxels must be reported, clearly missed ones must not.
    const auto overlap = [&](VoxelCoord voxel, double widen) {
      double enter = 0, leave = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const double a = (voxel[axis] - widen - from[axis]) / (to[axis] - from[axis]);
        const double b = (voxel[axis] + 1 + widen - from[axis]) / (to[axis] - from[axis]);
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
      }
      return leave > enter;
    };
    oracle::EachVoxel(kBounds, [&](VoxelCoord voxel) {
      if (overlap(voxel, -kSlack)) {
        ASSERT_TRUE(passed.contains(voxel)) << i;
      }
      if (!overlap(voxel, kSlack)) {
        ASSERT_FALSE(passed.contains(voxel)) << i;
      }
    });
    for (const VoxelCoord voxel : passed) ASSERT_TRUE(kBounds.Contains(voxel));
    const VoxelCoord end = GridFrame{}.VoxelAt(to);
    ASSERT_EQ(ray.has_hit, kBounds.Contains(end));
    if (ray.has_hit) {
      ASSERT_EQ(ray.end, end);
    }
  }
  EXPECT_GT(crossing, 50);
}

TEST(ScanRays, PreferHitToPassed) {
  const auto ray = [](size_t i) {
    return MakeScanRay({0.5, 60.5, -60.5}, {i == 0 ? 4.5 : 8.5, 60.5, -60.5}, true, kBounds);
  };
  const std::vector<ScanBlock> blocks = TraceScan(2, ray, kBounds, 1);
  EXPECT_EQ(Voxels(blocks, &ScanBlock::hit), (VoxelSet{{4, 60, -61}, {8, 60, -61}}));
  EXPECT_EQ(
      Voxels(blocks, &ScanBlock::passed),
      (VoxelSet{{0, 60, -61}, {1, 60, -61}, {2, 60, -61}, {3, 60, -61}, {5, 60, -61}, {6, 60, -61}, {7, 60, -61}}));
}

}  // namespace
}  // namespace navnet
