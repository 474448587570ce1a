#pragma once
// The world's triangles in the grid's own coordinates: snapped to a fixed-point lattice for exact arithmetic at radius
// 0, and unsnapped for distances.

#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// Fixed-point units per voxel. A snapped vertex is off by at most half a unit along each axis, and the sampler widens
/// every voxel by one whole unit, so a triangle that touches a voxel still does after snapping; a blocked voxel is then
/// at most 1.5 units away along each axis, √3 · 1.5 / 1024 < 1/256 voxel.
inline constexpr int kUnitsPerVoxel = 1024;

/// The largest grid, in voxels along one axis: keeps every product in the sampler inside 64 bits (128 for planes).
inline constexpr int kMaxGridSize = 1 << 19;

using FixedVertex = std::array<int32_t, 3>;

struct FixedBox {
  FixedVertex lo, hi;  ///< Closed, in units.

  bool Meets(const FixedBox& other) const {
    for (size_t a = 0; a < 3; ++a) {
      if (lo[a] > other.hi[a] || hi[a] < other.lo[a]) return false;
    }
    return true;
  }
  bool IsInside(const FixedBox& other) const {
    for (size_t a = 0; a < 3; ++a) {
      if (lo[a] < other.lo[a] || hi[a] > other.hi[a]) return false;
    }
    return true;
  }
  FixedBox Extended(const FixedBox& other) const {
    FixedBox both;
    for (size_t a = 0; a < 3; ++a) {
      both.lo[a] = std::min(lo[a], other.lo[a]);
      both.hi[a] = std::max(hi[a], other.hi[a]);
    }
    return both;
  }
};

/// Triangles relative to `base`, a voxel aligned to 128. Triangles that do not come near the bounds are left out, those
/// that reach far beyond are clipped.
struct FixedMesh {
  VoxelCoord base;
  std::vector<FixedVertex> fixed;   ///< Snapped, in units.
  std::vector<Vec3> exact;          ///< Not snapped, in voxels.
  std::vector<Triangle> triangles;  ///< Indices into both.

  FixedBox Bounds(uint32_t triangle) const {
    const auto [a, b, c] = triangles[triangle];
    const FixedBox box = FixedBox{fixed[a], fixed[a]}.Extended({fixed[b], fixed[b]}).Extended({fixed[c], fixed[c]});
    return box;
  }
};

/// Requires: a valid mesh (Validate), `bounds` at most kMaxGridSize on each axis. Triangles farther than
/// `reach_voxels` from the bounds are left out.
FixedMesh MakeFixedMesh(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, double reach_voxels,
                        int threads);

}  // namespace navnet
