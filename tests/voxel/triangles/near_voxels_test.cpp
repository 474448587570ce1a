// SPDX-License-Identifier: Apache-2.0
#include "triangles/near_voxels.h"

#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace navnet {
namespace {

constexpr VoxelBox kBlock{{0, 0, 0}, {kBlockSize, kBlockSize, kBlockSize}};

Vec3 LowCorner(VoxelCoord v) { return {double(v.x), double(v.y), double(v.z)}; }

bool IsSet(const BlockMask& mask, VoxelCoord v) { return mask[size_t(BlockRow(v.x, v.y))] >> v.z & 1; }

VoxelBox RandomPart(TestRandom& random) {
  VoxelBox part;
  for (int a = 0; a < 3; ++a) {
    part.lo[a] = random.Integer(0, kBlockSize - 1);
    part.hi[a] = std::min(kBlockSize, part.lo[a] + random.Integer(1, 18));
  }
  return part;
}

std::vector<TriangleClearance> RandomTriangles(TestRandom& random, MeshStyle style, double radius) {
  const TriangleMesh mesh = RandomMesh(uint64_t(random.Integer(0, 1 << 30)), style, random.Integer(1, 12),
                                       random.Uniform(1, 90), 1, random.Point(-30, 30));
  std::vector<TriangleClearance> triangles;
  for (const Triangle& t : mesh.triangles) {
    triangles.emplace_back(std::array{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}, radius);
  }
  return triangles;
}

double RandomRadius(TestRandom& random) {
  switch (random.Integer(0, 3)) {
    case 0: return random.Uniform(0.01, 1);
    case 1: return random.Integer(1, 9);
    case 2: return random.Uniform(1, 12);
    default: return random.Uniform(12, 90);
  }
}

TEST(TriangleClearance, AgreesWithTheDistanceFoundOverAllPairsOfFeatures) {
  for (int i = 0; i < 60 * kMeshStyles; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    TestRandom random{uint64_t(i)};
    for (const TriangleClearance& triangle :
         RandomTriangles(random, MeshStyle(i % kMeshStyles), RandomRadius(random))) {
      for (int k = 0; k < 20; ++k) {
        const Vec3 voxel = LowCorner({random.Integer(0, 63), random.Integer(0, 63), random.Integer(0, 63)});
        const double distance = oracle::TriangleBoxDistance(triangle.corners, {voxel, voxel + Vec3{1, 1, 1}});
        // If the distance equals the radius up to rounding, which grows with the triangle, both answers are valid.
        const double rounding = 1e-8 + 1e-12 * triangle.spread;
        if (distance < triangle.radius - rounding) {
          ASSERT_TRUE(triangle.IsNear(voxel)) << distance << " < " << triangle.radius;
        }
        if (distance > triangle.radius + rounding) {
          ASSERT_FALSE(triangle.IsNear(voxel)) << distance << " > " << triangle.radius;
        }
      }
    }
  }
}

TEST(NearVoxels, AreExactlyThoseNearToOneOfTheTriangles) {
  NearVoxels near_voxels;
  size_t blocked = 0, free = 0;
  for (int i = 0; i < 120 * kMeshStyles; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    TestRandom random(uint64_t(5000 + i));
    const std::vector<TriangleClearance> triangles =
        RandomTriangles(random, MeshStyle(i % kMeshStyles), RandomRadius(random));
    const VoxelBox clip = RandomPart(random);
    const auto mask = std::make_unique<BlockMask>();
    near_voxels.Fill(triangles, clip, {}, *mask);
    oracle::EachVoxel(kBlock, [&](VoxelCoord v) {
      if (!clip.Contains(v)) {
        ASSERT_FALSE(IsSet(*mask, v));
        return;
      }
      const bool near =
          std::ranges::any_of(triangles, [&](const TriangleClearance& t) { return t.IsNear(LowCorner(v)); });
      ASSERT_EQ(IsSet(*mask, v), near) << v.x << " " << v.y << " " << v.z;
      ++(near ? blocked : free);
    });
  }
  EXPECT_GT(blocked, 100'000u);
  EXPECT_GT(free, 100'000u);
}

// Steep triangles whose distance from a whole row of voxels equals the radius up to rounding, which then decides for
// each voxel.
TriangleClearance RandomTie(TestRandom& random) {
  const Vec3 low{random.Uniform(0, 20), random.Uniform(10, 50), -random.Uniform(20, 300)};
  const Vec3 high = low + Vec3{0, 0, random.Uniform(300, 600)};
  const double tilt = random.Integer(0, 1) ? 1e-15 : 1e-13;
  const std::array corners{low + random.Point(-tilt, tilt), high + random.Point(-tilt, tilt),
                           high + Vec3{random.Uniform(-3, 3), random.Uniform(-90, 90), random.Uniform(-9, 9)}};
  return {corners, oracle::TriangleBoxDistance(corners, {{30, 30, 20}, {31, 31, 21}}) + kTieVoxels};
}

TEST(NearVoxels, DoNotDependOnVoxelsAlreadyBlockedNorOnOtherTriangles) {
  NearVoxels near_voxels;
  const auto alone = std::make_unique<BlockMask>(), both = std::make_unique<BlockMask>();
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestRandom random(seed);
    std::vector<TriangleClearance> triangles{RandomTie(random)};
    const double radius = triangles[0].radius + kTieVoxels;
    alone->fill(0);
    near_voxels.Fill(triangles, kBlock, {}, *alone);
    for (int round = 0; round < 4; ++round) {
      std::vector<TriangleClearance> others = RandomTriangles(random, MeshStyle::Soup, radius);
      BlockMask expected = *alone;
      for (uint64_t& row : *both) {
        const int lo = random.Integer(0, 63);
        row = random.Integer(0, 1) ? RowBits(lo, random.Integer(lo, 63)) : 0;
      }
      for (size_t i = 0; i < kBlockRows; ++i) expected[i] |= (*both)[i];
      near_voxels.Fill(others, kBlock, {}, expected);
      others.insert(others.begin() + random.Integer(0, int(others.size())), triangles[0]);
      near_voxels.Fill(others, kBlock, {}, *both);
      ASSERT_EQ(*both, expected);
    }
  }
}

// The nearest corner of a cube of voxels is just closer than the radius to a triangle whose edge runs just beside the
// projection of the cube's centre. Whether that lies on the face or on the edge is within rounding errors, and the
// directions to the two differ by far more than those.
TEST(NearVoxels, AreFoundBesideAnEdge) {
  NearVoxels near_voxels;
  const auto mask = std::make_unique<BlockMask>();
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestRandom random(seed);
    const int size = 1 << random.Integer(0, 4);
    const auto aligned = [&] { return random.Integer(0, kBlockSize / size - 1) * size; };
    const VoxelCoord cube{aligned(), aligned(), aligned()};
    const double half = size * 0.5;
    const Vec3 centre = LowCorner(cube) + Vec3{half, half, half};
    const auto direction = [&] {
      const Vec3 v = random.Point(-1, 1);
      return v * (1 / Length(v));
    };
    const Vec3 normal = direction(), across = Cross(normal, direction());
    const Vec3 inward = across * (1 / Length(across)), along = Cross(normal, inward);
    const double height =
        random.Uniform(0.5, 8) + half * (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
    const Vec3 edge =
        centre - normal * height + inward * (random.Uniform(-1, 1) * std::pow(10, random.Uniform(-5, -2)));
    const std::array corners{edge + along * random.Uniform(1, 9), edge - along * random.Uniform(1, 9),
                             edge - inward * random.Uniform(1, 9)};
    // The corner of the cube nearest to the plane, and the voxel there.
    VoxelCoord nearest = cube;
    for (int a = 0; a < 3; ++a) nearest[a] += normal[a] < 0 ? size - 1 : 0;
    const Vec3 low = LowCorner(nearest);
    const double distance = oracle::TriangleBoxDistance(corners, {low, low + Vec3{1, 1, 1}});
    const std::vector<TriangleClearance> triangles{{corners, distance + random.Uniform(1e-6, 1e-4)}};
    mask->fill(0);
    near_voxels.Fill(triangles, kBlock, {}, *mask);
    ASSERT_TRUE(IsSet(*mask, nearest)) << "cube of " << size << " voxels";
  }
}

TEST(NearVoxels, StopWhenToldTo) {
  TestRandom random(1);
  std::vector<TriangleClearance> triangles;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = random.Point(0, 64);
    triangles.emplace_back(std::array{p, p + random.Point(-1, 1), p + random.Point(-1, 1)}, 0.5);
  }
  const auto mask = std::make_unique<BlockMask>();
  NearVoxels near_voxels;
  EXPECT_THROW(near_voxels.Fill(
                   triangles, kBlock, [] { return false; }, *mask),
               CancelledError);
}

}  // namespace
}  // namespace navnet
