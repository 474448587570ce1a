// SPDX-License-Identifier: Apache-2.0
#include "mesh_builder.h"

#include <cmath>

namespace navnet::worlds {

void AddPierced(TriangleMesh& mesh, const Box3& slab, int axis, const Box3& hole) {
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  // Two full-height pieces beside the hole, then one below and one above it.
  Box3 middle = slab;
  middle.min[u] = std::max(slab.min[u], hole.min[u]);
  middle.max[u] = std::min(slab.max[u], hole.max[u]);
  std::array<Box3, 4> pieces = {slab, slab, middle, middle};
  pieces[0].max[u] = hole.min[u];
  pieces[1].min[u] = hole.max[u];
  pieces[2].max[v] = hole.min[v];
  pieces[3].min[v] = hole.max[v];
  for (const Box3& piece : pieces) {
    const Vec3 size = piece.max - piece.min;
    if (size.x > 0 && size.y > 0 && size.z > 0) AddBox(mesh, piece);
  }
}

void AddBoxRoom(TriangleMesh& mesh, const Box3& inside, double wall_m) {
  const Vec3 wall = {wall_m, wall_m, wall_m};
  AddBox(mesh, {inside.min - wall, inside.max + wall});
  AddBox(mesh, inside);
  for (size_t i = mesh.triangles.size() - kBoxTriangles; i < mesh.triangles.size(); ++i) {
    std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);  // The solid is outside this box.
  }
}

void AddTube(TriangleMesh& mesh, Vec3 from, Vec3 to, double from_radius_m, double to_radius_m) {
  const Vec3 axis = (to - from) * (1 / Length(to - from));
  const Vec3 helper = std::abs(axis.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  Vec3 u = Cross(helper, axis);
  u = u * (1 / Length(u));
  const Vec3 v = Cross(axis, u);
  const double h = std::sqrt(3.0) / 2;
  const std::array<Vec3, 6> ring = {u, u * 0.5 + v * h, u * -0.5 + v * h, u * -1, u * -0.5 - v * h, u * 0.5 - v * h};
  const uint32_t first = uint32_t(mesh.vertices.size());
  for (const Vec3& d : ring) mesh.vertices.push_back(from + d * from_radius_m);
  for (const Vec3& d : ring) mesh.vertices.push_back(to + d * to_radius_m);
  for (uint32_t i = 0; i < 6; ++i) {
    const uint32_t a = first + i, b = first + (i + 1) % 6;
    mesh.triangles.push_back({a, b, b + 6});
    mesh.triangles.push_back({a, b + 6, a + 6});
  }
  for (uint32_t i = 1; i < 5; ++i) {
    mesh.triangles.push_back({first, first + i + 1, first + i});
    mesh.triangles.push_back({first + 6, first + 6 + i, first + 6 + i + 1});
  }
}

}  // namespace navnet::worlds
