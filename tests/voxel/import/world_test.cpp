// SPDX-License-Identifier: Apache-2.0
// LoadWorld: the choice of a reader, and messages for files without one.

#include <navnet/voxel/world.h>

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <cmath>
#include <fstream>
#include <limits>

namespace navnet {
namespace {

constexpr const char* kTriangleObj = "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n";

LoadOptions Scaled(double scale) {
  LoadOptions options;
  options.scale = scale;
  return options;
}

class LoadWorldTest : public testing::Test {
 protected:
  LoadWorldTest() {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("navnet_world_" + std::to_string(getpid()) + "_" +
                                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~LoadWorldTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  /// Loads a file; expects an error with this code, and a one-line message that begins with the file's name.
  static std::string Refusal(const std::filesystem::path& file, ErrorCode code, const LoadOptions& options = {}) {
    const Result<World> world = LoadWorld(file, options);
    EXPECT_FALSE(world.ok());
    if (world) return {};
    EXPECT_EQ(ToString(world.error().code), ToString(code)) << world.error().message;
    EXPECT_TRUE(world.error().message.starts_with(file.string() + ": ")) << world.error().message;
    EXPECT_EQ(world.error().message.find('\n'), std::string::npos) << world.error().message;
    return world.error().message.substr(std::min(world.error().message.size(), file.string().size() + 2));
  }

  std::filesystem::path folder_;
};

TEST_F(LoadWorldTest, NamesTheWorldAfterItsFile) {
  const Result<World> world = LoadWorld(Write("shed.obj", kTriangleObj));
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world->name, "shed.obj");
}

TEST_F(LoadWorldTest, AcceptsExtensionsInAnyCase) {
  EXPECT_TRUE(LoadWorld(Write("shed.OBJ", kTriangleObj)).ok());
  EXPECT_TRUE(LoadWorld(Write("map.3DMap", "voxel 2 2 2\n")).ok());
}

TEST_F(LoadWorldTest, GivesTrianglesForAMesh) {
  const Result<World> world = LoadWorld(Write("shed.obj", kTriangleObj));
  ASSERT_TRUE(world.ok());
  ASSERT_NE(world->mesh(), nullptr);
  EXPECT_EQ(world->mesh()->triangles.size(), 1u);
}

TEST_F(LoadWorldTest, GivesVoxelsForA3dmap) {
  const Result<World> world = LoadWorld(Write("map.3dmap", "voxel 2 3 4\n1 2 3\n"));
  ASSERT_TRUE(world.ok());
  ASSERT_NE(world->voxels(), nullptr);
  EXPECT_EQ(world->voxels()->blocked_count(), 1);
}

TEST_F(LoadWorldTest, ScaleMultipliesCoordinates) {
  const Result<World> world = LoadWorld(Write("shed.obj", kTriangleObj), Scaled(0.5));
  ASSERT_TRUE(world.ok());
  EXPECT_EQ(BoundsOf(*world->mesh()).max, (Vec3{0.5, 1, 0}));
}

TEST_F(LoadWorldTest, ScaleSetsTheVoxelSizeOfAVoxelFile) {
  const Result<World> world = LoadWorld(Write("map.3dmap", "voxel 2 3 4\n"), Scaled(0.25));
  ASSERT_TRUE(world.ok());
  EXPECT_EQ(world->voxels()->frame().voxel_m, 0.25);
}

TEST_F(LoadWorldTest, UpDependsOnTheFormat) {
  EXPECT_EQ(LoadWorld(Write("a.obj", kTriangleObj))->up, UpAxis::Y);
  EXPECT_EQ(LoadWorld(Write("a.3dmap", "voxel 1 1 1\n"))->up, UpAxis::Y);
  const Result<World> stl = LoadWorld(Write("a.stl",
                                            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex "
                                            "0 1 0\nendloop\nendfacet\nendsolid\n"));
  ASSERT_TRUE(stl.ok()) << stl.error().message;
  EXPECT_EQ(stl->up, UpAxis::Z);
}

TEST_F(LoadWorldTest, OptionUpOverridesButNeverRotates) {
  LoadOptions options;
  options.up = UpAxis::Z;
  const Result<World> world = LoadWorld(Write("a.obj", kTriangleObj), options);
  ASSERT_TRUE(world.ok());
  EXPECT_EQ(world->up, UpAxis::Z);
  EXPECT_EQ(BoundsOf(*world->mesh()).max, (Vec3{1, 2, 0}));
}

TEST_F(LoadWorldTest, RefusesAMissingFile) {
  EXPECT_EQ(Refusal(folder_ / "none.obj", ErrorCode::NotFound), "no such file");
}

TEST_F(LoadWorldTest, RefusesADirectory) {
  std::filesystem::create_directory(folder_ / "dir.obj");
  EXPECT_NE(Refusal(folder_ / "dir.obj", ErrorCode::Unreadable).find("directory"), std::string::npos);
}

TEST_F(LoadWorldTest, RefusesAFileWithoutReadPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::filesystem::path file = Write("secret.obj", kTriangleObj);
  ASSERT_EQ(chmod(file.c_str(), 0), 0);
  Refusal(file, ErrorCode::Unreadable);
}

TEST_F(LoadWorldTest, RefusesAPipeInsteadOfWaitingForIt) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.obj").c_str(), 0600), 0);
  Refusal(folder_ / "pipe.obj", ErrorCode::Unreadable);
}

TEST_F(LoadWorldTest, RefusesEmptyFilesOfEveryFormat) {
  for (const char* name : {"a.obj", "a.ply", "a.stl", "a.gltf", "a.glb", "a.dae", "a.3dmap", "a.bt"}) {
    EXPECT_NE(Refusal(Write(name, ""), ErrorCode::BadFormat).find("empty"), std::string::npos) << name;
  }
}

TEST_F(LoadWorldTest, RefusesWrongContentInEveryFormat) {
  const std::string png(
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR and so on, and more bytes than any header has, to be sure of it"
      "...............................................",
      120);
  for (const char* name : {"a.obj", "a.ply", "a.stl", "a.gltf", "a.glb", "a.dae", "a.3dmap", "a.bt"}) {
    EXPECT_FALSE(Refusal(Write(name, png), ErrorCode::BadFormat).empty()) << name;
  }
}

TEST_F(LoadWorldTest, ListsFormatsForAnUnknownExtension) {
  const std::string message = Refusal(Write("a.blend", "BLENDER"), ErrorCode::UnknownFormat);
  for (const char* extension : {".obj", ".ply", ".stl", ".gltf", ".glb", ".dae", ".3dmap", ".bt", ".vdb"}) {
    EXPECT_NE(message.find(extension), std::string::npos) << message;
  }
}

TEST_F(LoadWorldTest, ListsFormatsWithoutAnExtension) {
  EXPECT_NE(Refusal(Write("world", kTriangleObj), ErrorCode::UnknownFormat).find(".obj"), std::string::npos);
}

TEST_F(LoadWorldTest, ExplainsHowToConvertAnOtFile) {
  EXPECT_NE(Refusal(Write("a.ot", "# Octomap OcTree file\n"), ErrorCode::UnknownFormat).find(".bt"), std::string::npos);
}

TEST_F(LoadWorldTest, RefusesInvalidScales) {
  const std::filesystem::path file = Write("a.obj", kTriangleObj);
  for (double scale : {0.0, -1.0, 1e-12, 1e12, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_NE(Refusal(file, ErrorCode::InvalidArgument, Scaled(scale)).find("scale"), std::string::npos) << scale;
  }
}

TEST_F(LoadWorldTest, RefusesAMeshTooLargeAfterScaling) {
  Refusal(Write("a.obj", "v 1e6 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), ErrorCode::BadFormat, Scaled(1e8));
}

}  // namespace
}  // namespace navnet
