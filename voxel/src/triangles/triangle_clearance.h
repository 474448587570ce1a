// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the voxels closer to a triangle than a radius, by the exact box–triangle distance, a row of voxels at a time.

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>

#include <array>

namespace navnet {

/// Tolerance, in voxels: a distance less than the radius by no more than this counts as "not closer", so that rounding
/// does not block an additional layer of voxels in front of walls on the voxel lattice.
inline constexpr double kTieVoxels = 1e-9;

/// One triangle, one radius and one block; everything in voxels, relative to the block's low corner.
class TriangleClearance {
 public:
  /// Requires: radius > 0.
  TriangleClearance(const std::array<Vec3, 3>& corners, double radius);

  /// Sets the bits of those voxels of `clip` that cheap bounds prove to be closer than the radius: most of them.
  void FillCertain(const VoxelBox& clip, BlockMask& mask) const;

  /// Sets the bit of every voxel of `clip` that has a point closer than the radius to the triangle. Tests only voxels
  /// that are not set yet, so it is cheapest after FillCertain of all triangles of the block.
  void FillExactly(const VoxelBox& clip, BlockMask& mask) const;

 private:
  struct Rows;
  struct RowRange {
    int x_lo, x_hi, y_lo, y_hi;  ///< Closed; rows that can contain near voxels.
  };
  RowRange RangeIn(const VoxelBox& clip) const;
  void CertainRows(int x, const RowRange& range, Rows& rows) const;
  void PossibleRows(int x, const RowRange& range, Rows& rows) const;
  uint64_t Settle(int x, int y, uint64_t unknown, uint64_t open) const;
  bool Anchor(int x, int y, double& z) const;
  bool IsNear(Vec3 voxel) const;
  bool InsidePrism(Vec3 p) const;

  std::array<Vec3, 3> p_;
  double radius_, radius_squared_;
  Box3 box_;
  Vec3 centroid_;
  double rounding_ = 0;  ///< Outer bounds are widened by this, in voxels.
  double spread_ = 0;    ///< Largest distance of a corner from the centroid.

  // The triangle's plane and the walls of the prism over it; unused when the triangle is degenerate.
  bool has_plane_ = false;
  Vec3 normal_;                 ///< Unit, z >= 0.
  double offset_ = 0;           ///< normal · p on the plane.
  Vec3 corner_;                 ///< From a voxel's centre to its corner farthest along the normal.
  double half_extent_ = 0;      ///< normal · corner: half a voxel's extent along the normal.
  std::array<Vec3, 3> inward_;  ///< In the plane, unit, pointing from each edge into the triangle.
  std::array<double, 3> inward_offset_{};
};

}  // namespace navnet
