// SPDX-License-Identifier: Apache-2.0
// Two voxels whose coordinates differ by d along an axis have a gap of max(|d| - 1, 0) along it. So a blocked voxel of
// the row (x, y) blocks the row (x + dx, y + dy) up to a distance along z that depends on dx and dy only: rows are
// smeared along z once for each such distance, then combined word by word.

#include <navnet/internal/voxel/clearance/voxel_widening.h>

#include "triangles/triangle_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace navnet {

VoxelWidener::VoxelWidener(double radius_voxels) {
  if (radius_voxels <= kTieVoxels) return;
  const double r = radius_voxels - kTieVoxels;
  // The largest d with |d| - 1 < r.
  reach_ = int(std::ceil(r + 1)) - 1;
  side_ = kBlockSize + 2 * reach_;
  const int across = 2 * reach_ + 1;
  z_reach_.assign(size_t(across * across), -1);
  for (int dx = -reach_; dx <= reach_; ++dx) {
    for (int dy = -reach_; dy <= reach_; ++dy) {
      const double gx = std::max(std::abs(dx) - 1, 0), gy = std::max(std::abs(dy) - 1, 0);
      const double rest = r * r - gx * gx - gy * gy;
      if (rest > 0) z_reach_[size_t((dx + reach_) * across + dy + reach_)] = int(std::ceil(std::sqrt(rest) + 1)) - 1;
    }
  }
}

// Returns the middle word of the row with every set bit spread by `reach` (0..64) to both sides.
uint64_t VoxelWidener::Smear(const LongRow& row, int reach) {
  uint64_t out = row[1];
  LongRow up = row, down = row;
  // The step doubles: a bit that has spread over n positions covers the next n with one shift.
  for (int spread = 0; spread < reach;) {
    const int step = std::min(spread + 1, reach - spread);
    const int rest = 64 - step;
    up = {up[0] | up[0] << step, up[1] | up[1] << step | up[0] >> rest, up[2] | up[2] << step | up[1] >> rest};
    down = {down[0] | down[0] >> step | down[1] << rest, down[1] | down[1] >> step | down[2] << rest,
            down[2] | down[2] >> step};
    spread += step;
  }
  return out | up[1] | down[1];
}

bool VoxelWidener::Widen(const MaskReader& read, VoxelCoord block, BlockMask& out) {
  if (reach_ == 0) {
    if (!read(block, out)) out.fill(0);
    return std::ranges::any_of(out, [](uint64_t row) { return row != 0; });
  }
  out.fill(0);
  if (!ReadNeighbourhood(read, block)) return false;
  const int across = 2 * reach_ + 1;
  smeared_.resize(rows_.size());
  for (int z_reach = 1; z_reach <= reach_; ++z_reach) {
    if (std::ranges::find(z_reach_, z_reach) == z_reach_.end()) continue;
    for (size_t i = 0; i < rows_.size(); ++i) smeared_[i] = Smear(rows_[i], z_reach);
    for (int dx = -reach_; dx <= reach_; ++dx) {
      for (int dy = -reach_; dy <= reach_; ++dy) {
        if (z_reach_[size_t((dx + reach_) * across + dy + reach_)] != z_reach) continue;
        for (int x = 0; x < kBlockSize; ++x) {
          const uint64_t* from = &smeared_[size_t((x + dx + reach_) * side_ + dy + reach_)];
          uint64_t* to = &out[size_t(BlockRow(x, 0))];
          for (int y = 0; y < kBlockSize; ++y) to[y] |= from[y];
        }
      }
    }
  }
  return std::ranges::any_of(out, [](uint64_t row) { return row != 0; });
}

// Reads the block and its 26 neighbours into `rows_`; returns false when no voxel there is blocked.
bool VoxelWidener::ReadNeighbourhood(const MaskReader& read, VoxelCoord block) {
  rows_.assign(size_t(side_ * side_), LongRow{});
  const auto mask = std::make_unique<BlockMask>();
  uint64_t any = 0;
  for (int i = 0; i < 27; ++i) {
    const VoxelCoord step{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
    if (!read(block + step, *mask)) continue;
    const auto range = [&](int32_t s) {
      return std::pair{std::max(0, -reach_ - s * kBlockSize),
                       std::min(kBlockSize, kBlockSize + reach_ - s * kBlockSize)};
    };
    const auto [x_lo, x_hi] = range(step.x);
    const auto [y_lo, y_hi] = range(step.y);
    for (int x = x_lo; x < x_hi; ++x) {
      for (int y = y_lo; y < y_hi; ++y) {
        const int row = (x + step.x * kBlockSize + reach_) * side_ + y + step.y * kBlockSize + reach_;
        any |= rows_[size_t(row)][size_t(step.z + 1)] = (*mask)[size_t(BlockRow(x, y))];
      }
    }
  }
  return any != 0;
}

}  // namespace navnet
