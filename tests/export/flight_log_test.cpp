// SPDX-License-Identifier: Apache-2.0
// Flight logs, written and read.

#include <navnet/export/flight_log.h>

#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace navnet {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(FlightLog, IsEqualAfterSavingAndLoading) {
  const TempFolder folder;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> near(-400, 400);
  FlightLog log(0.05);
  for (int i = 0; i < 5; ++i)
    log.AddAgent({"agent \"" + std::to_string(i) + "\"", i < 3 ? "drone" : "walker", 0.1 * i});
  std::vector<std::vector<Vec3>> frames;
  for (int f = 0; f < 40; ++f) {
    std::vector<Vec3> frame;
    for (int i = 0; i < 5; ++i) frame.push_back({500000 + near(random), near(random), near(random)});
    if (f < 10) frame[4] = {kNaN, 0, 0};
    log.AddFrame(frame);
    frames.push_back(frame);
  }
  const Result<uint64_t> bytes = log.Save(folder / "log.json");
  ASSERT_TRUE(bytes) << bytes.error().message;
  const Result<FlightLog> read = FlightLog::Load(folder / "log.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->step_s(), 0.05);
  ASSERT_EQ(read->frame_count(), 40u);
  ASSERT_EQ(read->agents().size(), 5u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(read->agents()[i].name, log.agents()[i].name);
    EXPECT_EQ(read->agents()[i].kind, log.agents()[i].kind);
    EXPECT_EQ(read->agents()[i].radius_m, log.agents()[i].radius_m);
    for (size_t f = 0; f < 40; ++f) {
      const Vec3 p = read->PositionAt(f, i);
      if (i == 4 && f < 10) {
        EXPECT_FALSE(IsFinite(p));
      } else {
        // Half a millimetre is far above the rounding of 32-bit floats within a kilometre.
        EXPECT_LT(Length(p - frames[f][i]), 5e-4);
      }
    }
  }
}

TEST(FlightLog, KeepsBodiesZonesPlansAndEvents) {
  const TempFolder folder;
  FlightLog log(0.5, UpAxis::Y);
  log.AddAgent({"d", "drone", 0.3});
  const TriangleMesh shape{{{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0}}, {{0, 1, 2}}};
  log.AddBody({"door", "door", log.AddShape(shape)});
  log.AddBody({"rock", "rock", log.AddShape(shape)});
  log.AddZone({"field", "no-fly", {{1, 2, 3}, {4, 5, 6}}});
  log.AddPlan({0, 0, {{1, 1, 1}, {2, 2.5, 2}}});
  log.AddPlan({0, 0.5, {}});
  log.AddEvent({0.25, "the door \"A\" closes"});
  const Quaternion turned = Quaternion::AboutAxis({0, 0, 1}, 1);
  log.AddFrame(std::vector<Vec3>{{100, 100, 100}},
               std::vector<Transform>{{.position = {kNaN, 0, 0}}, {.position = {101, 102, 103}, .rotation = turned}});
  ASSERT_TRUE(log.Save(folder / "log.json"));
  const Result<FlightLog> read = FlightLog::Load(folder / "log.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->Text(), log.Text());
  EXPECT_EQ(read->up(), UpAxis::Y);
  EXPECT_EQ(read->Fingerprint(), log.Fingerprint());
  ASSERT_EQ(read->bodies().size(), 2u);
  EXPECT_EQ(read->bodies()[1].name, "rock");
  EXPECT_EQ(read->bodies()[1].shape, 1u);
  ASSERT_EQ(read->shapes().size(), 2u);
  EXPECT_EQ(read->shapes()[1].triangles, shape.triangles);
  EXPECT_NEAR(read->shapes()[1].vertices[1].z, 0.1, 1e-7);
  ASSERT_EQ(read->poses().size(), 14u);
  EXPECT_TRUE(std::isnan(read->poses()[0]) && std::isnan(read->poses()[6]));
  EXPECT_EQ(read->poses()[8], 2.f);
  EXPECT_NEAR(read->poses()[13], turned.w, 1e-7);
  ASSERT_EQ(read->zones().size(), 1u);
  EXPECT_EQ(read->zones()[0].box.max, (Vec3{4, 5, 6}));
  ASSERT_EQ(read->plans().size(), 2u);
  EXPECT_EQ(read->plans()[0].points, (std::vector<Vec3>{{1, 1, 1}, {2, 2.5, 2}}));
  EXPECT_TRUE(read->plans()[1].points.empty());
  ASSERT_EQ(read->events().size(), 1u);
  EXPECT_EQ(read->events()[0].text, "the door \"A\" closes");
}

TEST(FlightLog, HasDifferentFingerprintsForDifferentLogs) {
  const auto flown = [](double x) {
    FlightLog log(0.5);
    log.AddAgent({"d", "drone", 0.3});
    log.AddFrame(std::vector<Vec3>{{0, 0, 0}});
    log.AddFrame(std::vector<Vec3>{{x, 0, 0}});
    return log.Fingerprint();
  };
  EXPECT_EQ(flown(1), flown(1));
  EXPECT_NE(flown(1), flown(1.00001));
  EXPECT_EQ(flown(1).size(), 16u);
}

TEST(FlightLog, MayHaveNoAgentsOrFrames) {
  const TempFolder folder;
  FlightLog log(1);
  ASSERT_TRUE(log.Save(folder / "log.json"));
  const Result<FlightLog> read = FlightLog::Load(folder / "log.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->frame_count(), 0u);
  EXPECT_TRUE(read->agents().empty());
}

TEST(FlightLog, ReadsAFileWrittenByHand) {
  const TempFolder folder;
  // 1, 2, 3 as little-endian floats.
  const Result<FlightLog> read = FlightLog::Load(folder.Write(
      "log.json", R"({"format": "navnet flight", "version": 1, "step_s": 0.5, "origin_m": [10, 20, 30], "frames": 1,
                          "agents": [{"name": "a"}], "positions": "AACAPwAAAEAAAEBA"})"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->PositionAt(0, 0), (Vec3{11, 22, 33}));
}

TEST(FlightLog, RefusesInvalidLogsWithAReason) {
  const TempFolder folder;
  const auto expect = [&](const std::string& text, const std::string& why) {
    const Result<FlightLog> read = FlightLog::Load(folder.Write("log.json", text));
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find(why), std::string::npos) << read.error().message;
  };
  const std::string head = R"({"format": "navnet flight", "version": 1, )";
  const std::string rest = R"("step_s": 1, "origin_m": [0, 0, 0], "agents": [{}], )";
  expect("", "format");
  expect("[1, 2", "format");
  expect("[]", "format");
  expect(R"({"format": 3})", "format");
  expect(R"({"format": "navnet flight", "version": 2})", "version");
  expect(head + R"("step_s": 0})", "step_s");
  expect(head + R"("step_s": "1"})", "step_s");
  expect(head + R"("step_s": 1, "frames": -1})", "frames");
  expect(head + R"("step_s": 1, "frames": 0.5})", "frames");
  expect(head + R"("step_s": 1, "frames": 1, "agents": 4})", "agents");
  expect(head + R"("step_s": 1, "frames": 1, "agents": [], "origin_m": [1, 2]})", "origin_m");
  expect(head + R"("step_s": 1, "frames": 1, "agents": [], "origin_m": [1, 2, "3"]})", "origin_m");
  expect(head + R"("step_s": 1, "frames": 1, "agents": [{"radius_m": -1}], "origin_m": [1, 2, 3]})", "radius_m");
  expect(head + rest + R"("frames": 1})", "base64");
  expect(head + rest + R"("frames": 1, "positions": "AAA"})", "base64");
  expect(head + rest + R"("frames": 1, "positions": "A*AAAAAAAAAAAAAA"})", "base64");
  expect(head + rest + R"("frames": 2, "positions": "AACAPwAAAEAAAEBA"})", "12 bytes");
  const std::string full = head + rest + R"("frames": 1, "positions": "AACAPwAAAEAAAEBA", )";
  expect(full + R"("bodies": [{"shape": 0}]})", "shape");
  expect(full + R"("shapes": [{"vertices": "AA==", "triangles": ""}]})", "base64");
  expect(full + R"("shapes": [{"vertices": "AACAPwAAAEAAAEBA", "triangles": "AAAAAAAAAAABAAAA"}]})", "a shape");
  expect(full + R"("up": "x"})", "up");
  expect(full + R"("zones": [{"min_m": [0, 0, 0]}]})", "max_m");
  expect(full + R"("plans": [{"agent": 1, "time_s": 0}]})", "agent");
  expect(full + R"("plans": [{"agent": 0, "time_s": 0, "points_m": [[0, 0]]}]})", "points_m");
  expect(full + R"("shapes": [{"vertices": "AACAPwAAAEAAAEBA", "triangles": "AAAAAAAAAAAAAAAA"}],
                   "bodies": [{"shape": 0}], "poses": "AACAPwAAAEAAAEBA"})",
         "28 bytes");
  expect(head + rest + R"("frames": 1e300, "positions": "AACAPwAAAEAAAEBA"})", "\"frames\" is not a whole number");
}

TEST(FlightLog, NamesAMissingFile) {
  const Result<FlightLog> read = FlightLog::Load("/nonexistent/log.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::NotFound);
  EXPECT_NE(read.error().message.find("/nonexistent/log.json"), std::string::npos);
}

}  // namespace
}  // namespace navnet
