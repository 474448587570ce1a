// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/block_tree.h>

#include <navnet/core/block.h>
#include <navnet/net/net.h>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace navnet {
namespace {

constexpr int32_t kLargest = 1 << 20;  // Edge of the root cubes in voxels: twice the largest side of a grid.

// Interleaves the bits of block coordinates, so that the blocks of an aligned cube have consecutive codes.
uint64_t Morton(VoxelCoord block) {
  uint64_t code = 0;
  for (int bit = 0; bit < 16; ++bit) {
    for (int a = 0; a < 3; ++a) code |= uint64_t((block[a] >> bit) & 1) << (3 * bit + a);
  }
  return code;
}

}  // namespace

BlockTree::BlockTree(const VoxelBox& bounds, std::span<const VoxelCoord> mixed) : bounds_(bounds) {
  for (int a = 0; a < 3; ++a) base_[a] = bounds.lo[a] & -kLargest;
  for (VoxelCoord block : mixed) mixed_.push_back(Morton(block - BlockOf(base_)));
  std::ranges::sort(mixed_);
}

bool BlockTree::IsMixed(VoxelCoord block) const {
  return std::ranges::binary_search(mixed_, Morton(block - BlockOf(base_)));
}

bool BlockTree::SetMixed(VoxelCoord block, bool is_mixed) {
  const uint64_t number = Morton(block - BlockOf(base_));
  const auto found = std::ranges::lower_bound(mixed_, number);
  const bool was_mixed = found != mixed_.end() && *found == number;
  if (was_mixed == is_mixed) return false;
  if (is_mixed) {
    mixed_.insert(found, number);
  } else {
    mixed_.erase(found);
  }
  return true;
}

bool BlockTree::IsWhole(VoxelCoord origin, int32_t size) const {
  if (size > kLargestBlock) return false;
  for (int a = 0; a < 3; ++a) {
    if (origin[a] < bounds_.lo[a] || origin[a] + size > bounds_.hi[a]) return false;
  }
  const uint64_t first = Morton(BlockOf(origin - base_));
  const uint64_t blocks = uint64_t(size / kBlockSize);
  const auto found = std::ranges::lower_bound(mixed_, first);
  return found == mixed_.end() || *found >= first + blocks * blocks * blocks;
}

std::vector<BlockCube> BlockTree::Cover() const {
  std::vector<BlockCube> out;
  // The bounds are at most half as long as a root cube, so they intersect at most two root cubes along an axis.
  for (int i = 0; i < 8; ++i) {
    CoverCube(base_ + VoxelCoord{i & 1 ? kLargest : 0, i & 2 ? kLargest : 0, i & 4 ? kLargest : 0}, kLargest, out);
  }
  std::ranges::sort(out, {}, [](const BlockCube& b) { return std::tuple(b.size, b.origin); });
  return out;
}

void BlockTree::CoverCube(VoxelCoord origin, int32_t size, std::vector<BlockCube>& out) const {
  for (int a = 0; a < 3; ++a) {
    if (origin[a] >= bounds_.hi[a] || origin[a] + size <= bounds_.lo[a]) return;
  }
  const bool whole = IsWhole(origin, size);
  if (whole || size == kBlockSize) {
    out.push_back({origin, size, whole});
    return;
  }
  const int32_t half = size / 2;
  for (int i = 0; i < 8; ++i) {
    CoverCube(origin + VoxelCoord{i & 4 ? half : 0, i & 2 ? half : 0, i & 1 ? half : 0}, half, out);
  }
}

BlockCube BlockTree::CubeOf(VoxelCoord block) const {
  BlockCube cube{BlockOrigin(block), kBlockSize, false};
  cube.whole = IsWhole(cube.origin, cube.size);
  while (cube.whole) {
    const int32_t size = 2 * cube.size;
    const VoxelCoord origin{cube.origin.x & -size, cube.origin.y & -size, cube.origin.z & -size};
    if (!IsWhole(origin, size)) break;
    cube = {origin, size, true};
  }
  return cube;
}

}  // namespace navnet
