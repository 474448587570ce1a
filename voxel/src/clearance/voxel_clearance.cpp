// SPDX-License-Identifier: Apache-2.0
#include "clearance/voxel_clearance.h"

#include "grid/occupancy_data.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace navnet {
namespace {

// Makes a grid whose block masks are computed by `fill(block, mask)`, nodes in parallel; empty when `progress`
// cancelled. Every node gets its own `fill` from `make_fill()`, so that `fill` may keep scratch memory.
template <class MakeFill>
std::optional<OccupancyGrid> GridOfBlocks(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                                          std::vector<VoxelCoord> blocks, int threads, const ProgressFunction& progress,
                                          const MakeFill& make_fill) {
  const auto node_of = [](VoxelCoord block) { return VoxelCoord{block.x >> 1, block.y >> 1, block.z >> 1}; };
  std::ranges::sort(blocks, {}, [&](VoxelCoord b) { return std::pair{node_of(b), b}; });
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::vector<size_t> first;  // Index of each node's first block.
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i == 0 || node_of(blocks[i]) != node_of(blocks[i - 1])) first.push_back(i);
  }

  std::vector<std::unique_ptr<MaskNode128>> made(first.size());
  const bool finished = ParallelFor(first.size(), threads, "sample", progress, [&](size_t n) {
    made[n] = MakeNode(blocks[first[n]]);
    auto fill = make_fill();
    BlockMask mask;
    const size_t end = n + 1 < first.size() ? first[n + 1] : blocks.size();
    for (size_t i = first[n]; i < end; ++i) {
      const VoxelBox inside = BlockPartInside(blocks[i], bounds);
      if (inside.IsEmpty() || !fill(blocks[i], mask)) continue;
      ClearOutside(inside, mask);
      StoreBlock(mask, blocks[i], *made[n]);
    }
  });
  if (!finished) return std::nullopt;
  auto tree = std::make_shared<MaskTree>(false);
  for (auto& node : made) AttachNode(std::move(node), *tree);
  return MakeOccupancy(frame, bounds, radius_m, std::move(tree));
}

}  // namespace

std::optional<OccupancyGrid> WidenVoxels(const OccupancyGrid& grid, double radius_m, int threads,
                                         const ProgressFunction& progress) {
  std::vector<VoxelCoord> blocks;
  for (VoxelCoord mixed : grid.MixedBlocks()) {
    for (int i = 0; i < 27; ++i) blocks.push_back(mixed + VoxelCoord{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1});
  }
  const auto read = [&grid](VoxelCoord block, BlockMask& mask) {
    const VoxelBox inside = BlockPartInside(block, grid.bounds());
    if (inside.IsEmpty()) return false;
    grid.ReadBlock(block, mask);
    ClearOutside(inside, mask);
    return true;
  };
  return GridOfBlocks(grid.frame(), grid.bounds(), radius_m, std::move(blocks), threads, progress, [&] {
    return [widener = VoxelWidener(radius_m / grid.frame().voxel_m), &read](VoxelCoord block, BlockMask& mask) mutable {
      return widener.Widen(read, block, mask);
    };
  });
}

OccupancyGrid MakeGrid(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                       std::span<const VoxelCoord> blocks, const MaskReader& read, int threads) {
  return *GridOfBlocks(frame, bounds, radius_m, {blocks.begin(), blocks.end()}, threads, {},
                       [&read] { return std::cref(read); });
}

}  // namespace navnet
