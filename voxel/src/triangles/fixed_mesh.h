// SPDX-License-Identifier: Apache-2.0
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

/// Fixed-point units per voxel; more units give smaller snapping errors but larger products. Snapping moves a vertex by
/// at most half a unit along each axis, and the sampler widens every voxel by one unit, so a triangle that touches a
/// voxel still does after snapping; a blocked voxel is at most 1.5 units from it along each axis, √3 · 1.5 / 1024 <
/// 1/256 voxel.
inline constexpr int kUnitsPerVoxel = 1024;

/// Maximum size of a grid along one axis, in voxels. A larger one would overflow the sampler's products of 64 bits (128
/// bits for planes).
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

/// Triangles relative to `base`, a voxel aligned to 128. Triangles far from the bounds are omitted, those that extend
/// far beyond them are clipped.
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

/// Converts a mesh to a grid's coordinates. Triangles farther than `reach_voxels` from the bounds are omitted.
/// Requires: a valid mesh (Validate), `bounds` of at most kMaxGridSize voxels along each axis.
FixedMesh MakeFixedMesh(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, double reach_voxels,
                        int threads);

}  // namespace navnet
