#pragma once
// The tables of one level, block by block: what a search needs of each cell, and how a voxel's cell is found. Blocks
// are immutable and shared, so that two states of a changing world hold twice only what differs between them.

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

/// Eight ways out of a cell, side by side for vector arithmetic: the neighbours, and the contacts that lead there,
/// relative to the cell's low corner, in voxels. The last eight of a cell may be fewer: then kNoCell.
struct Doors {
  static constexpr size_t kCount = 8;
  uint32_t cells[kCount];
  uint16_t lo[3][kCount], hi[3][kCount];

  Doors() : lo{}, hi{} { std::fill(std::begin(cells), std::end(cells), kNoCell); }
};
static_assert(sizeof(Doors) == 128);

/// How many groups a cell with so many neighbours has.
constexpr uint32_t DoorGroups(size_t neighbours) { return uint32_t((neighbours + Doors::kCount - 1) / Doors::kCount); }

/// Writes the door number `i` of a cell, whose groups begin at `doors`. Requires: the two boxes share a face.
void SetDoor(Doors* doors, size_t i, const VoxelBox& cell, uint32_t neighbour, const VoxelBox& neighbour_cell);

/// The piece of a cell that is not part of the level: in no bin and behind no door, it only takes up a number.
inline constexpr uint32_t kNoPiece = 0xFFFFFFFF;

/// All that a search needs of a cell, in one cache line.
struct alignas(64) CellRecord {
  VoxelBox cell, volume;
  const Doors* doors = nullptr;
  uint32_t door_count = 0;    ///< Of groups.
  uint32_t piece = kNoPiece;  ///< Which part of the free space; LevelParts knows what connected component that is in.
};
static_assert(sizeof(CellRecord) == 64);

/// Where to look for the cell of a voxel: a block's cells by bins of a few voxels. Depends on the cells only.
struct BlockBins {
  /// A cell and where it lies in its block: looked through without looking elsewhere.
  struct InBin {
    uint64_t sides;  ///< Six bytes: its first voxel along x, y, z, then how far its last voxel is from the block's.
    uint32_t cell;   ///< Its number in the block.
  };
  std::vector<uint32_t> first;  ///< By bin, and one more: where its cells begin.
  std::vector<InBin> cells;
};

/// Appends the bins of a block of 64³ voxels. `is_kept`, if given, says for each cell whether it is part of the level.
void AppendBins(VoxelCoord origin, std::span<const VoxelBox> cells, std::span<const uint8_t> is_kept, BlockBins& bins);

/// The bins of one block of 64³ voxels.
std::shared_ptr<const BlockBins> MakeBins(VoxelCoord origin, std::span<const VoxelBox> cells,
                                          std::span<const uint8_t> is_kept = {});

/// The tables of a block of a changing world: a cube of 64³ voxels with its cells, or a larger one that is a single
/// cell. Immutable once it is put into a level. A block with the same cells as another can share its bins, and with the
/// same neighbours its doors as well, when only volumes or pieces changed.
struct LevelBlock {
  VoxelCoord origin;                ///< Its low voxel, a multiple of `size`.
  int32_t size = kBlockSize;        ///< Edge in voxels, a power of two from 64 to kLargestBlock.
  uint32_t first_cell = 0;          ///< Number of its first cell, a multiple of LevelParts::kPage.
  int64_t voxels_free = 0;          ///< In cells that are part of the level.
  std::vector<CellRecord> records;  ///< One for each cell, at least one. They point into `doors`.
  std::shared_ptr<const std::vector<Doors>> doors;
  std::shared_ptr<const BlockBins> bins;  ///< None for a larger cube.
};

/// What a level knows of one of its blocks. Views into tables that the level holds.
struct alignas(64) BlockEntry {
  VoxelCoord origin;
  int32_t size = 0;  ///< 0: an entry that is not in use; `first_cell` is then the next such entry.
  uint32_t first_cell = 0, cell_count = 0;
  const uint32_t* first_in_bin = nullptr;
  const BlockBins::InBin* in_bins = nullptr;
  int64_t voxels_free = 0;
  std::shared_ptr<const LevelBlock> owner;  ///< None in a level made of a net.
};
static_assert(sizeof(BlockEntry) == 64);

/// The order of the blocks of a net: by size, then by origin.
bool Precedes(const BlockEntry& a, const BlockEntry& b);

/// The blocks of one level, as a value: a copy shares all tables with the original, and each then changes on its own. A
/// copy costs a pointer for some hundred blocks or some thousand cells. A change costs, besides what the block itself
/// holds, a few tables of 16 KB once after each copy. Different copies may be read and changed by different threads at
/// once (see Epoch); one copy is like any container: many may read, or one may change it.
class LevelParts {
 public:
  /// Numbers of cells are looked up by pages: those of a block begin with a page of their own.
  static constexpr uint32_t kPage = 8;

  /// A level without blocks, for places in `bounds`. `cells_hold_all`: see below.
  LevelParts(double radius_m, const VoxelBox& bounds, bool cells_hold_all = false);

  /// The level of a net, in a few large arrays; cells keep the net's numbers. The net is not needed afterwards. No
  /// block can be put into it or removed.
  static LevelParts Of(const NetLevel& level, const VoxelBox& bounds);

  /// Puts a block where its cube is; blocks that overlap it are removed. Requires: the cube meets the bounds; no other
  /// block uses the pages of its cells.
  void Put(std::shared_ptr<const LevelBlock> block);
  /// Removes all blocks that overlap a cube. `origin` and `size` are multiples of 64.
  void Remove(VoxelCoord origin, int32_t size);
  /// Says which connected component each piece belongs to. Requires: one below `count` for each piece in use.
  void SetComponents(std::shared_ptr<const std::vector<uint32_t>> component_of_piece, uint32_t count);

  double radius_m() const { return radius_m_; }
  int64_t voxels_free() const { return voxels_free_; }
  uint32_t component_count() const { return component_count_; }
  /// Whether it is certain that every voxel of every NavVolume is in a cell: none was left out.
  bool cells_hold_all() const { return cells_hold_all_; }
  /// More than the largest number of a cell.
  uint32_t cell_limit() const { return flat_ ? uint32_t(flat_->records.size()) : uint32_t(pages_.size()) * kPage; }

  /// Requires: there is a cell of this number.
  const CellRecord& operator[](uint32_t cell) const {
    return flat_records_ ? flat_records_[cell] : pages_[cell / kPage][cell % kPage];
  }
  /// Requires: there is a cell of this number, and it is part of the level.
  uint32_t component(uint32_t cell) const { return (*component_of_piece_)[(*this)[cell].piece]; }

  /// The block that holds a voxel, or null.
  const BlockEntry* BlockAt(VoxelCoord voxel) const {
    const uint32_t number = table_.At(voxel);
    return number == BlockTable::kNone ? nullptr : &entry(number);
  }
  /// The cell that holds a voxel, or kNoCell.
  uint32_t CellAt(VoxelCoord voxel) const;

  /// Entries are numbered from 0; some may not be in use. Those of a net's level stand in the net's order.
  uint32_t entry_count() const { return uint32_t(flat_ ? flat_->entries.size() : entries_.size()); }
  const BlockEntry& entry(uint32_t number) const { return flat_entries_ ? flat_entries_[number] : entries_[number]; }

  /// Bytes of tables over the blocks that are not shared with another level: what it costs to keep both. The blocks'
  /// own tables do not count.
  size_t BytesBeside(const LevelParts& other) const;

 private:
  /// All blocks' tables of a level made of a net.
  struct Flat {
    std::vector<CellRecord> records;
    std::vector<Doors> doors;
    BlockBins bins;
    std::vector<BlockEntry> entries;
  };

  void RemoveEntry(uint32_t number);
  void Release(uint32_t number);
  void Fill(uint32_t number, std::shared_ptr<const LevelBlock> block);

  double radius_m_ = 0;
  bool cells_hold_all_ = false;
  int64_t voxels_free_ = 0;
  std::shared_ptr<const Flat> flat_;
  const CellRecord* flat_records_ = nullptr;  ///< Of `flat_`: found without pages …
  const BlockEntry* flat_entries_ = nullptr;  ///< … and without chunks.
  SharedArray<const CellRecord*, 1024> pages_;
  SharedArray<BlockEntry, 256> entries_;
  BlockTable table_;
  uint32_t unused_entry_ = BlockTable::kNone;  ///< The first of those that were removed.
  std::shared_ptr<const std::vector<uint32_t>> component_of_piece_;
  uint32_t component_count_ = 0;
};

}  // namespace navnet
