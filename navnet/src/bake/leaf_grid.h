#pragma once
// The blocked voxels of a grid laid out for one question: how far can the face of a box move?

#include <navnet/core/geometry.h>
#include <navnet/core/packed_block.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// One face of a box.
struct BoxFace {
  int axis = 0;
  bool high = false;
};

/// A grid as three flat levels: regions of 64³ blocks, blocks of 8³ leaves, leaves of 8³ voxels. Free space costs
/// nothing at any of them. Immutable once made; any number of threads may ask.
class LeafGrid {
 public:
  /// `blocks`: block coordinates, ascending, of the blocks with a blocked voxel inside the bounds; `packed`: as many.
  /// What is not listed is free.
  LeafGrid(const VoxelBox& bounds, std::span<const VoxelCoord> blocks, std::span<const PackedBlock> packed);

  const VoxelBox& bounds() const { return bounds_; }

  /// By how many voxels, 0 to `most`, a face of a free box can move out without meeting a blocked voxel.
  /// Requires: the box lies in the bounds, and does when moved by `most`.
  int32_t FreeRun(const VoxelBox& box, BoxFace face, int32_t most) const;

 private:
  /// 64³ blocks: which of them hold a blocked voxel, and the number of the first of each row among all.
  struct Region {
    BlockMask blocks{};
    std::array<uint32_t, kBlockRows> first{};
  };
  struct Block {
    std::array<uint64_t, 8> any, mixed;
    std::array<uint32_t, 8> first_leaf;  ///< By word of `mixed`.
  };

  template <int axis, bool up>
  class FaceScan;

  const Region* RegionAt(VoxelCoord region) const;
  /// The block number z of a row of blocks. Requires: it holds a blocked voxel.
  const Block& BlockIn(const Region& region, size_t row, int z) const;
  /// Null when the block is free.
  const Block* BlockAt(VoxelCoord block) const;

  VoxelBox bounds_;
  VoxelCoord region_lo_, region_size_;
  std::vector<uint32_t> region_at_;  ///< By region of the bounds: 0 when free, else its number + 1.
  std::vector<Region> regions_;
  std::vector<Block> blocks_;
  std::vector<Leaf> leaves_;
};

}  // namespace navnet
