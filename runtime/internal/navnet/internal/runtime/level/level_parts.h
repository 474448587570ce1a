// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of one level, block by block: each cell's record for the search, and the bins that find a voxel's cell.
// Blocks are immutable and shared, so that two states of a live world duplicate only what differs between them.

#include <navnet/core/block.h>
#include <navnet/internal/runtime/level/block_table.h>
#include <navnet/internal/runtime/level/shared_array.h>
#include <navnet/net/net.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// Eight contacts of a cell, as a structure of arrays for SIMD: the neighbours, and the contact rectangles relative to
/// the cell's low corner, in voxels. Unused lanes of a cell's last group have kNoCell.
struct ContactBatch {
  static constexpr size_t kCount = 8;
  uint32_t cells[kCount];
  uint16_t lo[3][kCount], hi[3][kCount];

  ContactBatch() : lo{}, hi{} { std::fill(std::begin(cells), std::end(cells), kNoCell); }
};
static_assert(sizeof(ContactBatch) == 128);

/// Number of groups of eight that hold the contacts of a cell with this many neighbours.
constexpr uint32_t BatchCount(size_t neighbours) {
  return uint32_t((neighbours + ContactBatch::kCount - 1) / ContactBatch::kCount);
}

/// Writes the `i`-th contact of a cell, whose groups begin at `contacts`. Requires: the two boxes share a face.
void SetContact(ContactBatch* contacts, size_t i, const VoxelBox& cell, uint32_t neighbour,
                const VoxelBox& neighbour_cell);

/// Marks a cell that is not part of the level: it is in no bin and has no contacts, it only occupies a number.
inline constexpr uint32_t kNoPart = 0xFFFFFFFF;

/// Everything a search needs of a cell, in one cache line.
struct alignas(64) CellRecord {
  VoxelBox cell, volume;
  const ContactBatch* contacts = nullptr;
  uint32_t batch_count = 0;  ///< Number of groups of eight contacts.
  uint32_t part = kNoPart;   ///< Part of the free space; LevelParts maps it to its connected component.
};
static_assert(sizeof(CellRecord) == 64);

/// Point location inside a block: its cells, sorted into bins of a few voxels. Depends on the cells only.
struct BlockBins {
  /// A cell and its extent in the block: a self-contained entry, so that scanning a bin stays in one array.
  struct InBin {
    uint64_t sides;  ///< Six bytes: its first voxel along x, y, z, then the distances of its last voxel from the
                     ///< block's last.
    uint32_t cell;   ///< Its index in the block.
  };
  std::vector<uint32_t> first;  ///< By bin, plus one: index of its first entry in `cells`.
  std::vector<InBin> cells;
};

/// Appends the bins of a block of 64³ voxels. `is_kept`, if given, says for each cell whether it is part of the level.
void AppendBins(VoxelCoord origin, std::span<const VoxelBox> cells, std::span<const uint8_t> is_kept, BlockBins& bins);

/// The bins of one block of 64³ voxels.
std::shared_ptr<const BlockBins> MakeBins(VoxelCoord origin, std::span<const VoxelBox> cells,
                                          std::span<const uint8_t> is_kept = {});

/// The tables of a block of a live world: a cube of 64³ voxels with its cells, or a larger cube that is a single cell.
/// Immutable once put into a level, which keeps the records of its cells itself. A block with the same cells as another
/// can share its bins, and with the same neighbours also its contacts, when only volumes or parts changed.
struct LevelBlock {
  VoxelCoord origin;          ///< Its low voxel, a multiple of `size`.
  int32_t size = kBlockSize;  ///< Edge in voxels, a power of two from 64 to kLargestBlock.
  uint32_t first_cell = 0;    ///< Number of its first cell.
  int64_t voxels_free = 0;    ///< In cells that are part of the level.
  std::shared_ptr<const std::vector<ContactBatch>> contacts;
  std::shared_ptr<const BlockBins> bins;  ///< Null for a larger cube.
};

/// A level's entry for one of its blocks: views into tables that the level keeps alive.
struct alignas(64) BlockEntry {
  VoxelCoord origin;
  int32_t size = 0;  ///< 0: an unused entry; `first_cell` is then the next unused entry.
  uint32_t first_cell = 0, cell_count = 0;
  const uint32_t* first_in_bin = nullptr;
  const BlockBins::InBin* in_bins = nullptr;
  int64_t voxels_free = 0;
  std::shared_ptr<const LevelBlock> owner;  ///< Null in a level made from a net.
};
static_assert(sizeof(BlockEntry) == 64);

/// Whether a block contains a voxel.
inline bool Contains(const BlockEntry& block, VoxelCoord voxel) {
  const VoxelCoord d = voxel - block.origin;
  const auto size = uint32_t(block.size);
  return uint32_t(d.x) < size && uint32_t(d.y) < size && uint32_t(d.z) < size;
}
/// The cell of a block that contains a voxel, or kNoCell. Requires: the block contains it.
uint32_t CellIn(const BlockEntry& block, VoxelCoord voxel);

/// The order of a net's blocks: by size, then by origin.
bool Precedes(const BlockEntry& a, const BlockEntry& b);

/// The blocks of one level, with value semantics: a copy shares all tables with the original and can then be changed
/// independently. A copy costs one pointer per 256 cells and a reference per 256 blocks and per 16,384 cells. A change
/// costs the block itself plus, once after each copy, a few chunks of 16 KB. Different copies may be read and changed
/// by different threads at once (see Epoch); a single copy is like any container: many readers or one writer.
///
/// Records of a live world's level lie in pages by cell number, not block by block: what a search looks up for every
/// cell it reaches is the table of pages, which is small enough for the first-level cache.
class LevelParts {
 public:
  /// A level without blocks, for voxels in `bounds`. `cells_hold_all`: see below.
  LevelParts(double radius_m, const VoxelBox& bounds, bool cells_hold_all = false);

  /// The level of a net, in a few large arrays; cells keep the net's numbers. The net is not needed afterwards. Put and
  /// Remove must not be called on it.
  static LevelParts Of(const NetLevel& level, const VoxelBox& bounds);

  /// Adds a block and the records of its cells, at least one, which point into its contacts; blocks that overlap its
  /// cube are removed. Requires: the cube meets the bounds; no other block uses the numbers of its cells.
  void Put(std::shared_ptr<const LevelBlock> block, std::span<const CellRecord> records);
  /// Removes all blocks that overlap a cube. `origin` and `size` are multiples of 64.
  void Remove(VoxelCoord origin, int32_t size);
  /// Sets the connected component of each part. Requires: an entry below `count` for each part in use.
  void SetComponents(std::shared_ptr<const std::vector<uint32_t>> component_of_piece, uint32_t count);

  double radius_m() const { return radius_m_; }
  int64_t voxels_free() const { return voxels_free_; }
  uint32_t component_count() const { return component_count_; }
  /// Whether every voxel of every NavVolume is certainly in a cell: the net left out none.
  bool cells_hold_all() const { return cells_hold_all_; }
  /// Upper bound (exclusive) of the numbers of cells.
  uint32_t cell_limit() const { return flat_ ? uint32_t(flat_->records.size()) : uint32_t(records_.size()); }

  /// Requires: there is a cell of this number.
  const CellRecord& operator[](uint32_t cell) const { return flat_records_ ? flat_records_[cell] : records_[cell]; }
  /// Requires: there is a cell of this number, and it is part of the level.
  uint32_t component(uint32_t cell) const { return (*component_of_piece_)[(*this)[cell].part]; }

  /// The block that contains a voxel, or null.
  const BlockEntry* BlockAt(VoxelCoord voxel) const {
    const uint32_t number = table_.At(voxel);
    return number == BlockTable::kNone ? nullptr : &entry(number);
  }
  /// The cell that contains a voxel, or kNoCell.
  uint32_t CellAt(VoxelCoord voxel) const {
    const BlockEntry* block = BlockAt(voxel);
    return block ? CellIn(*block, voxel) : kNoCell;
  }
  /// Appends the cells that overlap a box of voxels, block by block; the order does not depend on the cells' numbers.
  void CellsIn(const VoxelBox& box, std::vector<uint32_t>& cells) const;

  /// Entries are numbered from 0; some may be unused. In a level made from a net they are in the net's order.
  uint32_t entry_count() const { return uint32_t(flat_ ? flat_->entries.size() : entries_.size()); }
  const BlockEntry& entry(uint32_t number) const { return flat_entries_ ? flat_entries_[number] : entries_[number]; }

  /// Bytes of records and of the tables over the blocks that are not shared with `other`: the cost of keeping both. The
  /// blocks' own tables are not counted.
  size_t BytesBeside(const LevelParts& other) const;

 private:
  /// The tables of all blocks of a level made from a net.
  struct Flat {
    std::vector<CellRecord> records;
    std::vector<ContactBatch> contacts;
    BlockBins bins;
    std::vector<BlockEntry> entries;
  };

  void RemoveEntry(uint32_t number);
  void Fill(uint32_t number, std::shared_ptr<const LevelBlock> block, std::span<const CellRecord> records);

  double radius_m_ = 0;
  bool cells_hold_all_ = false;
  int64_t voxels_free_ = 0;
  std::shared_ptr<const Flat> flat_;
  const CellRecord* flat_records_ = nullptr;  ///< Data of `flat_`: accessed without pages …
  const BlockEntry* flat_entries_ = nullptr;  ///< … and without chunks.
  SharedPages<CellRecord, 256> records_;  ///< By cell; those of numbers that are not in use may be of removed blocks.
  SharedArray<BlockEntry, 256> entries_;
  BlockTable table_;
  uint32_t unused_entry_ = BlockTable::kNone;  ///< First of the list of unused entries.
  std::shared_ptr<const std::vector<uint32_t>> component_of_piece_;
  uint32_t component_count_ = 0;
};

}  // namespace navnet
