// SPDX-License-Identifier: Apache-2.0
// Which cells a net keeps: Keep and min_cell.

#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include "support/oracles.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace navnet {
namespace {

Net BakeGrid(const OccupancyGrid& grid, const BakeOptions& options) {
  Result<Baked> baked = Bake(World{"test", UpAxis::Z, grid}, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

BakeOptions MinCell(int voxels) {
  BakeOptions options;
  options.min_cell = voxels;
  return options;
}

bool ShareAFace(const VoxelBox& a, const VoxelBox& b) {
  int apart = 0, flat = 0;
  for (int k = 0; k < 3; ++k) {
    const int overlap = std::min(a.hi[k], b.hi[k]) - std::max(a.lo[k], b.lo[k]);
    apart += overlap < 0;
    flat += overlap == 0;
  }
  return apart == 0 && flat == 1;
}

TEST(MinCell, LeavesOutOnlyThinCellsAndSplitsNoComponent) {
  int64_t left_out = 0;
  for (const VoxelCase& c : VoxelCases(200)) {
    const Net whole = BakeGrid(c.grid, MinCell(1));
    const NetLevel& all = whole.levels()[0];
    for (int min_cell : {2, 3, 5}) {
      SCOPED_TRACE(c.name + ", " + std::to_string(min_cell));
      const Net net = BakeGrid(c.grid, MinCell(min_cell));
      const NetLevel& kept = net.levels()[0];
      ASSERT_EQ(net.info().min_cell, uint32_t(min_cell));
      ASSERT_EQ(kept.voxels_free + kept.voxels_left_out, all.voxels_free);
      ASSERT_EQ(kept.voxels_blocked, all.voxels_blocked);
      left_out += kept.voxels_left_out;
      // Components before and after correspond one to one.
      ASSERT_EQ(kept.component_count, all.component_count);
      std::map<uint32_t, uint32_t> piece;
      for (size_t i = 0; i < kept.cells.size(); ++i) {
        const uint32_t before = all.CellAt(kept.cells[i].lo);
        ASSERT_NE(before, kNoCell);
        ASSERT_EQ(all.cells[before], kept.cells[i]) << "a cell that did not exist before";
        ASSERT_EQ(piece.try_emplace(kept.components[i], all.components[before]).first->second, all.components[before]);
      }
      for (const VoxelBox& cell : all.cells) {
        if (kept.CellAt(cell.lo) != kNoCell) continue;
        ASSERT_LT(std::min({cell.Size(0), cell.Size(1), cell.Size(2)}), min_cell) << "a thick cell is missing";
        ASSERT_TRUE(std::ranges::any_of(kept.cells, [&](const VoxelBox& k) { return ShareAFace(cell, k); }))
            << "a cell without contact to a kept one is missing";
      }
    }
  }
  EXPECT_GT(left_out, 1000) << "the worlds have too few thin cells";
}

// Rooms separated by walls one or two voxels thick, with holes that do not touch each other.
TEST(MinCell, KeepsEveryHoleInAWall) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const int axis = int(seed % 3), u = (axis + 1) % 3, v = (axis + 2) % 3;
    VoxelBox bounds;
    for (int a = 0; a < 3; ++a) bounds.hi[a] = a == axis ? 90 : random.Integer(8, 24);
    const int wall = random.Integer(20, 70), thickness = random.Integer(1, 2);
    std::vector<VoxelCoord> holes;
    for (int i = 0; i < 40; ++i) {
      VoxelCoord hole;
      hole[axis] = wall;
      hole[u] = random.Integer(0, bounds.hi[u] - 1);
      hole[v] = random.Integer(0, bounds.hi[v] - 1);
      const auto near = [&](VoxelCoord h) { return std::abs(h[u] - hole[u]) <= 1 && std::abs(h[v] - hole[v]) <= 1; };
      if (std::ranges::none_of(holes, near)) holes.push_back(hole);
    }
    std::vector<VoxelBox> blocked;
    oracle::EachVoxel(bounds, [&](VoxelCoord p) {
      if (p[axis] < wall || p[axis] >= wall + thickness) return;
      const auto is_hole = [&](VoxelCoord h) { return h[u] == p[u] && h[v] == p[v]; };
      if (std::ranges::none_of(holes, is_hole)) blocked.push_back({p, p + VoxelCoord{1, 1, 1}});
    });
    for (int min_cell : {2, 4, 9}) {
      const Net net = BakeGrid(BuildOccupancy({{}, 1}, bounds, 0, blocked), MinCell(min_cell));
      for (VoxelCoord hole : holes) ASSERT_NE(net.levels()[0].CellAt(hole), kNoCell) << "a hole is closed";
      ASSERT_EQ(net.levels()[0].component_count, 1u);
    }
  }
}

// Two rooms, two tunnels between them, and a dead end.
TEST(MinCell, KeepsNarrowPassagesAndDeadEnds) {
  const VoxelBox bounds{{0, 0, 0}, {40, 20, 12}};
  const std::vector<VoxelBox> open = {
      {{1, 1, 1}, {11, 19, 11}},  {{29, 1, 1}, {39, 19, 11}},                              // Rooms.
      {{11, 4, 5}, {29, 5, 6}},   {{11, 15, 5}, {20, 16, 6}}, {{20, 15, 5}, {21, 16, 9}},  // A straight tunnel, and one
      {{20, 15, 8}, {29, 16, 9}},                                                          // with a bend.
      {{5, 9, 11}, {6, 10, 12}},  {{11, 9, 3}, {24, 10, 4}}};  // A nook, and a blind tunnel.
  std::vector<VoxelBox> blocked;
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    if (std::ranges::none_of(open, [&](const VoxelBox& box) { return box.Contains(v); })) {
      blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
    }
  });
  const Net net = BakeGrid(BuildOccupancy({{}, 1}, bounds, 0, blocked), MinCell(4));
  const NetLevel& level = net.levels()[0];
  EXPECT_EQ(level.component_count, 1u);
  for (VoxelCoord v : {VoxelCoord{20, 4, 5}, VoxelCoord{15, 15, 5}, VoxelCoord{20, 15, 7}, VoxelCoord{25, 15, 8},
                       VoxelCoord{20, 9, 3}}) {
    EXPECT_NE(level.CellAt(v), kNoCell) << v.x << " " << v.y << " " << v.z;
  }
  EXPECT_EQ(level.CellAt({5, 9, 11}), kNoCell) << "a nook one voxel deep is left out";
}

// The selection in a block depends only on neighbouring blocks; otherwise updates would not be local.
TEST(MinCell, DependsOnNeighbouringBlocksOnly) {
  const VoxelBox bounds{{0, 0, 0}, {256, 20, 20}};
  const auto build = [&](uint64_t far_seed) {
    std::vector<VoxelBox> blocked;
    oracle::EachVoxel(bounds, [&](VoxelCoord v) {
      TestRandom random(uint64_t(v.x * 1000 + v.y * 50 + v.z) * 77 + (v.x >= 192 ? far_seed : 1));
      if (random.Uniform(0, 1) < 0.02) blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
    });
    return BuildOccupancy({{}, 1}, bounds, 0, blocked);
  };
  const Net one = BakeGrid(build(1), MinCell(3)), other = BakeGrid(build(2), MinCell(3));
  const auto cells_below = [](const Net& net, int x) {
    std::vector<VoxelBox> cells;
    for (const VoxelBox& cell : net.levels()[0].cells) {
      if (cell.hi.x <= x) cells.push_back(cell);
    }
    return cells;
  };
  EXPECT_EQ(cells_below(one, 128), cells_below(other, 128));
  EXPECT_NE(cells_below(one, 256), cells_below(other, 256));
}

TEST(MinCell, DefaultsToTwoForMeshesAndOneForVoxels) {
  BakeOptions options;
  options.sample.voxel_m = 1;
  const Result<Baked> mesh = Bake(World{"room", UpAxis::Z, MakeBoxRoom({{0, 0, 0}, {9, 9, 9}}, 1)}, options);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->net.info().min_cell, 2u);
  EXPECT_EQ(BakeGrid(VoxelCases(1)[0].grid, {}).info().min_cell, 1u);
}

TEST(MinCell, RefusesInvalidSizes) {
  for (int size : {0, -1, 65}) {
    const Result<Baked> baked = Bake(World{"test", UpAxis::Z, VoxelCases(1)[0].grid}, MinCell(size));
    ASSERT_FALSE(baked);
    EXPECT_EQ(baked.error().code, ErrorCode::InvalidArgument);
  }
}

// A sealed room inside a larger sealed room, which stands in the open.
World Nested() {
  TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {20, 20, 20}}, 1);
  const TriangleMesh inner = MakeBoxRoom({{5, 5, 5}, {9, 9, 9}}, 1);
  const auto first = uint32_t(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (const Triangle& t : inner.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return World{"nested", UpAxis::Z, std::move(mesh)};
}

TEST(Keep, SelectsComponentsOfFreeSpace) {
  const auto bake = [](Keep keep, std::vector<Vec3> seeds = {}) {
    BakeOptions options;
    options.sample.voxel_m = 0.5;
    options.sample.margin_m = 1;
    options.sample.seeds_world = std::move(seeds);
    options.keep = keep;
    Result<Baked> baked = Bake(Nested(), options);
    EXPECT_TRUE(baked) << baked.error().message;
    return baked->net;
  };
  const auto has = [](const Net& net, Vec3 p) {
    return net.levels()[0].CellAt(net.info().frame.VoxelAt(p)) != kNoCell;
  };
  const Vec3 inside{7, 7, 7}, between{15, 15, 15}, outside{-1.6, 10, 10};
  const Net all = bake(Keep::All), outer = bake(Keep::Outside), largest = bake(Keep::Largest),
            seeded = bake(Keep::Seeds, {inside});
  EXPECT_TRUE(has(all, inside) && has(all, between) && has(all, outside));
  EXPECT_TRUE(!has(outer, inside) && !has(outer, between) && has(outer, outside));
  EXPECT_TRUE(!has(largest, inside) && has(largest, between) && !has(largest, outside));
  EXPECT_TRUE(has(seeded, inside) && !has(seeded, between) && !has(seeded, outside));
  EXPECT_EQ(outer.levels()[0].component_count, 1u);
  EXPECT_EQ(outer.info().keep, Keep::Outside);
  EXPECT_EQ(seeded.info().keep, Keep::Seeds);
  EXPECT_GT(largest.levels()[0].voxels_left_out, 1000);
}

TEST(Keep, RefusesContradictoryOptions) {
  BakeOptions options;
  options.keep = Keep::Seeds;
  EXPECT_FALSE(Bake(Nested(), options));
  options.keep = Keep::Largest;
  options.sample.seeds_world = {{7, 7, 7}};
  EXPECT_FALSE(Bake(Nested(), options));
  options = {};
  options.keep = Keep::Outside;
  options.sample.bounds_world = Box3{{-0.5, -0.5, -0.5}, {20.5, 20.5, 20.5}};
  options.sample.voxel_m = 0.5;
  const Result<Baked> none = Bake(Nested(), options);
  ASSERT_FALSE(none) << "no free voxel touches bounds inside the outer wall";
  EXPECT_NE(none.error().message.find("outside"), std::string::npos);
}

}  // namespace
}  // namespace navnet
