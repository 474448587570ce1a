// SPDX-License-Identifier: Apache-2.0
// WorldFromVoxels: an occupancy grid in memory becomes a world.

#include <navnet/voxel/world.h>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace navnet {
namespace {

TEST(WorldFromVoxels, BlocksExactlyTheVoxelsThatAreSet) {
  std::mt19937 random(5);
  for (const VoxelCoord size : {VoxelCoord{1, 1, 1}, {3, 70, 129}, {64, 64, 64}, {130, 2, 65}}) {
    const auto volume = size_t(size.x) * size_t(size.y) * size_t(size.z);
    std::vector<uint8_t> blocked(volume);
    for (uint8_t& voxel : blocked) voxel = random() % 3 == 0 ? uint8_t(1 + random() % 255) : 0;
    const Result<World> world = WorldFromVoxels({blocked, size, {-3, 5, 7}, 0.25}, UpAxis::Y, "array");
    ASSERT_TRUE(world.ok()) << world.error().message;
    EXPECT_EQ(world->name, "array");
    EXPECT_EQ(world->up, UpAxis::Y);
    const OccupancyGrid* grid = world->voxels();
    ASSERT_NE(grid, nullptr);
    EXPECT_EQ(grid->bounds(), (VoxelBox{{}, size}));
    EXPECT_EQ(grid->frame(), (GridFrame{{-3, 5, 7}, 0.25, {}}));
    size_t at = 0, different = 0;
    VoxelCoord v;
    for (v.x = 0; v.x < size.x; ++v.x) {
      for (v.y = 0; v.y < size.y; ++v.y) {
        for (v.z = 0; v.z < size.z; ++v.z) different += grid->IsBlocked(v) != (blocked[at++] != 0);
      }
    }
    EXPECT_EQ(different, 0u);
  }
}

TEST(WorldFromVoxels, RefusesInvalidArrays) {
  const std::vector<uint8_t> eight(8);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(WorldFromVoxels({eight, {2, 2, 2}}, UpAxis::Z).ok());
  for (const VoxelArray& array :
       {VoxelArray{eight, {2, 2, 1}}, VoxelArray{eight, {0, 2, 2}}, VoxelArray{eight, {-2, -2, 2}},
        VoxelArray{eight, {2, 2, 2}, {nan, 0, 0}}, VoxelArray{eight, {2, 2, 2}, {}, 0},
        VoxelArray{eight, {2, 2, 2}, {}, nan}, VoxelArray{{}, {1 << 20, 1, 1}}}) {
    const Result<World> world = WorldFromVoxels(array, UpAxis::Z);
    ASSERT_FALSE(world.ok());
    EXPECT_EQ(world.error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(world.error().message.empty());
  }
}

}  // namespace
}  // namespace navnet
