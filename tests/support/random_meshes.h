// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded small triangle meshes with difficult inputs of every kind, for property tests.

#include <navnet/core/mesh.h>

#include <cstdint>
#include <random>

namespace navnet {

/// Uniform random numbers that are the same on every platform (unlike those of std's distributions).
class TestRandom {
 public:
  explicit TestRandom(uint64_t seed) : engine_(seed) {}
  double Uniform(double lo, double hi) { return lo + (hi - lo) * double(engine_() >> 11) * 0x1p-53; }
  int Integer(int lo, int hi) { return lo + int(engine_() % uint64_t(hi - lo + 1)); }
  Vec3 Point(double lo, double hi) { return {Uniform(lo, hi), Uniform(lo, hi), Uniform(lo, hi)}; }

 private:
  std::mt19937_64 engine_;
};

enum class MeshStyle { Soup, Degenerate, Lattice, AxisAligned, Slivers, Huge };
inline constexpr int kMeshStyles = 6;

/// `count` triangles around the cube [0, size]³ voxels of `voxel_m`, moved by `offset`.
///   Soup: random corners. Degenerate: points, segments, collinear corners. Lattice: corners on voxel corners and face
///   centres. AxisAligned: flat along an axis, on or off a voxel face. Slivers: needles thinner than a voxel.
///   Huge: corners up to a thousand times farther out.
inline TriangleMesh RandomMesh(uint64_t seed, MeshStyle style, int count, double size, double voxel_m, Vec3 offset) {
  TestRandom random(seed);
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    std::array<Vec3, 3> p;
    for (Vec3& v : p) v = random.Point(-2, size + 2);
    switch (style) {
      case MeshStyle::Soup: break;
      case MeshStyle::Degenerate:
        switch (random.Integer(0, 2)) {
          case 0: p[1] = p[2] = p[0]; break;
          case 1: p[2] = p[random.Integer(0, 1)]; break;
          default: p[2] = p[0] + (p[1] - p[0]) * double(random.Integer(-2, 4)) * 0.25;
        }
        break;
      case MeshStyle::Lattice:
        for (Vec3& v : p) {
          for (int k = 0; k < 3; ++k) v[k] = std::round(v[k] * 2) / 2;
        }
        break;
      case MeshStyle::AxisAligned: {
        const int axis = random.Integer(0, 2);
        const double level = random.Integer(0, 1) ? std::round(p[0][axis]) : p[0][axis];
        for (Vec3& v : p) v[axis] = level;
        break;
      }
      case MeshStyle::Slivers: p[2] = p[0] + (p[1] - p[0]) * random.Uniform(0, 1) + random.Point(-0.01, 0.01); break;
      case MeshStyle::Huge:
        for (Vec3& v : p) {
          if (random.Integer(0, 1)) v = random.Point(-1000 * size, 1000 * size);
        }
    }
    const uint32_t first = uint32_t(mesh.vertices.size());
    for (const Vec3& v : p) mesh.vertices.push_back(v * voxel_m + offset);
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace navnet
