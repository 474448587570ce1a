// SPDX-License-Identifier: Apache-2.0
// The command lines of navnet bake --walk, query and verify --mode walk and any, and bench --mode walk.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace navnet {
namespace {

class WalkCommand : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string Net() const { return (folder_ / "out.navnet").string(); }
  // Two floors of 10 m with a gap of 10 m between them.
  std::string Gap() const {
    std::string obj;
    for (const int x : {0, 20}) {
      for (const char* corner : {"0 0 0", "10 0 0", "10 10 0", "0 10 0"}) {
        std::string text = corner;
        text.replace(0, text.find(' '), std::to_string(std::stoi(text) + x));
        obj += "v " + text + "\n";
      }
    }
    return folder_.Write("gap.obj", obj + "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n").string();
  }
  nlohmann::json Json(const std::vector<std::string>& arguments, int status = 0) const {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, status) << run.err << run.out;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
  void BakeGap(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"bake", Gap(),      "--up", "z",      "--voxel", "0.25", "--radius",
                                          "0.3",  "--margin", "4",    "--walk", "-o",      Net()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult run = Navnet(arguments);
    ASSERT_EQ(run.status, 0) << run.err;
  }

  TempFolder folder_;
};

TEST_F(WalkCommand, BakeAndInfoDescribeTheGround) {
  const nlohmann::json baked = Json(
      {"bake", Gap(), "--up", "z", "--voxel", "0.5", "--walk", "-o", Net(), "--link", "drop,9,5,0,21,5,0,2", "--json"});
  const nlohmann::json info = Json({"info", Net(), "--json"});
  for (const nlohmann::json* out : {&baked, &info}) {
    const auto& ground = (*out)["ground"];
    EXPECT_NEAR(ground["area_m2"], 200, 0.2);
    EXPECT_EQ(ground["components"], 2);
    EXPECT_EQ(ground["boundary_loops"], 2);
    EXPECT_EQ(ground["layers"], 1);
    EXPECT_EQ(ground["height_m"], 1.8);
    EXPECT_GT(ground["links"], 1);
  }
  EXPECT_GT(baked["seconds"]["ground"], 0);
}

TEST_F(WalkCommand, FindsWalksAndReportsWhyNot) {
  BakeGap();
  const nlohmann::json out =
      Json({"query", Net(), "--mode", "walk", "--from", "1,1,0", "--to", "9,9,0", "--radius", "0.3", "--json"});
  EXPECT_EQ(out["status"], "complete");
  EXPECT_NEAR(out["length_m"], std::sqrt(128), 1e-6);
  EXPECT_EQ(out["waypoints"].front(), nlohmann::json({1.0, 1.0, 0.0}));
  EXPECT_GT(out["us"], 0);
  const nlohmann::json round = Json(
      {"query", Net(), "--mode", "walk", "--from", "1,1,0", "--to", "9,9,0", "--no-fly", "4,0,-1,6,6,3", "--json"});
  EXPECT_EQ(round["status"], "complete");
  EXPECT_NEAR(round["length_m"], 2 * std::sqrt(34), 0.01);
  const CommandResult no = Navnet({"query", Net(), "--mode", "walk", "--from", "1,1,0", "--to", "29,9,0"});
  EXPECT_EQ(no.status, 1);
  EXPECT_NE(no.out.find("no ground connects them"), std::string::npos) << no.out;
}

TEST_F(WalkCommand, FindsJourneys) {
  BakeGap({"--link", "ladder,9,5,0,21,5,0,1"});
  const std::vector<std::string> ask = {"query", Net(),    "--mode",   "any", "--from", "1,5,0",
                                        "--to",  "29,5,0", "--radius", "0.3", "--json"};
  const nlohmann::json out = Json(ask);
  EXPECT_EQ(out["status"], "complete");
  double seconds = 0;
  for (const auto& segment : out["segments"]) {
    seconds += double(segment["seconds"]);
  }
  EXPECT_NEAR(out["seconds"], seconds, 1e-9);
  std::vector<std::string> closed = ask;
  closed.insert(closed.end(), {"--close", "0", "--fly-speed", "1"});
  const nlohmann::json by_air = Json(closed);
  EXPECT_EQ(by_air["status"], "complete");
  for (const auto& segment : by_air["segments"]) EXPECT_NE(segment["mode"], "link");
  std::vector<std::string> grounded = ask;
  grounded.insert(grounded.end(), {"--close", "0", "--fly-speed", "0"});
  EXPECT_EQ(Json(grounded, 1)["status"], "unreachable");
}

TEST_F(WalkCommand, FindsJourneysAroundNoFlyBoxesUnderACeiling) {
  BakeGap();
  const auto ask = [&](const std::vector<std::string>& more, int status = 0) {
    std::vector<std::string> arguments = {"query", Net(),    "--mode",   "any", "--from", "1,5,0",
                                          "--to",  "29,5,0", "--radius", "0.3", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Json(arguments, status);
  };
  const nlohmann::json plain = ask({});
  EXPECT_EQ(plain["cost_s"], plain["seconds"]);
  const nlohmann::json round = ask({"--no-fly", "12,-99,-99,18,8,99", "--ceiling", "3"});
  EXPECT_GT(double(round["seconds"]), double(plain["seconds"]));
  for (const auto& point : round["waypoints"]) EXPECT_LE(double(point[2]), 3 + 1e-6);
  const nlohmann::json dear = ask({"--cost-region", "12,-99,-99,18,99,99,3"});
  EXPECT_GT(double(dear["cost_s"]), double(dear["seconds"]) + 1);
  EXPECT_EQ(ask({"--no-fly", "12,-99,-99,18,99,99"}, 1)["status"], "unreachable");
  const nlohmann::json flown = ask({"--no-walk", "0,0,-1,30,10,1"});
  EXPECT_EQ(flown["segments"].front()["mode"], "take_off");
}

TEST_F(WalkCommand, BenchWalks) {
  const nlohmann::json out = Json({"bench", "builtin:ground_maze,n=8", "--mode", "walk", "--radius", "0.2", "--voxel",
                                   "0.5", "--queries", "50", "--json"});
  EXPECT_EQ(out["queries"], 50);
  EXPECT_EQ(out["failed"], 0);
  EXPECT_GE(out["length_ratio"]["mean"], 1);
  EXPECT_GT(out["us"]["p50"], 0);
  EXPECT_FALSE(out.contains("peers"));
}

TEST_F(WalkCommand, RefusesInvalidOptions) {
  BakeGap();
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& why) {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  const std::string other = (folder_ / "other.navnet").string();
  expect({"bake", Gap(), "-o", other, "--step", "0.2"}, "require --walk");
  expect({"bake", Gap(), "-o", other, "--walk", "--height", "-1"}, "height");
  expect({"bake", Gap(), "-o", other, "--walk", "--link", "slide,0,0,0,1,1,1"}, "jump, drop, ladder, door or gate");
  expect({"bake", Gap(), "-o", other, "--walk", "--link", "drop,0,0,0"}, "is not a list of 6 to 8 numbers");
  expect({"query", Net(), "--mode", "swim", "--from", "1,1,0", "--to", "2,2,0"}, "not fly, walk or any");
  expect({"query", Net(), "--mode", "any", "--from", "1,1,0", "--to", "2,2,0", "--walk-speed", "0", "--fly-speed", "0"},
         "cannot move");
  expect({"query", Net(), "--mode", "walk", "--from", "1,1,0", "--to", "2,2,0", "--ceiling", "5"}, "fly or any");
  expect({"query", Net(), "--mode", "fly", "--from", "1,1,2", "--to", "2,2,2", "--no-walk", "0,0,0,1,1,1"},
         "walk or any");
  ASSERT_EQ(Navnet({"bake", Gap(), "--voxel", "0.5", "-o", other}).status, 0);
  expect({"query", other, "--mode", "walk", "--from", "1,1,0", "--to", "2,2,0"}, "bake it with --walk");
}

TEST_F(WalkCommand, VerifyAuditsWalksAndJourneys) {
  BakeGap({"--link", "drop,9,5,0,21,5,0,2"});
  for (const std::string mode : {"walk", "any"}) {
    const nlohmann::json out =
        Json({"verify", Net(), Gap(), "--up", "z", "--mode", mode, "--queries", "60", "--costs", "--json"});
    EXPECT_EQ(out["mode"], mode);
    EXPECT_EQ(out["violations"], 0) << out;
    EXPECT_EQ(out["failed"], 0) << out;
    EXPECT_GT(out["paths"], 20);
    for (const char* rule : {"ends", "clearance", "regions", "heights", "ground", "room", "rise", "parts", "limit"}) {
      EXPECT_EQ(out["violations_of"][rule], 0) << rule;
    }
  }
  // Radii larger than those of all levels.
  EXPECT_GT(Json({"verify", Net(), Gap(), "--up", "z", "--mode", "walk", "--radius", "0.9", "--json"})["paths"], 0);
  EXPECT_EQ(Navnet({"verify", Net(), Gap(), "--up", "z", "--mode", "any", "--radius", "0.9"}).status, 2);
  EXPECT_EQ(Navnet({"verify", Net(), Gap(), "--up", "z", "--mode", "swim"}).status, 2);
  // A hole in one of the floors.
  const std::string other = folder_.Write("hole.obj", "v 0 0 0\nv 10 0 0\nv 10 10 0\nf 1 2 3\n").string();
  const nlohmann::json bad = Json({"verify", Net(), other, "--up", "z", "--mode", "walk", "--json"}, 1);
  EXPECT_GT(bad["violations_of"]["ground"], 0);
  EXPECT_EQ(bad["first_violation"]["rule"], "ground");
}

TEST_F(WalkCommand, VerifyNeedsGroundForWalksAndJourneys) {
  ASSERT_EQ(Navnet({"bake", Gap(), "--up", "z", "--voxel", "0.5", "-o", Net()}).status, 0);
  for (const char* mode : {"walk", "any"}) {
    const CommandResult run = Navnet({"verify", Net(), Gap(), "--up", "z", "--mode", mode});
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("bake it with --walk"), std::string::npos) << run.err;
  }
  EXPECT_EQ(Navnet({"verify", Net(), Gap(), "--up", "z", "--queries", "20"}).status, 0);
}

}  // namespace
}  // namespace navnet
