#include "free_probe.h"

#include <algorithm>
#include <bit>

namespace navnet {
namespace {

constexpr int64_t kMostWords = int64_t{1} << 24;  // 128 MiB.

}  // namespace

FreeProbe::FreeProbe(const OccupancyGrid& grid, std::span<const VoxelCoord> mixed) : grid_(grid) {
  if (grid.bounds().IsEmpty()) return;
  lo_ = BlockOf(grid.bounds().lo);
  size_ = BlockOf(grid.bounds().hi - VoxelCoord{1, 1, 1}) - lo_ + VoxelCoord{1, 1, 1};
  size_.z = (size_.z + 63) / 64;
  const int64_t words = int64_t{size_.x} * size_.y * size_.z;
  if (words > kMostWords) return;
  mixed_.assign(size_t(words), 0);
  for (VoxelCoord block : mixed) mixed_[WordOf(block)] |= uint64_t{1} << ((block.z - lo_.z) & 63);
}

size_t FreeProbe::WordOf(VoxelCoord block) const {
  const VoxelCoord d = block - lo_;
  return (size_t(d.x) * size_t(size_.y) + size_t(d.y)) * size_t(size_.z) + size_t(d.z >> 6);
}

bool FreeProbe::IsFree(const VoxelBox& box) const {
  if (mixed_.empty() || box.IsEmpty()) return grid_.IsFree(box);
  for (int a = 0; a < 3; ++a) {
    if (box.lo[a] < grid_.bounds().lo[a] || box.hi[a] > grid_.bounds().hi[a]) return false;
  }
  const VoxelCoord first = BlockOf(box.lo), last = BlockOf(box.hi - VoxelCoord{1, 1, 1});
  for (VoxelCoord block = first; block.x <= last.x; ++block.x) {
    for (block.y = first.y; block.y <= last.y; ++block.y) {
      for (int z = first.z - lo_.z; z <= last.z - lo_.z;) {
        const int word_end = std::min(z | 63, last.z - lo_.z);
        block.z = z + lo_.z;
        uint64_t bits = mixed_[WordOf(block)] & RowBits(z & 63, word_end & 63);
        for (; bits != 0; bits &= bits - 1) {
          block.z = (z & ~63) + std::countr_zero(bits) + lo_.z;
          VoxelBox part;
          for (int a = 0; a < 3; ++a) {
            part.lo[a] = std::max(box.lo[a], BlockOrigin(block)[a]);
            part.hi[a] = std::min(box.hi[a], BlockOrigin(block)[a] + kBlockSize);
          }
          if (!grid_.IsFree(part)) return false;
        }
        z = word_end + 1;
      }
    }
  }
  return true;
}

}  // namespace navnet
