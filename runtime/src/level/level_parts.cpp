// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/level_parts.h>

#include <cassert>
#include <numeric>
#include <tuple>

namespace navnet {

void SetContact(ContactBatch* contacts, size_t i, const VoxelBox& cell, uint32_t neighbour,
                const VoxelBox& neighbour_cell) {
  ContactBatch& eight = contacts[i / ContactBatch::kCount];
  const size_t lane = i % ContactBatch::kCount;
  const VoxelBox contact = ContactOf(cell, neighbour_cell);
  eight.cells[lane] = neighbour;
  for (int a = 0; a < 3; ++a) {
    eight.lo[a][lane] = uint16_t(contact.lo[a] - cell.lo[a]);
    eight.hi[a][lane] = uint16_t(contact.hi[a] - cell.lo[a]);
  }
}

bool Precedes(const BlockEntry& a, const BlockEntry& b) {
  return std::tie(a.size, a.origin.x, a.origin.y, a.origin.z) < std::tie(b.size, b.origin.x, b.origin.y, b.origin.z);
}

LevelParts::LevelParts(double radius_m, const VoxelBox& bounds, bool cells_hold_all)
    : radius_m_(radius_m),
      cells_hold_all_(cells_hold_all),
      table_(bounds),
      component_of_piece_(std::make_shared<const std::vector<uint32_t>>()) {}

LevelParts LevelParts::Of(const NetLevel& level, const VoxelBox& bounds) {
  LevelParts parts(level.radius_m, bounds, level.voxels_left_out == 0);
  auto flat = std::make_shared<Flat>();
  size_t groups = 0;
  for (uint32_t cell = 0; cell < level.cells.size(); ++cell) groups += BatchCount(level.NeighboursOf(cell).size());
  flat->contacts.resize(groups);
  flat->records.reserve(level.cells.size());
  ContactBatch* contacts = flat->contacts.data();
  for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
    const std::span<const NetNeighbour> neighbours = level.NeighboursOf(cell);
    const VoxelBox& box = level.cells[cell];
    for (size_t i = 0; i < neighbours.size(); ++i)
      SetContact(contacts, i, box, neighbours[i].cell, level.cells[neighbours[i].cell]);
    flat->records.push_back(
        {box, level.volumes[cell], contacts, BatchCount(neighbours.size()), level.components[cell]});
    contacts += flat->records.back().batch_count;
  }
  std::vector<size_t> first_bin;
  first_bin.reserve(level.blocks.size());
  for (const NetBlock& block : level.blocks) {
    first_bin.push_back(flat->bins.first.size());
    if (block.size != kBlockSize) continue;
    AppendBins(block.origin, level.cells.subspan(block.first_cell, block.cell_count), {}, flat->bins);
  }
  flat->entries.resize(level.blocks.size());
  for (uint32_t i = 0; i < level.blocks.size(); ++i) {
    const NetBlock& block = level.blocks[i];
    BlockEntry& entry = flat->entries[i];
    entry.origin = block.origin;
    entry.size = block.size;
    entry.first_cell = block.first_cell;
    entry.cell_count = block.cell_count;
    entry.first_in_bin = flat->bins.first.data() + first_bin[i];
    entry.in_bins = flat->bins.cells.data();
    for (const VoxelBox& cell : level.cells.subspan(block.first_cell, block.cell_count)) {
      entry.voxels_free += cell.Volume();
    }
    parts.table_.Fill(block.origin, block.size, i);
  }
  // In a net's level, parts are components.
  std::vector<uint32_t> same(level.component_count);
  std::iota(same.begin(), same.end(), 0);
  parts.SetComponents(std::make_shared<const std::vector<uint32_t>>(std::move(same)), level.component_count);
  parts.voxels_free_ = level.voxels_free;
  parts.flat_records_ = flat->records.data();
  parts.flat_entries_ = flat->entries.data();
  parts.flat_ = std::move(flat);
  return parts;
}

void LevelParts::SetComponents(std::shared_ptr<const std::vector<uint32_t>> component_of_piece, uint32_t count) {
  component_of_piece_ = std::move(component_of_piece);
  component_count_ = count;
}

void LevelParts::Put(std::shared_ptr<const LevelBlock> block, std::span<const CellRecord> records) {
  assert(!flat_ && block && !records.empty());
  // Usually a block replaces one with the same cube: the table then stays unchanged.
  const std::vector<uint32_t> covered = table_.NumbersIn(block->origin, block->size);
  if (covered.size() == 1) {
    const BlockEntry& old = entries_[covered[0]];
    if (old.size == block->size && old.origin == block->origin) {
      voxels_free_ -= old.voxels_free;
      Fill(covered[0], std::move(block), records);
      return;
    }
  }
  for (const uint32_t number : covered) RemoveEntry(number);
  uint32_t number = unused_entry_;
  if (number == BlockTable::kNone) {
    number = entry_count();
  } else {
    unused_entry_ = entries_[number].first_cell;
  }
  table_.Fill(block->origin, block->size, number);
  Fill(number, std::move(block), records);
}

void LevelParts::Remove(VoxelCoord origin, int32_t size) {
  assert(!flat_);
  for (const uint32_t number : table_.NumbersIn(origin, size)) RemoveEntry(number);
}

void LevelParts::RemoveEntry(uint32_t number) {
  table_.Fill(entries_[number].origin, entries_[number].size, BlockTable::kNone);
  BlockEntry& entry = entries_.Edit(number);
  voxels_free_ -= entry.voxels_free;
  entry = {};
  entry.first_cell = unused_entry_;
  unused_entry_ = number;
}

void LevelParts::Fill(uint32_t number, std::shared_ptr<const LevelBlock> block, std::span<const CellRecord> records) {
  records_.Grow(block->first_cell + records.size());
  records_.Set(block->first_cell, records);
  voxels_free_ += block->voxels_free;
  entries_.Grow(size_t{number} + 1);
  BlockEntry& entry = entries_.Edit(number);
  entry.origin = block->origin;
  entry.size = block->size;
  entry.first_cell = block->first_cell;
  entry.cell_count = uint32_t(records.size());
  entry.first_in_bin = block->bins ? block->bins->first.data() : nullptr;
  entry.in_bins = block->bins ? block->bins->cells.data() : nullptr;
  entry.voxels_free = block->voxels_free;
  entry.owner = std::move(block);
}

size_t LevelParts::BytesBeside(const LevelParts& other) const {
  return records_.BytesBeside(other.records_) + entries_.BytesBeside(other.entries_) + table_.BytesBeside(other.table_);
}

}  // namespace navnet
