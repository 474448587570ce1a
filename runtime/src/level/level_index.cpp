// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/level_index.h>

#include "level/free_air.h"

#include <algorithm>
#include <cmath>

namespace navnet {

void TouchingCells::Add(uint32_t cell) {
  if (count < cells.size() && std::find(begin(), end(), cell) == end()) cells[count++] = cell;
}

LevelIndex::LevelIndex(LevelParts parts) : parts_(std::move(parts)), voxel_numbers_(std::make_shared<VoxelNumbers>()) {}

TouchingCells LevelIndex::CellsAt(Vec3 p) const {
  const BlockEntry* block = nullptr;
  return CellsAt(p, block);
}

TouchingCells LevelIndex::CellsAt(Vec3 p, const BlockEntry*& block) const {
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
        if (!block || !Contains(*block, {x, y, z})) block = parts_.BlockAt({x, y, z});
        if (!block) continue;
        if (const uint32_t cell = CellIn(*block, {x, y, z}); cell != kNoCell) out.Add(cell);
      }
    }
  }
  return out;
}

std::optional<LevelIndex::Near> LevelIndex::Nearest(Vec3 p, double within, std::optional<uint32_t> component,
                                                    const NearestIn& nearest_in) const {
  std::optional<Near> best;
  const BlockEntry* of_best = nullptr;
  double limit = within * within;
  const auto distance2 = [&](const VoxelBox& box) { return LengthSquared(Clamped(p, box) - p); };
  // The block around the point first: its nearest cell limits the search in all others.
  VoxelCoord voxel;
  for (int a = 0; a < 3; ++a) voxel[a] = int32_t(std::floor(std::clamp(p[a], -1e9, 1e9)));
  const BlockEntry* const own = parts_.BlockAt(voxel);
  const auto visit = [&](const BlockEntry& block) {
    // Entries are in any order: ties are decided by the order of blocks, not of visits.
    bool takes_equal = !best || (of_best != own && Precedes(block, *of_best));
    for (uint32_t cell = block.first_cell; cell < block.first_cell + block.cell_count; ++cell) {
      const CellRecord& record = parts_[cell];
      if (record.part == kNoPart || (component && parts_.component(cell) != *component)) continue;
      Vec3 q = Clamped(p, record.cell);
      const auto is_farther = [&] {
        const double d2 = LengthSquared(q - p);
        return d2 > limit || (d2 == limit && !takes_equal);
      };
      if (is_farther()) continue;
      if (nearest_in) {
        const std::optional<Vec3> counts = nearest_in(cell);
        if (!counts) continue;
        q = *counts;
        if (is_farther()) continue;
      }
      const double d2 = LengthSquared(q - p);
      best = Near{cell, q, std::sqrt(d2)};
      of_best = &block;
      limit = d2;
      takes_equal = false;
    }
  };
  if (own) visit(*own);
  for (uint32_t i = 0; i < parts_.entry_count(); ++i) {
    const BlockEntry& block = parts_.entry(i);
    if (&block == own || block.size == 0) continue;
    const double d2 = distance2({block.origin, block.origin + VoxelCoord{block.size, block.size, block.size}});
    const bool may_tie = d2 == limit && best && of_best != own && Precedes(block, *of_best);
    if (d2 < limit || may_tie) visit(block);
  }
  return best;
}

Vec3 LevelIndex::PointAt(double share, Vec3 inside) const {
  VoxelNumbers& numbers = *voxel_numbers_;
  std::call_once(numbers.once, [&] {
    for (uint32_t i = 0; i < parts_.entry_count(); ++i) {
      if (parts_.entry(i).voxels_free > 0) numbers.entries.push_back(i);
    }
    std::sort(numbers.entries.begin(), numbers.entries.end(),
              [&](uint32_t a, uint32_t b) { return Precedes(parts_.entry(a), parts_.entry(b)); });
    int64_t voxels = 0;
    for (const uint32_t i : numbers.entries) {
      numbers.before.push_back(voxels);
      voxels += parts_.entry(i).voxels_free;
    }
  });
  const int64_t wanted = std::min(int64_t(share * double(voxels_free())), voxels_free() - 1);
  const auto after = std::upper_bound(numbers.before.begin(), numbers.before.end(), wanted);
  const auto number = size_t(after - numbers.before.begin()) - 1;
  int64_t left = wanted - numbers.before[number];
  const auto voxels_in = [&](const CellRecord& record) { return record.part == kNoPart ? 0 : record.cell.Volume(); };
  uint32_t cell = parts_.entry(numbers.entries[number]).first_cell;
  while (left >= voxels_in(parts_[cell])) left -= voxels_in(parts_[cell++]);
  const VoxelBox& box = parts_[cell].cell;
  Vec3 p;
  for (int a = 0; a < 3; ++a) p[a] = double(box.lo[a]) + inside[a] * double(box.Size(a));
  return p;
}

}  // namespace navnet
