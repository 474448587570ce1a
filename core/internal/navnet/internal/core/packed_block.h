#pragma once
// A block's mask, packed: memory for its surface only.

#include <navnet/internal/core/block_leaves.h>

#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// Words of a leaf; a set bit is a blocked voxel.
using Leaf = std::array<uint64_t, 8>;

/// One block as leaves. Free and solid leaves are a bit each; only mixed ones are kept.
struct PackedBlock {
  std::array<uint64_t, 8> any{};    ///< Bit (ly, lz) of word lx: the leaf holds a blocked voxel.
  std::array<uint64_t, 8> mixed{};  ///< The same for leaves that hold free ones as well.
  std::vector<Leaf> leaves;         ///< The mixed ones, in the order of their bits.

  friend bool operator==(const PackedBlock&, const PackedBlock&) = default;
};

PackedBlock PackBlock(const BlockMask& blocked);

/// Sets the bits of a packed block's blocked voxels; the others stay as they are. O(leaves that are not free).
void OrInto(const PackedBlock& block, BlockMask& mask);

}  // namespace navnet
