// SPDX-License-Identifier: Apache-2.0
#pragma once
// Partitions the free voxels of one block into boxes.

#include <navnet/core/block.h>

#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// A box of voxels relative to its block, half open: 0 <= lo < hi <= 64.
struct LocalBox {
  std::array<uint8_t, 3> lo, hi;

  friend bool operator==(const LocalBox&, const LocalBox&) = default;
};

/// Appends disjoint boxes that cover exactly the clear bits of `blocked`. Deterministic.
void PartitionBlock(const BlockMask& blocked, std::vector<LocalBox>& cells);

}  // namespace navnet
