// SPDX-License-Identifier: Apache-2.0
// Pipes, devices and directories instead of files are refused at once and not changed.

#include "support/odd_files.h"

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

class OddFiles : public testing::Test {
 protected:
  CommandResult Navnet(Arguments arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string At(const std::string& name) const { return (folder_ / name).string(); }
  void Bake() const {
    const CommandResult run = Navnet({"bake", "builtin:building", "--voxel", "0.5", "-o", At("b.navnet")});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  void ExpectRefused(const Arguments& arguments, const std::string& why) const {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << arguments[0] << ' ' << arguments[1] << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << arguments[0] << ' ' << arguments[1] << ": " << run.err;
  }
  static Arguments Query(const std::string& net, const Arguments& more = {}) {
    Arguments arguments = {"query", net, "--from", "-0.5,-0.5,5", "--to", "30.5,30.5,9"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  TempFolder folder_;
};

constexpr const char* kNoInput = ": is a pipe, not a regular file; copy what it gives to a file first";
constexpr const char* kNoOutput = ": cannot write: it is a pipe, not a regular file; name another file";

TEST_F(OddFiles, ANetThatIsAPipeIsRefusedAtOnce) {
  const std::string pipe = MakePipe(folder_ / "pipe.navnet");
  ExpectRefused({"info", pipe}, pipe + kNoInput);
  ExpectRefused(Query(pipe), pipe + kNoInput);
  ExpectRefused({"verify", pipe, "builtin:building"}, pipe + kNoInput);
  ExpectRefused({"export", pipe, "--out", At("b.vdb")}, pipe + kNoInput);
  if (NAVNET_HAS_VIEWER) ExpectRefused({"view", pipe}, pipe + kNoInput);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(OddFiles, AWorldThatIsAPipeIsRefusedAtOnce) {
  for (const char* extension : {".obj", ".ply", ".stl", ".gltf", ".glb", ".dae", ".3dmap", ".bt", ".vdb"}) {
    const std::string pipe = MakePipe(folder_ / ("pipe" + std::string(extension)));
    ExpectRefused({"bake", pipe, "-o", At("b.navnet")}, pipe + kNoInput);
  }
  ExpectRefused({"sample", At("pipe.obj"), "--vdb", At("b.vdb")}, At("pipe.obj") + kNoInput);
  ExpectRefused({"bench", At("pipe.3dmap")}, At("pipe.3dmap") + kNoInput);
  ExpectRefused({"demo", "world", At("pipe.obj"), "--out", At("demo")}, At("pipe.obj") + kNoInput);
  Bake();
  ExpectRefused({"verify", At("b.navnet"), At("pipe.obj")}, At("pipe.obj") + kNoInput);
  if (NAVNET_HAS_VIEWER) {
    ExpectRefused({"view", At("b.navnet"), "--world", At("pipe.obj")}, At("pipe.obj") + kNoInput);
  }
}

TEST_F(OddFiles, ABufferBesideAWorldThatIsAPipeIsRefusedAtOnce) {
  MakePipe(folder_ / "world.bin");
  const std::string world = folder_.Write("world.gltf", R"({"asset":{"version":"2.0"},
    "buffers":[{"uri":"world.bin","byteLength":36}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0})");
  ExpectRefused({"bake", world, "-o", At("b.navnet")},
                world + ": mesh 0: its buffer 'world.bin' is a pipe, not a regular file");
}

TEST_F(OddFiles, ALogOrAScenarioThatIsAPipeIsRefusedAtOnce) {
  for (const char* extension : {".json", ".csv"}) {
    const std::string pipe = MakePipe(folder_ / ("pipe" + std::string(extension)));
    ExpectRefused({"export", pipe, "--out", At("b.glb")}, pipe + kNoInput);
  }
  const std::string scenario = MakePipe(folder_ / "pipe.3dscen");
  const std::string map = folder_.Write("small.3dmap", "voxel 4 4 4\n1 1 1\n");
  ExpectRefused({"bench", map, "--scen", scenario}, scenario + kNoInput);
  if (!NAVNET_HAS_VIEWER) return;
  Bake();
  ExpectRefused({"view", At("b.navnet"), "--flight", At("pipe.json")}, At("pipe.json") + kNoInput);
}

TEST_F(OddFiles, DevicesSocketsAndDirectoriesAreRefusedToo) {
  fs::create_directory(folder_ / "directory");
  ExpectRefused({"info", "/dev/zero"}, "/dev/zero: is a device, not a regular file");
  ExpectRefused({"info", MakeSocket(folder_ / "s")}, "s: is a socket, not a regular file");
  ExpectRefused({"info", At("directory")}, "directory: is a directory, not a regular file");
}

TEST_F(OddFiles, LinksToFilesAreRead) {
  Bake();
  fs::create_symlink("b.navnet", folder_ / "link.navnet");
  EXPECT_EQ(Navnet({"info", At("link.navnet")}).status, 0);
}

TEST_F(OddFiles, ANetThatBecomesShorterInUseEndsTheCommandWithAMessage) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer handles this signal";
#else
  // The signal raised by reading a page of a mapped file that was truncated.
  RunningCommand command(
      folder_, {NAVNET_COMMAND, "bake", "builtin:asteroids,triangles=1000000", "--voxel", "0.5", "-o", At("b.navnet")});
  const bool working = command.WaitUntilItCatches(SIGBUS);
  command.Signal(SIGBUS);
  const CommandResult run = command.Wait();
  ASSERT_TRUE(working) << run.err;
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("became shorter while it was in use"), std::string::npos) << run.err;
#endif
}

TEST_F(OddFiles, AnOutputThatIsAPipeIsRefusedAndLeftInPlace) {
  Bake();
  const auto expect = [&](Arguments arguments, const std::string& name) {
    const std::string pipe = MakePipe(folder_ / name);
    arguments.push_back(pipe);
    ExpectRefused(arguments, pipe + kNoOutput);
    EXPECT_TRUE(fs::is_fifo(pipe)) << pipe;
  };
  expect({"bake", "builtin:building", "--voxel", "0.5", "-o"}, "pipe.navnet");
  expect({"bake", "builtin:building", "--voxel", "0.5", "-o", At("other.navnet"), "--vdb"}, "baked.vdb");
  expect({"sample", "builtin:building", "--voxel", "0.5", "--vdb"}, "pipe.vdb");
  expect({"export", At("b.navnet"), "--out"}, "exported.vdb");
  expect(Query(At("b.navnet"), {"--out"}), "pipe.csv");
  if (NAVNET_HAS_VIEWER) expect({"view", At("b.navnet"), "--out"}, "pipe.html");
}

TEST_F(OddFiles, AnOutputThatIsADeviceIsRefusedAndLeftInPlace) {
  ExpectRefused({"bake", "builtin:building", "--voxel", "0.5", "-o", "/dev/null"},
                "/dev/null: cannot write: it is a device, not a regular file; name another file");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace navnet
