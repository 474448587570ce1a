// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>

#include <navnet/worlds/worlds.h>

#include "support/grids.h"
#include "support/oracles.h"
#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>

namespace navnet {
namespace {

constexpr int kWorlds = 300;

Net BakeGrid(const OccupancyGrid& grid, int threads = 1) {
  BakeOptions options;
  options.sample.threads = threads;
  Result<Baked> baked = Bake(World{"test", UpAxis::Z, grid}, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

TEST(Bake, CellsAreDisjointAndCoverExactlyTheFreeVoxels) {
  for (const VoxelCase& c : VoxelCases(kWorlds)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const NetLevel& level = net.levels()[0];
    oracle::VoxelSet covered;
    for (const VoxelBox& cell : level.cells) {
      oracle::EachVoxel(cell, [&](VoxelCoord v) { ASSERT_TRUE(covered.insert(v).second) << "cells overlap"; });
    }
    ASSERT_EQ(int64_t(covered.size()), c.grid.free_count());
    for (VoxelCoord v : covered) ASSERT_FALSE(c.grid.IsBlocked(v));
    ASSERT_EQ(level.voxels_free, c.grid.free_count());
    ASSERT_EQ(level.voxels_blocked, c.grid.blocked_count());
  }
}

TEST(Bake, VolumesContainTheirCellAreFreeAndMaximalWithinReach) {
  for (const VoxelCase& c : VoxelCases(kWorlds)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const auto is_free = [&](const VoxelBox& box) {
      bool free = true;
      oracle::EachVoxel(box, [&](VoxelCoord v) { free = free && !c.grid.IsBlocked(v); });
      return free;
    };
    const NetLevel& level = net.levels()[0];
    for (size_t i = 0; i < level.cells.size(); ++i) {
      const VoxelBox& volume = level.volumes[i];
      ASSERT_TRUE(volume.Contains(level.cells[i].lo));
      ASSERT_TRUE(volume.Contains(level.cells[i].hi - VoxelCoord{1, 1, 1}));
      ASSERT_TRUE(is_free(volume));
      for (int axis = 0; axis < 3; ++axis) {
        VoxelBox below = volume, above = volume;
        below.hi[axis] = volume.lo[axis];
        below.lo[axis] = volume.lo[axis] - 1;
        above.lo[axis] = volume.hi[axis];
        above.hi[axis] = volume.hi[axis] + 1;
        // Blocks begin at multiples of 64, also below zero.
        const auto block_begin = [](int32_t v) { return int32_t(std::floor(v / 64.0)) * 64; };
        const int32_t least = block_begin(level.cells[i].lo[axis]) - kVolumeReach;
        const int32_t most = block_begin(level.cells[i].hi[axis] - 1) + 64 + kVolumeReach;
        ASSERT_GE(volume.lo[axis], least);
        ASSERT_LE(volume.hi[axis], most);
        ASSERT_TRUE(volume.lo[axis] == least || !is_free(below)) << "a low face can move";
        ASSERT_TRUE(volume.hi[axis] == most || !is_free(above)) << "a high face can move";
      }
    }
  }
}

TEST(Bake, VolumesGrowUpToTheDocumentedReach) {
  // A long empty hall: whole blocks merge, and the posts at one end make small cells that see the whole hall.
  const VoxelBox bounds{{0, 0, 0}, {1024, 64, 64}};
  const Net net = BakeGrid(BuildOccupancy({{}, 1}, bounds, 0, std::vector<VoxelBox>{{{3, 30, 0}, {4, 31, 64}}}));
  const NetLevel& level = net.levels()[0];
  ASSERT_GT(level.cells.size(), 4u);
  for (size_t i = 0; i < level.cells.size(); ++i) {
    const VoxelBox &cell = level.cells[i], &volume = level.volumes[i];
    const int block_end = (cell.hi.x + 63) / 64 * 64, block_begin = cell.lo.x / 64 * 64;
    EXPECT_LE(volume.hi.x, block_end + kVolumeReach);
    EXPECT_GE(volume.lo.x, block_begin - kVolumeReach);
    // There is no obstacle from x = 4 on.
    EXPECT_EQ(volume.hi.x,
              cell.hi.x == 3 && volume.lo.y <= 30 && volume.hi.y > 30 ? 3 : std::min(1024, block_end + kVolumeReach));
  }
}

TEST(Bake, ContactsJoinExactlyTheCellsThatShareAFace) {
  for (const VoxelCase& c : VoxelCases(kWorlds)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const NetLevel& level = net.levels()[0];
    // Oracle: two cells are in contact if they contain neighbouring voxels.
    std::map<VoxelCoord, uint32_t> owner;
    for (uint32_t i = 0; i < level.cells.size(); ++i) {
      oracle::EachVoxel(level.cells[i], [&](VoxelCoord v) { owner[v] = i; });
    }
    std::set<std::pair<uint32_t, uint32_t>> expected, actual;
    for (const auto& [v, cell] : owner) {
      for (int axis = 0; axis < 3; ++axis) {
        VoxelCoord next = v;
        ++next[axis];
        const auto other = owner.find(next);
        if (other != owner.end() && other->second != cell) expected.insert(std::minmax(cell, other->second));
      }
    }
    for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
      for (const NetNeighbour& link : level.NeighboursOf(cell)) actual.insert(std::minmax(cell, link.cell));
    }
    ASSERT_EQ(actual, expected);
    ASSERT_EQ(level.contact_count(), expected.size());
  }
}

TEST(Bake, AcceptsABlockOfMoreThan65536Cells) {
  // A checkerboard: every other voxel of a block is a separate cell without contacts; then free layers between them
  // connect all cells.
  std::vector<VoxelBox> blocked;
  const VoxelBox bounds{{0, 0, 0}, {64, 64, 64}};
  oracle::EachVoxel(bounds, [&](VoxelCoord v) {
    if ((v.x + v.y + v.z) % 2) blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
  });
  const Net alone = BakeGrid(BuildOccupancy({{}, 1}, bounds, 0, blocked));
  EXPECT_EQ(alone.levels()[0].cells.size(), 64u * 64 * 32);
  EXPECT_EQ(alone.levels()[0].contact_count(), 0u);
  std::erase_if(blocked, [](const VoxelBox& box) { return box.lo.z % 64 == 9; });
  const Net joined = BakeGrid(BuildOccupancy({{}, 1}, bounds, 0, blocked));
  const NetLevel& level = joined.levels()[0];
  // The free layer has contacts with the 2 × 2048 free voxels above and below it; the other cells have none.
  EXPECT_EQ(level.component_count, 64u * 64 * 32 - 3 * 2048 + 1);
}

TEST(Bake, ComponentsAreTheConnectedComponentsOfTheFreeVoxels) {
  for (const VoxelCase& c : VoxelCases(kWorlds)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const NetLevel& level = net.levels()[0];
    const oracle::VoxelSet blocked = BlockedVoxels(c.grid);
    std::map<uint32_t, int64_t> voxels_of;
    std::map<uint32_t, VoxelCoord> one_of;
    for (size_t i = 0; i < level.cells.size(); ++i) {
      voxels_of[level.components[i]] += level.cells[i].Volume();
      one_of.try_emplace(level.components[i], level.cells[i].lo);
    }
    ASSERT_EQ(voxels_of.size(), level.component_count);
    for (const auto& [component, seed] : one_of) {
      const std::array seeds{seed};
      ASSERT_EQ(int64_t(oracle::Flood(blocked, c.grid.bounds(), seeds).size()), voxels_of[component]);
    }
  }
}

TEST(Bake, FindsTheCellOfEveryFreeVoxelAndOfNoOther) {
  for (const VoxelCase& c : VoxelCases(60)) {
    SCOPED_TRACE(c.name);
    const Net net = BakeGrid(c.grid);
    const NetLevel& level = net.levels()[0];
    VoxelBox around = c.grid.bounds();
    for (int a = 0; a < 3; ++a) {
      --around.lo[a];
      ++around.hi[a];
    }
    oracle::EachVoxel(around, [&](VoxelCoord v) {
      const uint32_t cell = level.CellAt(v);
      ASSERT_EQ(cell == kNoCell, c.grid.IsBlocked(v));
      if (cell != kNoCell) {
        ASSERT_TRUE(level.cells[cell].Contains(v));
      }
    });
  }
}

// A building whose walls are not parallel to the axes.
World TurnedBuilding(double degrees) {
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const double angle = degrees * std::numbers::pi / 180;
  const Turn turn{std::cos(angle), std::sin(angle), UpAxis::Z};
  for (Vec3& v : mesh.vertices) v = turn.ToWorld(v);
  return World{"turned", UpAxis::Z, std::move(mesh)};
}

TEST(Bake, AlignsTheGridWithRotatedWalls) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.align = Align::Auto;
  const World world = TurnedBuilding(17);
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked) << baked.error().message;
  ASSERT_TRUE(baked->align);
  EXPECT_NEAR(baked->align->turn_deg, 17, 0.01);
  EXPECT_TRUE(baked->align->used);
  EXPECT_LT(baked->align->cells_after, baked->align->cells_before / 2);
  EXPECT_LT(baked->align->blocked_m3_after, baked->align->blocked_m3_before);
  EXPECT_EQ(baked->align->cells_after, baked->net.levels()[0].cells.size());

  // The net uses world coordinates: cells are disjoint from every triangle, whatever the grid's placement.
  const TriangleMesh& mesh = *world.mesh();
  const GridFrame& frame = baked->net.info().frame;
  EXPECT_FALSE(frame.turn.IsNone());
  const Result<Net> again = Net::FromImage(
      std::shared_ptr<const std::byte>(baked->net.image().data(), [](const std::byte*) {}), baked->net.image().size());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->info().frame, frame);
  TestRandom random(1);
  const NetLevel& level = baked->net.levels()[0];
  for (int i = 0; i < 300; ++i) {
    const VoxelBox& cell = level.cells[size_t(random.Integer(0, int(level.cells.size()) - 1))];
    Vec3 p;
    for (int a = 0; a < 3; ++a) p[a] = random.Uniform(cell.lo[a], cell.hi[a]);
    const Vec3 world_point = frame.ToWorld(p);
    EXPECT_EQ(level.CellAt(frame.VoxelAt(world_point)),
              level.CellAt({int(std::floor(p.x)), int(std::floor(p.y)), int(std::floor(p.z))}));
    for (const Triangle& t : mesh.triangles) {
      ASSERT_GT(
          oracle::PointTriangleDistance(world_point, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}),
          0);
    }
  }
}

TEST(Bake, KeepsTheAxesWhenAligningDoesNotReduceCells) {
  BakeOptions options;
  options.sample.voxel_m = 0.5;
  options.align = Align::Auto;
  const Result<Baked> sphere = Bake(World{"sphere", UpAxis::Z, MakeSphere({0, 0, 0}, 5, 4)}, options);
  ASSERT_TRUE(sphere) << sphere.error().message;
  ASSERT_TRUE(sphere->align);
  EXPECT_TRUE(sphere->net.info().frame.turn.IsNone());
  const Result<Baked> voxels = Bake(World{"voxels", UpAxis::Z, VoxelCases(1)[0].grid}, options);
  EXPECT_FALSE(voxels && voxels->align) << "a voxel world keeps its own grid";
}

TEST(Bake, GivesTheSameBytesForAnyThreadCountAndTriangleOrder) {
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Station});
  BakeOptions options;
  options.sample.voxel_m = 0.2;
  options.sample.radii_m = {0, 0.3, 0.5};
  options.align = Align::Auto;
  options.sample.threads = 1;
  const Result<Baked> reference = Bake(World{"a", UpAxis::Z, mesh}, options);
  ASSERT_TRUE(reference) << reference.error().message;
  EXPECT_EQ(reference->net.levels().size(), 3u);
  std::mt19937_64 shuffle(3);
  for (int threads : {2, 8}) {
    std::ranges::shuffle(mesh.triangles, shuffle);
    options.sample.threads = threads;
    const Result<Baked> again = Bake(World{"b", UpAxis::Z, mesh}, options);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(std::ranges::equal(again->net.image(), reference->net.image()));
  }
}

TEST(Bake, MergesEmptySpaceIntoLargeCells) {
  // 4096³ voxels with one blocked: cells grow with the logarithm of the size.
  const std::array blocked{VoxelBox{{1000, 2000, 3000}, {1001, 2001, 3001}}};
  const Net net = BakeGrid(BuildOccupancy({{}, 1}, {{0, 0, 0}, {4096, 4096, 4096}}, 0, blocked));
  const NetLevel& level = net.levels()[0];
  EXPECT_EQ(level.cells.size(), 7u * 6 + 6);  // Seven siblings at each of six sizes, and six around the voxel.
  EXPECT_EQ(level.component_count, 1u);
  EXPECT_EQ(level.CellAt({1000, 2000, 3000}), kNoCell);
  EXPECT_EQ(level.CellAt({999, 2000, 3000}) != kNoCell, true);
}

TEST(Bake, ConnectsALargeCellToEverySmallNeighbour) {
  // A free 128³ cube beside noise: every free voxel at the border belongs to a cell in contact with the large one.
  TestRandom random(5);
  std::vector<VoxelBox> blocked;
  oracle::EachVoxel({{128, 0, 0}, {132, 128, 128}}, [&](VoxelCoord v) {
    if (random.Integer(0, 1)) blocked.push_back({v, v + VoxelCoord{1, 1, 1}});
  });
  const OccupancyGrid grid = BuildOccupancy({{}, 1}, {{0, 0, 0}, {192, 128, 128}}, 0, blocked);
  const Net net = BakeGrid(grid);
  const NetLevel& level = net.levels()[0];
  const uint32_t large = level.CellAt({5, 5, 5});
  ASSERT_EQ(level.cells[large].Volume(), int64_t{128} * 128 * 128);
  std::set<uint32_t> linked, expected;
  for (const NetNeighbour& link : level.NeighboursOf(large)) linked.insert(link.cell);
  for (int y = 0; y < 128; ++y) {
    for (int z = 0; z < 128; ++z) {
      if (const uint32_t cell = level.CellAt({128, y, z}); cell != kNoCell) expected.insert(cell);
    }
  }
  EXPECT_EQ(linked, expected);
  EXPECT_GT(expected.size(), 100u);
}

TEST(Bake, PassesOnErrorsOfSampling) {
  BakeOptions options;
  options.sample.radii_m = {-1};
  const Result<Baked> baked = Bake(World{"a", UpAxis::Z, MakeBox({{0, 0, 0}, {1, 1, 1}})}, options);
  ASSERT_FALSE(baked);
  EXPECT_EQ(baked.error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace navnet
