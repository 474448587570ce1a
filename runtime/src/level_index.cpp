#include "level_index.h"

#include <navnet/core/block.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// A block's cells are looked up in bins of 16³ voxels, of 8³ where they are many, and one by one where they are few.
constexpr uint32_t kFewCells = 8, kManyCells = 64;
constexpr int64_t kLargestTable = int64_t{1} << 24;

int BitsFor(const NetBlock& block) {
  if (block.cell_count <= kFewCells || block.size != kBlockSize) return 0;
  return block.cell_count < kManyCells ? 4 : 3;
}

size_t BinOf(VoxelCoord local, int bits) {
  const int across = kBlockSize >> bits;
  return size_t(((local.x >> bits) * across + (local.y >> bits)) * across + (local.z >> bits));
}

template <class Visit>
void EachBin(const VoxelBox& cell, VoxelCoord origin, int bits, const Visit& visit) {
  const VoxelCoord lo = cell.lo - origin, hi = cell.hi - origin - VoxelCoord{1, 1, 1};
  const int across = kBlockSize >> bits;
  for (int x = lo.x >> bits; x <= hi.x >> bits; ++x) {
    for (int y = lo.y >> bits; y <= hi.y >> bits; ++y) {
      for (int z = lo.z >> bits; z <= hi.z >> bits; ++z) visit(size_t((x * across + y) * across + z));
    }
  }
}

Vec3 Clamped(Vec3 p, const VoxelBox& box) {
  for (int a = 0; a < 3; ++a) p[a] = std::clamp(p[a], double(box.lo[a]), double(box.hi[a]));
  return p;
}

}  // namespace

void TouchingCells::Add(uint32_t cell) {
  if (count < cells.size() && std::find(begin(), end(), cell) == end()) cells[count++] = cell;
}

LevelIndex::LevelIndex(const NetLevel& level, const VoxelBox& bounds) : level_(level) {
  table_lo_ = BlockOf(bounds.lo);
  table_size_ = BlockOf(bounds.hi - VoxelCoord{1, 1, 1}) - table_lo_ + VoxelCoord{1, 1, 1};
  const int64_t entries = int64_t{table_size_.x} * table_size_.y * table_size_.z;
  if (entries <= kLargestTable) {
    block_at_.assign(size_t(entries), kNoBlock);
    for (uint32_t i = 0; i < level.blocks.size(); ++i) {
      const VoxelCoord lo = BlockOf(level.blocks[i].origin) - table_lo_;
      const int32_t side = level.blocks[i].size / kBlockSize;
      for (int x = std::max(lo.x, 0); x < std::min(lo.x + side, table_size_.x); ++x) {
        for (int y = std::max(lo.y, 0); y < std::min(lo.y + side, table_size_.y); ++y) {
          for (int z = std::max(lo.z, 0); z < std::min(lo.z + side, table_size_.z); ++z) {
            block_at_[(size_t(x) * size_t(table_size_.y) + size_t(y)) * size_t(table_size_.z) + size_t(z)] = i;
          }
        }
      }
    }
  }
  int64_t voxels = 0;
  bins_of_.reserve(level.blocks.size());
  voxels_before_.reserve(level.blocks.size());
  std::vector<uint32_t> counts;
  for (const NetBlock& block : level.blocks) {
    voxels_before_.push_back(voxels);
    const auto cells = level.cells.subspan(block.first_cell, block.cell_count);
    for (const VoxelBox& cell : cells) voxels += cell.Volume();
    const int bits = BitsFor(block);
    bins_of_.push_back(uint32_t(first_in_bin_.size()));
    if (bits == 0) continue;
    const size_t bins = size_t(kBlockSize >> bits) * size_t(kBlockSize >> bits) * size_t(kBlockSize >> bits);
    counts.assign(bins + 1, 0);
    for (const VoxelBox& cell : cells) EachBin(cell, block.origin, bits, [&](size_t bin) { ++counts[bin + 1]; });
    counts[0] = uint32_t(cells_in_bin_.size());
    for (size_t bin = 0; bin < bins; ++bin) counts[bin + 1] += counts[bin];
    first_in_bin_.insert(first_in_bin_.end(), counts.begin(), counts.end());
    cells_in_bin_.resize(counts[bins]);
    for (uint32_t i = 0; i < cells.size(); ++i) {
      EachBin(cells[i], block.origin, bits, [&](size_t bin) { cells_in_bin_[counts[bin]++] = block.first_cell + i; });
    }
  }
}

const NetBlock* LevelIndex::BlockAt(VoxelCoord voxel) const {
  const VoxelCoord d = BlockOf(voxel) - table_lo_;
  for (int a = 0; a < 3; ++a) {
    if (d[a] < 0 || d[a] >= table_size_[a]) return nullptr;
  }
  if (block_at_.empty()) return level_.BlockAt(voxel);
  const uint32_t block =
      block_at_[(size_t(d.x) * size_t(table_size_.y) + size_t(d.y)) * size_t(table_size_.z) + size_t(d.z)];
  return block == kNoBlock ? nullptr : &level_.blocks[block];
}

uint32_t LevelIndex::CellAt(VoxelCoord voxel) const {
  const NetBlock* block = BlockAt(voxel);
  if (!block) return kNoCell;
  const int bits = BitsFor(*block);
  if (bits == 0) {
    for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
      if (level_.cells[cell].Contains(voxel)) return cell;
    }
    return kNoCell;
  }
  const size_t bin = bins_of_[size_t(block - level_.blocks.data())] + BinOf(voxel - block->origin, bits);
  for (uint32_t i = first_in_bin_[bin]; i < first_in_bin_[bin + 1]; ++i) {
    if (level_.cells[cells_in_bin_[i]].Contains(voxel)) return cells_in_bin_[i];
  }
  return kNoCell;
}

TouchingCells LevelIndex::CellsAt(Vec3 p) const {
  TouchingCells out;
  // A coordinate that is a whole number lies on a face: the voxels on both sides touch the point.
  VoxelCoord high, low;
  for (int a = 0; a < 3; ++a) {
    if (!(std::abs(p[a]) < 1 << 30)) return out;
    const double floor = std::floor(p[a]);
    high[a] = int32_t(floor);
    low[a] = high[a] - (p[a] == floor ? 1 : 0);
  }
  for (int x = high.x; x >= low.x; --x) {
    for (int y = high.y; y >= low.y; --y) {
      for (int z = high.z; z >= low.z; --z) {
        if (const uint32_t cell = CellAt({x, y, z}); cell != kNoCell) out.Add(cell);
      }
    }
  }
  return out;
}

std::optional<LevelIndex::Near> LevelIndex::Nearest(Vec3 p, double within, std::optional<uint32_t> component) const {
  std::optional<Near> best;
  double limit = within * within;
  const auto distance2 = [&](const VoxelBox& box) { return LengthSquared(Clamped(p, box) - p); };
  const auto visit = [&](const NetBlock& block) {
    for (uint32_t cell = block.first_cell; cell < block.first_cell + block.cell_count; ++cell) {
      if (component && level_.components[cell] != *component) continue;
      const double d2 = distance2(level_.cells[cell]);
      if (d2 > limit || (best && d2 == limit)) continue;
      best = Near{cell, Clamped(p, level_.cells[cell]), std::sqrt(d2)};
      limit = d2;
    }
  };
  // The block around the point first: what it has limits the look at all others.
  VoxelCoord voxel;
  for (int a = 0; a < 3; ++a) voxel[a] = int32_t(std::floor(std::clamp(p[a], -1e9, 1e9)));
  const NetBlock* own = BlockAt(voxel);
  if (own) visit(*own);
  for (const NetBlock& block : level_.blocks) {
    const VoxelCoord size{block.size, block.size, block.size};
    if (&block != own && distance2({block.origin, block.origin + size}) < limit) visit(block);
  }
  return best;
}

Vec3 LevelIndex::PointAt(double share, Vec3 inside) const {
  const int64_t wanted = std::min(int64_t(share * double(level_.voxels_free)), level_.voxels_free - 1);
  const auto after = std::upper_bound(voxels_before_.begin(), voxels_before_.end(), wanted);
  const auto number = size_t(after - voxels_before_.begin()) - 1;
  const NetBlock& block = level_.blocks[number];
  int64_t left = wanted - voxels_before_[number];
  uint32_t cell = block.first_cell;
  while (left >= level_.cells[cell].Volume()) left -= level_.cells[cell++].Volume();
  const VoxelBox& box = level_.cells[cell];
  Vec3 p;
  for (int a = 0; a < 3; ++a) p[a] = double(box.lo[a]) + inside[a] * double(box.Size(a));
  return p;
}

}  // namespace navnet
