// SPDX-License-Identifier: Apache-2.0
#pragma once
// Maps a block's coordinates to its number, for worlds of any size: a tree of three levels whose copies share their
// branches.

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>
#include <navnet/internal/runtime/level/shared_array.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

/// A number for each block of a box of blocks, initially kNone. Unset space takes no memory, and a cube of 16³ blocks
/// with the same number takes a few bytes, so that merged blocks cost little, however large. Thread safety: as
/// SharedArray.
class BlockTable {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  BlockTable() = default;
  /// A table for the blocks that intersect `bounds`, which are in voxels.
  explicit BlockTable(const VoxelBox& bounds);

  /// The number of the block that contains a voxel; kNone outside the table.
  uint32_t At(VoxelCoord voxel) const {
    const VoxelCoord d = BlockOf(voxel) - lo_;
    for (int a = 0; a < 3; ++a) {
      if (uint32_t(d[a]) >= uint32_t(size_[a])) return kNone;  // Negative values wrap to large ones and fail too.
    }
    const Leaf* leaf = leaves_.Find(LeafAt(d));
    return !leaf ? kNone : leaf->blocks ? (*leaf->blocks)[BlockIn(d)] : leaf->uniform;
  }

  /// Sets the number of all blocks of the table in a cube of voxels. Cost: one step per block, or per 16³ blocks where
  /// the cube covers all of them. `origin` and `size` are multiples of 64.
  void Fill(VoxelCoord origin, int32_t size, uint32_t number);

  /// The distinct numbers in a cube, ascending, without kNone. `origin` and `size` are multiples of 64.
  std::vector<uint32_t> NumbersIn(VoxelCoord origin, int32_t size) const;

  /// Bytes of the tree that are not shared with `other`.
  size_t BytesBeside(const BlockTable& other) const;

 private:
  static constexpr int kLeafBits = 4, kLeafSize = 1 << kLeafBits;
  using Blocks = std::array<uint32_t, size_t{kLeafSize} * kLeafSize * kLeafSize>;

  /// A cube of 16³ blocks.
  struct Leaf {
    std::shared_ptr<Blocks> blocks;  ///< Null: all blocks have the number `uniform`.
    uint64_t epoch = 0;              ///< Epoch in which this table made `blocks`.
    uint32_t uniform = kNone;
  };

  /// Blocks from lo to hi, hi excluded, relative to `lo_`.
  struct Range {
    VoxelCoord lo, hi;
    bool IsEmpty() const { return lo.x >= hi.x || lo.y >= hi.y || lo.z >= hi.z; }
  };

  size_t LeafAt(VoxelCoord d) const {
    const size_t x = size_t(d.x >> kLeafBits), y = size_t(d.y >> kLeafBits), z = size_t(d.z >> kLeafBits);
    return (x * size_t(leaf_count_.y) + y) * size_t(leaf_count_.z) + z;
  }
  static size_t BlockIn(VoxelCoord d) {
    constexpr int kMask = kLeafSize - 1;
    return size_t(((d.x & kMask) << kLeafBits | (d.y & kMask)) << kLeafBits | (d.z & kMask));
  }
  Range RangeOf(VoxelCoord origin, int32_t size) const;
  Blocks& EditBlocks(Leaf& leaf);
  /// Calls `visit(leaf, part, is_whole)` for each leaf that intersects a range: the leaf's index, the part of it inside
  /// the range, and whether that part is everything of the leaf that is in the table.
  template <class Visit>
  void EachLeaf(const Range& range, const Visit& visit) const;

  VoxelCoord lo_, size_, leaf_count_;  ///< The first two in blocks.
  Epoch epoch_;
  SharedArray<Leaf, 512> leaves_;
};

}  // namespace navnet
