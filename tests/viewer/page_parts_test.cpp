// SPDX-License-Identifier: Apache-2.0
// The triangles that a page shows of its world.

#include "page_world.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace navnet {
namespace {

/// Triangles of sizes 1, 2, 3 … in mixed order, with unused vertices between them.
TriangleMesh MixedMesh(uint32_t count) {
  TriangleMesh mesh;
  for (uint32_t i = 0; i < count; ++i) {
    const double size = double(i * 7 % count + 1), x = 1000.0 * i;
    mesh.vertices.insert(mesh.vertices.end(), {{-1, -1, -1}, {x, 0, 0}, {x + size, 0, 0}, {x, size, 5}});
    mesh.triangles.push_back({4 * i + 1, 4 * i + 2, 4 * i + 3});
  }
  return mesh;
}

TEST(PageWorld, HoldsTheTrianglesRelativeToItsOrigin) {
  const TriangleMesh mesh = MixedMesh(10);
  const PageWorld world = MakePageWorld(mesh, {100, 200, 300}, 1000);
  EXPECT_EQ(world.left_out, 0u);
  ASSERT_EQ(world.indices.size(), 30u);
  EXPECT_EQ(world.positions.size(), 90u) << "unused vertices are left out";
  for (size_t t = 0; t < 10; ++t) {
    for (size_t k = 0; k < 3; ++k) {
      const Vec3 p = mesh.vertices[mesh.triangles[t][k]] - Vec3{100, 200, 300};
      const float* stored = &world.positions[3 * world.indices[3 * t + k]];
      EXPECT_EQ((Vec3{stored[0], stored[1], stored[2]}), p);
    }
  }
}

TEST(PageWorld, LeavesTheSmallestTrianglesOutWhenThereAreTooMany) {
  constexpr uint32_t kCount = 101;
  const PageWorld world = MakePageWorld(MixedMesh(kCount), {}, 40);
  EXPECT_EQ(world.left_out, kCount - 40);
  ASSERT_EQ(world.indices.size(), 120u);
  float last_x = -1;
  for (size_t t = 0; t < 40; ++t) {
    const float* a = &world.positions[3 * world.indices[3 * t]];
    const float* b = &world.positions[3 * world.indices[3 * t + 1]];
    EXPECT_GT(b[0] - a[0], float(kCount - 40)) << "only the largest";
    EXPECT_GT(a[0], last_x) << "in the mesh's order";
    last_x = a[0];
  }
}

}  // namespace
}  // namespace navnet
