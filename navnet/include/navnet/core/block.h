#pragma once
// The block: 64³ voxels, aligned. The unit of sampling, baking, updating and streaming.

#include <navnet/core/geometry.h>

#include <array>
#include <cstdint>

namespace navnet {

inline constexpr int kBlockSize = 64;
inline constexpr int kBlockRows = kBlockSize * kBlockSize;

/// One bit per voxel of a block: word `x * 64 + y` is the z-row at (x, y), bit z its voxel. 32 KB, fits the L1 cache.
using BlockMask = std::array<uint64_t, kBlockRows>;

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

}  // namespace navnet
