// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/ground/surface/voxel_faces.h>

#include "ground/surface/surface.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

namespace navnet {
namespace {

/// One voxel's face: the voxel corner with the lowest coordinates, and the axis across it.
using UnitFace = std::tuple<int, VoxelCoord>;

TEST(VoxelFaces, AreExactlyTheFacesBetweenBlockedAndFreeVoxels) {
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    std::set<UnitFace> expected;
    const VoxelBox& bounds = c.grid.bounds();
    oracle::EachVoxel(bounds, [&](VoxelCoord v) {
      for (int axis = 0; axis < 3; ++axis) {
        VoxelCoord next = v;
        ++next[axis];
        if (!bounds.Contains(next) || c.grid.IsBlocked(v) == c.grid.IsBlocked(next)) continue;
        expected.insert({axis, next});
      }
    });
    const Result<TriangleMesh> mesh = VoxelFaces(c.grid, 1);
    ASSERT_TRUE(mesh) << mesh.error().message;
    std::set<UnitFace> found;
    for (size_t i = 0; i < mesh->vertices.size(); i += 4) {
      const auto corner = [&](size_t k) {
        const Vec3 p = c.grid.frame().ToVoxelSpace(mesh->vertices[i + k]);
        return VoxelCoord{int(std::lround(p.x)), int(std::lround(p.y)), int(std::lround(p.z))};
      };
      const VoxelCoord lo = corner(0);
      VoxelCoord hi = corner(2);
      const int axis = lo.x == hi.x ? 0 : lo.y == hi.y ? 1 : 2;
      ++hi[axis];
      oracle::EachVoxel({lo, hi}, [&](VoxelCoord v) { ASSERT_TRUE(found.insert({axis, v}).second) << "twice"; });
    }
    ASSERT_EQ(found, expected);
    ASSERT_EQ(mesh->triangles.size() * 2, mesh->vertices.size());
  }
}

TEST(VoxelFaces, AreWalkable) {
  // A floor of 100 x 30 voxels of 0.1 m across two blocks, with a step up in the middle and a wall at three quarters.
  const VoxelBox bounds{{0, 0, 0}, {100, 30, 50}};
  const std::vector<VoxelBox> blocked = {
      {{0, 0, 0}, {100, 30, 2}}, {{50, 0, 2}, {100, 30, 4}}, {{75, 0, 4}, {76, 30, 40}}};
  const OccupancyGrid grid = BuildOccupancy({{}, 0.1}, bounds, 0, blocked);
  const Result<TriangleMesh> mesh = VoxelFaces(grid, 1);
  ASSERT_TRUE(mesh) << mesh.error().message;
  WalkOptions options;
  options.seeds_world = {{1, 1, 0.2}};
  const Result<GroundSurface> surface = MakeGroundSurface(*mesh, UpAxis::Z, options);
  ASSERT_TRUE(surface) << surface.error().message;
  EXPECT_EQ(surface->contours.layers.size(), 1u);
  EXPECT_EQ(surface->component_count, 1u);
  EXPECT_NEAR(surface->area_m2, 7.5 * 3, 0.03);
}

}  // namespace
}  // namespace navnet
