// SPDX-License-Identifier: Apache-2.0
// Import of voxel files: .3dmap and OctoMap's .bt.

#include <navnet/voxel/world.h>

#include <gtest/gtest.h>

#include <unistd.h>
#include <fstream>

namespace navnet {
namespace {

class ImportVoxelsTest : public testing::Test {
 protected:
  ImportVoxelsTest() {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("navnet_voxels_" + std::to_string(getpid()) + "_" +
                                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~ImportVoxelsTest() override { std::filesystem::remove_all(folder_); }

  Result<World> Load(const std::string& name, const std::string& bytes, double scale = 1) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    LoadOptions options;
    options.scale = scale;
    return LoadWorld(folder_ / name, options);
  }

  OccupancyGrid Grid(const std::string& name, const std::string& bytes, double scale = 1) const {
    Result<World> world = Load(name, bytes, scale);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return world && world->voxels() ? *world->voxels() : OccupancyGrid();
  }

  /// The message for a file that must be refused as BadFormat.
  std::string Refusal(const std::string& name, const std::string& bytes) const {
    const Result<World> world = Load(name, bytes);
    EXPECT_FALSE(world.ok()) << bytes;
    if (world) return {};
    EXPECT_EQ(ToString(world.error().code), ToString(ErrorCode::BadFormat)) << world.error().message;
    EXPECT_EQ(world.error().message.find('\n'), std::string::npos);
    return world.error().message;
  }

  std::filesystem::path folder_;
};

using Import3dmapTest = ImportVoxelsTest;

TEST_F(Import3dmapTest, BlocksTheListedVoxelsAndNoOthers) {
  const OccupancyGrid grid = Grid("a.3dmap", "voxel 3 4 5\n0 0 0\n2 3 4\n1 1 1\n");
  EXPECT_EQ(grid.bounds(), (VoxelBox{{0, 0, 0}, {3, 4, 5}}));
  EXPECT_EQ(grid.blocked_count(), 3);
  EXPECT_TRUE(grid.IsBlocked({2, 3, 4}));
  EXPECT_FALSE(grid.IsBlocked({2, 3, 3}));
}

TEST_F(Import3dmapTest, VoxelZeroBeginsAtTheOrigin) {
  const OccupancyGrid grid = Grid("a.3dmap", "voxel 3 4 5\n", 0.5);
  EXPECT_EQ(grid.frame(), (GridFrame{{0, 0, 0}, 0.5}));
}

TEST_F(Import3dmapTest, CountsAVoxelNamedTwiceOnce) {
  EXPECT_EQ(Grid("a.3dmap", "voxel 3 4 5\n1 1 1\n1 1 1\n").blocked_count(), 1);
}

TEST_F(Import3dmapTest, AHeaderAloneIsAFreeWorld) {
  const OccupancyGrid grid = Grid("a.3dmap", "voxel 3 4 5");
  EXPECT_EQ(grid.blocked_count(), 0);
  EXPECT_EQ(grid.free_count(), 60);
}

TEST_F(Import3dmapTest, AcceptsBlankLinesAndWindowsLineEnds) {
  EXPECT_EQ(Grid("a.3dmap", "voxel 3 4 5\r\n\r\n0 0 0\r\n  \r\n1 1 1").blocked_count(), 2);
}

TEST_F(Import3dmapTest, RefusesAMissingOrGarbledHeader) {
  for (const char* text : {"\n", "0 0 0\n", "voxels 1 1 1\n", "voxel 3 4\n0 0 0\n", "voxel 3 4 5 6\n", "voxel 3 x 5\n",
                           "voxel\n3 4 5\n", "voxel 3 4 5.5\n"}) {
    EXPECT_NE(Refusal("a.3dmap", text).find("line "), std::string::npos) << text;
  }
}

TEST_F(Import3dmapTest, RefusesSizesOutOfRange) {
  for (const char* text :
       {"voxel 0 4 5\n", "voxel 3 -4 5\n", "voxel 3 4 524289\n", "voxel 3 4 99999999999999999999\n"}) {
    EXPECT_NE(Refusal("a.3dmap", text).find("line 1"), std::string::npos) << text;
  }
}

TEST_F(Import3dmapTest, AcceptsTheLargestSize) { EXPECT_TRUE(Load("a.3dmap", "voxel 1 1 524288\n0 0 524287\n").ok()); }

TEST_F(Import3dmapTest, NamesTheLineOfAVoxelOutOfRange) {
  for (const char* voxel : {"3 0 0", "0 4 0", "0 0 5", "-1 0 0", "0 0 4294967296"}) {
    EXPECT_NE(Refusal("a.3dmap", std::string("voxel 3 4 5\n0 0 0\n") + voxel + "\n").find("line 3"), std::string::npos)
        << voxel;
  }
}

TEST_F(Import3dmapTest, NamesTheLineOfAVoxelThatIsNotThreeNumbers) {
  for (const std::string& voxel : {std::string("1 2"), std::string("1"), std::string("1 2 3 4"), std::string("1 2 x"),
                                   std::string("1 2 3x"), std::string("1 2 3\0", 6), std::string("one")}) {
    EXPECT_NE(Refusal("a.3dmap", "voxel 3 4 5\n0 0 0\n" + voxel).find("line 3"), std::string::npos) << voxel;
  }
}

using ImportOctomapTest = ImportVoxelsTest;

std::string Header(int nodes, const std::string& resolution = "0.5") {
  return "# Octomap OcTree binary file\n# a comment\nid OcTree\nsize " + std::to_string(nodes) + "\nres " + resolution +
         "\ndata\n";
}

std::string Node(unsigned bits) { return {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)}; }

constexpr unsigned Child(int child, unsigned state) { return state << (2 * child); }
constexpr unsigned kFree = 1, kOccupied = 2, kInner = 3;

/// Inner nodes from the root to the parent of the voxels at the origin: first child 7 (the highest octant), then always
/// child 0.
std::string PathToOrigin(int inner_nodes) {
  std::string bytes = Node(Child(7, kInner));
  for (int i = 1; i < inner_nodes; ++i) bytes += Node(Child(0, kInner));
  return bytes;
}

TEST_F(ImportOctomapTest, PutsAVoxelAtItsKey) {
  const OccupancyGrid grid = Grid("a.bt", Header(18) + PathToOrigin(15) + Node(Child(0, kOccupied) | Child(6, kFree)));
  EXPECT_EQ(grid.frame(), (GridFrame{{0, 0, 0}, 0.5}));
  EXPECT_EQ(grid.bounds(), (VoxelBox{{0, 0, 0}, {1, 2, 2}}));
  EXPECT_EQ(grid.blocked_count(), 1);
  EXPECT_TRUE(grid.IsBlocked({0, 0, 0}));
}

TEST_F(ImportOctomapTest, ALeafHigherUpCoversAllItsVoxels) {
  // Three levels above the voxels: a cube of 4 per side.
  const OccupancyGrid grid = Grid("a.bt", Header(16) + PathToOrigin(13) + Node(Child(0, kOccupied) | Child(1, kFree)));
  EXPECT_EQ(grid.bounds(), (VoxelBox{{0, 0, 0}, {8, 4, 4}}));
  EXPECT_EQ(grid.blocked_count(), 64);
}

TEST_F(ImportOctomapTest, NegativeKeysLieBelowTheOrigin) {
  std::string bytes = Node(Child(0, kInner));
  for (int i = 1; i < 15; ++i) bytes += Node(Child(7, kInner));
  const OccupancyGrid grid = Grid("a.bt", Header(17) + bytes + Node(Child(7, kOccupied)));
  EXPECT_EQ(grid.bounds(), (VoxelBox{{-1, -1, -1}, {0, 0, 0}}));
}

TEST_F(ImportOctomapTest, ScaleMultipliesTheResolution) {
  const std::string bytes = Header(17) + PathToOrigin(15) + Node(Child(0, kOccupied));
  EXPECT_EQ(Grid("a.bt", bytes, 2).frame().voxel_m, 1.0);
}

TEST_F(ImportOctomapTest, RefusesEveryTruncation) {
  const std::string whole = Header(18) + PathToOrigin(15) + Node(Child(0, kOccupied) | Child(6, kFree));
  for (size_t size = 1; size < whole.size(); ++size) EXPECT_FALSE(Load("a.bt", whole.substr(0, size)).ok()) << size;
}

TEST_F(ImportOctomapTest, RefusesATreeThatIsTooDeep) {
  EXPECT_NE(Refusal("a.bt", Header(40) + PathToOrigin(40)).find("deepest"), std::string::npos);
}

TEST_F(ImportOctomapTest, RefusesANodeCountThatIsWrong) {
  const std::string data = PathToOrigin(15) + Node(Child(0, kOccupied));
  EXPECT_NE(Refusal("a.bt", Header(99) + data).find("99"), std::string::npos);
}

TEST_F(ImportOctomapTest, RefusesBytesBehindTheTree) {
  Refusal("a.bt", Header(17) + PathToOrigin(15) + Node(Child(0, kOccupied)) + "more");
}

TEST_F(ImportOctomapTest, RefusesABadResolution) {
  for (const char* resolution : {"0", "-1", "nan", "inf", "fine", ""}) {
    Refusal("a.bt", Header(17, resolution) + PathToOrigin(15) + Node(Child(0, kOccupied)));
  }
}

TEST_F(ImportOctomapTest, RefusesOtherTreesByName) {
  EXPECT_NE(Refusal("a.bt", "# Octomap OcTree binary file\nid ColorOcTree\nsize 1\nres 1\ndata\n").find("ColorOcTree"),
            std::string::npos);
}

TEST_F(ImportOctomapTest, ReportsAMapOfUnknownSpaceAsEmpty) {
  const Result<World> world = Load("a.bt", Header(1) + Node(0));
  ASSERT_FALSE(world.ok());
  EXPECT_EQ(world.error().code, ErrorCode::EmptyWorld);
}

}  // namespace
}  // namespace navnet
