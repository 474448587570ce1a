// SPDX-License-Identifier: Apache-2.0
#pragma once
// An occupancy grid as one flat bit array, the fastest representation for grid searches.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet::peers {

/// One bit per voxel of the bounds and of a blocked border one voxel thick around them. Because of the border, the
/// neighbours of a voxel inside can be read without bounds checks. Immutable; any number of threads may read
/// concurrently.
class DenseGrid {
 public:
  static constexpr int64_t kMostBytes = int64_t{2} << 30;

  /// Copies a grid. Fails with TooLarge when the bits would take more than kMostBytes. O(volume / 64).
  static Result<DenseGrid> Create(const OccupancyGrid& grid);

  const VoxelBox& bounds() const { return bounds_; }
  /// Number of voxels including the border; an upper bound (exclusive) on indices.
  uint64_t size() const { return size_; }
  /// Difference between the indices of two neighbours along an axis.
  int64_t stride(int axis) const { return axis == 0 ? stride_x_ : axis == 1 ? stride_y_ : 1; }

  /// Whether the voxel is blocked; true outside the bounds.
  bool IsBlocked(VoxelCoord v) const { return !bounds_.Contains(v) || IsBlockedAt(IndexOf(v)); }

  /// Requires: v lies inside the bounds or on their border.
  uint64_t IndexOf(VoxelCoord v) const {
    const VoxelCoord d = v - first_;
    return uint64_t(d.x * stride_x_ + d.y * stride_y_ + d.z);
  }
  VoxelCoord VoxelOf(uint64_t index) const {
    const auto row = int64_t(index) / stride_y_, x = row / rows_;
    return first_ + VoxelCoord{int32_t(x), int32_t(row - x * rows_), int32_t(int64_t(index) - row * stride_y_)};
  }

  /// Requires: index < size().
  bool IsBlockedAt(uint64_t index) const { return (words_[index >> 6] >> (index & 63)) & 1; }

  /// The 3³ voxels around one as bits, (dx + 1) · 9 + (dy + 1) · 3 + dz + 1; a set bit is blocked. Requires: the voxel
  /// lies inside the bounds.
  uint32_t NeighbourhoodAt(uint64_t index) const {
    uint32_t bits = 0;
    uint64_t row = index - uint64_t(stride_x_ + stride_y_ + 1);
    for (int x = 0; x < 3; ++x, row += uint64_t(stride_x_)) {
      bits |=
          (ThreeBits(row) | ThreeBits(row + uint64_t(stride_y_)) << 3 | ThreeBits(row + 2 * uint64_t(stride_y_)) << 6)
          << (9 * x);
    }
    return bits;
  }

 private:
  DenseGrid() = default;
  uint32_t ThreeBits(uint64_t index) const {
    const uint64_t shift = index & 63;
    uint64_t bits = words_[index >> 6] >> shift;
    if (shift > 61) bits |= words_[(index >> 6) + 1] << (64 - shift);
    return uint32_t(bits & 7);
  }

  VoxelBox bounds_;
  VoxelCoord first_;  // Low corner of the border; has index 0.
  int64_t stride_x_ = 0, stride_y_ = 0, rows_ = 0;
  uint64_t size_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace navnet::peers
