#pragma once
// Exact box–triangle distance, a row of voxels at a time: which voxels are closer to a triangle than a radius?

#include <navnet/core/block.h>
#include <navnet/core/geometry.h>

#include <array>

namespace navnet {

/// A distance that equals the radius to within this many voxels counts as "not closer", so that walls on the voxel
/// lattice do not lose a layer of voxels to rounding.
inline constexpr double kTieVoxels = 1e-9;

/// One triangle, one radius and one block; everything in voxels, relative to the block's low corner.
class TriangleClearance {
 public:
  /// Requires: radius > 0.
  TriangleClearance(const std::array<Vec3, 3>& corners, double radius);

  /// Sets the bits of voxels of `clip` that are easily seen to be closer than the radius: most of them.
  void FillCertain(const VoxelBox& clip, BlockMask& mask) const;

  /// Sets the bit of every voxel of `clip` that has a point closer than the radius to the triangle. Looks only at
  /// voxels that are not set yet, so it is cheapest after all triangles of a block have filled what is certain.
  void FillExactly(const VoxelBox& clip, BlockMask& mask) const;

 private:
  struct Rows;
  struct RowRange {
    int x_lo, x_hi, y_lo, y_hi;  ///< Closed; rows that can have near voxels.
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
  double rounding_ = 0;  ///< Outer bounds are widened by this much.
  double spread_ = 0;    ///< The farthest corner's distance from the centroid.

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
