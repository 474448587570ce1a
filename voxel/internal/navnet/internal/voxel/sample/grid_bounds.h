// SPDX-License-Identifier: Apache-2.0
#pragma once
// Test whether geometry reaches into the bounds of a grid.

#include <navnet/core/geometry.h>
#include <navnet/internal/core/on_face.h>

namespace navnet {

/// Whether a closed box in voxel coordinates touches the closed box of the bounds, with a tolerance of kOnFace.
constexpr bool ReachesInto(const Box3& box_voxels, const VoxelBox& bounds) {
  for (int a = 0; a < 3; ++a) {
    if (box_voxels.max[a] < bounds.lo[a] - kOnFace || box_voxels.min[a] > bounds.hi[a] + kOnFace) return false;
  }
  return true;
}

}  // namespace navnet
