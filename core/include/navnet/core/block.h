// SPDX-License-Identifier: Apache-2.0
#pragma once
// The block: 64³ voxels, aligned. The unit of sampling, baking, updating and streaming.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace navnet {

/// Voxels along each edge of a block. Fixed at 64 so that a z-row is one machine word.
inline constexpr int kBlockSize = 64;
inline constexpr int kBlockRows = kBlockSize * kBlockSize;  ///< Rows of a block.

/// One bit per voxel of a block: word `x * 64 + y` is the z-row at (x, y), bit z its voxel. 32 KB, fits the L1 cache.
using BlockMask = std::array<uint64_t, kBlockRows>;

/// Index of the row of voxels (x, y, ·) in a block.
constexpr int BlockRow(int x, int y) { return x * kBlockSize + y; }

/// The block that holds a voxel, in block coordinates (voxel coordinates divided by 64, rounded down).
constexpr VoxelCoord BlockOf(VoxelCoord voxel) { return {voxel.x >> 6, voxel.y >> 6, voxel.z >> 6}; }

/// The low corner voxel of a block.
constexpr VoxelCoord BlockOrigin(VoxelCoord block) {
  return {block.x * kBlockSize, block.y * kBlockSize, block.z * kBlockSize};
}

/// Bits lo..hi (inclusive, 0..63) of a row; zero when lo > hi.
constexpr uint64_t RowBits(int lo, int hi) {
  return lo > hi ? 0 : (~uint64_t{0} << lo) & (~uint64_t{0} >> (kBlockSize - 1 - hi));
}

/// Calls visit(block) for each block (in block coordinates) that intersects a box of voxels, in ascending order.
template <class Visit>
constexpr void EachBlockIn(const VoxelBox& box, const Visit& visit) {
  if (box.IsEmpty()) return;
  const VoxelCoord lo = BlockOf(box.lo), hi = BlockOf(box.hi - VoxelCoord{1, 1, 1});
  VoxelCoord at;
  for (at.x = lo.x; at.x <= hi.x; ++at.x) {
    for (at.y = lo.y; at.y <= hi.y; ++at.y) {
      for (at.z = lo.z; at.z <= hi.z; ++at.z) visit(at);
    }
  }
}

/// The part of a block inside `bounds`, relative to the block's origin; empty when they do not intersect.
constexpr VoxelBox BlockPartInside(VoxelCoord block, const VoxelBox& bounds) {
  const VoxelCoord origin = BlockOrigin(block);
  VoxelBox part;
  for (int a = 0; a < 3; ++a) {
    part.lo[a] = int32_t(std::clamp<int64_t>(int64_t{bounds.lo[a]} - origin[a], 0, kBlockSize));
    part.hi[a] = int32_t(std::clamp<int64_t>(int64_t{bounds.hi[a]} - origin[a], 0, kBlockSize));
  }
  return part;
}

/// Calls `apply(row, bits)` for every row of a mask; `bits` are those of the row that lie in `inside` (relative to the
/// block).
template <class Apply>
constexpr void EachRowInside(const VoxelBox& inside, BlockMask& mask, const Apply& apply) {
  const uint64_t inside_z = RowBits(inside.lo.z, inside.hi.z - 1);
  for (int x = 0; x < kBlockSize; ++x) {
    for (int y = 0; y < kBlockSize; ++y) {
      const bool row_inside = x >= inside.lo.x && x < inside.hi.x && y >= inside.lo.y && y < inside.hi.y;
      apply(mask[size_t(BlockRow(x, y))], row_inside ? inside_z : 0);
    }
  }
}

/// Clears all bits outside `inside` (relative to the block).
constexpr void ClearOutside(const VoxelBox& inside, BlockMask& mask) {
  if (inside == VoxelBox{{0, 0, 0}, {kBlockSize, kBlockSize, kBlockSize}}) return;
  EachRowInside(inside, mask, [](uint64_t& row, uint64_t bits) { row &= bits; });
}

/// Sets all bits outside `inside` (relative to the block).
constexpr void SetOutside(const VoxelBox& inside, BlockMask& mask) {
  if (inside == VoxelBox{{0, 0, 0}, {kBlockSize, kBlockSize, kBlockSize}}) return;
  EachRowInside(inside, mask, [](uint64_t& row, uint64_t bits) { row |= ~bits; });
}

}  // namespace navnet
