// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/packed_block.h>

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

constexpr uint64_t kAll = ~uint64_t{0};

}  // namespace

PackedBlock PackBlock(const BlockMask& blocked) {
  PackedBlock out;
  for (int lx = 0; lx < kLeavesPerAxis; ++lx) {
    for (int ly = 0; ly < kLeavesPerAxis; ++ly) {
      const uint64_t any = AnyInLeaves(blocked, lx, ly);
      if (any == 0) continue;
      const auto leaves = LeavesOf(blocked, lx, ly);
      for (size_t lz = 0; lz < 8; ++lz) {
        if ((any >> (8 * lz) & 0xFF) == 0) continue;
        const uint64_t bit = uint64_t{1} << (size_t(ly) * 8 + lz);
        out.any[size_t(lx)] |= bit;
        if (std::ranges::all_of(leaves[lz], [](uint64_t w) { return w == kAll; })) continue;
        out.mixed[size_t(lx)] |= bit;
        out.leaves.push_back(leaves[lz]);
      }
    }
  }
  return out;
}

void OrInto(const PackedBlock& block, BlockMask& mask) {
  auto leaf = block.leaves.begin();
  for (size_t lx = 0; lx < 8; ++lx) {
    for (uint64_t left = block.any[lx]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left), ly = bit / 8, z = bit % 8 * kLeafSize;
      const bool mixed = block.mixed[lx] >> bit & 1;
      for (int x = 0; x < kLeafSize; ++x) {
        const uint64_t plane = mixed ? (*leaf)[size_t(x)] : kAll;
        uint64_t* rows = &mask[size_t(BlockRow(int(lx) * kLeafSize + x, ly * kLeafSize))];
        for (int y = 0; y < kLeafSize; ++y) rows[y] |= (plane >> (8 * y) & 0xFF) << z;
      }
      if (mixed) ++leaf;
    }
  }
}

}  // namespace navnet
