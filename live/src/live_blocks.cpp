// SPDX-License-Identifier: Apache-2.0
#include "live_blocks.h"

#include <navnet/core/block.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace navnet {
namespace {

constexpr int kSizeBits = 5, kPlaceBits = 16;
constexpr int32_t kLargestGrid = 1 << 20;

}  // namespace

VoxelBox BoxOf(const BlockCube& cube) {
  return {cube.origin, cube.origin + VoxelCoord{cube.size, cube.size, cube.size}};
}

bool Meet(const VoxelBox& a, const VoxelBox& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.lo[k] >= b.hi[k] || b.lo[k] >= a.hi[k]) return false;
  }
  return true;
}

VoxelBox Grown(const VoxelBox& box, int32_t by) {
  const VoxelCoord step{by, by, by};
  return {box.lo - step, box.hi + step};
}

LiveBlocks::LiveBlocks(const VoxelBox& bounds) : bounds_(bounds) {
  for (int a = 0; a < 3; ++a) base_[a] = bounds.lo[a] & -kLargestGrid;
}

BlockKey LiveBlocks::KeyOf(VoxelCoord origin, int32_t size) const {
  const VoxelCoord at = BlockOf(origin - base_);
  BlockKey key = uint64_t(std::countr_zero(uint32_t(size)));
  for (int a = 0; a < 3; ++a) key = key << kPlaceBits | uint64_t(at[a]);
  static_assert(kSizeBits + 3 * kPlaceBits <= 64);
  return key;
}

LiveBlock* LiveBlocks::Find(BlockKey key) const {
  const auto found = blocks_.find(key);
  return found == blocks_.end() ? nullptr : found->second.get();
}

LiveBlock* LiveBlocks::At(VoxelCoord voxel) const {
  if (!bounds_.Contains(voxel)) return nullptr;
  for (size_t bits = 6; bits < count_of_size_.size(); ++bits) {
    if (count_of_size_[bits] == 0) continue;
    const int32_t size = int32_t{1} << bits;
    if (LiveBlock* block = Find(KeyOf({voxel.x & -size, voxel.y & -size, voxel.z & -size}, size))) return block;
  }
  return nullptr;
}

LiveBlock& LiveBlocks::Add(const BlockCube& cube) {
  auto block = std::make_unique<LiveBlock>();
  block->cube = cube;
  block->key = KeyOf(cube.origin, cube.size);
  ++count_of_size_[size_t(std::countr_zero(uint32_t(cube.size)))];
  return *(blocks_[block->key] = std::move(block));
}

std::unique_ptr<LiveBlock> LiveBlocks::Remove(BlockKey key) {
  const auto found = blocks_.find(key);
  std::unique_ptr<LiveBlock> block = std::move(found->second);
  --count_of_size_[size_t(std::countr_zero(uint32_t(block->cube.size)))];
  blocks_.erase(found);
  return block;
}

void LiveBlocks::EachIn(const VoxelBox& box, const std::function<void(LiveBlock&)>& visit) const {
  const VoxelBox in = Intersection(box, bounds_);
  const VoxelCoord lo = BlockOf(in.lo);
  EachBlockIn(in, [&](VoxelCoord at) {
    // A voxel of the block that lies inside the bounds.
    VoxelCoord voxel = BlockOrigin(at);
    for (int a = 0; a < 3; ++a) voxel[a] = std::max(voxel[a], bounds_.lo[a]);
    LiveBlock* block = At(voxel);
    if (!block) return;
    // A large block is visited once, at the first 64³ block in the box that it covers.
    const VoxelCoord origin = BlockOf(block->cube.origin);
    const VoxelCoord first{std::max(origin.x, lo.x), std::max(origin.y, lo.y), std::max(origin.z, lo.z)};
    if (at == first) visit(*block);
  });
}

void LiveBlocks::EachBehind(const LiveBlock& block, int axis, bool high,
                            const std::function<void(LiveBlock&)>& visit) const {
  VoxelBox slab = BoxOf(block.cube);
  if (high) {
    slab.lo[axis] = slab.hi[axis];
    slab.hi[axis] += 1;
  } else {
    slab.hi[axis] = slab.lo[axis];
    slab.lo[axis] -= 1;
  }
  EachIn(slab, visit);
}

std::vector<LiveBlock*> LiveBlocks::Sorted() const {
  std::vector<LiveBlock*> out;
  out.reserve(blocks_.size());
  for (const auto& [key, block] : blocks_) out.push_back(block.get());
  std::ranges::sort(out, {}, OrderOf);
  return out;
}

void LiveBlocks::Each(const std::function<void(LiveBlock&)>& visit) const {
  for (const auto& [key, block] : blocks_) visit(*block);
}

}  // namespace navnet
