// SPDX-License-Identifier: Apache-2.0
// The command lines of navnet query, bench and verify.

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace navnet {
namespace {

class FlightCommand : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string Net() const { return (folder_ / "out.navnet").string(); }
  void Bake(const std::string& world = "builtin:building") const {
    const CommandResult run = Navnet({"bake", world, "--voxel", "0.25", "--radius", "0,0.3", "-o", Net()});
    ASSERT_EQ(run.status, 0) << run.err;
  }

  TempFolder folder_;
};

TEST_F(FlightCommand, QueryPrintsTheDocumentedKeys) {
  Bake();
  const CommandResult run =
      Navnet({"query", Net(), "--from", "-0.5,-0.5,5", "--to", "30.5,30.5,9", "--radius", "0.3", "--json"});
  ASSERT_EQ(run.status, 0) << run.err << run.out;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["status"], "complete");
  EXPECT_GT(out["us"], 0);
  const auto& points = out["waypoints"];
  ASSERT_GE(points.size(), 2u);
  EXPECT_EQ(points.front(), nlohmann::json({-0.5, -0.5, 5.0}));
  EXPECT_EQ(points.back(), nlohmann::json({30.5, 30.5, 9.0}));
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    double sum = 0;
    for (size_t a = 0; a < 3; ++a) sum += std::pow(double(points[i][a]) - double(points[i - 1][a]), 2);
    length += std::sqrt(sum);
  }
  EXPECT_NEAR(out["length_m"], length, 1e-9);
  EXPECT_LE(out["lower_bound_m"], out["length_m"]);
  EXPECT_NEAR(out["gap"], length / double(out["lower_bound_m"]) - 1, 1e-9);
}

TEST_F(FlightCommand, QueryKeepsAPreferredClearance) {
  Bake();
  const std::vector<std::string> query = {"query", Net(), "--from", "-0.5,-0.5,5", "--to", "30.5,30.5,9", "--json"};
  std::vector<std::string> with = query;
  with.insert(with.end(), {"--clearance", "0.3"});
  const nlohmann::json plain = nlohmann::json::parse(Navnet(query).out);
  const nlohmann::json path = nlohmann::json::parse(Navnet(with).out);
  EXPECT_EQ(path["status"], "complete");
  EXPECT_EQ(path["radius_m"], 0);
  EXPECT_GE(double(path["cost"]), double(path["length_m"]) - 1e-9);
  EXPECT_GE(double(path["length_m"]), double(plain["lower_bound_m"]) - 1e-9);
  const CommandResult audit =
      Navnet({"verify", Net(), "builtin:building", "--queries", "100", "--clearance", "0.3", "--json"});
  ASSERT_EQ(audit.status, 0) << audit.err << audit.out;
  EXPECT_GT(nlohmann::json::parse(audit.out)["preferred_clearance_kept"], 0.5);
}

TEST_F(FlightCommand, QueryMakesRoomsAndAnExactPath) {
  Bake();
  std::vector<std::string> query = {"query",       Net(),      "--from", "-0.5,-0.5,5", "--to",
                                    "30.5,30.5,9", "--radius", "0.3",    "--rooms",     "--json"};
  const CommandResult without = Navnet(query);
  EXPECT_EQ(without.status, 2);
  EXPECT_NE(without.err.find("--with-world"), std::string::npos) << without.err;
  query.insert(query.end(), {"--world", "builtin:building"});
  const CommandResult given = Navnet(query);
  ASSERT_EQ(given.status, 0) << given.err << given.out;
  const nlohmann::json out = nlohmann::json::parse(given.out);
  EXPECT_EQ(out["rooms"]["status"], "complete");
  EXPECT_GT(out["rooms"]["count"], 0);
  EXPECT_EQ(out["length_m"], out["rooms"]["length_m"]);
  EXPECT_LT(double(out["length_m"]), double(out["rooms"]["through_voxels_m"]));
  EXPECT_EQ(out["waypoints"].front(), nlohmann::json({-0.5, -0.5, 5.0}));
  // The same from a net that stores the triangles.
  ASSERT_EQ(
      Navnet({"bake", "builtin:building", "--voxel", "0.25", "--radius", "0,0.3", "--with-world", "-o", Net()}).status,
      0);
  query.resize(query.size() - 2);
  const CommandResult stored = Navnet(query);
  ASSERT_EQ(stored.status, 0) << stored.err;
  EXPECT_EQ(nlohmann::json::parse(stored.out)["waypoints"], out["waypoints"]);
  const CommandResult info = Navnet({"info", Net(), "--json"});
  EXPECT_GT(nlohmann::json::parse(info.out)["stored_world"]["triangles"], 0);
  EXPECT_EQ(Navnet({"query", Net(), "--from", "0,0,5", "--to", "1,1,5", "--mode", "any", "--rooms"}).status, 2);
}

TEST_F(FlightCommand, QueryPlansATrajectoryAndWritesItsSamples) {
  Bake();
  const std::string file = Net() + ".csv";
  std::vector<std::string> query = {"query",        Net(),    "--from", "-0.5,-0.5,5", "--to",    "30.5,30.5,9",
                                    "--radius",     "0.3",    "--jerk", "30",          "--speed", "4",
                                    "--trajectory", "--rate", "20",     "--out",       file,      "--json"};
  const CommandResult run = Navnet(query);
  ASSERT_EQ(run.status, 0) << run.err << run.out;
  const nlohmann::json out = nlohmann::json::parse(run.out)["trajectory"];
  EXPECT_GE(out["duration_s"], out["bound_s"]);
  EXPECT_LE(out["max_speed_m_s"], 4.00001);
  EXPECT_LE(out["max_jerk_m_s3"], 30.0001);
  EXPECT_GT(out["pieces"], 1);
  std::ifstream csv(file);
  std::string line;
  int lines = 0;
  while (std::getline(csv, line)) ++lines;
  EXPECT_NEAR(lines, 20 * double(out["duration_s"]), 3);
  // As polynomials: a row of 33 numbers for each piece, or more.
  query.insert(query.end(), {"--polynomials", "--yaw=-90"});
  ASSERT_EQ(Navnet(query).status, 0);
  std::ifstream polynomials(file);
  std::getline(polynomials, line);
  EXPECT_EQ(line.rfind("duration,x^0,", 0), 0u);
  for (lines = 0; std::getline(polynomials, line); ++lines) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 32);
  EXPECT_GE(lines, int(out["pieces"]));
  query.back() = "--yaw=north";
  EXPECT_EQ(Navnet(query).status, 2);
  query.pop_back();
  EXPECT_EQ(Navnet({"query", Net(), "--from", "0,0,5", "--to", "1,1,5", "--yaw", "1"}).status, 2);
  // A mission and a scene of the same flight.
  for (const std::string other : {".plan", ".glb", ".json"}) {
    std::replace(query.begin(), query.end(), file, Net() + other);
    std::vector<std::string> there = query;
    there.pop_back();
    there.insert(there.end(), {"--home", "47.4,8.5,400", "--tolerance", "0.05", "--home-height", "-5"});
    const CommandResult written = Navnet(there);
    EXPECT_EQ(written.status, 0) << other << written.err;
    std::replace(query.begin(), query.end(), Net() + other, file);
  }
  EXPECT_EQ(Navnet({"query", Net(), "--from", "0,0,5", "--to", "1,1,5", "--jerk", "30"}).status, 2);
  EXPECT_EQ(Navnet({"query", Net(), "--from", "0,0,5", "--to", "1,1,5", "--mode", "any", "--trajectory"}).status, 2);
  const CommandResult audit =
      Navnet({"verify", Net(), "builtin:building", "--trajectories", "--queries", "20", "--json"});
  EXPECT_EQ(audit.status, 0) << audit.out;
  EXPECT_EQ(nlohmann::json::parse(audit.out)["limit_violations"], 0);
}

TEST_F(FlightCommand, QueryWithoutAPathHasStatusOneAndAReason) {
  Bake();
  const auto expect = [&](const std::string& from, const std::string& radius, const std::string& why) {
    const CommandResult run = Navnet({"query", Net(), "--from", from, "--to", "30.5,30.5,9", "--radius", radius});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_NE(run.out.find(why), std::string::npos) << run.out;
  };
  expect("500,0,0", "0", "outside_world");
  expect("0,0,5", "9", "radius of 0.3 m");
  expect("15,15,0.01", "0.3", "start_blocked");
}

TEST_F(FlightCommand, QueryRefusesBadUsage) {
  Bake();
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--from", "1,2", "--to", "1,2,3"},
        {"--from", "1,2,3", "--to", "1,2,nan"},
        {"--from", "1,2,3", "--to", "1,2,3", "--radius", "-1"},
        {"--from", "1,2,3", "--to", "1,2,3", "--effort", "most"},
        {"--from", "1,2,3", "--to", "1,2,3", "--mode", "swim"},
        {"--from", "1,2,3", "--to", "1,2,3", "--no-fly", "1,2,3"},
        {"--from", "1,2,3", "--to", "1,2,3", "--cost-region", "0,0,0,1,1,1"},
        {"--from", "1,2,3", "--to", "1,2,3", "--cost-region", "0,0,0,1,1,1,0.5"},
        {"--from", "1,2,3", "--to", "1,2,3", "--climb-cost", "-1"},
        {"--from", "1,2,3", "--to", "1,2,3", "--descend-cost", "dear"},
        {"--from", "1,2,3", "--to", "1,2,3", "--ceiling", "sky"},
        {"--from", "1,2,3", "--to", "1,2,3", "--floor", "3", "--ceiling", "2"}}) {
    std::vector<std::string> arguments{"query", Net()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(run.err.starts_with("navnet: ")) << run.err;
    if (options.size() > 4) {
      EXPECT_NE(run.err.find(options[4]), std::string::npos) << run.err;
    }
  }
}

TEST_F(FlightCommand, QueryTakesCosts) {
  Bake();
  const auto query = [&](const std::vector<std::string>& costs) {
    std::vector<std::string> arguments{"query", Net(), "--from", "-0.5,-0.5,9", "--to", "30.5,-0.5,9", "--json"};
    arguments.insert(arguments.end(), costs.begin(), costs.end());
    const CommandResult run = Navnet(arguments);
    EXPECT_LE(run.status, 1) << run.err;
    return nlohmann::json::parse(run.out);
  };
  const nlohmann::json plain = query({});
  EXPECT_EQ(plain["cost"], plain["length_m"]);
  // Corners in any order; two boxes, the second next to the first.
  const nlohmann::json round = query({"--no-fly", "16,1,30,14,-9,-9", "--no-fly", "16,-9,-9,17,1,30"});
  EXPECT_EQ(round["status"], "complete");
  EXPECT_GT(round["length_m"], plain["length_m"]);
  EXPECT_EQ(round["cost"], round["length_m"]);
  const nlohmann::json dear = query({"--cost-region", "14,-99,-99,16,99,99,3"});
  EXPECT_NEAR(dear["cost"], double(plain["length_m"]) + 2 * 2, 1e-3);
  EXPECT_EQ(query({"--floor", "9.5"})["status"], "start_blocked");
  EXPECT_EQ(query({"--ceiling", "8.5"})["status"], "start_blocked");
  EXPECT_EQ(query({"--floor", "8.5", "--ceiling", "9.5"})["status"], "complete");
  EXPECT_EQ(query({"--climb-cost", "2", "--descend-cost", "1"})["status"], "complete");
}

TEST_F(FlightCommand, VerifyPassesANetAndFailsAnotherWorldsNet) {
  Bake();
  const CommandResult good = Navnet({"verify", Net(), "builtin:building", "--queries", "200", "--json"});
  ASSERT_EQ(good.status, 0) << good.err << good.out;
  const nlohmann::json out = nlohmann::json::parse(good.out);
  EXPECT_EQ(out["paths"], 200);
  EXPECT_EQ(out["violations"], 0);
  EXPECT_GT(out["segments"], 200);
  EXPECT_GE(out["worst_clearance_ratio"], 1 - 1e-6);
  // Paths of the net pass through the walls of another world, and the audit must report it.
  const CommandResult bad = Navnet({"verify", Net(), "builtin:building,seed=7", "--queries", "200", "--json"});
  EXPECT_EQ(bad.status, 1) << bad.out;
  EXPECT_GT(nlohmann::json::parse(bad.out)["violations"], 0);
}

TEST_F(FlightCommand, VerifyReportsTheExactClearance) {
  // Faces half a voxel off the grid: the nearest free voxels are half a metre away, and paths run along them.
  std::string obj;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) obj += (k == 0 ? "v " : " ") + std::string(i >> k & 1 ? "6.5" : "4.5");
    obj += "\n";
  }
  for (const char* face : {"1 2 4 3", "5 6 8 7", "1 2 6 5", "3 4 8 7", "1 3 7 5", "2 4 8 6"}) {
    obj += "f " + std::string(face) + "\n";
  }
  const std::string world = folder_.Write("box.obj", obj).string();
  const auto verify = [&](const std::string& radius) {
    EXPECT_EQ(Navnet({"bake", world, "--voxel", "1", "--margin", "4", "--radius", radius, "-o", Net()}).status, 0);
    const CommandResult run = Navnet({"verify", Net(), world, "--queries", "300", "--json"});
    EXPECT_EQ(run.status, 0) << run.err << run.out;
    return nlohmann::json::parse(run.out);
  };
  const nlohmann::json wide = verify("0.3");
  EXPECT_NEAR(wide["worst_clearance_ratio"], 0.5 / 0.3, 1e-9);
  EXPECT_NEAR(wide["worst_clearance_m"], 0.5, 1e-9);
  // For radius 0 there is no ratio, only a distance.
  const nlohmann::json thin = verify("0");
  EXPECT_TRUE(thin["worst_clearance_ratio"].is_null());
  EXPECT_NEAR(thin["worst_clearance_m"], 0.5, 1e-9);
}

TEST_F(FlightCommand, VerifyAuditsRadiiCostsAndSnappedEnds) {
  Bake();
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--costs"}, {"--snap", "1.5"}, {"--radius", "0.1,0.3", "--random-radii", "--costs"}}) {
    std::vector<std::string> arguments{"verify", Net(), "builtin:building", "--queries", "200", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandResult run = Navnet(arguments);
    ASSERT_EQ(run.status, 0) << run.err << run.out;
    const nlohmann::json out = nlohmann::json::parse(run.out);
    EXPECT_EQ(out["queries"], 200);
    EXPECT_GT(out["paths"], 100);
    for (const auto& [rule, count] : out["violations_of"].items()) EXPECT_EQ(count, 0) << rule;
  }
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--radius", "0.4"},
                                                  {"--radius", "-1"},
                                                  {"--radius", "0.1,"},
                                                  {"--radius", "any"},
                                                  {"--snap", "-1"},
                                                  {"--queries", "0"}}) {
    std::vector<std::string> arguments{"verify", Net(), "builtin:building"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(run.err.starts_with("navnet: ")) << run.err;
  }
}

TEST_F(FlightCommand, VerifyAuditsVoxelWorlds) {
  const std::string map = folder_.Write("a.3dmap", "voxel 20 20 20\n10 10 10\n10 11 10\n3 4 5\n12 1 19\n").string();
  ASSERT_EQ(Navnet({"bake", map, "-o", Net()}).status, 0);
  const CommandResult good = Navnet({"verify", Net(), map, "--queries", "300"});
  EXPECT_EQ(good.status, 0) << good.out;
  std::string filled = "voxel 20 20 20\n";
  for (int y = 0; y < 20; ++y) {
    for (int z = 0; z < 20; ++z) filled += "10 " + std::to_string(y) + " " + std::to_string(z) + "\n";
  }
  const CommandResult bad = Navnet({"verify", Net(), folder_.Write("b.3dmap", filled).string(), "--queries", "300"});
  EXPECT_EQ(bad.status, 1) << bad.out;
}

TEST_F(FlightCommand, BenchMeasuresAScenario) {
  const std::string map = folder_.Write("a.3dmap", "voxel 16 16 16\n8 8 8\n8 9 8\n3 4 5\n").string();
  const std::string scenario =
      folder_.Write("a.3dscen", "version 1\na.3dmap\n0 0 0 9 0 0 9 1\n1 1 1 5 5 1 5.65685425 1\n").string();
  const CommandResult run = Navnet({"bench", map, "--scen", scenario, "--queries", "0", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["queries"], 2);
  EXPECT_EQ(out["failed"], 0);
  EXPECT_NEAR(out["length_ratio"]["max"], 1, 1e-6);
  EXPECT_FALSE(out.contains("peers"));
}

TEST_F(FlightCommand, BenchMakesRandomQueries) {
  const CommandResult run = Navnet({"bench", "builtin:building", "--voxel", "0.5", "--queries", "50", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const nlohmann::json out = nlohmann::json::parse(run.out);
  EXPECT_EQ(out["queries"], 50);
  EXPECT_EQ(out["failed"], 0);
  EXPECT_GE(out["length_ratio"]["mean"], 1);
}

TEST_F(FlightCommand, BenchNamesTheToolThatMeasuresOtherPlanners) {
  // With any other arguments, so that old scripts get this message and no other.
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"bench", "--peers"},
        {"bench", "builtin:building", "--queries", "50", "--peers", "--peer-queries", "4", "--json"}}) {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(run.err.starts_with("navnet: --peers: ")) << run.err;
    EXPECT_NE(run.err.find("navnet_peers"), std::string::npos) << run.err;
    EXPECT_TRUE(run.out.empty()) << run.out;
  }
}

}  // namespace
}  // namespace navnet
