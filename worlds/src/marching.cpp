// SPDX-License-Identifier: Apache-2.0
#include "marching.h"

#include <algorithm>
#include <array>
#include <limits>

namespace navnet::worlds {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
constexpr double kCornerGap =
    0.06;  // Minimum distance of vertices from the ends of their edge, as a fraction of it: avoids slivers.

/// Kuhn's six tetrahedra: the paths from corner 0 to corner 7 along one axis at a time. A corner's bits are its x, y
/// and z.
constexpr std::array<std::array<int, 4>, 6> kTetrahedra = {
    {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}}};

VoxelCoord CornerOf(VoxelCoord cube, int corner) {
  return cube + VoxelCoord{corner & 1, (corner >> 1) & 1, (corner >> 2) & 1};
}

class Extractor {
 public:
  explicit Extractor(const ScalarGrid& grid) : grid_(grid) {
    const size_t edges_per_layer = (size_t(grid.cells) + 1) * (size_t(grid.cells) + 1) * 8;
    for (auto& layer : vertex_of_edge_) layer.assign(edges_per_layer, kNone);
  }

  TriangleMesh Run() {
    for (VoxelCoord cube; cube.z < grid_.cells; ++cube.z) {
      for (cube.y = 0; cube.y < grid_.cells; ++cube.y) {
        for (cube.x = 0; cube.x < grid_.cells; ++cube.x) AddCube(cube);
      }
      auto& passed = vertex_of_edge_[size_t(cube.z % 2)];
      std::fill(passed.begin(), passed.end(), kNone);
    }
    return std::move(mesh_);
  }

 private:
  bool IsSolid(VoxelCoord v) const { return grid_.values[grid_.Index(v)] < 0; }

  void AddCube(VoxelCoord cube) {
    unsigned solid = 0;
    for (int corner = 0; corner < 8; ++corner) solid |= unsigned{IsSolid(CornerOf(cube, corner))} << corner;
    if (solid == 0 || solid == 0xff) return;
    for (const std::array<int, 4>& tetrahedron : kTetrahedra) AddTetrahedron(cube, tetrahedron, solid);
  }

  void AddTetrahedron(VoxelCoord cube, const std::array<int, 4>& corners, unsigned solid) {
    std::array<int, 4> order;  // Solid corners first.
    size_t inside = 0, outside = 4;
    for (int corner : corners) (solid >> corner & 1 ? order[inside++] : order[--outside]) = corner;
    if (inside == 0 || inside == 4) return;
    auto on = [&](size_t from, size_t to) { return VertexOnEdge(cube, order[from], order[to]); };
    const Vec3 outwards = PositionOf(CornerOf(cube, order[3])) - PositionOf(CornerOf(cube, order[0]));
    if (inside == 2) {
      const uint32_t a = on(0, 2), b = on(0, 3), c = on(1, 3), d = on(1, 2);
      AddTriangle({a, b, c}, outwards);
      AddTriangle({a, c, d}, outwards);
    } else if (inside == 1) {
      AddTriangle({on(0, 1), on(0, 2), on(0, 3)}, outwards);
    } else {
      AddTriangle({on(0, 3), on(1, 3), on(2, 3)}, outwards);
    }
  }

  /// Adds a triangle with outward winding. Its plane separates solid from free corners, so any vector from a solid to a
  /// free corner can serve as `outwards`.
  void AddTriangle(Triangle t, Vec3 outwards) {
    const Vec3 a = mesh_.vertices[t[0]];
    if (Dot(Cross(mesh_.vertices[t[1]] - a, mesh_.vertices[t[2]] - a), outwards) < 0) std::swap(t[1], t[2]);
    mesh_.triangles.push_back(t);
  }

  uint32_t VertexOnEdge(VoxelCoord cube, int a, int b) {
    const int low = std::min(a, b), high = std::max(a, b);  // Along Kuhn's edges the lower corner has fewer bits set.
    const VoxelCoord from = CornerOf(cube, low), to = CornerOf(cube, high);
    const size_t n = size_t(grid_.cells) + 1;
    const size_t slot = (size_t(from.x) + n * size_t(from.y)) * 8 + size_t(high - low);
    uint32_t& vertex = vertex_of_edge_[size_t(from.z % 2)][slot];
    if (vertex == kNone) {
      vertex = uint32_t(mesh_.vertices.size());
      const double f0 = grid_.values[grid_.Index(from)], f1 = grid_.values[grid_.Index(to)];
      const double t = std::clamp(f0 / (f0 - f1), kCornerGap, 1 - kCornerGap);
      mesh_.vertices.push_back(PositionOf(from) + (PositionOf(to) - PositionOf(from)) * t);
    }
    return vertex;
  }

  Vec3 PositionOf(VoxelCoord v) const { return Vec3{double(v.x), double(v.y), double(v.z)} * grid_.cell_m; }

  const ScalarGrid& grid_;
  TriangleMesh mesh_;
  /// For the lattice layers of even and of odd z: the vertex on each edge, by the edge's lower end and direction.
  std::array<std::vector<uint32_t>, 2> vertex_of_edge_;
};

}  // namespace

TriangleMesh ExtractSurface(const ScalarGrid& grid) { return Extractor(grid).Run(); }

}  // namespace navnet::worlds
