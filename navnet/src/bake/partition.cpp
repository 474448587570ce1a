// Greedy: a seed grows, face by face, against blocked and taken voxels; what it covers is taken; then the next seed.
// The largest aligned free cubes come first, then what is left in scan order, which leaves fewer odd corners than going
// on to ever smaller cubes (six per cent fewer cells on the public benchmark maps). A row of 64 voxels is one word, so
// growing along z is counting the ones beside a run in the AND of some rows, and growing along x or y is one comparison
// for each row.

#include "partition.h"

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

struct GrowingBox {
  int lo[3], hi[3];     ///< Half open.
  uint64_t common = 0;  ///< The AND of its rows' free bits, so that growing along z is looking at a bit.

  int Volume() const { return (hi[0] - lo[0]) * (hi[1] - lo[1]) * (hi[2] - lo[2]); }
  uint64_t ZBits() const { return RowBits(lo[2], hi[2] - 1); }
};

class Partition {
 public:
  explicit Partition(const BlockMask& blocked) {
    for (size_t i = 0; i < blocked.size(); ++i) free_[i] = ~blocked[i];
  }

  void Run(std::vector<LocalBox>& cells) {
    for (int size : {64, 32, 16, 1}) {
      for (int x = 0; x < kBlockSize; x += size) {
        for (int y = 0; y < kBlockSize; y += size) {
          for (uint64_t seeds = FreeCubes(x, y, size); seeds != 0;) {
            const int z = std::countr_zero(seeds);
            const GrowingBox box = GrowBest({{x, y, z}, {x + size, y + size, z + size}, 0});
            Take(box, cells);
            seeds &= ~box.ZBits();
          }
        }
      }
    }
  }

 private:
  // Bit z is set when the aligned cube at (x, y, z) is free; z a multiple of the size.
  uint64_t FreeCubes(int x, int y, int size) const {
    uint64_t all = ~uint64_t{0};
    for (int i = x; i < x + size && all != 0; ++i) {
      for (int j = y; j < y + size; ++j) all &= free_[size_t(BlockRow(i, j))];
    }
    for (int step = 1; step < size; step *= 2) all &= all >> step;
    constexpr std::array<uint64_t, 7> kMultiples = {~uint64_t{0},
                                                    0x5555555555555555ull,
                                                    0x1111111111111111ull,
                                                    0x0101010101010101ull,
                                                    0x0001000100010001ull,
                                                    0x0000000100000001ull,
                                                    1};
    return all & kMultiples[size_t(std::countr_zero(unsigned(size)))];
  }

  // The AND of the free bits of some rows; stops early when `bits` are not all in it.
  uint64_t Common(int x_lo, int x_hi, int y_lo, int y_hi, uint64_t bits) const {
    uint64_t common = ~uint64_t{0};
    for (int x = x_lo; x < x_hi; ++x) {
      for (int y = y_lo; y < y_hi; ++y) common &= free_[size_t(BlockRow(x, y))];
      if ((common & bits) != bits) return 0;
    }
    return common;
  }

  // Moves a face (2 * axis + high) out by a voxel if there is room.
  bool Grow(GrowingBox& b, int face) const {
    const int axis = face / 2, at = face & 1 ? b.hi[axis] : b.lo[axis] - 1;
    if (at < 0 || at >= kBlockSize) return false;
    if (axis == 2) {
      if (!(b.common >> at & 1)) return false;
    } else {
      const uint64_t bits = b.ZBits();
      const uint64_t strip =
          axis == 0 ? Common(at, at + 1, b.lo[1], b.hi[1], bits) : Common(b.lo[0], b.hi[0], at, at + 1, bits);
      if ((strip & bits) != bits) return false;
      b.common &= strip;
    }
    face & 1 ? ++b.hi[axis] : --b.lo[axis];
    return true;
  }

  void GrowAxis(GrowingBox& b, int axis) const {
    while (Grow(b, 2 * axis)) continue;
    while (Grow(b, 2 * axis + 1)) continue;
  }

  // The largest of several greedy boxes: one axis after the other in all six orders, and all faces in turn.
  GrowingBox GrowBest(GrowingBox seed) const {
    seed.common = Common(seed.lo[0], seed.hi[0], seed.lo[1], seed.hi[1], 0);
    GrowingBox best = seed;
    constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (const auto& order : kOrders) {
      GrowingBox b = seed;
      for (int axis : order) GrowAxis(b, axis);
      if (b.Volume() > best.Volume()) best = b;
    }
    GrowingBox b = seed;
    for (unsigned open = 63; open != 0;) {
      for (int face = 0; face < 6; ++face) {
        if ((open >> face & 1) && !Grow(b, face)) open &= ~(1u << face);
      }
    }
    return b.Volume() > best.Volume() ? b : best;
  }

  void Take(const GrowingBox& b, std::vector<LocalBox>& cells) {
    for (int x = b.lo[0]; x < b.hi[0]; ++x) {
      for (int y = b.lo[1]; y < b.hi[1]; ++y) free_[size_t(BlockRow(x, y))] &= ~b.ZBits();
    }
    cells.push_back({{uint8_t(b.lo[0]), uint8_t(b.lo[1]), uint8_t(b.lo[2])},
                     {uint8_t(b.hi[0]), uint8_t(b.hi[1]), uint8_t(b.hi[2])}});
  }

  BlockMask free_;  ///< Free and not taken yet.
};

}  // namespace

void PartitionBlock(const BlockMask& blocked, std::vector<LocalBox>& cells) { Partition(blocked).Run(cells); }

}  // namespace navnet
