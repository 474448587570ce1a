// SPDX-License-Identifier: Apache-2.0
#pragma once
// Point location in a level: the cell of a point, all cells that touch it, the nearest one.

#include <navnet/internal/runtime/level/level_parts.h>
#include <navnet/net/net.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// The cells that touch a point: at most eight.
struct TouchingCells {
  std::array<uint32_t, 8> cells;
  size_t count = 0;

  const uint32_t* begin() const { return cells.data(); }
  const uint32_t* end() const { return cells.data() + count; }
  void Add(uint32_t cell);
};

/// Point location in one level of a net or of a state of a live world. Immutable: any number of threads may ask at
/// once. Copies share everything. Points are in units of voxels. Answers do not depend on the order in which blocks
/// were put into the level, nor on the numbers of cells.
class LevelIndex {
 public:
  /// Builds the tables for a net's level: linear time. Cells keep the net's numbers.
  LevelIndex(const NetLevel& level, const VoxelBox& bounds) : LevelIndex(LevelParts::Of(level, bounds)) {}
  explicit LevelIndex(LevelParts parts);

  const LevelParts& parts() const { return parts_; }
  double radius_m() const { return parts_.radius_m(); }
  int64_t voxels_free() const { return parts_.voxels_free(); }
  uint32_t component_count() const { return parts_.component_count(); }
  /// Upper bound (exclusive) of the numbers of cells: the size of tables indexed by cell.
  uint32_t cell_limit() const { return parts_.cell_limit(); }

  /// A cell by its number. Requires: the number was returned by this level.
  const CellRecord& operator[](uint32_t cell) const { return parts_[cell]; }
  /// The connected component of free space that a cell is in; less than component_count().
  uint32_t component(uint32_t cell) const { return parts_.component(cell); }

  /// The contacts of a cell, in groups of eight; in a net's level in the order of its links.
  std::span<const ContactBatch> ContactsOf(uint32_t cell) const {
    const CellRecord& record = parts_[cell];
    return {record.contacts, record.batch_count};
  }

  /// The cell that contains a voxel, or kNoCell.
  uint32_t CellAt(VoxelCoord voxel) const { return parts_.CellAt(voxel); }

  /// The cells whose closed boxes contain a point, in a fixed order.
  TouchingCells CellsAt(Vec3 p) const;
  /// The same for one of several points near each other: `block` is a block of this level or null, and is set to the
  /// block of the point, which is found in less time if it is the same again.
  TouchingCells CellsAt(Vec3 p, const BlockEntry*& block) const;

  struct Near {
    uint32_t cell = kNoCell;
    Vec3 point;
    double distance = 0;
  };
  /// Returns the admissible point of a cell nearest to `p`, or none.
  using NearestIn = std::function<std::optional<Vec3>(uint32_t cell)>;
  /// The nearest point to `p` of any cell, at most `within` away. Optional filters: only cells of `component`; of each
  /// cell only the point that `nearest_in` returns. Ties go to the first cell of the block around `p`, otherwise to the
  /// first cell of the first block in the order of a net's blocks.
  std::optional<Near> Nearest(Vec3 p, double within, std::optional<uint32_t> component,
                              const NearestIn& nearest_in = nullptr) const;

  /// Maps numbers in [0, 1) to a point: `share` selects the cell, weighted by volume, and `inside` the position in it.
  /// Uniform input gives points uniform over the free volume. The first call takes time and memory linear in the number
  /// of blocks. Requires: there are cells.
  Vec3 PointAt(double share, Vec3 inside) const;

 private:
  /// Cumulative count of free voxels by block, for PointAt; built on its first call, because many levels never need it.
  struct VoxelNumbers {
    std::once_flag once;
    std::vector<uint32_t> entries;  ///< Entries of blocks with free voxels, in the order of a net's blocks.
    std::vector<int64_t> before;    ///< Free voxels in all blocks before each of them.
  };

  LevelParts parts_;
  std::shared_ptr<VoxelNumbers> voxel_numbers_;
};

}  // namespace navnet
