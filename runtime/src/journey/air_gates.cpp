// SPDX-License-Identifier: Apache-2.0
#include "journey/air_gates.h"

#include "level/free_air.h"

#include <algorithm>
#include <utility>

namespace navnet {
namespace {

// Replaces counts by cell with the index of the first entry of each cell (an exclusive prefix sum).
void SumUp(std::vector<uint32_t>& first) {
  uint32_t sum = 0;
  for (uint32_t& n : first) sum += std::exchange(n, sum);
}

}  // namespace

AirGates::AirGates(const LevelIndex& index) {
  const LevelParts& parts = index.parts();
  const uint32_t limit = index.cell_limit();
  first_gate_.assign(size_t{limit} + 1, 0);
  for (uint32_t i = 0; i < parts.entry_count(); ++i) {
    const BlockEntry& block = parts.entry(i);
    if (block.size == 0) continue;
    for (uint32_t cell = block.first_cell; cell < block.first_cell + block.cell_count; ++cell) {
      if (index[cell].part == kNoPart) continue;
      const VoxelBox& box = index[cell].cell;
      for (const ContactBatch& eight : index.ContactsOf(cell)) {
        for (size_t k = 0; k < ContactBatch::kCount; ++k) {
          const uint32_t to = eight.cells[k];
          if (to == kNoCell || to < cell) continue;
          // Where the volumes of both cells overlap, flights may pass through voxels that are in no cell: the gate
          // spans the overlap.
          const VoxelBox &mine = index[cell].volume, &other = index[to].volume;
          Gate gate{{}, {}, {cell, to}};
          for (int a = 0; a < 3; ++a) {
            const int32_t lo = box.lo[a] + int32_t{eight.lo[a][k]}, hi = box.lo[a] + int32_t{eight.hi[a][k]};
            gate.lo[a] = lo == hi ? lo : std::max(mine.lo[a], other.lo[a]);
            gate.hi[a] = lo == hi ? hi : std::min(mine.hi[a], other.hi[a]);
          }
          gates_.push_back(gate);
          for (const uint32_t side : gate.cells) ++first_gate_[side];
        }
      }
    }
  }
  SumUp(first_gate_);
  gate_numbers_.resize(2 * gates_.size());
  std::vector<uint32_t> next(first_gate_.begin(), first_gate_.end() - 1);
  for (uint32_t i = 0; i < gates_.size(); ++i) {
    for (const uint32_t side : gates_[i].cells) gate_numbers_[next[side]++] = i;
  }
}

AirSpots::AirSpots(const LevelIndex& index, std::span<const Spot> spots) {
  first_spot_.assign(size_t{index.cell_limit()} + 1, 0);
  for (const Spot& spot : spots) {
    for (const uint32_t cell : FreePlaceAt(index, spot.point).cells) ++first_spot_[cell];
  }
  SumUp(first_spot_);
  spots_.resize(first_spot_.back());
  std::vector<uint32_t> next(first_spot_.begin(), first_spot_.end() - 1);
  for (const Spot& spot : spots) {
    for (const uint32_t cell : FreePlaceAt(index, spot.point).cells) spots_[next[cell]++] = spot;
  }
}

}  // namespace navnet
