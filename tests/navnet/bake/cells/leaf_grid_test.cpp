// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/leaf_grid.h>

#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <map>

namespace navnet {
namespace {

// A grid made from boxes of blocked voxels, and the same voxels as a set.
struct Fixture {
  VoxelBox bounds;
  std::vector<VoxelBox> boxes;

  LeafGrid Build() const {
    std::map<VoxelCoord, BlockMask> masks;
    for (const VoxelBox& box : boxes) {
      oracle::EachVoxel(box, [&](VoxelCoord v) {
        const VoxelCoord d = v - BlockOrigin(BlockOf(v));
        masks[BlockOf(v)][size_t(BlockRow(d.x, d.y))] |= uint64_t{1} << d.z;
      });
    }
    LeafGrid grid(bounds);
    for (const auto& [block, mask] : masks) grid.Set(block, PackBlock(mask));
    return grid;
  }

  bool IsBlocked(VoxelCoord v) const {
    for (const VoxelBox& box : boxes) {
      if (box.Contains(v)) return true;
    }
    return false;
  }

  // Layer by layer, voxel by voxel.
  int32_t FreeRun(const VoxelBox& box, BoxFace face, int32_t most) const {
    for (int32_t run = 0; run < most; ++run) {
      VoxelBox layer = box;
      layer.lo[face.axis] = face.high ? box.hi[face.axis] + run : box.lo[face.axis] - 1 - run;
      layer.hi[face.axis] = layer.lo[face.axis] + 1;
      bool blocked = false;
      oracle::EachVoxel(layer, [&](VoxelCoord v) { blocked = blocked || IsBlocked(v); });
      if (blocked) return run;
    }
    return most;
  }
};

TEST(LeafGrid, FindsTheSameFreeRunsAsALinearSearch) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TestRandom random(seed);
    Fixture world;
    // Small boxes, some of them whole leaves, around a place where blocks and regions of 4096 voxels meet.
    const VoxelCoord middle{random.Integer(-1, 1) * 4096, random.Integer(-1, 1) * 4096, random.Integer(-1, 1) * 64};
    const VoxelCoord reach{90, 90, 90};
    world.bounds = {middle - reach, middle + reach};
    for (int i = random.Integer(1, 60); i > 0; --i) {
      VoxelBox box;
      const bool leaf = random.Integer(0, 3) == 0;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = middle[a] + random.Integer(-80, 70);
        if (leaf) box.lo[a] &= -8;
        box.hi[a] = box.lo[a] + (leaf ? 8 : random.Integer(1, 6));
      }
      world.boxes.push_back(box);
    }
    const LeafGrid grid = world.Build();
    for (int i = 0; i < 120; ++i) {
      VoxelBox box;
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = middle[a] + random.Integer(-89, 80);
        box.hi[a] = std::min(world.bounds.hi[a], box.lo[a] + random.Integer(1, 30));
      }
      const BoxFace face{random.Integer(0, 2), random.Integer(0, 1) == 1};
      const int32_t room =
          face.high ? world.bounds.hi[face.axis] - box.hi[face.axis] : box.lo[face.axis] - world.bounds.lo[face.axis];
      if (room == 0) continue;
      const int32_t most = random.Integer(1, room);
      ASSERT_EQ(grid.FreeRun(box, face, most), world.FreeRun(box, face, most)) << "seed " << seed << ", query " << i;
    }
  }
}

TEST(LeafGrid, CrossesEmptyRegionsToAFarObstacle) {
  Fixture world;
  world.bounds = {{-9000, -3, -3}, {9000, 3, 3}};
  world.boxes = {{{8000, 0, 0}, {8001, 1, 1}}, {{-8500, -1, 2}, {-8499, 0, 3}}};
  const LeafGrid grid = world.Build();
  const VoxelBox box{{0, -3, -3}, {10, 3, 3}};
  EXPECT_EQ(grid.FreeRun(box, {0, true}, 8990), 7990);
  EXPECT_EQ(grid.FreeRun(box, {0, false}, 9000), 8499);
}

}  // namespace
}  // namespace navnet
