#pragma once
// A world's triangles as a page takes them: 32-bit reals around an origin, few enough to draw.

#include <navnet/core/mesh.h>

#include <cstdint>
#include <vector>

namespace navnet {

struct PageWorld {
  std::vector<float> positions;   ///< x, y, z relative to the origin.
  std::vector<uint32_t> indices;  ///< Three for each triangle.
  size_t left_out = 0;            ///< Triangles not among them: the smallest ones.
};

/// At most `most` triangles of a mesh, the largest by area, in the mesh's order; vertices they do not use are left out.
PageWorld MakePageWorld(MeshView world, Vec3 origin_world, size_t most);

}  // namespace navnet
