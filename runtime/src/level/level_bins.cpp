// SPDX-License-Identifier: Apache-2.0
// Bins: a block's cells sorted by position, so that point location tests only a few cells.

#include <navnet/internal/runtime/level/level_parts.h>

namespace navnet {
namespace {

// Bins have 16³ voxels; 8³ in blocks of kManyCells or more; up to kFewCells cells, the block is a single bin.
constexpr size_t kFewCells = 6, kManyCells = 64;

int BitsFor(size_t cell_count) { return cell_count <= kFewCells ? 6 : cell_count < kManyCells ? 4 : 3; }

// The number of the bin at a position in bins, in a block of 2^(6 - bits) bins along each axis.
size_t BinAt(int x, int y, int z, int bits) {
  const size_t across = size_t(kBlockSize >> bits);
  return (size_t(x) * across + size_t(y)) * across + size_t(z);
}

size_t BinOf(VoxelCoord local, int bits) { return BinAt(local.x >> bits, local.y >> bits, local.z >> bits, bits); }

// The inverse: a bin's coordinates, in bins.
VoxelCoord PlaceOfBin(size_t bin, int bits) {
  const int across = kBlockSize >> bits, number = int(bin);
  return {number / (across * across), number / across % across, number % across};
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
  for (int x = lo.x >> bits; x <= hi.x >> bits; ++x) {
    for (int y = lo.y >> bits; y <= hi.y >> bits; ++y) {
      for (int z = lo.z >> bits; z <= hi.z >> bits; ++z) visit(BinAt(x, y, z, bits));
    }
  }
}

}  // namespace

void AppendBins(VoxelCoord origin, std::span<const VoxelBox> cells, std::span<const uint8_t> is_kept, BlockBins& bins) {
  const int bits = BitsFor(cells.size());
  const size_t across = size_t(kBlockSize >> bits), count = across * across * across, begin = bins.first.size();
  const auto each_kept = [&](const auto& visit) {
    for (uint32_t i = 0; i < cells.size(); ++i) {
      if (is_kept.empty() || is_kept[i]) visit(i);
    }
  };
  // Counting sort. Counts, then begins of the bins, stored one place late: placing the cells advances each begin to
  // that of the next bin.
  bins.first.resize(begin + count + 2);
  uint32_t* const ends = &bins.first[begin + 2];
  each_kept([&](uint32_t i) { EachBin(cells[i], origin, bits, [&](size_t bin) { ++ends[bin]; }); });
  bins.first[begin] = bins.first[begin + 1] = uint32_t(bins.cells.size());
  for (size_t bin = 0; bin < count; ++bin) ends[bin] += bins.first[begin + 1 + bin];
  bins.cells.resize(ends[count - 1]);
  each_kept([&](uint32_t i) {
    const VoxelBox& cell = cells[i];
    const BlockBins::InBin entry{SidesOf(cell.lo - origin, cell.hi - origin - VoxelCoord{1, 1, 1}), i};
    EachBin(cell, origin, bits, [&](size_t bin) { bins.cells[bins.first[begin + 1 + bin]++] = entry; });
  });
  bins.first.pop_back();
}

std::shared_ptr<const BlockBins> MakeBins(VoxelCoord origin, std::span<const VoxelBox> cells,
                                          std::span<const uint8_t> is_kept) {
  auto bins = std::make_shared<BlockBins>();
  AppendBins(origin, cells, is_kept, *bins);
  return bins;
}

uint32_t CellIn(const BlockEntry& block, VoxelCoord voxel) {
  if (block.size != kBlockSize) return block.first_cell;
  const VoxelCoord local = voxel - block.origin;
  const uint32_t* bin = block.first_in_bin + BinOf(local, BitsFor(block.cell_count));
  const uint64_t sides = SidesOf(local, local);
  for (uint32_t i = bin[0]; i < bin[1]; ++i) {
    // The cell contains the voxel if each byte of the voxel's sides is at least the cell's: no difference then borrows
    // from the byte's highest bit.
    const BlockBins::InBin& in_bin = block.in_bins[i];
    if ((((sides | kHighBits) - in_bin.sides) & kHighBits) == kHighBits) return block.first_cell + in_bin.cell;
  }
  return kNoCell;
}

void LevelParts::CellsIn(const VoxelBox& box, std::vector<uint32_t>& cells) const {
  const VoxelCoord first_block = BlockOf(box.lo);
  EachBlockIn(box, [&](VoxelCoord at) {
    const BlockEntry* block = BlockAt(BlockOrigin(at));
    if (!block) return;
    // A cube of many blocks is found at each of them; it counts only at the first.
    const VoxelCoord begin = BlockOf(block->origin);
    for (int a = 0; a < 3; ++a) {
      if (at[a] != std::max(begin[a], first_block[a])) return;
    }
    if (block->size != kBlockSize) {
      cells.push_back(block->first_cell);
      return;
    }
    const VoxelBox part = BlockPartInside(at, box);
    const int bits = BitsFor(block->cell_count);
    EachBin(part, {}, bits, [&](size_t bin) {
      const VoxelCoord here = PlaceOfBin(bin, bits);
      for (uint32_t i = block->first_in_bin[bin]; i < block->first_in_bin[bin + 1]; ++i) {
        const BlockBins::InBin& in_bin = block->in_bins[i];
        // A cell in many bins counts only in the first one that meets the box.
        bool counts = true;
        for (int a = 0; a < 3 && counts; ++a) {
          const int lo = int(in_bin.sides >> (8 * a) & 0xFF);
          const int last = kBlockSize - 1 - int(in_bin.sides >> (8 * (a + 3)) & 0xFF);
          counts = lo < part.hi[a] && last >= part.lo[a] && here[a] == std::max(lo, part.lo[a]) >> bits;
        }
        if (counts) cells.push_back(block->first_cell + in_bin.cell);
      }
    });
  });
}

}  // namespace navnet
