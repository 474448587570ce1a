#include "level_index.h"

#include <navnet/core/block.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// A block's cells are looked up in bins of 16³ voxels, of 8³ where they are many, and one by one where they are few.
constexpr uint32_t kFewCells = 6, kManyCells = 64;
constexpr int64_t kLargestTable = int64_t{1} << 24;

int BitsFor(const NetBlock& block) { return block.cell_count <= kFewCells ? 6 : block.cell_count < kManyCells ? 4 : 3; }

size_t BinOf(VoxelCoord local, int bits) {
  const int across = kBlockSize >> bits;
  return size_t(((local.x >> bits) * across + (local.y >> bits)) * across + (local.z >> bits));
}

constexpr uint64_t kHighBits = 0x808080808080;

uint64_t SidesOf(VoxelCoord first, VoxelCoord last) {
  uint64_t sides = 0;
  for (int a = 0; a < 3; ++a) {
    sides |= uint64_t(first[a]) << (8 * a) | uint64_t(kBlockSize - 1 - last[a]) << (8 * (a + 3));
  }
  return sides;
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
  first_doors_.reserve(level.cells.size() + 1);
  for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
    first_doors_.push_back(uint32_t(doors_.size()));
    const VoxelBox& box = level.cells[cell];
    size_t i = 0;
    for (const NetLink& link : level.LinksOf(cell)) {
      if (i % Doors::kCount == 0) {
        doors_.emplace_back();
        std::fill(std::begin(doors_.back().cells), std::end(doors_.back().cells), kNoCell);
      }
      const size_t lane = i++ % Doors::kCount;
      const VoxelBox contact = ContactOf(box, level.cells[link.cell]);
      doors_.back().cells[lane] = link.cell;
      for (int a = 0; a < 3; ++a) {
        doors_.back().lo[a][lane] = uint16_t(contact.lo[a] - box.lo[a]);
        doors_.back().hi[a][lane] = uint16_t(contact.hi[a] - box.lo[a]);
      }
    }
  }
  first_doors_.push_back(uint32_t(doors_.size()));
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
  first_bin_.reserve(level.blocks.size());
  voxels_before_.reserve(level.blocks.size());
  std::vector<uint32_t> counts;
  for (const NetBlock& block : level.blocks) {
    voxels_before_.push_back(voxels);
    const auto cells = level.cells.subspan(block.first_cell, block.cell_count);
    for (const VoxelBox& cell : cells) voxels += cell.Volume();
    first_bin_.push_back(uint32_t(first_in_bin_.size()));
    if (block.size != kBlockSize) continue;
    const int bits = BitsFor(block);
    const size_t bins = size_t(kBlockSize >> bits) * size_t(kBlockSize >> bits) * size_t(kBlockSize >> bits);
    counts.assign(bins + 1, 0);
    for (const VoxelBox& cell : cells) EachBin(cell, block.origin, bits, [&](size_t bin) { ++counts[bin + 1]; });
    counts[0] = uint32_t(in_bins_.size());
    for (size_t bin = 0; bin < bins; ++bin) counts[bin + 1] += counts[bin];
    first_in_bin_.insert(first_in_bin_.end(), counts.begin(), counts.end());
    in_bins_.resize(counts[bins]);
    for (uint32_t i = 0; i < cells.size(); ++i) {
      const InBin entry{SidesOf(cells[i].lo - block.origin, cells[i].hi - block.origin - VoxelCoord{1, 1, 1}),
                        block.first_cell + i};
      EachBin(cells[i], block.origin, bits, [&](size_t bin) { in_bins_[counts[bin]++] = entry; });
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
  if (block->size != kBlockSize) return block->first_cell;
  const VoxelCoord local = voxel - block->origin;
  const size_t bin = first_bin_[size_t(block - level_.blocks.data())] + BinOf(local, BitsFor(*block));
  const uint64_t sides = SidesOf(local, local);
  for (uint32_t i = first_in_bin_[bin]; i < first_in_bin_[bin + 1]; ++i) {
    // Each byte of the voxel's sides is at least the cell's, if no difference borrows from its byte's highest bit.
    if ((((sides | kHighBits) - in_bins_[i].sides) & kHighBits) == kHighBits) return in_bins_[i].cell;
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

std::optional<LevelIndex::Near> LevelIndex::Nearest(Vec3 p, double within, std::optional<uint32_t> component,
                                                    const NearestIn& nearest_in) const {
  std::optional<Near> best;
  double limit = within * within;
  const auto distance2 = [&](const VoxelBox& box) { return LengthSquared(Clamped(p, box) - p); };
  const auto visit = [&](const NetBlock& block) {
    for (uint32_t cell = block.first_cell; cell < block.first_cell + block.cell_count; ++cell) {
      if (component && level_.components[cell] != *component) continue;
      Vec3 q = Clamped(p, level_.cells[cell]);
      const auto is_farther = [&] { return LengthSquared(q - p) > limit || (best && LengthSquared(q - p) == limit); };
      if (is_farther()) continue;
      if (nearest_in) {
        const std::optional<Vec3> counts = nearest_in(cell);
        if (!counts) continue;
        q = *counts;
        if (is_farther()) continue;
      }
      const double d2 = LengthSquared(q - p);
      best = Near{cell, q, std::sqrt(d2)};
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
