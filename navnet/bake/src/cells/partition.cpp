// SPDX-License-Identifier: Apache-2.0
// Greedy: a seed grows, face by face, against blocked and taken voxels; what it covers is taken; then the next seed.
// The largest aligned free cubes come first, then what is left in scan order, which leaves fewer odd corners than going
// on to ever smaller cubes (six per cent fewer cells on the public benchmark maps). A row of 64 voxels is one word, so
// growing along z is counting the ones beside a run in the AND of some rows, and growing along x or y is one comparison
// for each row. The order of the scan matters, and which one is best depends on how the walls run: each block is cut
// along all three axes, and the cut with the fewest cells stays (another four per cent).

#include <navnet/internal/bake/cells/partition.h>

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

struct GrowingBox {
  int x_lo, x_hi, y_lo, y_hi, z_lo, z_hi;  ///< Half open.
  uint64_t common = 0;  ///< The AND of its rows' free bits, so that growing along z is looking at a bit.

  int Volume() const { return (x_hi - x_lo) * (y_hi - y_lo) * (z_hi - z_lo); }
  uint64_t ZBits() const { return RowBits(z_lo, z_hi - 1); }
};

// Faces are numbered 2 * axis + high.
constexpr unsigned FacesOf(int axis) { return 0b11u << (2 * axis); }

class Partition {
 public:
  explicit Partition(const BlockMask& blocked) {
    for (size_t i = 0; i < blocked.size(); ++i) free_[i] = ~blocked[i];
  }

  // Appends the cells. Gives up and returns false when there are `most` cells.
  bool Run(size_t most, std::vector<LocalBox>& cells) {
    for (int size : {64, 32, 16, 1}) {
      for (int x = 0; x < kBlockSize; x += size) {
        for (int y = 0; y < kBlockSize; y += size) {
          for (uint64_t seeds = FreeCubes(x, y, size); seeds != 0;) {
            const int z = std::countr_zero(seeds);
            const GrowingBox box = GrowBest({x, x + size, y, y + size, z, z + size});
            Take(box, cells);
            if (cells.size() == most) return false;
            seeds &= ~box.ZBits();
          }
        }
      }
    }
    return true;
  }

 private:
  // Bit z is set if z is a multiple of `size` and the cube of that size at (x, y, z) is free.
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

  // Whether `bits` are free in all rows of a range. If so, ANDs these rows into `common`.
  bool AllFree(int x_lo, int x_hi, int y_lo, int y_hi, uint64_t bits, uint64_t& common) const {
    uint64_t all = common;
    for (int x = x_lo; x < x_hi; ++x) {
      for (int y = y_lo; y < y_hi; ++y) all &= free_[size_t(BlockRow(x, y))];
      if ((all & bits) != bits) return false;
    }
    common = all;
    return true;
  }

  // Moves a face outwards by a voxel if the voxels there are free. Returns whether it moved.
  template <int face>
  bool Grow(GrowingBox& b) const {
    const uint64_t z = b.ZBits();
    if constexpr (face == 0) {
      if (b.x_lo == 0 || !AllFree(b.x_lo - 1, b.x_lo, b.y_lo, b.y_hi, z, b.common)) return false;
      --b.x_lo;
    } else if constexpr (face == 1) {
      if (b.x_hi == kBlockSize || !AllFree(b.x_hi, b.x_hi + 1, b.y_lo, b.y_hi, z, b.common)) return false;
      ++b.x_hi;
    } else if constexpr (face == 2) {
      if (b.y_lo == 0 || !AllFree(b.x_lo, b.x_hi, b.y_lo - 1, b.y_lo, z, b.common)) return false;
      --b.y_lo;
    } else if constexpr (face == 3) {
      if (b.y_hi == kBlockSize || !AllFree(b.x_lo, b.x_hi, b.y_hi, b.y_hi + 1, z, b.common)) return false;
      ++b.y_hi;
    } else if constexpr (face == 4) {
      if (b.z_lo == 0 || !(b.common >> (b.z_lo - 1) & 1)) return false;
      --b.z_lo;
    } else {
      if (b.z_hi == kBlockSize || !(b.common >> b.z_hi & 1)) return false;
      ++b.z_hi;
    }
    return true;
  }

  // The faces that can move.
  unsigned OpenFaces(const GrowingBox& b) const {
    const auto is_open = [&]<int face>() {
      GrowingBox copy = b;
      return unsigned(Grow<face>(copy)) << face;
    };
    return is_open.operator()<0>() | is_open.operator()<1>() | is_open.operator()<2>() | is_open.operator()<3>() |
           is_open.operator()<4>() | is_open.operator()<5>();
  }

  template <int axis>
  void GrowAxis(GrowingBox& b, unsigned open) const {
    if constexpr (axis == 2) {
      // The run of ones on either side; beyond the word's end there are zeros.
      b.z_lo -= b.z_lo == 0 ? 0 : std::countl_one(b.common << (kBlockSize - b.z_lo));
      b.z_hi += b.z_hi == kBlockSize ? 0 : std::countr_one(b.common >> b.z_hi);
    } else {
      while ((open >> (2 * axis) & 1) && Grow<2 * axis>(b)) continue;
      while ((open >> (2 * axis + 1) & 1) && Grow<2 * axis + 1>(b)) continue;
    }
  }

  struct Best {
    GrowingBox box;
    int volume = 0;

    void Offer(const GrowingBox& b) {
      const int v = b.Volume();
      if (v <= volume) return;
      box = b;
      volume = v;
    }
  };

  // Grows along one axis after the other, in the two orders that begin with `first`.
  template <int first, int second, int third>
  void GrowFrom(const GrowingBox& seed, unsigned open, Best& best) const {
    if ((open & FacesOf(first)) == 0) return;
    GrowingBox start = seed;
    GrowAxis<first>(start, open);
    if (open & FacesOf(second)) {
      GrowingBox b = start;
      GrowAxis<second>(b, open);
      GrowAxis<third>(b, open);
      best.Offer(b);
    }
    if (open & FacesOf(third)) {
      GrowAxis<third>(start, open);
      GrowAxis<second>(start, open);
      best.Offer(start);
    }
  }

  // Grows all faces in turn, a voxel at a time.
  GrowingBox GrowEvenly(GrowingBox b, unsigned open) const {
    const auto step = [&]<int face>() {
      if ((open >> face & 1) && !Grow<face>(b)) open &= ~(1u << face);
    };
    while (open != 0) {
      step.operator()<0>();
      step.operator()<1>();
      step.operator()<2>();
      step.operator()<3>();
      step.operator()<4>();
      step.operator()<5>();
    }
    return b;
  }

  // The largest of several greedy boxes: one axis after the other in all six orders, and all faces in turn.
  GrowingBox GrowBest(GrowingBox seed) const {
    seed.common = ~uint64_t{0};
    AllFree(seed.x_lo, seed.x_hi, seed.y_lo, seed.y_hi, 0, seed.common);
    // A face that cannot move at first never can later, since the box only grows.
    const unsigned open = OpenFaces(seed);
    const bool x = open & FacesOf(0), y = open & FacesOf(1), z = open & FacesOf(2);
    if (x + y + z <= 1) {
      GrowAxis<0>(seed, open);
      GrowAxis<1>(seed, open);
      GrowAxis<2>(seed, open);
      return seed;
    }
    Best best;
    GrowFrom<0, 1, 2>(seed, open, best);
    GrowFrom<1, 0, 2>(seed, open, best);
    GrowFrom<2, 0, 1>(seed, open, best);
    best.Offer(GrowEvenly(seed, open));
    return best.box;
  }

  void Take(const GrowingBox& b, std::vector<LocalBox>& cells) {
    for (int x = b.x_lo; x < b.x_hi; ++x) {
      for (int y = b.y_lo; y < b.y_hi; ++y) free_[size_t(BlockRow(x, y))] &= ~b.ZBits();
    }
    cells.push_back(
        {{uint8_t(b.x_lo), uint8_t(b.y_lo), uint8_t(b.z_lo)}, {uint8_t(b.x_hi), uint8_t(b.y_hi), uint8_t(b.z_hi)}});
  }

  BlockMask free_;  ///< Free and not taken yet.
};

// Transposes a 64×64 matrix of bits: bit j of word i becomes bit i of word j.
void TransposeBits(std::array<uint64_t, 64>& w) {
  uint64_t low = 0x00000000FFFFFFFFull;
  for (size_t step = 32; step != 0; step /= 2, low ^= low << step) {
    for (size_t i = 0; i < 64; i = (i + step + 1) & ~step) {
      const uint64_t t = ((w[i] >> step) ^ w[i + step]) & low;
      w[i] ^= t << step;
      w[i + step] ^= t;
    }
  }
}

// The block with its axes rotated by one: (y, z, x) in place of (x, y, z).
BlockMask Rotated(const BlockMask& mask) {
  BlockMask out;
  std::array<uint64_t, 64> slice;
  for (int y = 0; y < kBlockSize; ++y) {
    for (int x = 0; x < kBlockSize; ++x) slice[size_t(x)] = mask[size_t(BlockRow(x, y))];
    TransposeBits(slice);
    for (int z = 0; z < kBlockSize; ++z) out[size_t(BlockRow(y, z))] = slice[size_t(z)];
  }
  return out;
}

}  // namespace

void PartitionBlock(const BlockMask& blocked, std::vector<LocalBox>& cells) {
  std::vector<LocalBox> best, other;
  Partition(blocked).Run(SIZE_MAX, best);
  BlockMask turned = blocked;
  for (size_t turn = 1; turn < 3 && best.size() > 1; ++turn) {
    turned = Rotated(turned);
    other.clear();
    if (!Partition(turned).Run(best.size(), other)) continue;
    best.clear();
    for (const LocalBox& box : other) {
      LocalBox back;
      for (size_t a = 0; a < 3; ++a) {
        back.lo[(a + turn) % 3] = box.lo[a];
        back.hi[(a + turn) % 3] = box.hi[a];
      }
      best.push_back(back);
    }
  }
  cells.insert(cells.end(), best.begin(), best.end());
}

}  // namespace navnet
