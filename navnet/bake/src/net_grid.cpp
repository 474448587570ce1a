// SPDX-License-Identifier: Apache-2.0
#include <navnet/net_grid.h>

#include <navnet/core/block.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>

namespace navnet {
namespace {

constexpr int64_t kMostBlocks = 1 << 24;

// Sets the mask of a block's blocked voxels. Requires: the block is not part of a larger free block.
void ReadBlock(const NetLevel& level, VoxelCoord block, BlockMask& mask) {
  mask.fill(~uint64_t{0});
  const NetBlock* found = level.BlockAt(BlockOrigin(block));
  if (!found) return;
  for (const VoxelBox& cell : level.cells.subspan(found->first_cell, found->cell_count)) {
    EachRowInside(BlockPartInside(block, cell), mask, [](uint64_t& row, uint64_t bits) { row &= ~bits; });
  }
}

}  // namespace

Result<std::vector<OccupancyGrid>> GridsOf(const Net& net, int threads) {
  const VoxelBox& bounds = net.info().bounds;
  const VoxelCoord first = BlockOf(bounds.lo), last = BlockOf(bounds.hi - VoxelCoord{1, 1, 1});
  const VoxelBox in_blocks{first, last + VoxelCoord{1, 1, 1}};
  if (!bounds.IsEmpty() && in_blocks.Volume() > kMostBlocks) {
    return Error{ErrorCode::TooLarge, "the net's bounds hold " + std::to_string(in_blocks.Volume()) +
                                          " blocks of voxels, too many for a grid; bake smaller bounds"};
  }
  std::vector<OccupancyGrid> grids;
  for (const NetLevel& level : net.levels()) {
    std::vector<VoxelCoord> blocks;
    EachBlockIn(bounds, [&](VoxelCoord block) {
      const NetBlock* found = level.BlockAt(BlockOrigin(block));
      if (!found || found->size == kBlockSize) blocks.push_back(block);
    });
    const auto read = [&](VoxelCoord block, BlockMask& mask) { return ReadBlock(level, block, mask), true; };
    grids.push_back(MakeGrid(net.info().frame, bounds, level.radius_m, blocks, read, threads));
  }
  return grids;
}

}  // namespace navnet
