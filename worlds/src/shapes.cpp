// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/worlds.h>

#include "mesh_builder.h"
#include "random.h"

namespace navnet {
namespace {

constexpr double kLongestSoupEdge = 0.2;  // As a fraction of the bounds' size.

Vec3 PointIn(const Box3& box, worlds::Random& random) {
  const double x = random.Unit(), y = random.Unit(), z = random.Unit();
  const Vec3 size = box.Size();
  return {box.min.x + size.x * x, box.min.y + size.y * y, box.min.z + size.z * z};
}

}  // namespace

TriangleMesh MakeBox(const Box3& box) {
  TriangleMesh mesh;
  AddBox(mesh, box);
  return mesh;
}

TriangleMesh MakeBoxRoom(const Box3& inside, double wall_m) {
  TriangleMesh mesh;
  worlds::AddBoxRoom(mesh, inside, wall_m);
  return mesh;
}

TriangleMesh MakeSphere(Vec3 centre, double radius_m, int subdivisions) {
  TriangleMesh mesh = UnitIcosphere(subdivisions);
  for (Vec3& v : mesh.vertices) v = centre + v * radius_m;
  return mesh;
}

TriangleMesh MakeTriangleSoup(uint64_t seed, int64_t count, const Box3& bounds, double degenerate) {
  worlds::Random random(seed);
  TriangleMesh mesh;
  mesh.vertices.reserve(size_t(count) * 3);
  mesh.triangles.reserve(size_t(count));
  for (int64_t i = 0; i < count; ++i) {
    const Vec3 a = PointIn(bounds, random);
    const Vec3 reach = bounds.Size() * kLongestSoupEdge;
    const Box3 near = {Max(bounds.min, a - reach * 0.5), Min(bounds.max, a + reach * 0.5)};
    Vec3 b = PointIn(near, random), c = PointIn(near, random);
    if (random.Chance(degenerate)) {
      const int shape = random.Below(3);
      if (shape == 0) b = a;
      c = shape == 2 ? (a + b) * 0.5 : b;
    }
    const uint32_t first = uint32_t(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace navnet
