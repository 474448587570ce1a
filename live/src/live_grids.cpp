// SPDX-License-Identifier: Apache-2.0
#include "live_grids.h"

#include <navnet/internal/bake/cells/bake_memory.h>
#include <navnet/internal/core/block_box.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

void SortUnique(std::vector<VoxelCoord>& blocks) {
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

}  // namespace

Result<LiveGrids> LiveGrids::Make(const World& world, const SampleOptions& options) {
  Result<Sampling> sampling = SampleToCut(world, options);
  if (!sampling) return sampling.error();
  std::vector<double> radii_m;
  for (const OccupancyGrid& level : sampling->levels) radii_m.push_back(level.radius_m());
  const OccupancyGrid* voxels = world.voxels();
  const VoxelBox own = voxels ? Around(sampling->bounds, voxels->bounds()) : sampling->bounds;
  LiveGrids out(ObstacleSampler(sampling->frame, own, voxels ? std::vector<double>{0} : radii_m), sampling->bounds);
  out.own_bounds_ = own;
  out.is_voxel_world_ = voxels != nullptr;
  out.obstacles_in_.resize(voxels ? 1 : radii_m.size());
  out.dirty_.resize(radii_m.size());
  out.is_taken_.assign(radii_m.size(), 0);
  out.radii_m_ = std::move(radii_m);
  if (voxels) {
    out.base_.push_back(*voxels);
    // The first dirty blocks are the mixed blocks of the dilated levels that were just sampled.
    for (size_t i = 0; i < out.radii_m_.size(); ++i) out.dirty_[i] = sampling->levels[i].MixedBlocks();
    out.is_taken_.assign(out.radii_m_.size(), 1);
  } else {
    out.base_ = std::move(sampling->levels);
  }
  return out;
}

void LiveGrids::ReadVoxels(VoxelCoord block, BlockMask& mask) const {
  if (const auto found = voxels_.find(block); found != voxels_.end()) {
    mask = *found->second;
    return;
  }
  base_[0].ReadBlock(block, mask);
  ClearOutside(BlockPartInside(block, base_[0].bounds()), mask);
}

void LiveGrids::OrObstacles(size_t level, VoxelCoord block, BlockMask& mask) const {
  const auto found = obstacles_in_[level].find(block);
  if (found == obstacles_in_[level].end()) return;
  for (const uint64_t obstacle : found->second) obstacles_.at(obstacle).OrInto(level, block, mask);
}

// Reads a block of a voxel world at radius 0. Returns false when it has no blocked voxels.
bool LiveGrids::ReadFinest(VoxelCoord block, BlockMask& mask) const {
  if (BlockPartInside(block, own_bounds_).IsEmpty()) return false;
  ReadVoxels(block, mask);
  OrObstacles(0, block, mask);
  return std::ranges::any_of(mask, [](uint64_t row) { return row != 0; });
}

void LiveGrids::Read(size_t level, VoxelCoord block, BlockMask& mask) const {
  if (!is_voxel_world_) {
    base_[level].ReadBlock(block, mask);
    OrObstacles(level, block, mask);
    return;
  }
  VoxelWidener widener(radii_m_[level] / frame().voxel_m);
  const auto read = [this](VoxelCoord at, BlockMask& out) { return ReadFinest(at, out); };
  widener.Widen(read, block, mask);
  SetOutside(BlockPartInside(block, bounds_), mask);
}

void LiveGrids::Place(uint64_t obstacle, const ObstacleMasks& masks) {
  const ObstacleMasks before = std::exchange(obstacles_[obstacle], masks);
  for (size_t level = 0; level < obstacles_in_.size(); ++level) {
    for (const VoxelCoord block : before.blocks(level)) {
      const auto found = obstacles_in_[level].find(block);
      std::erase(found->second, obstacle);
      if (found->second.empty()) obstacles_in_[level].erase(found);
    }
    for (const VoxelCoord block : masks.blocks(level)) obstacles_in_[level][block].push_back(obstacle);
    if (is_voxel_world_) continue;
    for (const ObstacleMasks* each : {&before, &masks}) {
      dirty_[level].insert(dirty_[level].end(), each->blocks(level).begin(), each->blocks(level).end());
    }
  }
  // A voxel that is blocked at one level is blocked at all larger radii, so the largest level decides.
  if (masks.blocks(obstacles_in_.size() - 1).empty()) obstacles_.erase(obstacle);
  if (!is_voxel_world_) return;
  Touch(before.box(0));
  Touch(masks.box(0));
}

void LiveGrids::SetVoxels(VoxelCoord block, const BlockMask& mask) {
  auto copy = std::make_unique<BlockMask>(mask);
  ClearOutside(BlockPartInside(block, own_bounds_), *copy);
  BlockMask before;
  ReadVoxels(block, before);
  if (*copy == before) return;
  const VoxelBox changed =
      BoxOfBits(BlockPartInside(block, own_bounds_), [&](size_t row) { return before[row] ^ (*copy)[row]; });
  Touch({BlockOrigin(block) + changed.lo, BlockOrigin(block) + changed.hi});
  voxels_[block] = std::move(copy);
}

void LiveGrids::Touch(const VoxelBox& voxels) {
  if (voxels.IsEmpty()) return;
  for (size_t level = 0; level < radii_m_.size(); ++level) {
    const int32_t reach = int32_t(std::ceil(radii_m_[level] / frame().voxel_m)) + 1;
    const VoxelCoord step{reach, reach, reach};
    const VoxelBox reached = Intersection({voxels.lo - step, voxels.hi + step}, bounds_);
    EachBlockIn(reached, [&](VoxelCoord block) { dirty_[level].push_back(block); });
  }
}

std::vector<VoxelCoord> LiveGrids::TakeDirty(size_t level) {
  std::vector<VoxelCoord> out = std::exchange(dirty_[level], {});
  if (!is_taken_[level]) {
    is_taken_[level] = 1;
    const std::vector<VoxelCoord> all = base_[level].MixedBlocks();
    out.insert(out.end(), all.begin(), all.end());
  }
  SortUnique(out);
  return out;
}

OccupancyGrid LiveGrids::CurrentVoxels(int threads) const {
  std::vector<VoxelCoord> blocks = base_[0].MixedBlocks();
  for (const auto& [block, mask] : voxels_) blocks.push_back(block);
  for (const auto& [block, list] : obstacles_in_[0]) blocks.push_back(block);
  SortUnique(blocks);
  const auto read = [this](VoxelCoord block, BlockMask& mask) { return ReadFinest(block, mask); };
  return MakeGrid(frame(), own_bounds_, 0, blocks, read, threads);
}

}  // namespace navnet
