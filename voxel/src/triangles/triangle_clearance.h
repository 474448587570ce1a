// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a voxel is closer to a triangle than a radius, by their exact distance.

#include <navnet/core/geometry.h>

#include <array>

namespace navnet {

/// Tolerance, in voxels: a distance less than the radius by no more than this counts as "not closer", so that rounding
/// does not block an additional layer of voxels in front of walls on the voxel lattice.
inline constexpr double kTieVoxels = 1e-9;

/// One triangle and one radius, in voxels.
struct TriangleClearance {
  /// Requires: radius_voxels > kTieVoxels.
  TriangleClearance(const std::array<Vec3, 3>& triangle, double radius_voxels);

  /// Whether the voxel with this low corner has a point closer than the radius to the triangle.
  bool IsNear(Vec3 voxel) const;

  std::array<Vec3, 3> corners;
  double radius;    ///< Less kTieVoxels, and widened for triangles too narrow to have a plane.
  double rounding;  ///< Distances computed from the members below can be wrong by this.
  Vec3 centroid;
  double spread = 0;  ///< Largest distance of a corner from the centroid.

  // The triangle's plane, normal · p = offset, and the walls of the prism over it, inward · p >= inward_offset. Without
  // a plane, no point is in the prism.
  bool has_plane = false;
  Vec3 normal;  ///< Unit, z >= 0.
  double offset = 0;
  std::array<Vec3, 3> inward;  ///< In the plane, unit, pointing from each edge into the triangle.
  std::array<double, 3> inward_offset{1, 1, 1};
};

}  // namespace navnet
