// SPDX-License-Identifier: Apache-2.0
#pragma once
// The surface of a scalar field by marching tetrahedra (Doi, Koide 1991, on Kuhn's division of a cube into six).

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include <vector>

namespace navnet::worlds {

/// Samples at the corners of cells³ cubes; negative inside the solid.
struct ScalarGrid {
  int cells = 0;  ///< Along each axis.
  double cell_m = 0;
  std::vector<float> values;  ///< (cells + 1)³, x fastest.

  size_t Index(VoxelCoord v) const {
    const size_t n = size_t(cells) + 1;
    return size_t(v.x) + n * (size_t(v.y) + n * size_t(v.z));
  }
};

/// The closed surface around the negative samples, with outward winding. Unlike marching cubes it has no ambiguous
/// case. Requires: the samples on the grid's border are not negative.
TriangleMesh ExtractSurface(const ScalarGrid& grid);

}  // namespace navnet::worlds
