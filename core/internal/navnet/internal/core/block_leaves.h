// SPDX-License-Identifier: Apache-2.0
#pragma once
// A block as 8 × 8 × 8 leaves of 8³ voxels: 64 bytes each, one cache line. The order of bits is that of OpenVDB's
// leaves: word x, byte y, bit z.

#include <navnet/core/block.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace navnet {

inline constexpr int kLeafSize = 8;
inline constexpr int kLeavesPerAxis = kBlockSize / kLeafSize;

/// Transposes an 8×8 matrix of bytes: byte j of word i becomes byte i of word j. Turns eight rows (y = 0 .. 7) into the
/// slices of the eight leaves they run through, and back.
constexpr void TransposeBytes(std::array<uint64_t, 8>& w) {
  const auto swap = [&w](size_t step, uint64_t low_half) {
    const size_t shift = 8 * step;
    for (size_t i = 0; i < 8; ++i) {
      if (i & step) continue;
      const uint64_t t = ((w[i] >> shift) ^ w[i + step]) & low_half;
      w[i] ^= t << shift;
      w[i + step] ^= t;
    }
  };
  swap(4, 0x00000000FFFFFFFFull);
  swap(2, 0x0000FFFF0000FFFFull);
  swap(1, 0x00FF00FF00FF00FFull);
}

/// The OR of the rows that run through the leaves (lx, ly, 0 .. 7): byte lz is zero when leaf lz has no bit set.
constexpr uint64_t AnyInLeaves(const BlockMask& mask, int lx, int ly) {
  uint64_t any = 0;
  for (int x = 0; x < kLeafSize; ++x) {
    const size_t row = size_t(BlockRow(lx * kLeafSize + x, ly * kLeafSize));
    for (size_t y = 0; y < kLeafSize; ++y) any |= mask[row + y];
  }
  return any;
}

/// The words of the leaves (lx, ly, 0 .. 7): [lz][x].
inline std::array<std::array<uint64_t, 8>, 8> LeavesOf(const BlockMask& mask, int lx, int ly) {
  std::array<std::array<uint64_t, 8>, 8> leaves;
  for (int x = 0; x < kLeafSize; ++x) {
    std::array<uint64_t, 8> words;
    std::copy_n(mask.begin() + BlockRow(lx * kLeafSize + x, ly * kLeafSize), 8, words.begin());
    TransposeBytes(words);
    for (size_t lz = 0; lz < 8; ++lz) leaves[lz][size_t(x)] = words[lz];
  }
  return leaves;
}

}  // namespace navnet
