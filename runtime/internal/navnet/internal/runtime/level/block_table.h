#pragma once
// From a block's place to its number, for worlds of any size: a tree of three levels whose copies share their branches.

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>
#include <navnet/internal/runtime/level/shared_array.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

/// A number for each block of a box of blocks, kNone at first. Places where nothing is take no memory, and a cube of
/// 16³ blocks that has one number takes a few bytes, so that merged blocks cost little, however large. Threads: as
/// SharedArray.
class BlockTable {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  BlockTable() = default;
  /// For the blocks that meet `bounds`, which are in voxels.
  explicit BlockTable(const VoxelBox& bounds);

  /// The number at the block that holds a voxel; kNone outside.
  uint32_t At(VoxelCoord voxel) const {
    const VoxelCoord d = BlockOf(voxel) - lo_;
    for (int a = 0; a < 3; ++a) {
      if (uint32_t(d[a]) >= uint32_t(size_[a])) return kNone;  // Below, too: negative numbers become large ones.
    }
    const Leaf* leaf = leaves_.Find(LeafAt(d));
    return !leaf ? kNone : leaf->blocks ? (*leaf->blocks)[BlockIn(d)] : leaf->uniform;
  }

  /// Sets a number for all blocks of a cube of voxels that are in the table: one step for each block, but for each 16³
  /// of them where the cube is that large. `origin` and `size` are multiples of 64.
  void Fill(VoxelCoord origin, int32_t size, uint32_t number);

  /// The numbers in a cube, ascending, each once.
  std::vector<uint32_t> NumbersIn(VoxelCoord origin, int32_t size) const;

  /// Bytes of the tree that are not part of another table's.
  size_t BytesBeside(const BlockTable& other) const;

 private:
  static constexpr int kLeafBits = 4, kLeafSize = 1 << kLeafBits;
  using Blocks = std::array<uint32_t, size_t{kLeafSize} * kLeafSize * kLeafSize>;

  /// A cube of 16³ blocks.
  struct Leaf {
    std::shared_ptr<Blocks> blocks;  ///< None: all have the same number.
    uint64_t epoch = 0;              ///< In which this table made the blocks.
    uint32_t uniform = kNone;
  };

  /// Blocks lo to hi, without hi, relative to `lo_`.
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
  /// Calls `visit(d, part, is_whole)` for each leaf that meets a range: the part of it in the range, and whether that
  /// is all of it that is in the table.
  template <class Visit>
  void EachLeaf(const Range& range, const Visit& visit) const;

  VoxelCoord lo_, size_, leaf_count_;  ///< The first two in blocks.
  Epoch epoch_;
  SharedArray<Leaf, 512> leaves_;
};

}  // namespace navnet
