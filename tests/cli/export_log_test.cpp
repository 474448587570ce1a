// SPDX-License-Identifier: Apache-2.0
// navnet export of flight logs, and query --out of walks and journeys.

#include <navnet/core/solids.h>
#include <navnet/export/flight_log.h>
#include <navnet/export/track_files.h>

#include "support/run_command.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int kFrames = 21;

/// Drones d1, which is absent for a while, and d2, which flies along x at 20 m, 2 m per frame; a door that closes; a
/// no-fly box beside d2's path and one below it.
FlightLog MakeLog() {
  FlightLog log(0.5);
  log.AddAgent({"d1", "drone", 0.3});
  log.AddAgent({"d2", "drone", 0.3});
  TriangleMesh panel;
  AddBox(panel, {{-0.1, -1, -1}, {0.1, 1, 1}});
  log.AddBody({"door 1", "door", log.AddShape(panel)});
  log.AddZone({"tower", "no-fly", {{10, 5, 0}, {20, 9, 60}}});
  log.AddZone({"hangar", "no-fly", {{10, -5, 0}, {20, 5, 12}}});
  const double gone = std::numeric_limits<double>::quiet_NaN();
  for (int frame = 0; frame < kFrames; ++frame) {
    const bool is_away = frame >= 8 && frame < 12;
    const Vec3 positions[] = {is_away ? Vec3{gone, gone, gone} : Vec3{1.0 * frame, 20, 8}, {2.0 * frame, 0, 20}};
    Transform door;
    door.position = {0, 40 - 0.1 * frame, 1};
    log.AddFrame(positions, std::span(&door, 1));
  }
  return log;
}

std::vector<std::string> NamesOf(const Result<TrackSet>& set) {
  std::vector<std::string> names;
  for (const Track& track : set ? set->tracks : std::vector<Track>{}) names.push_back(track.name);
  return names;
}

class ExportLog : public testing::Test {
 protected:
  CommandResult Navnet(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), NAVNET_COMMAND);
    return RunningCommand(folder_, arguments).Wait();
  }
  std::string At(const std::string& name) const { return (folder_ / name).string(); }
  void SaveLog() const { ASSERT_TRUE(MakeLog().Save(At("log.json"))); }
  /// Exports the log and returns what the command prints.
  nlohmann::json Export(const std::string& name, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"export", At("log.json"), "--out", At(name), "--json"});
    const CommandResult run = Navnet(more);
    EXPECT_EQ(run.status, 0) << run.err;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
  nlohmann::json JsonIn(const std::string& name) const {
    return nlohmann::json::parse(ReadBytes(At(name)), nullptr, false);
  }
  void Refuses(const std::vector<std::string>& arguments, const std::string& why) const {
    const CommandResult run = Navnet(arguments);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  }
  /// Two floors of 10 m, 10 m apart, with air around them.
  void BakeGap() const {
    TriangleMesh floors;
    AddBox(floors, {{0, 0, -1}, {10, 10, 0}});
    AddBox(floors, {{20, 0, -1}, {30, 10, 0}});
    std::string obj;
    for (const Vec3& v : floors.vertices) {
      obj += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
    }
    for (const Triangle& t : floors.triangles) {
      obj += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) + "\n";
    }
    WriteBytes(At("gap.obj"), obj);
    const CommandResult run = Navnet({"bake", At("gap.obj"), "--up", "z", "--voxel", "0.5", "--radius", "0.3",
                                      "--margin", "6", "--walk", "-o", At("gap.navnet")});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  std::vector<std::string> Asking(const std::string& mode, const std::string& to, const std::string& out,
                                  const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"query",    At("gap.navnet"),
                                          "--mode",   mode,
                                          "--from",   mode == "fly" ? "1,1,3" : "1,1,0",
                                          "--to",     to,
                                          "--radius", "0.3",
                                          "--out",    At(out),
                                          "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  TempFolder folder_;
};

TEST_F(ExportLog, IsWrittenInEveryFormat) {
  SaveLog();
  const FlightLog log = MakeLog();
  const TrackSet all{.up = UpAxis::Z, .tracks = TracksOf(log), .boxes = BoxesOf(log)};
  const nlohmann::json printed = Export("t.csv");
  EXPECT_EQ(printed["bytes"], ReadBytes(At("t.csv")).size());
  const Result<TrackSet> rows = LoadTracksCsv(At("t.csv"), UpAxis::Z);
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->tracks, all.tracks);
  Export("t.json");
  const Result<TrackSet> objects = LoadTracksJson(At("t.json"));
  ASSERT_TRUE(objects) << objects.error().message;
  EXPECT_EQ(*objects, all);

  Export("t.gltf");
  const nlohmann::json scene = JsonIn("t.gltf");
  for (const char* name : {"d1", "d1 (2)", "d2", "door 1", "tower"}) {
    EXPECT_TRUE(std::ranges::any_of(scene["nodes"], [&](const auto& node) { return node.value("name", "") == name; }))
        << name;
  }
  EXPECT_EQ(scene["animations"].size(), 1u);
  Export("t.GLB");
  EXPECT_EQ(ReadBytes(At("t.GLB")).substr(0, 4), "glTF");

  Export("t.plan", {"--agent", "d2", "--origin", "47.4,8.5,488"});
  EXPECT_EQ(JsonIn("t.plan")["mission"]["items"].size(), size_t(2)) << "a straight line is two way points";
}

TEST_F(ExportLog, AcceptsExtensionsInAnyCase) {
  SaveLog();
  Export("t.CSV");
  EXPECT_EQ(Navnet({"export", At("t.CSV"), "--out", At("t.JSON")}).status, 0);
  EXPECT_TRUE(LoadTracksJson(At("t.JSON")));
}

TEST_F(ExportLog, SelectsAllTracksOfAnAgentOrOneByNumber) {
  SaveLog();
  const auto chosen = [&](const std::vector<std::string>& agents) {
    std::vector<std::string> more;
    for (const std::string& agent : agents) more.insert(more.end(), {"--agent", agent});
    Export("t.json", more);
    return NamesOf(LoadTracksJson(At("t.json")));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(chosen({}), (Names{"d1", "d1 (2)", "d2"}));
  EXPECT_EQ(chosen({"d1"}), (Names{"d1", "d1 (2)"}));
  EXPECT_EQ(chosen({"d1 (1)"}), (Names{"d1"}));
  EXPECT_EQ(chosen({"d1 (2)"}), (Names{"d1 (2)"}));
  EXPECT_EQ(chosen({"d2", "d1 (2)"}), (Names{"d1 (2)", "d2"}));
  EXPECT_EQ(chosen({"d2", "d1"}), (Names{"d1", "d1 (2)", "d2"}));
  const std::string names = "d1 (1), d1 (2), d2";
  for (const char* agent : {"d", "d1 (3)", "d1 (0)", "d1 (02)", "d1 ()", "d2 (2)", "D1", ""}) {
    Refuses({"export", At("log.json"), "--agent", agent, "--out", At("u.json")}, "which has " + names);
  }
  const std::vector<std::string> plan = {"export", At("log.json"), "--origin", "47.4,8.5", "--out", At("u.plan")};
  Refuses(plan, "choose it with --agent: there is " + names);
  Export("first.plan", {"--origin", "47.4,8.5", "--agent", "d1 (1)"});
  EXPECT_EQ(folder_.Names(), (Names{"first.plan", "log.json", "t.json"}));
}

TEST_F(ExportLog, MakesFencesOfNoFlyBoxesThatTheFlightDoesNotPassOver) {
  SaveLog();
  const nlohmann::json printed = Export("t.plan", {"--agent", "d2", "--origin", "47.4,8.5,488"});
  const nlohmann::json fences = JsonIn("t.plan")["geoFence"]["polygons"];
  ASSERT_EQ(fences.size(), 1u);
  EXPECT_EQ(fences[0]["inclusion"], false);
  EXPECT_EQ(fences[0]["polygon"].size(), 4u);
  EXPECT_TRUE(std::ranges::any_of(printed["notes"], [](const std::string& note) {
    return note.find("'hangar' is not in the fence") != std::string::npos;
  })) << printed;
}

TEST_F(ExportLog, UsesTheSpeedInPlans) {
  SaveLog();
  const std::vector<std::string> plan = {"--agent", "d2", "--origin", "47.4,8.5"};
  Export("t.plan", plan);
  EXPECT_EQ(JsonIn("t.plan")["mission"]["cruiseSpeed"], 5);
  std::vector<std::string> faster = plan;
  faster.insert(faster.end(), {"--speed", "12.5"});
  Export("t.plan", faster);
  EXPECT_EQ(JsonIn("t.plan")["mission"]["cruiseSpeed"], 12.5);
  EXPECT_EQ(JsonIn("t.plan")["mission"]["hoverSpeed"], 12.5);
  faster.back() = "-1";
  faster.insert(faster.begin(), {"export", At("log.json"), "--out", At("t.plan")});
  Refuses(faster, "--speed: '-1' is not a number in the range 0, or 1e-9 to 1e9");
}

TEST_F(ExportLog, WritesWalksWithTimesButNotAsMissions) {
  BakeGap();
  const CommandResult run = Navnet(Asking("walk", "9,9,0", "w.csv", {"--speed", "2"}));
  ASSERT_EQ(run.status, 0) << run.err;
  const Result<TrackSet> set = LoadTracksCsv(At("w.csv"), UpAxis::Z);
  ASSERT_TRUE(set && set->tracks.size() == 1);
  const Track& track = set->tracks[0];
  EXPECT_EQ(track.kind, "walker");
  EXPECT_EQ(track.radius_m, 0.3);
  for (const TrackPoint& point : track.points) EXPECT_EQ(point.mode, TravelMode::Walk);
  EXPECT_NEAR(*track.points.back().time_s, std::sqrt(128) / 2, 0.01);
  WriteBytes(At("w.plan"), "mine");
  Refuses(Asking("walk", "9,9,0", "w.plan", {"--origin", "47.4,8.5"}), "nothing of it is flown");
  EXPECT_EQ(ReadBytes(At("w.plan")), "mine");
}

TEST_F(ExportLog, WritesModesOfJourneysAndTheirFlightAsAMission) {
  BakeGap();
  const CommandResult run = Navnet(Asking("any", "29,9,0", "j.json"));
  ASSERT_EQ(run.status, 0) << run.err;
  const Result<TrackSet> set = LoadTracksJson(At("j.json"));
  ASSERT_TRUE(set && set->tracks.size() == 1);
  const std::vector<TrackPoint>& points = set->tracks[0].points;
  const nlohmann::json printed = nlohmann::json::parse(run.out);
  EXPECT_NEAR(*points.back().time_s, printed["seconds"], 1e-9);
  for (const TravelMode mode : {TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land}) {
    EXPECT_GT(std::ranges::count(points, mode, &TrackPoint::mode), 0) << ToString(mode);
  }
  const CommandResult plan = Navnet(Asking("any", "29,9,0", "j.plan", {"--origin", "47.4,8.5", "--fly-speed", "7"}));
  ASSERT_EQ(plan.status, 0) << plan.err;
  const nlohmann::json mission = JsonIn("j.plan")["mission"];
  EXPECT_EQ(mission["cruiseSpeed"], 7);
  EXPECT_EQ(mission["items"].front()["command"], 22);
  EXPECT_EQ(mission["items"].back()["command"], 21);
}

TEST_F(ExportLog, MakesFencesOfForbiddenBoxesOfAQuery) {
  BakeGap();
  const CommandResult run = Navnet(
      Asking("fly", "29,9,3", "f.plan", {"--origin", "47.4,8.5", "--no-fly", "14,-9,-9,16,8,99", "--speed", "3"}));
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(JsonIn("f.plan")["geoFence"]["polygons"].size(), 1u);
  EXPECT_EQ(JsonIn("f.plan")["mission"]["hoverSpeed"], 3);
}

TEST_F(ExportLog, NamesInvalidFilesAndAgentsAndWritesNothing) {
  SaveLog();
  const std::string text = ReadBytes(At("log.json"));
  WriteBytes(At("cut.json"), text.substr(0, text.size() / 2));
  nlohmann::json damaged = nlohmann::json::parse(text);
  damaged["positions"] = "AAAA";
  WriteBytes(At("damaged.json"), damaged.dump());
  WriteBytes(At("bad.csv"), "track,x_m,y_m,z_m\na,0,zero,9\n");
  WriteBytes(At("old.csv"), "mine");
  const std::vector<std::string> before = folder_.Names();
  Refuses({"export", At("cut.json"), "--out", At("old.csv")}, "cut.json");
  Refuses({"export", At("damaged.json"), "--out", At("old.csv")}, "damaged.json: not a flight log");
  Refuses({"export", At("bad.csv"), "--out", At("t.json")}, "bad.csv: line 2");
  Refuses({"export", At("log.json"), "--out", At("t.kml")}, ".csv, .json, .gltf, .glb or .plan");
  Refuses({"export", At("log.json"), "--out", At("t")}, ".csv, .json, .gltf, .glb or .plan");
  Refuses({"export", At("log.json"), "--out", At("t.vdb")}, ".csv, .json, .gltf, .glb or .plan");
  Refuses({"export", At("log.json"), "--out", At("no/folder.csv")}, "no");
  Refuses({"export", At("log.json"), "--up", "x", "--out", At("old.csv")}, "--up: 'x' is not y or z");
  Refuses({"export", At("log.json"), "--agent", "d2", "--origin", "47", "--out", At("t.plan")},
          "is not a list of 2 to 3 numbers");
  Refuses({"export", At("log.json"), "--agent", "d2", "--origin", "47,8", "--tolerance", "-1", "--out", At("t.plan")},
          "tolerance");
  Refuses({"export", At("log.json")}, "--out");
  EXPECT_EQ(folder_.Names(), before);
  EXPECT_EQ(ReadBytes(At("old.csv")), "mine");
}

}  // namespace
}  // namespace navnet
