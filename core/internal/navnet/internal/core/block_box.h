// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bounding box of a set of voxels of a block.

#include <navnet/core/block.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace navnet {

/// The bounding box, relative to the block, of the set bits of `bits_of(row)` inside `part`; empty when there are none.
template <class BitsOf>
VoxelBox BoxOfBits(const VoxelBox& part, const BitsOf& bits_of) {
  const uint64_t inside = RowBits(part.lo.z, part.hi.z - 1);
  VoxelBox box{{kBlockSize, kBlockSize, kBlockSize}, {0, 0, 0}};
  uint64_t all = 0;
  for (int x = part.lo.x; x < part.hi.x; ++x) {
    for (int y = part.lo.y; y < part.hi.y; ++y) {
      const uint64_t bits = bits_of(size_t(BlockRow(x, y))) & inside;
      if (bits == 0) continue;
      all |= bits;
      box.lo.x = std::min(box.lo.x, x);
      box.hi.x = x + 1;
      box.lo.y = std::min(box.lo.y, y);
      box.hi.y = std::max(box.hi.y, y + 1);
    }
  }
  if (all == 0) return {};
  box.lo.z = std::countr_zero(all);
  box.hi.z = kBlockSize - std::countl_zero(all);
  return box;
}

}  // namespace navnet
