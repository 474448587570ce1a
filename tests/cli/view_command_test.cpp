// SPDX-License-Identifier: Apache-2.0
// The command line of navnet view. The page is tested in tests/viewer.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace navnet {
namespace {

class ViewCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (!NAVNET_HAS_VIEWER) GTEST_SKIP() << "built without the viewer";
    const CommandResult run = Navnet({"bake", "builtin:building", "--voxel", "0.5", "-o", Net()});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string Net() const { return (folder_ / "out.navnet").string(); }

  TempFolder folder_;
};

TEST_F(ViewCommand, WritesAPageBesideTheNetAndPrintsHowToOpenIt) {
  const CommandResult run = Navnet({"view", Net(), "--world", "builtin:building"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string page = (folder_ / "out.html").string();
  EXPECT_NE(run.out.find("file://" + page), std::string::npos) << run.out;
  const std::string text = ReadBytes(page);
  EXPECT_EQ(text.substr(0, 15), "<!doctype html>");
  for (const char* part : {"id=\"navnet-head\"", "id=\"navnet-image\"", "id=\"navnet-world-positions\"", "</html>"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(text.find("<!--navnet "), std::string::npos) << "all placeholders are replaced";
}

TEST_F(ViewCommand, PrintsOneJsonObjectOnRequest) {
  const std::string page = (folder_ / "page.html").string();
  const CommandResult run = Navnet({"view", Net(), "--out", page, "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["page"], page);
  EXPECT_EQ(out["bytes"], std::filesystem::file_size(page));
  EXPECT_EQ(out["world_triangles"], 0);
}

TEST_F(ViewCommand, WarnsAboutAnotherWorld) {
  const CommandResult run = Navnet({"view", Net(), "--world", "builtin:building", "--scale", "-0.001"});
  EXPECT_EQ(run.status, 2);
  WriteBytes(folder_ / "far.obj", "v 9000 0 0\nv 9001 0 0\nv 9000 1 0\nf 1 2 3\n");
  const CommandResult far = Navnet({"view", Net(), "--world", (folder_ / "far.obj").string(), "--up", "z"});
  ASSERT_EQ(far.status, 0) << far.err;
  EXPECT_NE(far.out.find("outside the net's bounds"), std::string::npos) << far.out;
}

TEST_F(ViewCommand, NamesInvalidInputAndKeepsThePage) {
  const std::string page = (folder_ / "out.html").string();
  WriteBytes(page, "mine");
  WriteBytes(folder_ / "bad.json", "{}");
  const auto expect = [&](std::vector<std::string> arguments, const std::string& why) {
    arguments.insert(arguments.begin(), "view");
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
    EXPECT_EQ(ReadBytes(page), "mine");
  };
  expect({Net() + "x"}, "out.navnetx");
  expect({Net(), "--flight", (folder_ / "none.json").string()}, "none.json");
  expect({Net(), "--flight", (folder_ / "bad.json").string()}, "not a flight log");
  expect({Net(), "--world", "builtin:nothing"}, "no built-in world");
  expect({Net(), "--out", Net()}, "the output is the input");
  expect({Net(), "--out", (folder_ / "none/page.html").string()}, "none");
}

}  // namespace
}  // namespace navnet
