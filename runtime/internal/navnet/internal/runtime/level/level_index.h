#pragma once
// Finding cells by place: the cell of a point, all cells that touch it, the nearest one.

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

/// Up to eight cells: as many can meet in a point.
struct TouchingCells {
  std::array<uint32_t, 8> cells;
  size_t count = 0;

  const uint32_t* begin() const { return cells.data(); }
  const uint32_t* end() const { return cells.data() + count; }
  void Add(uint32_t cell);
};

/// Answers about one level, of a net or of a state of a changing world: immutable, any number of threads may ask at
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
  /// More than the largest number of a cell: for tables by cell.
  uint32_t cell_limit() const { return parts_.cell_limit(); }

  /// A cell by its number, which must be one that an answer named.
  const CellRecord& operator[](uint32_t cell) const { return parts_[cell]; }
  /// Which connected piece of free space a cell is in, below component_count().
  uint32_t component(uint32_t cell) const { return parts_.component(cell); }

  /// The doors of a cell; in a net's level in the order of its links.
  std::span<const Doors> DoorsOf(uint32_t cell) const {
    const CellRecord& record = parts_[cell];
    return {record.doors, record.door_count};
  }

  /// The cell that holds a voxel, or kNoCell.
  uint32_t CellAt(VoxelCoord voxel) const { return parts_.CellAt(voxel); }

  /// The cells whose closed boxes hold a point, in a fixed order.
  TouchingCells CellsAt(Vec3 p) const;

  struct Near {
    uint32_t cell = kNoCell;
    Vec3 point;
    double distance = 0;
  };
  /// The point of a cell that counts and is nearest to `p`, or none.
  using NearestIn = std::function<std::optional<Vec3>(uint32_t cell)>;
  /// The point of a cell nearest to `p`, at most `within` away; only cells of one component, if given; of each cell
  /// only the point that `nearest_in` names, if given. Of equally near cells the first of the block around `p`, or else
  /// the first of the first block, in the order of a net's blocks.
  std::optional<Near> Nearest(Vec3 p, double within, std::optional<uint32_t> component,
                              const NearestIn& nearest_in = nullptr) const;

  /// The cell and point that belong to two numbers in [0, 1): uniform over the free volume. The first call takes time
  /// and memory for each block. Requires: there are cells.
  Vec3 PointAt(double share, Vec3 inside) const;

 private:
  /// Where a number of a free voxel is: made when first asked for, as many levels never are.
  struct VoxelNumbers {
    std::once_flag once;
    std::vector<uint32_t> entries;  ///< Blocks in the order of a net's.
    std::vector<int64_t> before;    ///< Free voxels in all blocks before each of them.
  };

  LevelParts parts_;
  std::shared_ptr<VoxelNumbers> voxel_numbers_;
};

}  // namespace navnet
