// SPDX-License-Identifier: Apache-2.0
// The command lines of navnet bake and navnet info.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace navnet {
namespace {

class BakeCommand : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string Net() const { return (folder_ / "out.navnet").string(); }

  TempFolder folder_;
};

TEST_F(BakeCommand, PrintsTheDocumentedKeysAndInfoAgrees) {
  const CommandResult bake =
      Navnet({"bake", "builtin:building", "--voxel", "0.5", "--radius", "0,0.3", "-o", Net(), "--json"});
  ASSERT_EQ(bake.status, 0) << bake.err;
  EXPECT_EQ(bake.err, "");
  const nlohmann::json baked = nlohmann::json::parse(bake.out);
  const CommandResult info = Navnet({"info", Net(), "--json"});
  ASSERT_EQ(info.status, 0) << info.err;
  const nlohmann::json expected = nlohmann::json::parse(info.out);
  for (const char* key : {"cells", "contacts", "components", "voxels_free", "voxels_blocked", "net_bytes", "levels"}) {
    ASSERT_TRUE(baked.contains(key)) << key;
    EXPECT_EQ(baked[key], expected[key]) << key;
  }
  for (const char* key : {"load", "sample", "partition", "volumes", "contacts", "ground", "write", "total"}) {
    EXPECT_TRUE(baked["seconds"].contains(key)) << key;
  }
  ASSERT_EQ(baked["levels"].size(), 2u);
  EXPECT_EQ(baked["levels"][1]["radius_m"], 0.3);
  EXPECT_GT(baked["levels"][1]["cells"], 10);
  EXPECT_EQ(baked["net_bytes"], std::filesystem::file_size(Net()));
}

TEST_F(BakeCommand, WritesTheSameBytesForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2"}) {
    const CommandResult run =
        Navnet({"bake", "builtin:station", "--voxel", "0.5", "--threads", threads, "-o", (folder_ / threads).string()});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(ReadBytes(folder_ / "1"), ReadBytes(folder_ / "2"));
}

TEST_F(BakeCommand, ReportsTheEffectOfKeepMinCellAndAlign) {
  const CommandResult run = Navnet({"bake", "builtin:building", "--voxel", "0.25", "--keep", "outside", "--min-cell",
                                    "3", "--align", "auto", "-o", Net(), "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["keep"], "outside");
  EXPECT_EQ(out["min_cell"], 3);
  EXPECT_GT(out["voxels_left_out"], 0);
  EXPECT_TRUE(out["align"].contains("cells"));
  EXPECT_GE(out["min_cell_cost"]["cells"]["before"], out["min_cell_cost"]["cells"]["after"]);
  EXPECT_EQ(out["min_cell_cost"]["cells"]["after"], out["cells"]);
  EXPECT_GT(out["min_cell_cost"]["flights"], 100);
  EXPECT_NEAR(out["min_cell_cost"]["length_ratio"], 1, 0.02);
  EXPECT_EQ(int64_t(out["voxels_free"]) + int64_t(out["voxels_left_out"]) + int64_t(out["voxels_blocked"]),
            int64_t(out["dimensions"][0]) * int64_t(out["dimensions"][1]) * int64_t(out["dimensions"][2]));
  const CommandResult info = Navnet({"info", Net(), "--json"});
  ASSERT_EQ(info.status, 0) << info.err;
  const nlohmann::json expected = nlohmann::json::parse(info.out);
  const nlohmann::json quality = expected["quality"][0];
  EXPECT_LT(quality["coverage"], 1);
  size_t cells = 0;
  for (const auto& count : quality["cells_by_side"]) cells += size_t(count);
  EXPECT_EQ(cells, expected["cells"]);
  EXPECT_EQ(expected["keep"], "outside");
}

TEST_F(BakeCommand, HintsAtSealedPockets) {
  const CommandResult all = Navnet({"bake", "builtin:asteroids", "--voxel", "8", "-o", Net()});
  EXPECT_NE(all.out.find("--keep outside"), std::string::npos) << all.out;
  const CommandResult outside = Navnet({"bake", "builtin:asteroids", "--voxel", "8", "--keep", "outside", "-o", Net()});
  EXPECT_EQ(outside.out.find("hint"), std::string::npos) << outside.out;
}

TEST_F(BakeCommand, RefusesInvalidOptions) {
  const auto expect = [&](std::vector<std::string> options, const std::string& what) {
    options.insert(options.begin(), {"bake", "builtin:building", "--voxel", "1", "-o", Net()});
    const CommandResult run = Navnet(options);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find(what), std::string::npos) << run.err;
  };
  expect({"--keep", "most"}, "--keep: 'most'");
  expect({"--keep", "seeds"}, "--seed");
  expect({"--keep", "largest", "--seed", "1,1,1"}, "give only one");
  expect({"--min-cell", "0"}, "--min-cell");
  expect({"--min-cell", "thin"}, "'auto'");
  expect({"--align", "north"}, "--align: 'north'");
  EXPECT_FALSE(std::filesystem::exists(Net()));
}

TEST_F(BakeCommand, WritesTheGridsOnRequest) {
  const std::string vdb = (folder_ / "out.vdb").string();
  const CommandResult run = Navnet({"bake", "builtin:station", "--voxel", "1", "-o", Net(), "--vdb", vdb});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("cells in"), std::string::npos) << run.out;
  EXPECT_GT(std::filesystem::file_size(vdb), 0u);
}

TEST_F(BakeCommand, RefusesAMissingWorldAndKeepsTheOldNet) {
  folder_.Write("out.navnet", "precious");
  const CommandResult run = Navnet({"bake", (folder_ / "none.obj").string(), "-o", Net()});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.err.starts_with("navnet: ")) << run.err;
  EXPECT_EQ(ReadBytes(Net()), "precious");
}

TEST_F(BakeCommand, InfoRefusesOtherFiles) {
  const CommandResult run = Navnet({"info", folder_.Write("x.navnet", std::string(500, 'x')).string()});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("not a .navnet file"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

}  // namespace
}  // namespace navnet
