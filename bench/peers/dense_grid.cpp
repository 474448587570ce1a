// SPDX-License-Identifier: Apache-2.0
#include "peers/dense_grid.h"

#include <navnet/core/block.h>
#include <navnet/internal/core/text.h>

#include <algorithm>
#include <memory>
#include <new>

namespace navnet::peers {
namespace {

/// Sets or clears the bits [from, from + count).
void FillBits(std::vector<uint64_t>& words, uint64_t from, uint64_t count, bool value) {
  while (count > 0) {
    const uint64_t shift = from & 63, here = std::min(count, 64 - shift);
    const uint64_t mask = RowBits(int(shift), int(shift + here - 1));
    uint64_t& word = words[from >> 6];
    word = value ? word | mask : word & ~mask;
    from += here;
    count -= here;
  }
}

}  // namespace

Result<DenseGrid> DenseGrid::Create(const OccupancyGrid& source) {
  DenseGrid grid;
  grid.bounds_ = source.bounds();
  const VoxelBox& bounds = grid.bounds_;
  const bool empty = bounds.IsEmpty();
  if (empty) grid.bounds_ = {};
  grid.first_ = bounds.lo - VoxelCoord{1, 1, 1};
  grid.rows_ = bounds.Size(1) + 2;
  grid.stride_y_ = bounds.Size(2) + 2;
  grid.stride_x_ = grid.rows_ * grid.stride_y_;
  grid.size_ = uint64_t((bounds.Size(0) + 2) * grid.stride_x_);
  const uint64_t words = (grid.size_ + 63) / 64;
  if (words > uint64_t(kMostBytes) / sizeof(uint64_t)) {
    return Error{ErrorCode::TooLarge, "a flat grid of " + Text(bounds) + " voxels takes " +
                                          BytesText(double(words) * sizeof(uint64_t)) + ", more than " +
                                          BytesText(double(kMostBytes)) + "; use larger voxels or smaller bounds"};
  }
  try {
    grid.words_.assign(words, ~uint64_t{0});
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "no memory for a flat grid of " + Text(bounds) + " voxels"};
  }
  for (int32_t x = bounds.lo.x; x < bounds.hi.x; ++x) {
    for (int32_t y = bounds.lo.y; y < bounds.hi.y; ++y) {
      FillBits(grid.words_, grid.IndexOf({x, y, bounds.lo.z}), uint64_t(bounds.Size(2)), false);
    }
  }

  const auto mask = std::make_unique<BlockMask>();
  for (const VoxelCoord block : source.MixedBlocks()) {
    source.ReadBlock(block, *mask);
    const VoxelCoord origin = BlockOrigin(block);
    VoxelBox part;  // Part inside the bounds, in voxels from the block's corner.
    for (int a = 0; a < 3; ++a) {
      part.lo[a] = std::max(bounds.lo[a] - origin[a], 0);
      part.hi[a] = std::min(bounds.hi[a] - origin[a], kBlockSize);
    }
    for (int32_t x = part.lo.x; x < part.hi.x; ++x) {
      for (int32_t y = part.lo.y; y < part.hi.y; ++y) {
        const uint64_t row = ((*mask)[size_t(BlockRow(x, y))] & RowBits(part.lo.z, part.hi.z - 1)) >> part.lo.z;
        const uint64_t at = grid.IndexOf(origin + VoxelCoord{x, y, part.lo.z}), shift = at & 63;
        grid.words_[at >> 6] |= row << shift;
        if (shift > 0 && row >> (64 - shift)) grid.words_[(at >> 6) + 1] |= row >> (64 - shift);
      }
    }
  }
  return grid;
}

}  // namespace navnet::peers
