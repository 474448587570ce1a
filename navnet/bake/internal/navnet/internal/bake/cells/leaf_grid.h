#pragma once
// The blocked voxels of a grid laid out for one question: how far can the face of a box move?

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

/// A grid as three levels: regions of 64³ blocks, blocks of 8³ leaves, leaves of 8³ voxels. Free space costs nothing at
/// any of them. Any number of threads may ask while none calls Set.
class LeafGrid {
 public:
  /// Everything is free.
  explicit LeafGrid(const VoxelBox& bounds);

  const VoxelBox& bounds() const { return bounds_; }

  /// Replaces a block (in block coordinates). Requires: it meets the bounds.
  void Set(VoxelCoord block, PackedBlock packed);

  /// Reads a block: a set bit is a blocked voxel.
  void Read(VoxelCoord block, BlockMask& mask) const;

  /// By how many voxels, 0 to `most`, a face of a free box can move out without meeting a blocked voxel.
  /// Requires: the box lies in the bounds, and does when moved by `most`.
  int32_t FreeRun(const VoxelBox& box, BoxFace face, int32_t most) const;

 private:
  struct Block {
    PackedBlock packed;
    std::array<uint32_t, 8> first_leaf;  ///< By word of `packed.mixed`.
  };
  /// 64³ blocks, as far as they meet the bounds: which of them hold a blocked voxel, and the places of those.
  struct Region {
    BlockMask blocks{};
    VoxelCoord lo, size;             ///< The part that meets the bounds, in blocks from the region's corner.
    std::vector<uint32_t> block_at;  ///< By block of that part.

    uint32_t& At(int x, int y, int z) {
      return block_at[(size_t(x - lo.x) * size_t(size.y) + size_t(y - lo.y)) * size_t(size.z) + size_t(z - lo.z)];
    }
    uint32_t At(int x, int y, int z) const { return const_cast<Region*>(this)->At(x, y, z); }
  };

  template <int axis, bool up>
  class FaceScan;

  size_t RegionNumber(VoxelCoord region) const;
  const Region* RegionAt(VoxelCoord region) const { return regions_[RegionNumber(region)].get(); }
  Region& MakeRegion(VoxelCoord region);
  /// Null when the block is free.
  const Block* BlockAt(VoxelCoord block) const;

  VoxelBox bounds_;
  VoxelCoord region_lo_, region_size_;
  std::vector<std::unique_ptr<Region>> regions_;  ///< By region of the bounds; null when free.
  std::vector<Block> blocks_;
  std::vector<uint32_t> unused_;  ///< Places in `blocks_`.
};

}  // namespace navnet
