// SPDX-License-Identifier: Apache-2.0
// The command lines of navnet export and query --out.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace navnet {
namespace {

class ExportCommand : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string At(const std::string& name) const { return (folder_ / name).string(); }
  void Bake() const {
    const CommandResult run =
        Navnet({"bake", "builtin:building", "--voxel", "0.5", "--radius", "0.3", "-o", At("b.navnet")});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  CommandResult Query(const std::string& from, std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"query", At("b.navnet"), "--from",   from,
                                          "--to",  "30.5,30.5,9",  "--radius", "0.3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Navnet(arguments);
  }

  TempFolder folder_;
};

TEST_F(ExportCommand, QueryWritesEveryFormatAndFormatsConvertToEachOther) {
  Bake();
  for (const char* name : {"q.csv", "q.json", "q.gltf", "q.glb", "q.plan"}) {
    const CommandResult run =
        Query("-0.5,-0.5,5", {"--speed", "4", "--origin", "47.4,8.5,488", "--out", At(name), "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const nlohmann::json out = nlohmann::json::parse(run.out);
    EXPECT_EQ(out["status"], "complete");
    EXPECT_EQ(out["export"]["bytes"], std::filesystem::file_size(At(name)));
  }
  ASSERT_EQ(Navnet({"export", At("q.json"), "--out", At("r.csv")}).status, 0);
  EXPECT_EQ(ReadBytes(At("r.csv")), ReadBytes(At("q.csv")));
  ASSERT_EQ(Navnet({"export", At("q.csv"), "--speed", "4", "--origin", "47.4,8.5,488", "--out", At("r.plan")}).status,
            0);
  EXPECT_EQ(ReadBytes(At("r.plan")), ReadBytes(At("q.plan")));
}

TEST_F(ExportCommand, QueryWithoutAPathKeepsTheFile) {
  Bake();
  WriteBytes(At("q.csv"), "mine");
  EXPECT_EQ(Query("500,0,0", {"--out", At("q.csv")}).status, 1);
  EXPECT_EQ(ReadBytes(At("q.csv")), "mine");
}

TEST_F(ExportCommand, ANetsGridBakesToTheSameFreeVoxels) {
  Bake();
  ASSERT_EQ(Navnet({"export", At("b.navnet"), "--out", At("b.vdb")}).status, 0);
  const CommandResult baked = Navnet({"bake", At("b.vdb"), "--radius", "0", "-o", At("c.navnet"), "--json"});
  ASSERT_EQ(baked.status, 0) << baked.err;
  const CommandResult info = Navnet({"info", At("b.navnet"), "--json"});
  const auto again = nlohmann::json::parse(baked.out), before = nlohmann::json::parse(info.out);
  for (const char* key : {"voxels_free", "cells", "contacts"}) EXPECT_EQ(again[key], before[key]) << key;
  EXPECT_EQ(Navnet({"export", At("b.navnet"), "--radius", "0.3", "--out", At("b.glb")}).status, 0);
}

TEST_F(ExportCommand, NamesInvalidInputAndWritesNothing) {
  Bake();
  WriteBytes(At("two.csv"), "track,x_m,y_m,z_m\na,0,0,9\na,5,0,9\nb,0,0,9\nb,5,0,9\n");
  WriteBytes(At("other.json"), "{}");
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& why) {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  expect({"export", At("two.csv"), "--out", At("t.xyz")}, ".csv, .json, .gltf, .glb or .plan");
  expect({"export", At("b.navnet"), "--out", At("t.csv")}, ".vdb, .gltf or .glb");
  expect({"export", At("two.csv"), "--out", At("t.plan")}, "--origin");
  expect({"export", At("two.csv"), "--origin", "95,0", "--out", At("t.plan")}, "latitude");
  expect({"export", At("two.csv"), "--origin", "47,8", "--out", At("t.plan")}, "a, b");
  expect({"export", At("two.csv"), "--agent", "c", "--out", At("t.json")}, "which has a, b");
  expect({"export", At("two.csv"), "--out", At("two.csv")}, "the output is the input");
  expect({"export", At("other.json"), "--out", At("t.csv")}, "not a flight log");
  expect({"export", At("none.csv"), "--out", At("t.json")}, "none.csv");
  EXPECT_EQ(folder_.Names(), (std::vector<std::string>{"b.navnet", "other.json", "two.csv"}));
}

}  // namespace
}  // namespace navnet
