// Logs of flights, as written and read.

#include <navnet/viewer/flight_log.h>

#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace navnet {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(FlightLog, ComesBackFromItsFileAsItWas) {
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
        // Half a thousandth of a metre is far more than 32 bits lose within a kilometre.
        EXPECT_LT(Length(p - frames[f][i]), 5e-4);
      }
    }
  }
}

TEST(FlightLog, WithoutAgentsOrFramesIsStillALog) {
  const TempFolder folder;
  FlightLog log(1);
  ASSERT_TRUE(log.Save(folder / "log.json"));
  const Result<FlightLog> read = FlightLog::Load(folder / "log.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->frame_count(), 0u);
  EXPECT_TRUE(read->agents().empty());
}

TEST(FlightLog, ReadsWhatOthersWroteByItsDescription) {
  const TempFolder folder;
  // 1, 2, 3 as little-endian reals.
  const Result<FlightLog> read = FlightLog::Load(folder.Write(
      "log.json", R"({"format": "navnet flight", "version": 1, "step_s": 0.5, "origin_m": [10, 20, 30], "frames": 1,
                          "agents": [{"name": "a"}], "positions": "AACAPwAAAEAAAEBA"})"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->PositionAt(0, 0), (Vec3{11, 22, 33}));
}

TEST(FlightLog, RefusesWhatIsNoLogAndSaysWhy) {
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
  expect(head + rest + R"("frames": 1e300, "positions": "AACAPwAAAEAAAEBA"})", "12 bytes");
}

TEST(FlightLog, MissingFilesAreNamed) {
  const Result<FlightLog> read = FlightLog::Load("/nonexistent/log.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::NotFound);
  EXPECT_NE(read.error().message.find("/nonexistent/log.json"), std::string::npos);
}

}  // namespace
}  // namespace navnet
