// SPDX-License-Identifier: Apache-2.0
#include "triangles/triangle_clearance.h"

#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <memory>

namespace navnet {
namespace {

constexpr VoxelBox kBlock{{0, 0, 0}, {kBlockSize, kBlockSize, kBlockSize}};

// Steep triangles whose distance from a whole row of voxels equals the radius up to rounding, which then decides for
// each voxel: a search that begins at another voxel of the row would give another answer.
struct Tie {
  std::array<Vec3, 3> corners;
  double radius;
};

Tie RandomTie(uint64_t seed) {
  TestRandom random(seed);
  const Vec3 low{random.Uniform(0, 20), random.Uniform(10, 50), -random.Uniform(20, 300)};
  const Vec3 high = low + Vec3{0, 0, random.Uniform(300, 600)};
  const double tilt = random.Integer(0, 1) ? 1e-15 : 1e-13;
  Tie tie;
  tie.corners = {low + random.Point(-tilt, tilt), high + random.Point(-tilt, tilt),
                 high + Vec3{random.Uniform(-3, 3), random.Uniform(-90, 90), random.Uniform(-9, 9)}};
  const Box3 voxel{{30, 30, 20}, {31, 31, 21}};
  tie.radius = oracle::TriangleBoxDistance(tie.corners, voxel) + kTieVoxels;
  return tie;
}

TEST(TriangleClearance, DoesNotDependOnVoxelsAlreadyBlocked) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Tie tie = RandomTie(seed);
    const TriangleClearance clearance(tie.corners, tie.radius);
    const auto alone = std::make_unique<BlockMask>();
    clearance.FillCertain(kBlock, *alone);
    clearance.FillExactly(kBlock, *alone);
    TestRandom random(seed + 1000);
    for (int round = 0; round < 4; ++round) {
      const auto others = std::make_unique<BlockMask>();
      for (uint64_t& row : *others) {
        const int lo = random.Integer(0, 63);
        row = RowBits(lo, random.Integer(lo, 63));
      }
      const auto both = std::make_unique<BlockMask>(*others);
      clearance.FillCertain(kBlock, *both);
      clearance.FillExactly(kBlock, *both);
      for (size_t i = 0; i < kBlockRows; ++i) ASSERT_EQ((*both)[i], (*others)[i] | (*alone)[i]) << "row " << i;
    }
  }
}

}  // namespace
}  // namespace navnet
