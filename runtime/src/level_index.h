#pragma once
// Finding cells by place: the cell of a point, all cells that touch it, the nearest one.

#include <navnet/net/net.h>

#include <array>
#include <cstdint>
#include <functional>
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

/// Eight ways out of a cell, side by side for vector arithmetic: the neighbours, and the contacts that lead there,
/// relative to the cell's low corner, in voxels. The last eight of a cell may be fewer: then kNoCell.
struct Doors {
  static constexpr size_t kCount = 8;
  uint32_t cells[kCount];
  uint16_t lo[3][kCount], hi[3][kCount];
};
static_assert(sizeof(Doors) == 128);

/// Tables over one level. Immutable; refers to the level's arrays. Points are in units of voxels.
class LevelIndex {
 public:
  LevelIndex(const NetLevel& level, const VoxelBox& bounds);

  const NetLevel& level() const { return level_; }

  /// The doors of a cell, in the order of its links.
  std::span<const Doors> DoorsOf(uint32_t cell) const {
    return std::span(doors_).subspan(first_doors_[cell], first_doors_[cell + 1] - first_doors_[cell]);
  }

  /// The cell that holds a voxel, or kNoCell.
  uint32_t CellAt(VoxelCoord voxel) const;

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
  /// only the point that `nearest_in` names, if given.
  std::optional<Near> Nearest(Vec3 p, double within, std::optional<uint32_t> component,
                              const NearestIn& nearest_in = nullptr) const;

  /// The cell and point that belong to two numbers in [0, 1): uniform over the free volume. Requires: there are cells.
  Vec3 PointAt(double share, Vec3 inside) const;

 private:
  static constexpr uint32_t kNoBlock = 0xFFFFFFFF;

  /// A cell and where it lies in its block: looked through without looking elsewhere.
  struct InBin {
    uint64_t sides;  ///< Six bytes: its first voxel along x, y, z, then how far its last voxel is from the block's.
    uint32_t cell;
  };

  const NetBlock* BlockAt(VoxelCoord voxel) const;

  NetLevel level_;
  std::vector<uint32_t> first_doors_;  ///< By cell, and one more.
  std::vector<Doors> doors_;
  VoxelCoord table_lo_, table_size_;    ///< In blocks.
  std::vector<uint32_t> block_at_;      ///< By block of the bounds; empty when they are too large for a table.
  std::vector<uint32_t> first_bin_;     ///< By block: where its bins begin in `first_in_bin_`.
  std::vector<uint32_t> first_in_bin_;  ///< By bin, and one more for each block: where its cells begin.
  std::vector<InBin> in_bins_;
  std::vector<int64_t> voxels_before_;  ///< By block: free voxels in all blocks before it.
};

}  // namespace navnet
