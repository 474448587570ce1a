// SPDX-License-Identifier: Apache-2.0
#pragma once
// A compressed block mask: needs memory only for leaves on the surface.

#include <navnet/internal/core/block_leaves.h>

#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// The bits of a leaf's 8³ voxels; a set bit is a blocked voxel.
using Leaf = std::array<uint64_t, 8>;

/// One block as leaves. Free and solid leaves are stored as flags; only mixed leaves store their voxels.
struct PackedBlock {
  std::array<uint64_t, 8> any{};    ///< Bit (ly, lz) of word lx: the leaf has a blocked voxel.
  std::array<uint64_t, 8> mixed{};  ///< The same for leaves that also have a free voxel.
  std::vector<Leaf> leaves;         ///< The mixed leaves, in the order of their bits.

  friend bool operator==(const PackedBlock&, const PackedBlock&) = default;
};

PackedBlock PackBlock(const BlockMask& blocked);

/// Sets the bits of a packed block's blocked voxels; the others stay as they are. O(leaves that are not free).
void OrInto(const PackedBlock& block, BlockMask& mask);

}  // namespace navnet
