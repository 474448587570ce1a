// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/leaf_grid.h>

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

constexpr uint64_t kAll = ~uint64_t{0};
constexpr uint64_t kEachByte = 0x0101010101010101ull;

// The bits 8 * y + z of a word with y and z in closed ranges.
uint64_t PlaneBits(int y_lo, int y_hi, int z_lo, int z_hi) {
  return (kEachByte * RowBits(z_lo, z_hi)) & RowBits(y_lo * 8, y_hi * 8 + 7);
}

// The lowest (`up`) or highest layer along y or z that has a bit set in a word. Requires: the word is not zero.
template <int axis, bool up>
int FirstLayer(uint64_t word) {
  static_assert(axis == 1 || axis == 2);
  if constexpr (axis == 2) {
    word |= word >> 32;
    word |= word >> 16;
    word |= word >> 8;
    word &= 0xFF;
  }
  const int bit = up ? std::countr_zero(word) : 63 - std::countl_zero(word);
  return axis == 1 ? bit / 8 : bit;
}

}  // namespace

LeafGrid::LeafGrid(const VoxelBox& bounds) : bounds_(bounds) {
  sector_lo_ = BlockOf(BlockOf(bounds.lo));
  sector_size_ = BlockOf(BlockOf(bounds.hi - VoxelCoord{1, 1, 1})) - sector_lo_ + VoxelCoord{1, 1, 1};
  sectors_.resize(size_t(sector_size_.x) * size_t(sector_size_.y) * size_t(sector_size_.z));
}

size_t LeafGrid::SectorNumber(VoxelCoord sector) const {
  const VoxelCoord d = sector - sector_lo_;
  return (size_t(d.x) * size_t(sector_size_.y) + size_t(d.y)) * size_t(sector_size_.z) + size_t(d.z);
}

LeafGrid::Sector& LeafGrid::MakeSector(VoxelCoord sector) {
  std::unique_ptr<Sector>& out = sectors_[SectorNumber(sector)];
  if (out) return *out;
  out = std::make_unique<Sector>();
  const VoxelCoord first = BlockOf(bounds_.lo), last = BlockOf(bounds_.hi - VoxelCoord{1, 1, 1});
  const VoxelCoord origin = BlockOrigin(sector);
  for (int a = 0; a < 3; ++a) {
    out->lo[a] = std::max(first[a] - origin[a], 0);
    out->size[a] = std::min(last[a] - origin[a], kBlockSize - 1) - out->lo[a] + 1;
  }
  out->block_at.resize(size_t(out->size.x) * size_t(out->size.y) * size_t(out->size.z));
  return *out;
}

void LeafGrid::Set(VoxelCoord block, PackedBlock packed) {
  Sector& sector = MakeSector(BlockOf(block));
  const int x = block.x & 63, y = block.y & 63, z = block.z & 63;
  uint64_t& row = sector.blocks[size_t(BlockRow(x, y))];
  const uint64_t bit = uint64_t{1} << z;
  uint32_t& at = sector.At(x, y, z);
  const bool is_free = std::ranges::all_of(packed.any, [](uint64_t any) { return any == 0; });
  if (is_free && !(row & bit)) return;
  if (is_free) {
    row &= ~bit;
    blocks_[at] = {};
    unused_.push_back(at);
    return;
  }
  if (!(row & bit)) {
    row |= bit;
    if (unused_.empty()) {
      at = uint32_t(blocks_.size());
      blocks_.emplace_back();
    } else {
      at = unused_.back();
      unused_.pop_back();
    }
  }
  Block& out = blocks_[at];
  uint32_t next = 0;
  for (size_t lx = 0; lx < 8; ++lx) {
    out.first_leaf[lx] = next;
    next += uint32_t(std::popcount(packed.mixed[lx]));
  }
  out.packed = std::move(packed);
}

void LeafGrid::Read(VoxelCoord block, BlockMask& mask) const {
  mask.fill(0);
  if (const Block* found = BlockAt(block)) OrInto(found->packed, mask);
}

const LeafGrid::Block* LeafGrid::BlockAt(VoxelCoord block) const {
  const Sector* sector = SectorAt(BlockOf(block));
  const int x = block.x & 63, y = block.y & 63, z = block.z & 63;
  return sector && (sector->blocks[size_t(BlockRow(x, y))] >> z & 1) ? &blocks_[sector->At(x, y, z)] : nullptr;
}

// Scans the slab in front of a face, away from the face, and shortens it where a voxel is blocked.
template <int axis, bool up>
class LeafGrid::FaceScan {
 public:
  FaceScan(const LeafGrid& grid, const VoxelBox& box, int32_t most)
      : grid_(grid), lo_(box.lo), hi_(box.hi - VoxelCoord{1, 1, 1}) {
    lo_[axis] = up ? box.hi[axis] : box.lo[axis] - most;
    hi_[axis] = up ? box.hi[axis] + most - 1 : box.lo[axis] - 1;
  }

  int32_t Run() {
    if (BlockOf(lo_) == BlockOf(hi_)) {
      const VoxelCoord at = BlockOf(lo_);
      if (const Block* block = grid_.BlockAt(at)) VisitBlock(*block, BlockOrigin(at));
      return hi_[axis] - lo_[axis] + 1;
    }
    const int32_t step = up ? 1 : -1;
    const int32_t near = up ? lo_[axis] : hi_[axis];
    const int32_t& far = up ? hi_[axis] : lo_[axis];  // Approaches `near` as blocked voxels are found.
    for (int32_t layer = near >> 6; !IsEmpty() && (layer - (far >> 6)) * step <= 0; layer += step) {
      VoxelCoord lo = BlockOf(lo_), hi = BlockOf(hi_);
      lo[axis] = hi[axis] = layer;
      VisitBlocks(lo, hi);
    }
    return hi_[axis] - lo_[axis] + 1;
  }

 private:
  bool IsEmpty() const { return lo_[axis] > hi_[axis]; }

  // Visits all blocks in a closed range of block coordinates, sector by sector.
  void VisitBlocks(VoxelCoord lo, VoxelCoord hi) {
    const VoxelCoord first = BlockOf(lo), last = BlockOf(hi);
    VoxelCoord at;
    for (at.x = first.x; at.x <= last.x; ++at.x) {
      for (at.y = first.y; at.y <= last.y; ++at.y) {
        for (at.z = first.z; at.z <= last.z; ++at.z) {
          if (const Sector* sector = grid_.SectorAt(at)) VisitSector(*sector, BlockOrigin(at), lo, hi);
        }
      }
    }
  }

  void VisitSector(const Sector& sector, VoxelCoord origin, VoxelCoord lo, VoxelCoord hi) {
    const uint64_t along_z = RowBits(std::max(lo.z - origin.z, 0), std::min(hi.z - origin.z, kBlockSize - 1));
    const int x_hi = std::min(hi.x, origin.x + kBlockSize - 1), y_hi = std::min(hi.y, origin.y + kBlockSize - 1);
    for (int x = std::max(lo.x, origin.x); x <= x_hi; ++x) {
      for (int y = std::max(lo.y, origin.y); y <= y_hi; ++y) {
        const uint64_t row = sector.blocks[size_t(BlockRow(x - origin.x, y - origin.y))];
        for (uint64_t bits = row & along_z; bits != 0 && !IsEmpty(); bits &= bits - 1) {
          const int z = std::countr_zero(bits);
          VisitBlock(grid_.blocks_[sector.At(x - origin.x, y - origin.y, z)], BlockOrigin({x, y, origin.z + z}));
        }
      }
    }
  }

  void VisitBlock(const Block& block, VoxelCoord origin) {
    // The part of the slab inside the block, closed.
    VoxelCoord lo{std::max(lo_.x - origin.x, 0), std::max(lo_.y - origin.y, 0), std::max(lo_.z - origin.z, 0)};
    VoxelCoord hi{std::min(hi_.x - origin.x, kBlockSize - 1), std::min(hi_.y - origin.y, kBlockSize - 1),
                  std::min(hi_.z - origin.z, kBlockSize - 1)};
    if (lo[axis] > hi[axis]) return;
    if (!FindBlocked(block, lo, hi)) return;
    lo_[axis] = up ? lo_[axis] : origin[axis] + lo[axis];
    hi_[axis] = up ? origin[axis] + hi[axis] : hi_[axis];
  }

  // Shortens [lo, hi] to end before the first blocked layer. Returns whether there is one. Scans by layers of leaves.
  bool FindBlocked(const Block& block, VoxelCoord& lo, VoxelCoord& hi) const {
    const int x_lo = lo.x >> 3, x_hi = hi.x >> 3;
    const uint64_t plane = PlaneBits(lo.y >> 3, hi.y >> 3, lo.z >> 3, hi.z >> 3);
    bool found = false;
    if constexpr (axis == 0) {
      for (int i = 0; i <= x_hi - x_lo && !found; ++i) {
        const int lx = up ? x_lo + i : x_hi - i;
        found = VisitLeaves(block, lx, block.packed.any[size_t(lx)] & plane, lo, hi);
      }
    } else {
      uint64_t any = 0;
      for (int lx = x_lo; lx <= x_hi; ++lx) any |= block.packed.any[size_t(lx)];
      any &= plane;
      while (any != 0 && !found) {
        const int layer = FirstLayer<axis, up>(any);
        const uint64_t bits = (axis == 1 ? uint64_t{0xFF} << (8 * layer) : kEachByte << layer) & any;
        for (int lx = x_lo; lx <= x_hi; ++lx)
          found |= VisitLeaves(block, lx, block.packed.any[size_t(lx)] & bits, lo, hi);
        any &= ~bits;
      }
    }
    return found;
  }

  bool VisitLeaves(const Block& block, int lx, uint64_t bits, VoxelCoord& lo, VoxelCoord& hi) const {
    bool found = false;
    for (; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const VoxelCoord leaf{8 * lx, bit & 0b111000, 8 * (bit & 7)};
      const VoxelCoord a{std::max(lo.x - leaf.x, 0), std::max(lo.y - leaf.y, 0), std::max(lo.z - leaf.z, 0)};
      const VoxelCoord b{std::min(hi.x - leaf.x, 7), std::min(hi.y - leaf.y, 7), std::min(hi.z - leaf.z, 7)};
      if (a[axis] > b[axis]) continue;
      int layer = up ? a[axis] : b[axis];
      if (block.packed.mixed[size_t(lx)] >> bit & 1) {
        const uint64_t below = block.packed.mixed[size_t(lx)] & ~(kAll << bit);
        layer = FirstIn(block.packed.leaves[block.first_leaf[size_t(lx)] + uint32_t(std::popcount(below))], a, b);
        if (layer < 0) continue;
      }
      found = true;
      layer += leaf[axis];
      if (up) {
        hi[axis] = layer - 1;
      } else {
        lo[axis] = layer + 1;
      }
    }
    return found;
  }

  // The first layer of a leaf, in the scan's direction, with a blocked voxel in [a, b], or -1.
  static int FirstIn(const Leaf& leaf, VoxelCoord a, VoxelCoord b) {
    const uint64_t plane = PlaneBits(a.y, b.y, a.z, b.z);
    if constexpr (axis == 0) {
      for (int i = 0; i <= b.x - a.x; ++i) {
        const int x = up ? a.x + i : b.x - i;
        if (leaf[size_t(x)] & plane) return x;
      }
      return -1;
    } else {
      uint64_t any = 0;
      for (int x = a.x; x <= b.x; ++x) any |= leaf[size_t(x)];
      any &= plane;
      return any == 0 ? -1 : FirstLayer<axis, up>(any);
    }
  }

  const LeafGrid& grid_;
  VoxelCoord lo_, hi_;  ///< The remaining slab, closed.
};

int32_t LeafGrid::FreeRun(const VoxelBox& box, BoxFace face, int32_t most) const {
  switch (2 * face.axis + face.high) {
    case 0: return FaceScan<0, false>(*this, box, most).Run();
    case 1: return FaceScan<0, true>(*this, box, most).Run();
    case 2: return FaceScan<1, false>(*this, box, most).Run();
    case 3: return FaceScan<1, true>(*this, box, most).Run();
    case 4: return FaceScan<2, false>(*this, box, most).Run();
    default: return FaceScan<2, true>(*this, box, most).Run();
  }
}

}  // namespace navnet
