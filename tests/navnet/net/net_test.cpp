// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>
#include <navnet/net/net_world.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace navnet {
namespace {

Net SmallNet() {
  BakeOptions options;
  options.sample.voxel_m = 0.5;
  options.sample.radii_m = {0, 0.4, 1};
  return Bake(World{"box", UpAxis::Z, MakeBoxRoom({{0, 0, 0}, {8, 9, 10}}, 1)}, options)->net;
}

TEST(Net, ChoosesTheSmallestSufficientLevel) {
  const Net net = SmallNet();
  EXPECT_EQ(net.LevelFor(0)->radius_m, 0);
  EXPECT_EQ(net.LevelFor(0.1)->radius_m, 0.4);
  EXPECT_EQ(net.LevelFor(0.4)->radius_m, 0.4);
  EXPECT_EQ(net.LevelFor(1)->radius_m, 1);
  EXPECT_EQ(net.LevelFor(1.01), nullptr);
}

TEST(Net, KeepsFrameBoundsAndUpAxis) {
  const Net net = SmallNet();
  EXPECT_EQ(net.info().frame.voxel_m, 0.5);
  EXPECT_EQ(net.info().up, UpAxis::Z);
  EXPECT_EQ(net.info().bounds.lo.x, int(std::floor(-1 / 0.5 - 4 - 4)));
}

TEST(Net, SeparatesTheInsideOfASealedRoomFromTheOutside) {
  const Net net = SmallNet();
  const NetLevel& level = net.levels()[0];
  const uint32_t inside = level.CellAt(net.info().frame.VoxelAt({4, 4, 4}));
  const uint32_t outside = level.CellAt(net.info().bounds.lo);
  ASSERT_NE(inside, kNoCell);
  ASSERT_NE(outside, kNoCell);
  EXPECT_NE(level.components[inside], level.components[outside]);
}

TEST(Net, TakesAtMost64BytesPerCellAnd16PerContact) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  const Result<Baked> baked = Bake(World{"station", UpAxis::Z, *MakeWorld({.kind = WorldKind::Station})}, options);
  ASSERT_TRUE(baked) << baked.error().message;
  const NetLevel& level = baked->net.levels()[0];
  EXPECT_LE(baked->net.image().size(), level.cells.size() * 64 + level.contact_count() * 16);
}

TEST(Net, NamesTheFaceTwoCellsShare) {
  const VoxelBox contact = ContactOf({{0, 0, 0}, {4, 4, 4}}, {{4, 2, -3}, {9, 8, 3}});
  EXPECT_EQ(contact, (VoxelBox{{4, 2, 0}, {4, 4, 3}}));
}

TEST(Net, HasDifferentHashesForDifferentWorlds) {
  const auto hash = [](double size) {
    BakeOptions options;
    options.sample.voxel_m = 0.5;
    options.sample.bounds_world = Box3{{-2, -2, -2}, {20, 20, 20}};
    return Bake(World{"box", UpAxis::Z, MakeBox({{0, 0, 0}, {size, size, size}})}, options)->net.info().source_hash;
  };
  EXPECT_EQ(hash(8), hash(8));
  EXPECT_NE(hash(8), hash(9));
}

TEST(Net, StoresTheTrianglesNearItsBounds) {
  TriangleMesh mesh = MakeBox({{0, 0, 0}, {4, 3, 2}});
  mesh.Append(MakeBox({{1000, 0, 0}, {1001, 1, 1}}));
  mesh.Append(TriangleMesh{{{0.1, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 1, 2}}});  // 0.1 is no 32-bit real.
  std::reverse(mesh.triangles.begin(), mesh.triangles.end());
  BakeOptions options;
  options.sample.voxel_m = 0.5;
  options.sample.bounds_world = Box3{{-2, -2, -2}, {6, 5, 4}};
  options.with_world = true;
  const auto bake = [&](const TriangleMesh& triangles) {
    return Bake(World{"test", UpAxis::Z, triangles}, options)->net;
  };
  const Net net = bake(mesh);
  const std::optional<TriangleMesh> stored = TrianglesOf(net);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->triangles.size(), 13u);
  EXPECT_EQ(WorldSizeOf(net)->triangles, 13u);
  EXPECT_EQ(WorldSizeOf(net)->vertices, stored->vertices.size());
  EXPECT_EQ(WorldSizeOf(net)->bytes, stored->vertices.size() * 24 + 13 * 6);
  const auto corners_of = [](const TriangleMesh& of, size_t count) {
    std::vector<std::array<std::array<double, 3>, 3>> all;
    for (const Triangle& triangle : of.triangles) {
      std::array<std::array<double, 3>, 3> corners;
      for (size_t k = 0; k < 3; ++k) {
        const Vec3 p = of.vertices[triangle[k]];
        corners[k] = {p.x, p.y, p.z};
      }
      std::ranges::sort(corners);
      if (corners[0][0] < 100) all.push_back(corners);
    }
    std::ranges::sort(all);
    EXPECT_EQ(all.size(), count);
    return all;
  };
  EXPECT_EQ(corners_of(*stored, 13), corners_of(mesh, 13));
  std::ranges::sort(mesh.triangles);  // The order makes no difference.
  const Net again = bake(mesh);
  EXPECT_TRUE(std::ranges::equal(net.image(), again.image()));
  options.with_world = false;
  EXPECT_FALSE(TrianglesOf(bake(mesh)));
  EXPECT_FALSE(WorldSizeOf(bake(mesh)));
}

}  // namespace
}  // namespace navnet
