// SPDX-License-Identifier: Apache-2.0
// Missions for QGroundControl.

#include <navnet/export/plan_file.h>

#include "export/plan_schema.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <random>

namespace navnet {
namespace {

constexpr GeoOrigin kZurich{{47.3977419, 8.545594, 488}, 30};

struct Written {
  PlanFile file;
  nlohmann::json plan;

  std::vector<int> Commands() const {
    std::vector<int> commands;
    for (const auto& item : plan["mission"]["items"]) commands.push_back(item["command"]);
    return commands;
  }
  // Converts back to world coordinates.
  Vec3 PointOf(const nlohmann::json& item, UpAxis up) const {
    const double home_m = plan["mission"]["plannedHomePosition"][2];
    return GeoFrame(kZurich, up).ToWorld({item["params"][4], item["params"][5], double(item["params"][6]) + home_m});
  }
  bool HasNote(const std::string& part) const {
    return std::ranges::any_of(file.notes, [&](const std::string& note) { return note.find(part) != note.npos; });
  }
};

Track Flight(std::vector<Vec3> points) {
  FlightPath path;
  path.points = std::move(points);
  return TrackOf(path, {.name = "d"});
}

class PlanFileTest : public testing::Test {
 protected:
  Written Save(const Track& track, const TrackSet& set = {}, PlanOptions options = {.origin = kZurich}) {
    const Result<PlanFile> file = SavePlan(folder_ / "d.plan", track, set, options);
    if (!file) {
      ADD_FAILURE() << file.error().message;
      return {};
    }
    Written written{*file, nlohmann::json::parse(ReadBytes(folder_ / "d.plan"))};
    EXPECT_EQ(written.file.bytes, std::filesystem::file_size(folder_ / "d.plan"));
    EXPECT_EQ(written.file.items, written.plan["mission"]["items"].size());
    ExpectPlan(written.plan);
    return written;
  }
  void ExpectRefused(const Track& track, const std::string& why, const PlanOptions& options = {.origin = kZurich}) {
    WriteBytes(folder_ / "old.plan", "mine");
    const Result<PlanFile> file = SavePlan(folder_ / "old.plan", track, {}, options);
    ASSERT_FALSE(file) << why;
    EXPECT_NE(file.error().message.find(why), std::string::npos) << file.error().message;
    EXPECT_NE(file.error().message.find("old.plan"), std::string::npos) << file.error().message;
    EXPECT_EQ(ReadBytes(folder_ / "old.plan"), "mine");
  }

  TempFolder folder_;
};

TEST_F(PlanFileTest, PassesTheFlightsPoints) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> near(-2000, 2000), height(1, 120);
  for (int round = 0; round < 40; ++round) {
    const UpAxis up = round % 2 == 0 ? UpAxis::Y : UpAxis::Z;
    std::vector<Vec3> points;
    for (int i = 0; i < 2 + round; ++i) {
      const double a = near(random), b = near(random), h = height(random);
      points.push_back(up == UpAxis::Z ? Vec3{a, b, h} : Vec3{a, h, b});
    }
    const Written written = Save(Flight(points), {.up = up});
    const auto& items = written.plan["mission"]["items"];
    ASSERT_EQ(items.size(), points.size());
    for (size_t i = 0; i < points.size(); ++i) EXPECT_LT(Length(written.PointOf(items[i], up) - points[i]), 1e-3);
    // Home is on the ground below the first point, up to the tilt of the plumb line there: 2 km over the Earth's
    // radius.
    const auto& home = written.plan["mission"]["plannedHomePosition"];
    const Vec3 ground = GeoFrame(kZurich, up).ToWorld({home[0], home[1], home[2]});
    Vec3 expected = points[0];
    expected[up == UpAxis::Z ? 2 : 1] = 0;
    EXPECT_LT(Length(ground - expected), 1e-3);
    EXPECT_TRUE(written.HasNote("height 0"));
  }
}

TEST_F(PlanFileTest, MeasuresAltitudesFromTheDronesHome) {
  PlanOptions options{.origin = kZurich};
  options.home_height_m = 12;
  const Written written = Save(Flight({{0, 0, 20}, {50, 0, 15}}), {}, options);
  const auto& items = written.plan["mission"]["items"];
  EXPECT_NEAR(items[0]["Altitude"], 8, 1e-6);
  EXPECT_NEAR(items[1]["Altitude"], 3, 1e-3);
  EXPECT_NEAR(written.plan["mission"]["plannedHomePosition"][2], 500, 1e-6);
  EXPECT_TRUE(written.file.notes.empty());
}

TEST_F(PlanFileTest, UsesTheFlownPartOfAJourney) {
  TravelPath path;
  path.points = {{-9, 0, 3}, {0, 0, 3}, {0, 0, 13}, {50, 0, 13}, {90, 0, 13}, {90, 0, 6}, {99, 0, 6}};
  path.segments = {{TravelMode::Walk, 0, 2, 9, 9, 0},
                   {TravelMode::TakeOff, 1, 2, 4, 10, 0},
                   {TravelMode::Fly, 2, 3, 9, 90, 0},
                   {TravelMode::Land, 4, 2, 4, 7, 0},
                   {TravelMode::Walk, 5, 2, 9, 9, 0}};
  const Written written = Save(TrackOf(path, {}));
  EXPECT_EQ(written.Commands(), (std::vector<int>{22, 16, 21}));
  const auto& items = written.plan["mission"]["items"];
  EXPECT_NEAR(items[0]["Altitude"], 10, 1e-6) << "home is where it takes off";
  EXPECT_LT(Length(written.PointOf(items[0], UpAxis::Z) - path.points[2]), 1e-3);
  EXPECT_LT(Length(written.PointOf(items[1], UpAxis::Z) - path.points[4]), 1e-3)
      << "the point between them is on the straight line";
  EXPECT_LT(Length(written.PointOf(items[2], UpAxis::Z) - path.points[5]), 1e-3);
  EXPECT_TRUE(written.HasNote("only the flown part"));
}

TEST_F(PlanFileTest, LandsOnRequest) {
  PlanOptions options{.origin = kZurich};
  options.land = true;
  const Written written = Save(Flight({{0, 0, 20}, {50, 0, 15}}), {}, options);
  EXPECT_EQ(written.Commands(), (std::vector<int>{22, 16, 21}));
  EXPECT_EQ(written.plan["mission"]["items"][2]["Altitude"], 0);
}

TEST_F(PlanFileTest, LeavesOutRepeatedPointsAndThoseWithinTheTolerance) {
  EXPECT_EQ(Save(Flight({{0, 0, 9}, {0, 0, 9}, {5, 0, 9}, {5, 0, 9}, {5, 5, 9}})).file.items, 3u);
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> step(-1, 1);
  for (int round = 0; round < 5; ++round) {
    std::vector<Vec3> points = {{0, 0, 50}};
    for (int i = 0; i < 300; ++i) points.push_back(points.back() + Vec3{1, step(random), 0.1 * step(random)});
    PlanOptions options{.origin = kZurich};
    options.tolerance_m = 0.5;
    const Written written = Save(Flight(points), {}, options);
    EXPECT_LT(written.file.items, 250u);
    std::vector<Vec3> kept;
    for (const auto& item : written.plan["mission"]["items"]) kept.push_back(written.PointOf(item, UpAxis::Z));
    for (const Vec3& p : points) {
      double nearest = 1e9;
      for (size_t i = 1; i < kept.size(); ++i) {
        for (int part = 0; part <= 400; ++part) {
          nearest = std::min(nearest, Length(kept[i - 1] + (kept[i] - kept[i - 1]) * (part / 400.0) - p));
        }
      }
      EXPECT_LT(nearest, 0.5 + 0.05);
    }
  }
}

TEST_F(PlanFileTest, FencesNoFlyBoxes) {
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    const auto place = [&](double east, double north, double height) {
      return up == UpAxis::Z ? Vec3{east, north, height} : Vec3{east, height, -north};
    };
    TrackSet set{.up = up};
    const auto add = [&](const char* name, std::string_view kind, Vec3 centre, Vec3 size, double turn) {
      const Vec3 axis = up == UpAxis::Z ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
      set.boxes.push_back({name, std::string(kind), centre, size, Quaternion::AboutAxis(axis, turn)});
    };
    add("beside", kNoFlyKind, place(50, 30, 40), {20, 20, 20}, 0);
    add("touched", kNoFlyKind, place(50, -10, 40), {20, 20, 20}, 0);
    add("above", kNoFlyKind, place(50, 0, 90), {20, 20, 20}, 0);
    add("turned", kNoFlyKind, place(50, 14.2, 40), {20, 20, 20}, 0.7853981633974483);
    add("turned and crossed", kNoFlyKind, place(50, 14.1, 40), {20, 20, 20}, 0.7853981633974483);
    add("corridor", kCorridorKind, place(50, 40, 40), {5, 5, 5}, 0);
    const Written written = Save(Flight({place(0, 0, 40), place(100, 0, 40)}), set);
    const auto& fences = written.plan["geoFence"]["polygons"];
    // The diagonal of the rotated ones is 14.142 m.
    ASSERT_EQ(fences.size(), 3u) << int(up);
    EXPECT_TRUE(written.HasNote("'above'") && written.HasNote("'turned and crossed'"));
    EXPECT_EQ(written.file.notes.size(), 3u) << "one for each of the two, and one about home";
    for (const auto& fence : fences) EXPECT_EQ(fence["inclusion"], false);
    const GeoFrame frame(kZurich, up);
    std::vector<Vec3> corners;
    for (const auto& corner : fences[0]["polygon"]) {
      const Vec3 p = frame.ToWorld({corner[0], corner[1], 488});
      corners.push_back(up == UpAxis::Z ? Vec3{p.x, p.y, 0} : Vec3{p.x, -p.z, 0});
    }
    const std::vector<Vec3> expected = {{40, 20, 0}, {40, 40, 0}, {60, 40, 0}, {60, 20, 0}};
    ASSERT_EQ(corners.size(), 4u);
    for (size_t i = 0; i < 4; ++i) EXPECT_LT(Length(corners[i] - expected[i]), 2e-3);
  }
}

TEST_F(PlanFileTest, WarnsAboutVeryManyItems) {
  std::vector<Vec3> points;
  for (int i = 0; i < 600; ++i) points.push_back({double(i), double(i % 2), 50});
  EXPECT_TRUE(Save(Flight(points)).HasNote("600 items"));
  points.clear();
  for (int i = 0; i < 70000; ++i) points.push_back({double(i), double(i % 2), 50});
  ExpectRefused(Flight(points), "65535");
}

TEST_F(PlanFileTest, RefusesInvalidMissions) {
  const Track flight = Flight({{0, 0, 9}, {5, 0, 9}});
  ExpectRefused(Flight({{0, 0, 9}}), "fewer than two points");
  ExpectRefused(Flight({{0, 0, 9}, {0, 0, 9}}), "fewer than two points");
  ExpectRefused(Flight({}), "no points");
  ExpectRefused(Flight({{0, 0, 0}, {5, 0, 9}}), "not above the ground");
  ExpectRefused(Flight({{0, 0, 9}, {2e5, 0, 9}}), "100 km");
  WalkPath walk;
  walk.points = {{0, 0, 0}, {5, 0, 0}};
  ExpectRefused(TrackOf(walk, UpAxis::Z, {}), "--mode fly");
  Track twice = flight;
  twice.points = {{{}, {0, 0, 9}, TravelMode::Fly},
                  {{}, {1, 0, 0}, TravelMode::Walk},
                  {{}, {2, 0, 0}, TravelMode::Fly},
                  {{}, {2, 0, 9}, TravelMode::Fly}};
  ExpectRefused(twice, "one flight");
  ExpectRefused(flight, "latitude", {.origin = {{95, 0, 0}, 0}});
  ExpectRefused(flight, "speed", {.origin = kZurich, .speed_m_s = 0});
  ExpectRefused(flight, "tolerance", {.origin = kZurich, .tolerance_m = -1});
}

}  // namespace
}  // namespace navnet
