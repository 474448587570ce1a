// SPDX-License-Identifier: Apache-2.0
// The command line of navnet_peers.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace navnet {
namespace {

class NavnetPeers : public testing::Test {
 protected:
  CommandResult Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_PEERS);
    return RunningCommand(folder_, arguments).Wait();
  }
  nlohmann::json Json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const CommandResult run = Run(arguments);
    EXPECT_EQ(run.status, 0) << run.err << run.out;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
  std::string Map() const { return folder_.Write("a.3dmap", "voxel 16 16 16\n8 8 8\n8 9 8\n3 4 5\n").string(); }
  // Queries along an axis and diagonally, and one with a wrong optimum.
  std::string Scenario(const std::string& second_optimum) const {
    return folder_.Write("a.3dscen", "version 1\na.3dmap\n0 0 0 9 0 0 9 1\n1 1 1 5 5 1 " + second_optimum + " 1\n")
        .string();
  }

  TempFolder folder_;
};

TEST_F(NavnetPeers, MeasuresAScenarioWithAllPlanners) {
  const nlohmann::json out = Json({Map(), "--scen", Scenario("5.65685425"), "--queries", "0"});
  EXPECT_EQ(out["queries"], 2);
  EXPECT_EQ(out["failed"], 0);
  EXPECT_NEAR(out["length_ratio"]["max"], 1, 1e-6);
  for (const char* peer : {"grid_astar", "lazy_theta", "ompl"}) {
    ASSERT_TRUE(out["peers"].contains(peer)) << peer;
    EXPECT_EQ(out["peers"][peer]["failed"], 0) << peer;
  }
  EXPECT_EQ(out["peers"]["grid_astar"]["cost_mismatches"], 0);
}

TEST_F(NavnetPeers, CountsOptimaThatTheGridSearchDoesNotReproduce) {
  const std::string scenario = Scenario("5.5");
  const nlohmann::json out = Json({Map(), "--scen", scenario, "--queries", "0"});
  EXPECT_EQ(out["peers"]["grid_astar"]["cost_mismatches"], 1);
  EXPECT_EQ(out["peers"]["lazy_theta"]["cost_mismatches"], 0);
  const CommandResult text = Run({Map(), "--scen", scenario, "--queries", "0"});
  EXPECT_NE(text.out.find("1 off the optimum"), std::string::npos) << text.out;
}

TEST_F(NavnetPeers, LimitsTheFlightsOfPeers) {
  const CommandResult run = Run({"builtin:building", "--voxel", "1", "--queries", "50", "--peer-queries", "3"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("50, 0 failed"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("0 of 3 failed"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("off the optimum"), std::string::npos) << run.out;
}

TEST_F(NavnetPeers, MeasuresWalksWithDetour) {
  const nlohmann::json out =
      Json({"builtin:ground_maze,n=8", "--mode", "walk", "--radius", "0.2", "--voxel", "0.5", "--queries", "50"});
  EXPECT_EQ(out["queries"], 50);
  EXPECT_EQ(out["failed"], 0);
  EXPECT_GE(out["length_ratio"]["mean"], 1);
  EXPECT_GT(out["us"]["p50"], 0);
  EXPECT_GT(out["peers"]["detour"]["us"]["p50"], 0);
  EXPECT_GE(out["peers"]["detour"]["length_ratio"]["mean"], 1);
  // With more way points, on the same path.
  EXPECT_GT(out["peers"]["detour_surface"]["us"]["p50"], 0);
  EXPECT_NEAR(out["peers"]["detour_surface"]["length_ratio"]["mean"], out["peers"]["detour"]["length_ratio"]["mean"],
              1e-3);
}

TEST_F(NavnetPeers, FailsUnderItsOwnName) {
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& why) {
    const CommandResult run = Run(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(run.err.starts_with("navnet_peers: ")) << run.err;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  expect({"--json"}, "(see navnet_peers --help)");
  expect({Map(), "--fast"}, "(see navnet_peers --help)");
  expect({Map(), "--peer-queries", "-1"}, "--peer-queries");
  // A walkable floor of voxels, without triangles.
  std::string floor = "voxel 8 8 8\n";
  for (int x = 0; x < 8; ++x) {
    for (int z = 0; z < 8; ++z) floor += std::to_string(x) + " 0 " + std::to_string(z) + "\n";
  }
  expect({folder_.Write("floor.3dmap", floor).string(), "--mode", "walk", "--radius", "0.3", "--height", "2"},
         "Recast takes triangles");
}

}  // namespace
}  // namespace navnet
