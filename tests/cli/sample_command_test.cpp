// SPDX-License-Identifier: Apache-2.0
// The command line of navnet sample: standard output, standard error, exit status and files.

#include "support/rights.h"
#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

namespace navnet {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using Names = std::vector<std::string>;

constexpr const char* kTriangleObj = "v 0 0 0\nv 10 0 0\nv 0 10 5\nf 1 2 3\n";

class SampleCommand : public testing::Test {
 protected:
  CommandResult Navnet(Arguments arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }

  /// `navnet sample WORLD --vdb out.vdb …`
  CommandResult Sample(const std::string& world, Arguments more = {}) const {
    Arguments arguments = {"sample", world, "--vdb", Out()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Navnet(arguments);
  }

  /// The same with --json; expects success.
  nlohmann::json SampleJson(const std::string& world, Arguments more = {}) const {
    more.push_back("--json");
    const CommandResult run = Sample(world, more);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    const nlohmann::json json = nlohmann::json::parse(run.out, nullptr, /*allow_exceptions=*/false);
    EXPECT_TRUE(json.is_object()) << run.out;
    return json;
  }

  /// Expects an error: status 2, nothing on standard output, one line `navnet: …` that contains all of `texts`, and no
  /// output file.
  void ExpectRefused(const CommandResult& run, const std::vector<std::string>& texts) const {
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("navnet: ")) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    for (const std::string& text : texts) EXPECT_NE(run.err.find(text), std::string::npos) << text << ": " << run.err;
    EXPECT_FALSE(fs::exists(Out()));
  }

  std::string Out() const { return (folder_ / "out.vdb").string(); }

  TempFolder folder_;
};

TEST_F(SampleCommand, PrintsItsHelp) {
  for (const Arguments& arguments : {Arguments{"--help"}, Arguments{"-h"}}) {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.out.find("sample"), std::string::npos) << run.out;
    EXPECT_EQ(run.err, "");
  }
}

TEST_F(SampleCommand, PrintsTheHelpOfItsOptions) {
  const CommandResult run = Navnet({"sample", "--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* option : {"WORLD", "--vdb", "--json", "--voxel", "--radius", "--up", "--scale", "--bounds",
                             "--margin", "--seed", "--memory", "--threads", "--grid", "--threshold"}) {
    EXPECT_NE(run.out.find(option), std::string::npos) << option;
  }
  EXPECT_EQ(run.err, "");
}

TEST_F(SampleCommand, PrintsItsVersion) {
  const CommandResult run = Navnet({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.out.starts_with("navnet ")) << run.out;
  EXPECT_NE(run.out.find('.'), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "");
}

TEST_F(SampleCommand, PrintsItsHelpWithoutArguments) {
  const CommandResult run = Navnet({});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("sample"), std::string::npos) << run.err;
}

TEST_F(SampleCommand, RefusesAnUnknownSubcommand) { ExpectRefused(Navnet({"dance"}), {"dance"}); }

TEST_F(SampleCommand, RefusesAnUnknownOption) {
  ExpectRefused(Navnet({"--dance"}), {"dance"});
  ExpectRefused(Sample("builtin:city,size=60", {"--dance"}), {"--dance", "navnet sample --help"});
}

TEST_F(SampleCommand, RefusesAMissingArgument) {
  ExpectRefused(Navnet({"sample"}), {"required"});
  ExpectRefused(Navnet({"sample", "--vdb", Out()}), {"WORLD"});
  ExpectRefused(Navnet({"sample", "builtin:city"}), {"--vdb"});
  ExpectRefused(Navnet({"sample", "builtin:city", "--vdb"}), {"--vdb"});
}

TEST_F(SampleCommand, RefusesASecondWorld) {
  ExpectRefused(Sample("builtin:city,size=60", {"builtin:maze"}), {"builtin:maze"});
}

TEST_F(SampleCommand, FindsGroundScenesByName) {
  const nlohmann::json json = SampleJson("builtin:spiral,n=2,seed=5", {"--voxel", "0.5"});
  EXPECT_EQ(json["world"], "builtin:spiral,n=2,seed=5");
}

TEST_F(SampleCommand, RefusesGroundScenesThatDoNotExist) {
  ExpectRefused(Sample("builtin:spiral,n=9999", {}), {"builtin:spiral,n=9999", "use 1 to 40"});
  ExpectRefused(Sample("builtin:spiral,size=5", {}), {"builtin:spiral,size=5", "n=COUNT"});
  ExpectRefused(Sample("builtin:castle", {}), {"castle", "city", "ground_maze"});
}

TEST_F(SampleCommand, PrintsFiguresAsText) {
  const CommandResult run = Sample("builtin:city,size=60", {"--voxel", "1", "--radius", "0,2"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  for (const char* text : {"builtin:city,size=60", "triangles", "z up", "1 m: as asked for", "voxels blocked",
                           "radius 0", "radius 2", "written", "out.vdb"}) {
    EXPECT_NE(run.out.find(text), std::string::npos) << text << ": " << run.out;
  }
  EXPECT_EQ(folder_.Names(), Names{"out.vdb"});
}

TEST_F(SampleCommand, PrintsOneJsonObjectWithEveryKey) {
  const nlohmann::json json = SampleJson("builtin:city,size=60", {"--voxel", "1", "--radius", "0.5,0,2"});
  for (const char* key :
       {"world", "up", "triangles", "voxel_m", "voxel_reason", "bounds_m", "dimensions", "voxels_free",
        "voxels_blocked", "levels", "vdb", "vdb_bytes", "estimated_bytes", "peak_bytes", "seconds"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"load", "index", "sample", "keep", "write", "total"}) {
    ASSERT_TRUE(json["seconds"].contains(key)) << key;
    EXPECT_GE(json["seconds"][key].get<double>(), 0) << key;
  }
  EXPECT_EQ(json["world"], "builtin:city,size=60");
  EXPECT_EQ(json["up"], "z");
  EXPECT_EQ(json["voxel_m"], 1);
  EXPECT_GT(json["triangles"].get<int64_t>(), 0);
  EXPECT_EQ(json["vdb"], Out());
  EXPECT_EQ(json["vdb_bytes"].get<uint64_t>(), fs::file_size(Out()));
}

TEST_F(SampleCommand, CountsEveryVoxelOfTheBoundsOnce) {
  const nlohmann::json json = SampleJson("builtin:city,size=60", {"--voxel", "1", "--radius", "0.5,0,2"});
  const auto& size = json["dimensions"];
  const int64_t volume = size[0].get<int64_t>() * size[1].get<int64_t>() * size[2].get<int64_t>();
  EXPECT_EQ(json["voxels_free"].get<int64_t>() + json["voxels_blocked"].get<int64_t>(), volume);
  ASSERT_EQ(json["levels"].size(), 3u);
  const std::vector<double> radii = {0, 0.5, 2};
  int64_t blocked = 0;
  for (size_t i = 0; i < 3; ++i) {
    const auto& level = json["levels"][i];
    EXPECT_EQ(level["radius_m"], radii[i]);
    EXPECT_EQ(level["voxels_free"].get<int64_t>() + level["voxels_blocked"].get<int64_t>(), volume);
    EXPECT_GT(level["voxels_blocked"].get<int64_t>(), blocked);
    EXPECT_GT(level["grid_bytes"].get<int64_t>(), 0);
    blocked = level["voxels_blocked"].get<int64_t>();
  }
  EXPECT_EQ(json["voxels_free"], json["levels"][0]["voxels_free"]);
  EXPECT_EQ(json["voxels_blocked"], json["levels"][0]["voxels_blocked"]);
}

TEST_F(SampleCommand, SamplesAMeshFile) {
  const std::string world = folder_.Write("ramp.obj", kTriangleObj);
  const nlohmann::json json = SampleJson(world, {"--voxel", "0.5", "--up", "z", "--margin", "1"});
  EXPECT_EQ(json["world"], "ramp.obj");
  EXPECT_EQ(json["up"], "z");
  EXPECT_EQ(json["triangles"], 1);
  EXPECT_EQ(json["dimensions"], nlohmann::json({24, 24, 14}));
  EXPECT_EQ(json["bounds_m"]["min"], nlohmann::json({-1, -1, -1}));
  EXPECT_EQ(json["bounds_m"]["max"], nlohmann::json({11, 11, 6}));
}

TEST_F(SampleCommand, SamplesTheFileItWrote) {
  const nlohmann::json first = SampleJson("builtin:maze,size=30", {"--voxel", "0.5"});
  const std::string world = folder_.path() / "world.vdb";
  fs::rename(Out(), world);
  const nlohmann::json second = SampleJson(world);
  for (const char* key : {"dimensions", "bounds_m", "voxels_free", "voxels_blocked", "voxel_m"}) {
    EXPECT_EQ(first[key], second[key]) << key;
  }
}

TEST_F(SampleCommand, ScalesTheWorld) {
  const std::string world = folder_.Write("ramp.obj", kTriangleObj);
  const nlohmann::json json = SampleJson(world, {"--scale", "0.1", "--voxel", "0.05", "--margin", "0"});
  EXPECT_EQ(json["dimensions"], nlohmann::json({20, 20, 10}));
}

TEST_F(SampleCommand, UsesOnlyThePartInsideTheBounds) {
  const nlohmann::json json = SampleJson("builtin:city,size=60", {"--voxel", "1", "--bounds", "-5,0,0,20,30.5,12"});
  EXPECT_EQ(json["dimensions"], nlohmann::json({25, 31, 12}));
  EXPECT_EQ(json["bounds_m"]["min"], nlohmann::json({-5, 0, 0}));
}

TEST_F(SampleCommand, KeepsSpaceConnectedToASeedWithNegativeCoordinates) {
  const nlohmann::json all = SampleJson("builtin:city,size=60", {"--voxel", "1"});
  for (const Arguments& seed : {Arguments{"--seed", "-1,2,3"}, Arguments{"--seed=-1,2,3"}}) {
    const nlohmann::json kept = SampleJson("builtin:city,size=60", {"--voxel", "1", seed[0], seed.back()});
    // With a seed, the insides of buildings are blocked.
    EXPECT_LT(kept["voxels_free"].get<int64_t>(), all["voxels_free"].get<int64_t>());
  }
}

TEST_F(SampleCommand, TakesSeveralSeeds) {
  const CommandResult run = Sample("builtin:city,size=60", {"--voxel", "1", "--seed", "-1,-1,3", "--seed", "-2,-2,20"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(SampleCommand, RefusesASeedInsideAWall) {
  const std::string world = folder_.Write("ramp.obj", kTriangleObj);
  ExpectRefused(Sample(world, {"--voxel", "0.5", "--seed", "0.1,0.1,0.1"}), {"ramp.obj", "seed (0.1, 0.1, 0.1)"});
}

TEST_F(SampleCommand, RefusesASeedOutsideTheBounds) {
  ExpectRefused(Sample("builtin:city,size=60", {"--voxel", "1", "--seed", "1e6,0,0"}), {"seed (1e+06, 0, 0)"});
}

TEST_F(SampleCommand, RefusesBadValuesAndNamesTheOption) {
  struct Bad {
    const char *option, *value, *text;
  };
  const std::vector<Bad> cases = {
      {"--voxel", "0", "--voxel: '0' is not a number in the range 1e-9 to 1e12"},
      {"--voxel", "-1", "--voxel: '-1'"},
      {"--voxel", "nan", "--voxel: 'nan'"},
      {"--voxel", "inf", "--voxel: 'inf'"},
      {"--voxel", "1m", "--voxel: '1m'"},
      {"--voxel", "", "--voxel"},
      {"--voxel", "1,2", "--voxel: '1,2'"},
      {"--voxel", "0x10", "--voxel: '0x10'"},
      {"--voxel", "1e999", "--voxel: '1e999'"},
      {"--voxel", "+-1", "--voxel: '+-1'"},
      {"--voxel", "1e-9", "voxel size of 1e-09 m"},
      {"--voxel", "1e-320", "--voxel: '1e-320'"},
      {"--voxel", "1e308", "--voxel: '1e308'"},
      {"--radius", "-1", "--radius: '-1'"},
      {"--radius", "1e308", "--radius: '1e308' is not a list of numbers separated by commas in the range 0 to 1e12"},
      {"--radius", "0,,1", "--radius: '0,,1'"},
      {"--radius", "0,x", "--radius: '0,x'"},
      {"--radius", "", "--radius"},
      {"--radius", "2000", "radius 2000 m"},
      {"--up", "x", "--up: 'x'"},
      {"--scale", "0", "--scale: '0' is not a number in the range 1e-9 to 1e9"},
      {"--scale", "-2", "--scale"},
      {"--scale", "nan", "--scale: 'nan'"},
      {"--scale", "1e300", "--scale"},
      {"--bounds", "1,2,3", "--bounds: '1,2,3' is not 6 numbers"},
      {"--bounds", "0,0,0,1,1,x", "--bounds: '0,0,0,1,1,x'"},
      {"--bounds", "5,5,5,1,1,1", "bounds"},
      {"--margin", "-1", "--margin: '-1'"},
      {"--margin", "1e20", "--margin: '1e20' is not a number in the range 0 to 1e12"},
      {"--margin", "wide", "--margin: 'wide'"},
      {"--seed", "1,2", "--seed: '1,2' is not 3 numbers"},
      {"--seed", "1,2,3,4", "--seed: '1,2,3,4' is not 3 numbers"},
      {"--seed", "here", "--seed: 'here'"},
      {"--memory", "0", "--memory: '0'"},
      {"--memory", "-4", "--memory: '-4'"},
      {"--memory", "lots", "--memory: 'lots'"},
      {"--memory", "1e300", "--memory: '1e300'"},
      {"--memory", "1e-9", "memory budget"},
      {"--threads", "-1", "--threads: '-1'"},
      {"--threads", "1.5", "--threads: '1.5'"},
      {"--threads", "99999", "--threads: '99999'"},
      {"--threshold", "high", "--threshold: 'high'"},
  };
  for (const Bad& bad : cases) {
    SCOPED_TRACE(std::string(bad.option) + " '" + bad.value + "'");
    Arguments arguments = {std::string(bad.option) + "=" + bad.value};
    if (std::string(bad.option) != "--voxel") arguments.push_back("--voxel=1");
    ExpectRefused(Sample("builtin:city,size=60", arguments), {bad.text});
  }
}

TEST_F(SampleCommand, RefusesAGridTooLargeForTheMemory) {
  ExpectRefused(Sample("builtin:city,size=100", {"--voxel", "0.01", "--memory", "0.1"}),
                {"memory budget of 102.4 MiB"});
}

TEST_F(SampleCommand, ListsTheBuiltInWorlds) {
  const CommandResult run = Sample("builtin:atlantis");
  ExpectRefused(run, {"'atlantis'", "city", "asteroids", "station", "cave", "maze", "forest", "building"});
}

TEST_F(SampleCommand, RefusesBadSettingsOfABuiltInWorld) {
  ExpectRefused(Sample("builtin:city,colour=red"), {"colour", "size=METRES"});
  ExpectRefused(Sample("builtin:city,size=big"), {"size: 'big'"});
  ExpectRefused(Sample("builtin:city,size"), {"size"});
  ExpectRefused(Sample("builtin:city,size=-5"), {"builtin:city,size=-5"});
  ExpectRefused(Sample("builtin:city,triangles=1.5"), {"triangles: '1.5'"});
  ExpectRefused(Sample("builtin:city,seed=-1"), {"seed: '-1'"});
  ExpectRefused(Sample("builtin:city,"), {"builtin:city,"});
  ExpectRefused(Sample("builtin:"), {"builtin:"});
}

TEST_F(SampleCommand, RefusesAMissingWorld) {
  ExpectRefused(Sample((folder_ / "nowhere.obj").string()), {"nowhere.obj: no such file"});
}

TEST_F(SampleCommand, RefusesADirectoryAsWorld) {
  fs::create_directory(folder_ / "world.obj");
  ExpectRefused(Sample((folder_ / "world.obj").string()), {"world.obj", "directory"});
}

TEST_F(SampleCommand, RefusesAnUnknownKindOfFile) {
  ExpectRefused(Sample(folder_.Write("world.txt", "hello")), {"world.txt", ".obj"});
}

TEST_F(SampleCommand, RefusesAMeshWithoutTriangles) {
  ExpectRefused(Sample(folder_.Write("points.obj", "v 0 0 0\nv 1 0 0\n")), {"points.obj"});
}

TEST_F(SampleCommand, RefusesAnEmptyNameOfWorldOrOutput) {
  ExpectRefused(Sample(""), {});
  ExpectRefused(Navnet({"sample", "builtin:city,size=60", "--voxel=1", "--vdb", ""}), {});
}

TEST_F(SampleCommand, RefusesAnOutputBeforeItReadsTheWorld) {
  const CommandResult run = Navnet({"sample", folder_ / "nowhere.obj", "--vdb", folder_.path()});
  ExpectRefused(run, {folder_.path().string() + ": cannot write"});
}

TEST_F(SampleCommand, RefusesADirectoryAsOutput) {
  const CommandResult run = Navnet({"sample", "builtin:city,size=60", "--voxel=1", "--vdb", folder_.path()});
  ExpectRefused(run, {folder_.path().string(), "directory"});
  EXPECT_EQ(folder_.Names(), Names{});
}

TEST_F(SampleCommand, RefusesAnOutputInAMissingFolder) {
  const std::string out = folder_ / "nowhere/out.vdb";
  ExpectRefused(Navnet({"sample", "builtin:city,size=60", "--voxel=1", "--vdb", out}), {out});
  EXPECT_EQ(folder_.Names(), Names{});
}

TEST_F(SampleCommand, KeepsAnOldOutputWhenItFails) {
  const std::string old = "what stood here before\n";
  const Arguments worlds = {"builtin:atlantis", (folder_ / "nowhere.obj").string(), "builtin:city,size=60"};
  for (const std::string& world : worlds) {
    folder_.Write("out.vdb", old);
    const CommandResult run = Sample(world, {"--voxel", "1", "--seed", "1e6,0,0"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(ReadBytes(Out()), old);
    EXPECT_EQ(folder_.Names(), Names{"out.vdb"});
  }
}

TEST_F(SampleCommand, KeepsAnOldOutputWhenTheDiskIsFull) {
  folder_.Write("out.vdb", "old");
  const CommandResult run = [&] {
    const FullDisk full(1000);  // The command inherits the limit.
    return Sample("builtin:city,size=60", {"--voxel", "1"});
  }();
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("out.vdb: cannot write"), std::string::npos) << run.err;
  EXPECT_EQ(ReadBytes(Out()), "old");
  EXPECT_EQ(folder_.Names(), Names{"out.vdb"});
}

TEST_F(SampleCommand, ReplacesAnOldOutput) {
  folder_.Write("out.vdb", "old");
  EXPECT_EQ(Sample("builtin:city,size=60", {"--voxel", "1"}).status, 0);
  EXPECT_GT(fs::file_size(Out()), 1000u);
  EXPECT_EQ(folder_.Names(), Names{"out.vdb"});
}

TEST_F(SampleCommand, WritesTheSameBytesForAnyThreadCount) {
  std::vector<std::string> files;
  for (const char* threads : {"1", "2", "5"}) {
    const CommandResult run =
        Sample("builtin:station,size=40", {"--voxel=0.5", "--radius=0,0.6", "--threads", threads});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    files.push_back(ReadBytes(Out()));
  }
  EXPECT_GT(files[0].size(), 0u);
  EXPECT_TRUE(files[0] == files[1]);
  EXPECT_TRUE(files[0] == files[2]);
}

TEST_F(SampleCommand, ReportsThatStandardOutputIsFull) {
  struct stat full {};
  if (stat("/dev/full", &full) != 0) GTEST_SKIP() << "no /dev/full";
  const std::string shell =
      std::string(NAVNET_COMMAND) + " sample builtin:city,size=60 --voxel 1 --vdb '" + Out() + "' > /dev/full";
  const CommandResult run = RunningCommand(folder_, {"/bin/sh", "-c", shell}).Wait();
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("standard output"), std::string::npos) << run.err;
}

// After an interrupt: either the command had finished, or it left no file.
void ExpectDoneOrNothing(const CommandResult& run, const TempFolder& folder) {
  if (run.status == 0) {
    EXPECT_EQ(folder.Names(), Names{"out.vdb"});
    EXPECT_NE(run.out.find("written"), std::string::npos);
  } else {
    EXPECT_EQ(folder.Names(), Names{});
    EXPECT_EQ(run.out, "");
  }
}

TEST_F(SampleCommand, LeavesNothingBehindWhenInterruptedAtOnce) {
  RunningCommand command(folder_, {NAVNET_COMMAND, "sample", "builtin:asteroids,triangles=1000000", "--voxel=0.5",
                                   "--radius=4", "--vdb", Out()});
  command.Signal(SIGINT);
  ExpectDoneOrNothing(command.Wait(), folder_);
}

TEST_F(SampleCommand, StopsAndLeavesNothingBehindWhenInterruptedDuringWork) {
  for (int signal : {SIGINT, SIGTERM}) {
    RunningCommand command(folder_, {NAVNET_COMMAND, "sample", "builtin:asteroids,triangles=1000000", "--voxel=0.5",
                                     "--radius=4", "--vdb", Out()});
    const bool working = command.WaitUntilItCatches(signal);
    command.Signal(signal);
    const CommandResult run = command.Wait();
    ASSERT_TRUE(working) << run.err;
    ExpectDoneOrNothing(run, folder_);
    EXPECT_NE(run.err.find("cancelled"), std::string::npos) << run.err;
    fs::remove(Out());
  }
}

}  // namespace
}  // namespace navnet
