// SPDX-License-Identifier: Apache-2.0
// The command line of navnet demo. Flights are tested in tests/demos/flights, their pages in tests/viewer.

#include <navnet/export/flight_log.h>

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace navnet {
namespace {

class DemoCommand : public testing::Test {
 protected:
  CommandResult Demo(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {NAVNET_COMMAND, "demo"});
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string Out() const { return (folder_ / "made/here").string(); }

  TempFolder folder_;
};

TEST_F(DemoCommand, FliesAWorldAndWritesItsFiles) {
  const std::vector<std::string> arguments = {"world", "builtin:building", "--agents", "6", "--out", Out(), "--json"};
  const CommandResult run = Demo(arguments);
  ASSERT_EQ(run.status, 0) << run.err << run.out;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["arrived"], out["agents"]);
  EXPECT_EQ(out["collisions"], 0);
  EXPECT_GT(out["queries"]["count"], 0);
  EXPECT_EQ(out["bake"]["net_bytes"], std::filesystem::file_size(std::string(out["net"])));
  EXPECT_GT(out["bake"]["seconds"], 0);
  EXPECT_GT(out["plain_flights"]["count"], 0);
  EXPECT_GT(out["plain_flights"]["per_second"], 0);
  EXPECT_GT(out["plain_flights"]["us"]["p99"], 0);
  EXPECT_TRUE(std::filesystem::exists(std::string(out["net"])));
  const Result<FlightLog> log = FlightLog::Load(std::string(out["log"]));
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_EQ(log->Fingerprint(), out["log_hash"]);
  EXPECT_EQ(out["page"].is_string(), bool(NAVNET_HAS_VIEWER));
  // A second run writes the same bytes.
  EXPECT_EQ(nlohmann::json::parse(Demo(arguments).out)["log_hash"], out["log_hash"]);
}

TEST_F(DemoCommand, ReportsErrorsAndRemedies) {
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& what) {
    const CommandResult run = Demo(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find(what), std::string::npos) << run.err;
  };
  expect({}, "NAME");
  expect({"moon"}, "city, asteroids, station, world");
  expect({"world"}, "navnet demo world FILE");
  expect({"world", "nosuch.obj", "--out", Out()}, "nosuch.obj");
  expect({"city", "some.obj"}, "navnet demo world some.obj");
  expect({"city", "--radius", "1"}, "--radius");
  expect({"city", "--agents", "-3"}, "--agents");
  expect({"world", "builtin:building", "--radius", "0"}, "--radius");
  const std::string file = folder_.Write("file", "kept");
  expect({"city", "--out", file}, "not a folder");
  EXPECT_EQ(ReadBytes(file), "kept");
}

}  // namespace
}  // namespace navnet
