#include "block_tree.h"

#include <navnet/core/block.h>
#include <navnet/net/net.h>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace navnet {
namespace {

constexpr int32_t kLargest = 1 << 20;  // No grid is longer than half of it.

// Interleaves the bits of block coordinates, so that the blocks of an aligned cube are consecutive numbers.
uint64_t Morton(VoxelCoord block) {
  uint64_t code = 0;
  for (int bit = 0; bit < 16; ++bit) {
    for (int a = 0; a < 3; ++a) code |= uint64_t((block[a] >> bit) & 1) << (3 * bit + a);
  }
  return code;
}

class Cover {
 public:
  Cover(const VoxelBox& bounds, std::span<const VoxelCoord> mixed) : bounds_(bounds) {
    for (int a = 0; a < 3; ++a) base_[a] = bounds.lo[a] & -kLargest;
    for (VoxelCoord block : mixed) mixed_.push_back(Morton(block - BlockOf(base_)));
    std::ranges::sort(mixed_);
  }

  std::vector<BlockCube> Run() {
    // The bounds are at most half as long as the largest cube, so they meet two of them along an axis at the most.
    for (int i = 0; i < 8; ++i) {
      Visit(base_ + VoxelCoord{i & 1 ? kLargest : 0, i & 2 ? kLargest : 0, i & 4 ? kLargest : 0}, kLargest);
    }
    std::ranges::sort(out_, {}, [](const BlockCube& b) { return std::tuple(b.size, b.origin); });
    return std::move(out_);
  }

 private:
  void Visit(VoxelCoord origin, int32_t size) {
    bool inside = true;
    for (int a = 0; a < 3; ++a) {
      if (origin[a] >= bounds_.hi[a] || origin[a] + size <= bounds_.lo[a]) return;
      inside = inside && origin[a] >= bounds_.lo[a] && origin[a] + size <= bounds_.hi[a];
    }
    if (inside && size <= kLargestBlock && !HasMixed(origin, size)) {
      out_.push_back({origin, size, true});
      return;
    }
    if (size == kBlockSize) {
      out_.push_back({origin, size, false});
      return;
    }
    const int32_t half = size / 2;
    for (int i = 0; i < 8; ++i) Visit(origin + VoxelCoord{i & 4 ? half : 0, i & 2 ? half : 0, i & 1 ? half : 0}, half);
  }

  bool HasMixed(VoxelCoord origin, int32_t size) const {
    const uint64_t first = Morton(BlockOf(origin - base_));
    const uint64_t blocks = uint64_t(size / kBlockSize);
    const auto found = std::ranges::lower_bound(mixed_, first);
    return found != mixed_.end() && *found < first + blocks * blocks * blocks;
  }

  const VoxelBox& bounds_;
  VoxelCoord base_;
  std::vector<uint64_t> mixed_;
  std::vector<BlockCube> out_;
};

}  // namespace

std::vector<BlockCube> CoverWithBlocks(const VoxelBox& bounds, std::span<const VoxelCoord> mixed) {
  return Cover(bounds, mixed).Run();
}

}  // namespace navnet
