// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts a world's triangles for a page: 32-bit floats relative to an origin, with a limit on their number.

#include <navnet/core/mesh.h>

#include <cstdint>
#include <vector>

namespace navnet {

struct PageWorld {
  std::vector<float> positions;   ///< x, y, z relative to the origin.
  std::vector<uint32_t> indices;  ///< Three for each triangle.
  size_t left_out = 0;            ///< Number of triangles left out, the smallest ones.
};

/// At most `most` triangles of a mesh, the largest by area, in the mesh's order; vertices they do not use are left out.
PageWorld MakePageWorld(MeshView world, Vec3 origin_world, size_t most);

}  // namespace navnet
