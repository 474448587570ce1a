// Two cubes dx, dy, dz voxels apart are max(|d| - 1, 0) apart along each axis. So a blocked row (x, y) blocks the row
// (x + dx, y + dy) within a number of voxels up and down that depends on dx and dy only: rows are smeared once for each
// such number, then combined word by word.

#include "voxel_clearance.h"

#include "occupancy_data.h"
#include "triangle_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace navnet {
namespace {

// Three words of a row: the block below, the block itself, the block above.
using LongRow = std::array<uint64_t, 3>;

// The middle word of the row with every set bit spread by `reach` (0..64) to both sides.
uint64_t Smear(const LongRow& row, int reach) {
  uint64_t out = row[1];
  LongRow up = row, down = row;
  // Doubling: after a step of s, a bit has spread s further.
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

class BlockWidener {
 public:
  BlockWidener(const OccupancyGrid& grid, double radius_voxels) : grid_(grid) {
    const double r = radius_voxels - kTieVoxels;
    // |d| - 1 < r along an axis alone.
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

  // Fills `out` with the widened block, inside the bounds.
  void Run(VoxelCoord block, BlockMask& out) {
    ReadNeighbourhood(block);
    out.fill(0);
    const int across = 2 * reach_ + 1;
    std::vector<uint64_t> smeared(rows_.size());
    for (int z_reach = 1; z_reach <= reach_; ++z_reach) {
      if (std::ranges::find(z_reach_, z_reach) == z_reach_.end()) continue;
      for (size_t i = 0; i < rows_.size(); ++i) smeared[i] = Smear(rows_[i], z_reach);
      for (int dx = -reach_; dx <= reach_; ++dx) {
        for (int dy = -reach_; dy <= reach_; ++dy) {
          if (z_reach_[size_t((dx + reach_) * across + dy + reach_)] != z_reach) continue;
          for (int x = 0; x < kBlockSize; ++x) {
            const uint64_t* from = &smeared[size_t((x + dx + reach_) * side_ + dy + reach_)];
            uint64_t* to = &out[size_t(BlockRow(x, 0))];
            for (int y = 0; y < kBlockSize; ++y) to[y] |= from[y];
          }
        }
      }
    }
    ClearOutside(BlockPartInside(block, grid_.bounds()), out);
  }

 private:
  void ReadNeighbourhood(VoxelCoord block) {
    rows_.assign(size_t(side_ * side_), LongRow{});
    BlockMask mask;
    for (int i = 0; i < 27; ++i) {
      const VoxelCoord step{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
      const VoxelBox part = BlockPartInside(block + step, grid_.bounds());
      if (part.IsEmpty()) continue;
      grid_.ReadBlock(block + step, mask);
      ClearOutside(part, mask);
      const auto range = [&](int32_t s) {
        return std::pair{std::max(0, -reach_ - s * kBlockSize),
                         std::min(kBlockSize, kBlockSize + reach_ - s * kBlockSize)};
      };
      const auto [x_lo, x_hi] = range(step.x);
      const auto [y_lo, y_hi] = range(step.y);
      for (int x = x_lo; x < x_hi; ++x) {
        for (int y = y_lo; y < y_hi; ++y) {
          const int row = (x + step.x * kBlockSize + reach_) * side_ + y + step.y * kBlockSize + reach_;
          rows_[size_t(row)][size_t(step.z + 1)] = mask[size_t(BlockRow(x, y))];
        }
      }
    }
  }

  const OccupancyGrid& grid_;
  int reach_ = 0, side_ = 0;
  std::vector<int> z_reach_;   ///< By (dx, dy): how far up and down a row blocks; -1: not at all.
  std::vector<LongRow> rows_;  ///< The block and `reach_` rows around it.
};

}  // namespace

std::optional<OccupancyGrid> WidenVoxels(const OccupancyGrid& grid, double radius_m, int threads,
                                         const ProgressFunction& progress) {
  std::vector<VoxelCoord> blocks;
  for (VoxelCoord mixed : grid.MixedBlocks()) {
    for (int i = 0; i < 27; ++i) {
      const VoxelCoord block = mixed + VoxelCoord{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
      if (!BlockPartInside(block, grid.bounds()).IsEmpty()) blocks.push_back(block);
    }
  }
  const auto node_of = [](VoxelCoord block) { return VoxelCoord{block.x >> 1, block.y >> 1, block.z >> 1}; };
  std::ranges::sort(blocks, {}, [&](VoxelCoord b) { return std::pair{node_of(b), b}; });
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::vector<size_t> first;  // Of each node's blocks.
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i == 0 || node_of(blocks[i]) != node_of(blocks[i - 1])) first.push_back(i);
  }

  std::vector<std::unique_ptr<MaskNode128>> made(first.size());
  const bool finished = ParallelFor(first.size(), threads, "sample", progress, [&](size_t n) {
    made[n] = MakeNode(blocks[first[n]]);
    BlockWidener widener(grid, radius_m / grid.frame().voxel_m);
    BlockMask mask;
    const size_t end = n + 1 < first.size() ? first[n + 1] : blocks.size();
    for (size_t i = first[n]; i < end; ++i) {
      widener.Run(blocks[i], mask);
      StoreBlock(mask, blocks[i], *made[n]);
    }
  });
  if (!finished) return std::nullopt;
  auto tree = std::make_shared<MaskTree>(false);
  for (auto& node : made) AttachNode(std::move(node), *tree);
  return MakeOccupancy(grid.frame(), grid.bounds(), radius_m, std::move(tree));
}

}  // namespace navnet
