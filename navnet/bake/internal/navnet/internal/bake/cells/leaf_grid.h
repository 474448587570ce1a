// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sparse grid of blocked voxels that answers one query fast: how far can a face of a box move?

#include <navnet/core/geometry.h>
#include <navnet/internal/core/packed_block.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace navnet {

/// One face of a box.
struct BoxFace {
  int axis = 0;
  bool high = false;
};

/// A grid of three levels: sectors of 64³ blocks, blocks of 8³ leaves, leaves of 8³ voxels. Free sectors, blocks and
/// leaves take no memory. Const functions may be called from any number of threads while none calls Set.
class LeafGrid {
 public:
  /// All voxels are free at first.
  explicit LeafGrid(const VoxelBox& bounds);

  const VoxelBox& bounds() const { return bounds_; }

  /// Replaces a block (in block coordinates). Requires: it intersects the bounds.
  void Set(VoxelCoord block, PackedBlock packed);

  /// Reads a block: a set bit is a blocked voxel.
  void Read(VoxelCoord block, BlockMask& mask) const;

  /// The number of voxels, 0 to `most`, by which a face of a free box can move outwards before it meets a blocked one.
  /// Requires: the box lies in the bounds, also with the face moved by `most`.
  int32_t FreeRun(const VoxelBox& box, BoxFace face, int32_t most) const;

 private:
  struct Block {
    PackedBlock packed;
    std::array<uint32_t, 8> first_leaf;  ///< By word of `packed.mixed`.
  };
  /// The part of 64³ blocks that intersects the bounds: which blocks contain a blocked voxel, and their indices.
  struct Sector {
    BlockMask blocks{};
    VoxelCoord lo, size;             ///< The part that intersects the bounds, in blocks from the sector's corner.
    std::vector<uint32_t> block_at;  ///< By block of that part: index in `blocks_`.

    uint32_t& At(int x, int y, int z) {
      return block_at[(size_t(x - lo.x) * size_t(size.y) + size_t(y - lo.y)) * size_t(size.z) + size_t(z - lo.z)];
    }
    uint32_t At(int x, int y, int z) const { return const_cast<Sector*>(this)->At(x, y, z); }
  };

  template <int axis, bool up>
  class FaceScan;

  size_t SectorNumber(VoxelCoord sector) const;
  const Sector* SectorAt(VoxelCoord sector) const { return sectors_[SectorNumber(sector)].get(); }
  Sector& MakeSector(VoxelCoord sector);
  /// Null if the block is free.
  const Block* BlockAt(VoxelCoord block) const;

  VoxelBox bounds_;
  VoxelCoord sector_lo_, sector_size_;
  std::vector<std::unique_ptr<Sector>> sectors_;  ///< By sector of the bounds; null if free.
  std::vector<Block> blocks_;
  std::vector<uint32_t> unused_;  ///< Indices of unused elements of `blocks_`.
};

}  // namespace navnet
