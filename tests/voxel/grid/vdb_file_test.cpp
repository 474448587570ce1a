// SPDX-License-Identifier: Apache-2.0
// Grids saved as .vdb files and loaded again, .vdb files of other programs, and damaged files.

#include <navnet/voxel/vdb_file.h>

#include <navnet/voxel/world.h>

#include "grid/occupancy_build.h"
#include "support/grids.h"
#include "support/random_meshes.h"
#include "support/rights.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetSphere.h>
#include <openvdb/tools/LevelSetUtil.h>

#include <cmath>
#include <limits>

// OpenVDB leaks the node that it reads if its compressed values are damaged.
extern "C" const char* __lsan_default_suppressions() { return "leak:readTopology"; }  // NOLINT: the sanitizer's name

namespace navnet {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

OccupancyGrid RandomGrid(uint64_t seed, const GridFrame& frame, double radius_m, int size = 200) {
  TestRandom random(seed);
  VoxelBox bounds;
  for (int a = 0; a < 3; ++a) {
    bounds.lo[a] = random.Integer(-size, size);
    bounds.hi[a] = bounds.lo[a] + random.Integer(1, size);
  }
  std::vector<VoxelBox> boxes;
  for (int i = 0; i < 30; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(bounds.lo[a] - 5, bounds.hi[a]);
      box.hi[a] = box.lo[a] + random.Integer(1, 20);
    }
    boxes.push_back(box);
  }
  return BuildOccupancy(frame, bounds, radius_m, boxes);
}

/// Loads a file; expects success and voxels.
OccupancyGrid Load(const fs::path& file, const LoadOptions& options = {}) {
  const Result<World> world = LoadWorld(file, options);
  EXPECT_TRUE(world) << world.error().message;
  if (!world || !world->voxels()) return {};
  return *world->voxels();
}

/// Loads a file; expects an error that names it.
Error Refusal(const fs::path& file, const LoadOptions& options = {}) {
  const Result<World> world = LoadWorld(file, options);
  EXPECT_FALSE(world);
  if (world) return {};
  EXPECT_TRUE(world.error().message.starts_with(file.string() + ": ")) << world.error().message;
  return world.error();
}

bool Mentions(const Error& error, const std::string& text) { return error.message.find(text) != std::string::npos; }

LoadOptions GridNamed(const std::string& name) {
  LoadOptions options;
  options.vdb_grid = name;
  return options;
}

LoadOptions Threshold(double threshold) {
  LoadOptions options;
  options.vdb_threshold = threshold;
  return options;
}

void WriteGrids(const fs::path& file, const openvdb::GridPtrVec& grids) {
  openvdb::io::File(file.string()).write(grids);
}

template <class Grid>
typename Grid::Ptr NamedGrid(const std::string& name, double voxel_m = 1) {
  openvdb::initialize();
  auto grid = Grid::create();
  grid->setName(name);
  grid->setTransform(openvdb::math::Transform::createLinearTransform(voxel_m));
  return grid;
}

TEST(VdbFile, GivesBackTheSameVoxelsFrameAndBounds) {
  const TempFolder folder;
  const std::vector<GridFrame> frames = {
      {{0, 0, 0}, 1}, {{0, 0, 0}, 0.1}, {{-1000.25, 37, 5e5}, 0.25}, {{0.05, 0.05, 0.05}, 0.1}, {{1, 2, 3}, 3.7}};
  uint64_t seed = 0;
  for (const GridFrame& frame : frames) {
    for (double radius_m : {0.0, 0.3, 12.5}) {
      const OccupancyGrid grid = RandomGrid(++seed, frame, radius_m);
      SCOPED_TRACE("seed " + std::to_string(seed));
      const Result<uint64_t> bytes = WriteVdb(folder / "grid.vdb", {&grid, 1});
      ASSERT_TRUE(bytes) << bytes.error().message;
      EXPECT_EQ(*bytes, fs::file_size(folder / "grid.vdb"));
      const OccupancyGrid back = Load(folder / "grid.vdb");
      EXPECT_EQ(back.bounds(), grid.bounds());
      EXPECT_EQ(back.blocked_count(), grid.blocked_count());
      EXPECT_NEAR(back.frame().voxel_m, frame.voxel_m, 1e-12 * frame.voxel_m);
      for (int a = 0; a < 3; ++a) {
        EXPECT_NEAR(back.frame().origin_world[a], frame.origin_world[a], 1e-6 * frame.voxel_m);
      }
      ASSERT_TRUE(SameVoxels(BlockedVoxels(back), BlockedVoxels(grid)));
    }
  }
}

TEST(VdbFile, GivesBackTheFrameOfASampledWorldExactly) {
  const TempFolder folder;
  for (double voxel_m : {0.1, 0.15, 0.3, 0.7, 1.0, 2.5}) {
    const OccupancyGrid grid = RandomGrid(7, {{0, 0, 0}, voxel_m}, 0);
    ASSERT_TRUE(WriteVdb(folder / "grid.vdb", {&grid, 1}));
    EXPECT_EQ(Load(folder / "grid.vdb").frame(), grid.frame()) << voxel_m;
  }
}

TEST(VdbFile, GivesBackAGridWithoutABlockedVoxel) {
  const TempFolder folder;
  const VoxelBox bounds{{-3, 5, 0}, {10, 20, 30}};
  const OccupancyGrid grid = BuildOccupancy({{0, 0, 0}, 0.5}, bounds, 0, {});
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", {&grid, 1}));
  const OccupancyGrid back = Load(folder / "grid.vdb");
  EXPECT_EQ(back.bounds(), bounds);
  EXPECT_EQ(back.blocked_count(), 0);
}

TEST(VdbFile, GivesBackAGridThatIsAllBlocked) {
  const TempFolder folder;
  const VoxelBox bounds{{-300, 5, 0}, {100, 200, 300}};
  const OccupancyGrid grid = BuildOccupancy({{0, 0, 0}, 0.5}, bounds, 0, {&bounds, 1});
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", {&grid, 1}));
  const OccupancyGrid back = Load(folder / "grid.vdb");
  EXPECT_EQ(back.bounds(), bounds);
  EXPECT_EQ(back.blocked_count(), bounds.Volume());
}

TEST(VdbFile, NamesEachLevelAfterItsRadius) {
  const TempFolder folder;
  const GridFrame frame{{0, 0, 0}, 0.5};
  const std::vector<OccupancyGrid> levels = {RandomGrid(1, frame, 0), RandomGrid(2, frame, 0.3),
                                             RandomGrid(3, frame, 12.25)};
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", levels));
  const std::vector<std::string> names = {"blocked_r0", "blocked_r0.3", "blocked_r12.25"};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(SameVoxels(BlockedVoxels(Load(folder / "grid.vdb", GridNamed(names[i]))), BlockedVoxels(levels[i])));
  }
}

TEST(VdbFile, GivesBackLevelsThatShareTheirVoxels) {
  const TempFolder folder;
  const OccupancyGrid grid = RandomGrid(4, {{0, 0, 0}, 1}, 0);
  const std::vector<OccupancyGrid> levels = {grid, grid};
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", levels));
  EXPECT_TRUE(SameVoxels(BlockedVoxels(Load(folder / "grid.vdb")), BlockedVoxels(grid)));
}

TEST(VdbFile, HoldsTheSameBytesEveryTime) {
  const TempFolder folder;
  const std::vector<OccupancyGrid> levels = {RandomGrid(1, {{0, 0, 0}, 0.5}, 0), RandomGrid(2, {{0, 0, 0}, 0.5}, 1)};
  ASSERT_TRUE(WriteVdb(folder / "a.vdb", levels));
  ASSERT_TRUE(WriteVdb(folder / "b.vdb", levels));
  EXPECT_TRUE(ReadBytes(folder / "a.vdb") == ReadBytes(folder / "b.vdb"));
}

TEST(VdbFile, HoldsOtherBytesForOtherVoxels) {
  const TempFolder folder;
  const VoxelBox bounds{{0, 0, 0}, {30, 30, 30}}, one{{3, 4, 5}, {4, 5, 6}}, other{{3, 4, 6}, {4, 5, 7}};
  const OccupancyGrid a = BuildOccupancy({{0, 0, 0}, 1}, bounds, 0, {&one, 1});
  const OccupancyGrid b = BuildOccupancy({{0, 0, 0}, 1}, bounds, 0, {&other, 1});
  ASSERT_TRUE(WriteVdb(folder / "a.vdb", {&a, 1}));
  ASSERT_TRUE(WriteVdb(folder / "b.vdb", {&b, 1}));
  const std::string a_bytes = ReadBytes(folder / "a.vdb"), b_bytes = ReadBytes(folder / "b.vdb");
  constexpr size_t kUuidAt = 21, kUuidLength = 36;
  EXPECT_NE(a_bytes.substr(kUuidAt, kUuidLength), b_bytes.substr(kUuidAt, kUuidLength));
}

TEST(VdbFile, ReplacesAnOldFileAndLeavesNoTemporary) {
  const TempFolder folder;
  folder.Write("grid.vdb", "old");
  const OccupancyGrid grid = RandomGrid(1, {{0, 0, 0}, 1}, 0);
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", {&grid, 1}));
  EXPECT_EQ(folder.Names(), Names{"grid.vdb"});
  EXPECT_GT(Load(folder / "grid.vdb").blocked_count(), 0);
}

TEST(VdbFile, OpensInOpenVdbWithItsMetadata) {
  const TempFolder folder;
  const OccupancyGrid grid = RandomGrid(5, {{1, 2, 3}, 0.5}, 0.75);
  ASSERT_TRUE(WriteVdb(folder / "grid.vdb", {&grid, 1}));
  openvdb::initialize();
  openvdb::io::File file((folder / "grid.vdb").string());
  file.open();
  const openvdb::GridBase::Ptr read = file.readGrid("blocked_r0.75");
  EXPECT_TRUE(read->isType<openvdb::MaskGrid>());
  EXPECT_EQ(int64_t(read->activeVoxelCount()), grid.blocked_count());
  EXPECT_EQ(read->metaValue<double>("navnet_radius_m"), 0.75);
  // The centre of voxel (0, 0, 0) in the world.
  EXPECT_EQ(read->indexToWorld(openvdb::Coord(0, 0, 0)), openvdb::Vec3d(1.25, 2.25, 3.25));
}

TEST(VdbFile, KeepsTheOldFileWhenTheDiskIsFull) {
  const TempFolder folder;
  const OccupancyGrid grid = RandomGrid(1, {{0, 0, 0}, 1}, 0, 400);
  ASSERT_TRUE(WriteVdb(folder / "whole.vdb", {&grid, 1}));
  const uint64_t whole = fs::file_size(folder / "whole.vdb");
  fs::remove(folder / "whole.vdb");
  folder.Write("grid.vdb", "old");
  // The disk is full at once, in the header, in the middle, and one byte before the end.
  for (uint64_t room : {uint64_t{0}, uint64_t{30}, whole / 2, whole - 1}) {
    SCOPED_TRACE("room for " + std::to_string(room) + " of " + std::to_string(whole) + " bytes");
    const Result<uint64_t> bytes = [&] {
      const FullDisk full(room);
      return WriteVdb(folder / "grid.vdb", {&grid, 1});
    }();
    ASSERT_FALSE(bytes);
    EXPECT_EQ(ToString(bytes.error().code), ToString(ErrorCode::WriteFailed));
    EXPECT_TRUE(Mentions(bytes.error(), "grid.vdb: cannot write")) << bytes.error().message;
    EXPECT_EQ(ReadBytes(folder / "grid.vdb"), "old");
    EXPECT_EQ(folder.Names(), Names{"grid.vdb"});
  }
}

TEST(VdbFile, IsRefusedInAFolderWithoutTheRightToWrite) {
  const TempFolder folder;
  const OccupancyGrid grid = RandomGrid(1, {{0, 0, 0}, 1}, 0);
  fs::permissions(folder.path(), fs::perms(0555));
  const Result<uint64_t> bytes = [&] {
    const NotSuperuser nobody;
    return WriteVdb(folder / "grid.vdb", {&grid, 1});
  }();
  fs::permissions(folder.path(), fs::perms(0755));
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::WriteFailed);
  EXPECT_TRUE(Mentions(bytes.error(), "grid.vdb")) << bytes.error().message;
  EXPECT_EQ(folder.Names(), Names{});
}

TEST(VdbImport, BlocksActiveTrueVoxelsOfABoolGrid) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::BoolGrid>("solid", 0.5);
  grid->tree().setValueOn({1, 2, 3}, true);
  grid->tree().setValueOn({4, 5, 6}, false);
  grid->tree().setValueOff({7, 8, 9}, true);
  grid->tree().fill({{-20, -20, -20}, {-5, -13, -13}}, true, true);
  WriteGrids(folder / "b.vdb", {grid});
  const OccupancyGrid read = Load(folder / "b.vdb");
  EXPECT_EQ(read.blocked_count(), 1 + 16 * 8 * 8);
  EXPECT_TRUE(read.IsBlocked({1, 2, 3}));
  EXPECT_TRUE(read.IsBlocked({-5, -13, -13}));
  EXPECT_FALSE(read.IsBlocked({4, 5, 6}));
  EXPECT_EQ(read.frame().voxel_m, 0.5);
  // OpenVDB's voxel (0, 0, 0) is centred on the origin.
  EXPECT_EQ(read.frame().origin_world, (Vec3{-0.25, -0.25, -0.25}));
}

TEST(VdbImport, BlocksDensityAboveTheThresholdOfAFogVolume) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::FloatGrid>("density");
  grid->setGridClass(openvdb::GRID_FOG_VOLUME);
  const std::vector<float> values = {-1, 0, 0.01f, 0.5f, 1};
  for (int i = 0; i < 5; ++i) grid->tree().setValueOn({i, 0, 0}, values[size_t(i)]);
  grid->tree().setValueOff({9, 0, 0}, 5);
  WriteGrids(folder / "fog.vdb", {grid});
  for (const auto& [threshold, first] : {std::pair{0.0, 2}, {0.01, 3}, {0.5, 4}, {-0.5, 1}, {-2.0, 0}}) {
    const OccupancyGrid read = Load(folder / "fog.vdb", Threshold(float(threshold)));
    for (int i = 0; i < 5; ++i) EXPECT_EQ(read.IsBlocked({i, 0, 0}), i >= first) << threshold << " " << i;
    EXPECT_EQ(read.blocked_count(), 5 - first) << threshold;
  }
  EXPECT_EQ(Load(folder / "fog.vdb").blocked_count(), 3);
}

TEST(VdbImport, TakesAFloatGridOfNoClassForAFogVolume) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::FloatGrid>("values");
  grid->tree().setValueOn({0, 0, 0}, -1);
  grid->tree().setValueOn({1, 0, 0}, 2);
  WriteGrids(folder / "f.vdb", {grid});
  const OccupancyGrid read = Load(folder / "f.vdb");
  EXPECT_FALSE(read.IsBlocked({0, 0, 0}));
  EXPECT_TRUE(read.IsBlocked({1, 0, 0}));
}

TEST(VdbImport, BlocksALevelSetDownToItsInside) {
  const TempFolder folder;
  openvdb::initialize();
  constexpr double kRadius = 60, kVoxel = 0.5;
  const openvdb::Vec3f centre(5, -7, 11);
  auto grid = openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(float(kRadius), centre, float(kVoxel));
  grid->setName("sphere");
  WriteGrids(folder / "sphere.vdb", {grid});
  const OccupancyGrid read = Load(folder / "sphere.vdb");
  TestRandom random(1);
  for (int i = 0; i < 20000; ++i) {
    const VoxelCoord v{random.Integer(read.bounds().lo.x, read.bounds().hi.x - 1),
                       random.Integer(read.bounds().lo.y, read.bounds().hi.y - 1),
                       random.Integer(read.bounds().lo.z, read.bounds().hi.z - 1)};
    const double distance = Length(read.frame().CentreWorld(v) - Vec3{5, -7, 11}) - kRadius;
    if (std::abs(distance) < 1e-3) continue;
    ASSERT_EQ(read.IsBlocked(v), distance < 0) << distance;
  }
  const double volume = 4.0 / 3 * 3.14159265 * std::pow(kRadius / kVoxel, 3);
  EXPECT_NEAR(double(read.blocked_count()), volume, 0.01 * volume);
}

TEST(VdbImport, MovesTheSurfaceOfALevelSetWithTheThreshold) {
  const TempFolder folder;
  openvdb::initialize();
  auto grid = openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(20, openvdb::Vec3f(0), 1, 4);
  WriteGrids(folder / "sphere.vdb", {grid});
  for (double threshold : {-2.0, 0.0, 2.0}) {
    const OccupancyGrid read = Load(folder / "sphere.vdb", Threshold(threshold));
    for (int x = 12; x <= 28; ++x) {
      if (x == 20 + int(threshold)) continue;
      EXPECT_EQ(read.IsBlocked({x, 0, 0}), x < 20 + threshold || !read.bounds().Contains({x, 0, 0})) << x;
    }
  }
}

TEST(VdbImport, BoundsAFloatGridByAllItsActiveVoxels) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::FloatGrid>("density");
  grid->tree().setValueOn({-5, 1, 2}, 0);
  grid->tree().setValueOn({3, 4, 5}, 1);
  WriteGrids(folder / "f.vdb", {grid});
  EXPECT_EQ(Load(folder / "f.vdb").bounds(), (VoxelBox{{-5, 1, 2}, {4, 5, 6}}));
}

TEST(VdbImport, ReadsTheRequestedGrid) {
  const TempFolder folder;
  auto a = NamedGrid<openvdb::BoolGrid>("a"), b = NamedGrid<openvdb::BoolGrid>("b");
  a->tree().setValueOn({0, 0, 0}, true);
  b->tree().fill({{0, 0, 0}, {1, 1, 1}}, true, true);
  WriteGrids(folder / "two.vdb", {a, b});
  EXPECT_EQ(Load(folder / "two.vdb").blocked_count(), 1);
  EXPECT_EQ(Load(folder / "two.vdb", GridNamed("a")).blocked_count(), 1);
  EXPECT_EQ(Load(folder / "two.vdb", GridNamed("b")).blocked_count(), 8);
}

TEST(VdbImport, DistinguishesGridsOfTheSameName) {
  const TempFolder folder;
  auto a = NamedGrid<openvdb::BoolGrid>("g"), b = NamedGrid<openvdb::BoolGrid>("g");
  a->tree().setValueOn({0, 0, 0}, true);
  b->tree().fill({{0, 0, 0}, {1, 1, 1}}, true, true);
  WriteGrids(folder / "two.vdb", {a, b});
  EXPECT_EQ(Load(folder / "two.vdb", GridNamed("g")).blocked_count(), 1);
  EXPECT_EQ(Load(folder / "two.vdb", GridNamed("g[1]")).blocked_count(), 8);
}

TEST(VdbImport, ReadsTheFirstGridInTheOrderOfTheFile) {
  const TempFolder folder;
  auto z = NamedGrid<openvdb::BoolGrid>("z"), a = NamedGrid<openvdb::BoolGrid>("a");
  z->tree().setValueOn({0, 0, 0}, true);
  a->tree().fill({{0, 0, 0}, {1, 1, 1}}, true, true);
  WriteGrids(folder / "two.vdb", {z, a});
  EXPECT_EQ(Load(folder / "two.vdb").blocked_count(), 1);
}

TEST(VdbImport, ReadsAGridThatSharesTheTreeOfAnother) {
  const TempFolder folder;
  auto a = NamedGrid<openvdb::BoolGrid>("a");
  a->tree().fill({{0, 0, 0}, {1, 1, 1}}, true, true);
  auto b = openvdb::BoolGrid::create(a->treePtr());
  b->setName("b");
  b->setTransform(openvdb::math::Transform::createLinearTransform(0.5));
  WriteGrids(folder / "two.vdb", {a, b});
  const OccupancyGrid read = Load(folder / "two.vdb", GridNamed("b"));
  EXPECT_EQ(read.blocked_count(), 8);
  EXPECT_EQ(read.frame().voxel_m, 0.5);
}

// Like programs that write to a pipe: without the grids' offsets.
void WriteStream(const fs::path& file, const openvdb::GridPtrVec& grids) {
  std::ofstream stream(file, std::ios::binary);
  openvdb::io::Stream(stream).write(grids);
}

TEST(VdbImport, ReadsFilesThatWereWrittenAsAStream) {
  const TempFolder folder;
  auto density = NamedGrid<openvdb::FloatGrid>("density");
  density->tree().setValueOn({0, 0, 0}, 1);
  auto walls = NamedGrid<openvdb::BoolGrid>("walls");
  walls->tree().fill({{0, 0, 0}, {1, 1, 1}}, true, true);
  WriteStream(folder / "s.vdb", {density, walls});
  EXPECT_EQ(Load(folder / "s.vdb").blocked_count(), 1);
  EXPECT_EQ(Load(folder / "s.vdb", GridNamed("walls")).blocked_count(), 8);
}

TEST(VdbImport, RefusesAStreamWithAGridThatCannotBeSkipped) {
  const TempFolder folder;
  auto velocity = NamedGrid<openvdb::Vec3SGrid>("velocity");
  velocity->tree().setValueOn({0, 0, 0}, openvdb::Vec3s(1));
  WriteStream(folder / "s.vdb", {velocity});
  const Error error = Refusal(folder / "s.vdb");
  EXPECT_EQ(error.code, ErrorCode::BadFormat);
  EXPECT_TRUE(Mentions(error, "'velocity'")) << error.message;
}

TEST(VdbImport, ReadsHalfFloats) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::FloatGrid>("density");
  grid->setSaveFloatAsHalf(true);
  for (int i = 0; i < 9; ++i) grid->tree().setValueOn({i, 0, 0}, float(i) / 8);
  WriteGrids(folder / "f.vdb", {grid});
  EXPECT_EQ(Load(folder / "f.vdb", Threshold(0.5)).blocked_count(), 4);
}

TEST(VdbImport, ListsTheGridsIfTheRequestedOneIsMissing) {
  const TempFolder folder;
  auto a = NamedGrid<openvdb::BoolGrid>("walls");
  auto b = NamedGrid<openvdb::FloatGrid>("smoke");
  a->tree().setValueOn({0, 0, 0}, true);
  b->tree().setValueOn({0, 0, 0}, 1);
  WriteGrids(folder / "two.vdb", {a, b});
  const Error error = Refusal(folder / "two.vdb", GridNamed("floor"));
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  for (const char* text : {"'floor'", "'walls'", "'smoke'"}) EXPECT_TRUE(Mentions(error, text)) << error.message;
}

TEST(VdbImport, SkipsGridsItCannotRead) {
  const TempFolder folder;
  auto velocity = NamedGrid<openvdb::Vec3SGrid>("a_velocity");
  velocity->tree().setValueOn({0, 0, 0}, openvdb::Vec3s(1));
  auto walls = NamedGrid<openvdb::BoolGrid>("walls");
  walls->tree().setValueOn({0, 0, 0}, true);
  WriteGrids(folder / "two.vdb", {velocity, walls});
  EXPECT_EQ(Load(folder / "two.vdb").blocked_count(), 1);
}

TEST(VdbImport, RefusesAVectorGrid) {
  const TempFolder folder;
  auto velocity = NamedGrid<openvdb::Vec3SGrid>("velocity");
  velocity->tree().setValueOn({0, 0, 0}, openvdb::Vec3s(1));
  WriteGrids(folder / "v.vdb", {velocity});
  const Error by_name = Refusal(folder / "v.vdb", GridNamed("velocity"));
  EXPECT_EQ(by_name.code, ErrorCode::BadFormat);
  EXPECT_TRUE(Mentions(by_name, "'velocity' is of type Tree_vec3s")) << by_name.message;
  const Error by_default = Refusal(folder / "v.vdb");
  EXPECT_EQ(by_default.code, ErrorCode::EmptyWorld);
  EXPECT_TRUE(Mentions(by_default, "'velocity'")) << by_default.message;
}

TEST(VdbImport, RefusesAFileWithoutGrids) {
  const TempFolder folder;
  openvdb::initialize();
  WriteGrids(folder / "none.vdb", {});
  EXPECT_EQ(Refusal(folder / "none.vdb").code, ErrorCode::EmptyWorld);
}

TEST(VdbImport, RefusesAnEmptyGrid) {
  const TempFolder folder;
  WriteGrids(folder / "empty.vdb", {NamedGrid<openvdb::BoolGrid>("hollow")});
  const Error error = Refusal(folder / "empty.vdb");
  EXPECT_EQ(error.code, ErrorCode::EmptyWorld);
  EXPECT_TRUE(Mentions(error, "'hollow'")) << error.message;
}

// A one-voxel grid with a given transform.
fs::path WriteWithTransform(const TempFolder& folder, const openvdb::math::Transform::Ptr& transform) {
  auto grid = NamedGrid<openvdb::BoolGrid>("g");
  grid->tree().setValueOn({0, 0, 0}, true);
  grid->setTransform(transform);
  WriteGrids(folder / "g.vdb", {grid});
  return folder / "g.vdb";
}

TEST(VdbImport, RefusesVoxelsThatAreNotCubes) {
  const TempFolder folder;
  auto transform = openvdb::math::Transform::createLinearTransform(1);
  transform->preScale(openvdb::Vec3d(1, 1, 2));
  const Error error = Refusal(WriteWithTransform(folder, transform));
  EXPECT_EQ(error.code, ErrorCode::BadFormat);
  EXPECT_TRUE(Mentions(error, "cubes")) << error.message;
}

TEST(VdbImport, RefusesARotatedGrid) {
  const TempFolder folder;
  for (double angle : {0.1, 3.14159265358979 / 2}) {
    auto transform = openvdb::math::Transform::createLinearTransform(0.5);
    transform->postRotate(angle, openvdb::math::Z_AXIS);
    const Error error = Refusal(WriteWithTransform(folder, transform));
    EXPECT_EQ(error.code, ErrorCode::BadFormat);
    EXPECT_TRUE(Mentions(error, "rotated")) << error.message;
  }
}

TEST(VdbImport, RefusesAMirroredGrid) {
  const TempFolder folder;
  auto transform = openvdb::math::Transform::createLinearTransform(1);
  transform->preScale(openvdb::Vec3d(-1, 1, 1));
  EXPECT_EQ(Refusal(WriteWithTransform(folder, transform)).code, ErrorCode::BadFormat);
}

TEST(VdbImport, RefusesAFrustum) {
  const TempFolder folder;
  const auto transform = openvdb::math::Transform::createFrustumTransform(
      openvdb::BBoxd(openvdb::Vec3d(0), openvdb::Vec3d(100)), /*taper=*/0.3, /*depth=*/10.0);
  EXPECT_EQ(Refusal(WriteWithTransform(folder, transform)).code, ErrorCode::BadFormat);
}

TEST(VdbImport, TakesAMovedGrid) {
  const TempFolder folder;
  auto transform = openvdb::math::Transform::createLinearTransform(2);
  transform->postTranslate({101, -49, 0.5});
  const GridFrame frame = Load(WriteWithTransform(folder, transform)).frame();
  EXPECT_EQ(frame.voxel_m, 2);
  EXPECT_EQ(frame.origin_world, (Vec3{100, -50, -0.5}));
}

TEST(VdbImport, ScalesVoxelsAndPlace) {
  const TempFolder folder;
  auto transform = openvdb::math::Transform::createLinearTransform(2);
  transform->postTranslate({101, -49, 1});
  LoadOptions options;
  options.scale = 0.01;
  const GridFrame frame = Load(WriteWithTransform(folder, transform), options).frame();
  EXPECT_NEAR(frame.voxel_m, 0.02, 1e-15);
  EXPECT_NEAR(frame.origin_world.x, 1.00, 1e-12);
  EXPECT_NEAR(frame.origin_world.y, -0.50, 1e-12);
  EXPECT_NEAR(frame.origin_world.z, 0, 1e-12);
}

TEST(VdbImport, RefusesAGridThatReachesTooFar) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::BoolGrid>("g");
  for (int far : {524288, 1 << 30, std::numeric_limits<int>::max()}) {
    grid->tree().clear();
    grid->tree().setValueOn({0, 0, 0}, true);
    grid->tree().setValueOn({0, far, 0}, true);
    WriteGrids(folder / "g.vdb", {grid});
    EXPECT_EQ(Refusal(folder / "g.vdb").code, ErrorCode::BadFormat) << far;
  }
}

TEST(VdbImport, RefusesATileAtTheEdgeOfTheNumbers) {
  const TempFolder folder;
  auto grid = NamedGrid<openvdb::BoolGrid>("g");
  const int last = std::numeric_limits<int>::max();
  grid->tree().addTile(/*level=*/3, {last, last, last}, true, true);
  WriteGrids(folder / "g.vdb", {grid});
  EXPECT_EQ(Refusal(folder / "g.vdb").code, ErrorCode::BadFormat);
}

TEST(VdbImport, RefusesOtherFiles) {
  const TempFolder folder;
  for (const std::string& bytes : {std::string("hello"), std::string(10000, '\0'), std::string(10000, '\xff')}) {
    EXPECT_EQ(Refusal(folder.Write("g.vdb", bytes)).code, ErrorCode::BadFormat);
  }
}

// Small files with every supported kind of node and value, to be damaged.
std::vector<std::string> SmallFiles(const TempFolder& folder) {
  openvdb::initialize();
  std::vector<std::string> files;
  const std::vector<VoxelBox> boxes = {{{0, 0, 0}, {3, 4, 5}}, {{-140, -140, -140}, {-4, -4, -4}}};
  const OccupancyGrid occupancy = BuildOccupancy({{1, 2, 3}, 0.5}, {{-150, -150, -150}, {20, 20, 20}}, 0, boxes);
  EXPECT_TRUE(WriteVdb(folder / "small.vdb", {&occupancy, 1}));
  files.push_back(ReadBytes(folder / "small.vdb"));

  auto walls = NamedGrid<openvdb::BoolGrid>("walls");
  walls->tree().fill({{0, 0, 0}, {9, 9, 9}}, true, true);
  walls->tree().sparseFill({{-200, -200, -200}, {-10, -10, -10}}, true, true);
  auto sphere = openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(4, openvdb::Vec3f(0), 1);
  sphere->setName("sphere");
  for (uint32_t compression :
       {uint32_t(openvdb::io::COMPRESS_NONE), uint32_t(openvdb::io::COMPRESS_ZIP | openvdb::io::COMPRESS_ACTIVE_MASK),
        uint32_t(openvdb::io::COMPRESS_BLOSC | openvdb::io::COMPRESS_ACTIVE_MASK)}) {
    for (const openvdb::GridPtrVec& grids : {openvdb::GridPtrVec{walls}, openvdb::GridPtrVec{sphere}}) {
      openvdb::io::File file((folder / "small.vdb").string());
      file.setCompression(compression);
      file.write(grids);
      files.push_back(ReadBytes(folder / "small.vdb"));
    }
  }
  fs::remove(folder / "small.vdb");
  return files;
}

// For any bytes: an error that names the file, or a valid grid.
void ExpectErrorOrSoundGrid(const fs::path& file) {
  const Result<World> world = LoadWorld(file);
  if (!world) {
    EXPECT_TRUE(world.error().message.starts_with(file.string() + ": ")) << world.error().message;
    EXPECT_GT(world.error().message.size(), file.string().size() + 4);
    return;
  }
  ASSERT_NE(world->voxels(), nullptr);
  const OccupancyGrid& grid = *world->voxels();
  EXPECT_FALSE(grid.bounds().IsEmpty());
  EXPECT_GE(grid.blocked_count(), 0);
  EXPECT_GE(grid.free_count(), 0);
  EXPECT_TRUE(std::isfinite(grid.frame().voxel_m) && grid.frame().voxel_m > 0);
  EXPECT_TRUE(IsFinite(grid.frame().origin_world));
}

TEST(VdbImport, RefusesATruncatedFile) {
  const TempFolder folder;
  for (const std::string& bytes : SmallFiles(folder)) {
    for (size_t i = 0; i < 64; ++i) {
      const size_t size = bytes.size() * i / 64;
      SCOPED_TRACE(std::to_string(size) + " of " + std::to_string(bytes.size()) + " bytes");
      const Error error = Refusal(folder.Write("g.vdb", bytes.substr(0, size)));
      EXPECT_EQ(error.code, ErrorCode::BadFormat) << error.message;
    }
  }
}

TEST(VdbImport, SurvivesDamagedBytes) {
  const TempFolder folder;
  uint64_t seed = 0;
  for (const std::string& good : SmallFiles(folder)) {
    for (int i = 0; i < 60; ++i) {
      TestRandom random(++seed);
      SCOPED_TRACE("seed " + std::to_string(seed));
      std::string bytes = good;
      const int changes = random.Integer(1, 4);
      for (int change = 0; change < changes; ++change) {
        // The first part of a file contains counts, sizes and offsets.
        const size_t end = random.Integer(0, 2) == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 900);
        bytes[size_t(random.Integer(0, int(end) - 1))] =
            char(random.Integer(0, 3) == 0 ? 0xff : random.Integer(0, 255));
      }
      ExpectErrorOrSoundGrid(folder.Write("g.vdb", bytes));
    }
  }
}

}  // namespace
}  // namespace navnet
