// SPDX-License-Identifier: Apache-2.0
// The command line of mujoco_flights.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace navnet {
namespace {

class MujocoFlights : public testing::Test {
 protected:
  CommandResult Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), MUJOCO_FLIGHTS);
    return RunningCommand(folder_, arguments).Wait();
  }

  TempFolder folder_;
};

const std::vector<std::string> kStation = {"--world", "station", "--size", "26", "--flights", "4"};

std::vector<std::string> With(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_F(MujocoFlights, ReportsFlightsWithoutContact) {
  const CommandResult run = Run(With(kStation, {"--json"}));
  EXPECT_EQ(run.status, 0) << run.err << run.out;
  const nlohmann::json out = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_EQ(out["flights"], 4);
  EXPECT_EQ(out["arrived"], 4);
  EXPECT_EQ(out["contact"], 0);
  EXPECT_EQ(out["lost"], 0);
  EXPECT_EQ(out["beyond_margin"], 0);
  EXPECT_LT(out["max_error_m"]["max"], 0.1);
  EXPECT_GT(out["least_clearance_m"], 0.25);
  const CommandResult text = Run(kStation);
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("4: 4 arrived, 0 touched the world, 0 lost"), std::string::npos) << text.out;
}

TEST_F(MujocoFlights, FailsAtTwiceTheSpeed) {
  const CommandResult run = Run(With(kStation, {"--speed-factor", "2"}));
  EXPECT_EQ(run.status, 1) << run.err << run.out;
  EXPECT_NE(run.out.find("beyond the margin in 4 flights"), std::string::npos) << run.out;
}

TEST_F(MujocoFlights, WritesFilesThatShowTheFlights) {
  const std::string out = (folder_.path() / "out").string();
  const CommandResult run = Run(With(kStation, {"--out", out, "--no-page"}));
  EXPECT_EQ(run.status, 0) << run.err << run.out;
  EXPECT_TRUE(std::filesystem::exists(out + "/station_mujoco.navnet"));
  EXPECT_TRUE(std::filesystem::exists(out + "/station_mujoco.flight.json"));
}

TEST_F(MujocoFlights, RefusesBadArguments) {
  const CommandResult unknown = Run({"--world", "nowhere"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("mujoco_flights: --world: 'nowhere' is neither a file nor a built-in world"),
            std::string::npos)
      << unknown.err;
  EXPECT_EQ(Run({"--gust", "-1"}).status, 2);
  EXPECT_EQ(Run({"--flights", "0"}).status, 2);
  EXPECT_EQ(Run({"--speed-factor", "nan"}).status, 2);
  EXPECT_EQ(Run({"--world", folder_.Write("a.obj", "v 0 0 0\n").string(), "--size", "30"}).status, 2);
}

}  // namespace
}  // namespace navnet
