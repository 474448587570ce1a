// SPDX-License-Identifier: Apache-2.0
// Gates as scripts see them: bake --link gate, info, query and verify.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace navnet {
namespace {

class GateCommand : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  nlohmann::json Json(std::vector<std::string> arguments, int status = 0) const {
    arguments.emplace_back("--json");
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, status) << run.err << run.out;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
  // A floor of 20 m by 10 m and a wall across it, with air up to the wall's height.
  std::string World() const {
    return folder_
        .Write("hall.obj",
               "v 0 0 0\nv 20 0 0\nv 20 10 0\nv 0 10 0\nv 10 -1 -1\nv 10 11 -1\nv 10 11 5\nv 10 -1 5\n"
               "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n")
        .string();
  }
  std::string Net() const { return (folder_ / "out.navnet").string(); }
  std::vector<std::string> Bake(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"bake",     World(),         "--up",     "z",     "--voxel", "0.5",
                                          "--bounds", "0,0,0,20,10,5", "--radius", "0,0.4", "-o",      Net()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  std::vector<std::string> Across(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"query", Net(), "--from", "2,5,2", "--to", "18,5,2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  TempFolder folder_;
};

TEST_F(GateCommand, AreBakedListedAndUsed) {
  const nlohmann::json baked = Json(Bake({"--link", "gate,5,5,2,15,5,2,1.5", "--link", "gate,16,5,2,4,5,2,1,oneway,0.2",
                                          "--link", "gate,0.1,5,2,15,5,2,0,closed", "--link", "gate,-1,5,2,15,5,2"}));
  const nlohmann::json info = Json({"info", Net()});
  for (const nlohmann::json* out : {&baked, &info}) {
    const nlohmann::json& gates = (*out)["gates"];
    ASSERT_EQ(gates.size(), 4U);
    EXPECT_EQ(gates[0]["serves_radii_m"], nlohmann::json({0.0, 0.4}));
    EXPECT_EQ(gates[0]["seconds"], 1.5);
    EXPECT_EQ(gates[1]["one_way"], true);
    EXPECT_EQ(gates[1]["radius_m"], 0.2);
    EXPECT_EQ(gates[1]["serves_radii_m"], nlohmann::json({0.0, 0.2}));
    EXPECT_EQ(gates[2]["closed"], true);
    EXPECT_EQ(gates[3]["serves_radii_m"], nlohmann::json::array()) << "outside the net";
  }
  EXPECT_NE(Navnet({"info", Net()}).out.find("gate 3      (-1, 5, 2) to (15, 5, 2), 0 s; serves no level"),
            std::string::npos)
      << Navnet({"info", Net()}).out;

  const nlohmann::json flight = Json(Across());
  EXPECT_EQ(flight["status"], "complete");
  EXPECT_NEAR(flight["length_m"], 6, 1e-9);
  EXPECT_NEAR(flight["cost"], 6 + 1.5 * 5, 1e-9);
  EXPECT_EQ(flight["jumps"], nlohmann::json::parse(R"([{"waypoint": 1, "gate": 0, "seconds": 1.5}])"));
  EXPECT_NE(Navnet(Across()).out.find("jump        gate 0, 1.5 s, from (5, 5, 2) to (15, 5, 2)"), std::string::npos);
  EXPECT_EQ(Json(Across({"--fly-speed", "0"}), 1)["status"], "unreachable");
  EXPECT_EQ(Json(Across({"--close-gate", "0"}), 1)["status"], "unreachable");
  const nlohmann::json journey = Json(Across({"--mode", "any", "--fly-speed", "2"}));
  ASSERT_EQ(journey["segments"].size(), 3U);
  EXPECT_EQ(journey["segments"][1]["mode"], "link");
  EXPECT_EQ(journey["segments"][1]["gate"], 0);
  EXPECT_NEAR(journey["seconds"], 3 + 1.5, 1e-9);
  EXPECT_EQ(Json(Across({"--mode", "any", "--close-gate", "0"}), 1)["status"], "unreachable");

  const std::string csv = (folder_ / "path.csv").string();
  EXPECT_EQ(Json(Across({"--out", csv, "--speed", "2"}))["status"], "complete");
  std::ifstream file(csv);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("link"), std::string::npos) << text;
  const CommandResult mission =
      Navnet(Across({"--out", (folder_ / "path.plan").string(), "--speed", "2", "--origin", "47,8"}));
  EXPECT_EQ(mission.status, 2);
  EXPECT_NE(mission.err.find("passes a gate"), std::string::npos) << mission.err;

  Json(Bake({"--link", "gate,1,1,1,9,9,4", "--link", "gate,11,1,1,19,9,4,0.1,oneway", "--link", "gate,2,9,4,18,1,1"}));
  const nlohmann::json audit = Json({"verify", Net(), World(), "--up", "z", "--queries", "200"});
  EXPECT_GT(audit["segments"], audit["paths"]) << "some flights jump, others are straight";
  EXPECT_EQ(audit["violations"], 0);
  EXPECT_EQ(audit["failed"], 0);
}

TEST_F(GateCommand, AreRefusedWithTheReason) {
  const auto error = [&](const std::string& link) {
    const CommandResult run = Navnet(Bake({"--link", link}));
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_NE(error("gate,1,1,1").find("6 to 8 numbers"), std::string::npos);
  EXPECT_NE(error("gate,1,1,1,2,2,2,-3").find("in the range"), std::string::npos);
  EXPECT_NE(error("gate,1,1,1,2,2,2,3,sideways").find("6 to 8 numbers"), std::string::npos);
  EXPECT_NE(error("jump,1,1,1,2,2,2,3").find("--walk"), std::string::npos);
  EXPECT_NE(error("jump,1,1,1,2,2,2,3,oneway").find("oneway"), std::string::npos);
}

}  // namespace
}  // namespace navnet
