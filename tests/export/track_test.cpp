// SPDX-License-Identifier: Apache-2.0
// Tracks made from paths and logs.

#include <navnet/export/track.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Track, OfAFlightHasTimesFromTheSpeed) {
  FlightPath path;
  path.points = {{0, 0, 0}, {3, 4, 0}, {3, 4, 10}};
  const Track timed = TrackOf(path, {.name = "d", .kind = "drone", .radius_m = 0.3, .speed_m_s = 2.5});
  EXPECT_EQ(timed.name, "d");
  EXPECT_EQ(timed.kind, "drone");
  EXPECT_EQ(timed.radius_m, 0.3);
  ASSERT_EQ(timed.points.size(), 3u);
  EXPECT_EQ(timed.points[1], (TrackPoint{2, {3, 4, 0}, TravelMode::Fly}));
  EXPECT_EQ(timed.points[2], (TrackPoint{6, {3, 4, 10}, TravelMode::Fly}));
  EXPECT_FALSE(TrackOf(path, {}).points[1].time_s);
}

TEST(Track, OfAFlightThroughGatesTakesTheirSeconds) {
  FlightPath path;
  path.points = {{0, 0, 0}, {4, 0, 0}, {100, 0, 0}, {100, 2, 0}};
  path.jumps = {{1, 7, 3}};
  const Track timed = TrackOf(path, {.name = "d", .speed_m_s = 2});
  const std::vector<TrackPoint> expected = {{0, {0, 0, 0}, TravelMode::Fly},
                                            {2, {4, 0, 0}, TravelMode::Link},
                                            {5, {100, 0, 0}, TravelMode::Fly},
                                            {6, {100, 2, 0}, TravelMode::Fly}};
  EXPECT_EQ(timed.points, expected);
  path.points.pop_back();
  EXPECT_EQ(TrackOf(path, {}).points.back().mode, TravelMode::Link) << "the mode of the segment that ends there";
}

TEST(Track, OfAWalkHasItsSpeedOnThePlan) {
  WalkPath path;
  path.points = {{0, 0, 0}, {3, 4, 100}};
  EXPECT_EQ(TrackOf(path, UpAxis::Z, {.speed_m_s = 1}).points[1].time_s, 5);
  path.points = {{0, 0, 0}, {3, 100, 4}};
  EXPECT_EQ(TrackOf(path, UpAxis::Y, {.speed_m_s = 1}).points[1], (TrackPoint{5, {3, 100, 4}, TravelMode::Walk}));
}

TEST(Track, OfAJourneyHasTheTimesAndModesOfItsSegments) {
  TravelPath path;
  path.points = {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {4, 0, 5}, {4, 9, 5}, {4, 9, 5}};
  path.segments = {{TravelMode::Walk, 0, 3, 8, 4, 0},
                   {TravelMode::TakeOff, 2, 2, 3, 5, 0},
                   {TravelMode::Fly, 3, 2, 9, 9, 0},
                   {TravelMode::Land, 4, 2, 2, 0, 0}};
  const Track track = TrackOf(path, {});
  const std::vector<TrackPoint> expected = {{0, {0, 0, 0}, TravelMode::Walk},    {2, {1, 0, 0}, TravelMode::Walk},
                                            {8, {4, 0, 0}, TravelMode::TakeOff}, {11, {4, 0, 5}, TravelMode::Fly},
                                            {20, {4, 9, 5}, TravelMode::Land},   {22, {4, 9, 5}, TravelMode::Land}};
  EXPECT_EQ(track.points, expected);
  EXPECT_TRUE(Validate(TrackSet{.up = UpAxis::Z, .tracks = {track}, .boxes = {}}));
}

TEST(Track, OfALogIsOnePerPeriodOfPresence) {
  FlightLog log(0.5);
  log.AddAgent({"a", "drone", 0.3});
  log.AddAgent({"a", "walker", 0.2});
  log.AddAgent({"", "ghost", 0});
  log.AddZone({"field", std::string(kNoFlyKind), {{0, 0, 0}, {2, 4, 8}}});
  for (const double x : {1.0, kNaN, 3.0, 4.0}) log.AddFrame(std::vector<Vec3>{{x, 0, 0}, {0, 7, 0}, {kNaN, 0, 0}});
  TrackSet set{.up = UpAxis::Z, .tracks = TracksOf(log), .boxes = BoxesOf(log)};
  ASSERT_EQ(set.tracks.size(), 3u);
  EXPECT_EQ(set.tracks[0], (Track{"a", "drone", 0.3, {{0, {1, 0, 0}, {}}}}));
  EXPECT_EQ(set.tracks[1], (Track{"a (2)", "drone", 0.3, {{1, {3, 0, 0}, {}}, {1.5, {4, 0, 0}, {}}}}));
  EXPECT_EQ(set.tracks[2].name, "a (3)");
  EXPECT_EQ(set.tracks[2].points.size(), 4u);
  ASSERT_EQ(set.boxes.size(), 1u);
  EXPECT_EQ(set.boxes[0], (TrackBox{"field", "no-fly", {1, 2, 4}, {2, 4, 8}, {}}));
  EXPECT_TRUE(Validate(set));
}

TEST(TrackBox, EqualsItsVoxelsInARotatedGrid) {
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    const GridFrame frame{{100, -20, 7}, 0.25, {0.6, 0.8, up}};
    const VoxelBox voxels{{-4, 2, 8}, {10, 5, 9}};
    const TrackBox box = BoxOf(frame, voxels);
    // The corners of the box, rotated by its quaternion, are the corners of its voxels.
    TriangleMesh corners;
    for (int i = 0; i < 8; ++i) {
      corners.vertices.push_back({(i & 1 ? 0.5 : -0.5) * box.size_m.x, (i & 2 ? 0.5 : -0.5) * box.size_m.y,
                                  (i & 4 ? 0.5 : -0.5) * box.size_m.z});
    }
    corners = Transformed(corners, {.position = box.centre, .rotation = box.rotation});
    for (int i = 0; i < 8; ++i) {
      const Vec3 expected = frame.CornerWorld(
          {i & 1 ? voxels.hi.x : voxels.lo.x, i & 2 ? voxels.hi.y : voxels.lo.y, i & 4 ? voxels.hi.z : voxels.lo.z});
      EXPECT_LT(Length(corners.vertices[size_t(i)] - expected), 1e-12);
    }
  }
}

TEST(LogOf, PlaysTracksAndGivesThemBack) {
  TrackSet set;
  for (int a = 0; a < 2; ++a) {
    Track track{.name = "d" + std::to_string(a), .kind = "drone", .radius_m = 0.5};
    for (int i = 0; i <= 40; ++i) {
      track.points.push_back({.time_s = 3 + a + 0.1 * i, .position = {1.0 * i, 2.0 * a, 0.5 * i * i}});
    }
    set.tracks.push_back(track);
  }
  set.boxes.push_back(BoxOf(Box3{{0, 0, 0}, {1, 2, 3}}));
  set.boxes[0].name = set.boxes[0].kind = kNoFlyKind;
  const Result<FlightLog> log = LogOf(set, 0.05);
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_EQ(log->frame_count(), 101u);  // From 3 to 8 s.
  EXPECT_EQ(log->zones().size(), 1u);
  EXPECT_EQ(log->plans().size(), 2u);
  const std::vector<Track> tracks = TracksOf(*log);
  ASSERT_EQ(tracks.size(), 2u);
  for (size_t a = 0; a < 2; ++a) {
    ASSERT_NEAR(double(tracks[a].points.size()), 81, 1);
    for (const TrackPoint& point : tracks[a].points) {
      const double i = (*point.time_s - double(a)) / 0.1, whole = std::floor(i + 1e-6), part = i - whole;
      const double height = 0.5 * (whole * whole * (1 - part) + (whole + 1) * (whole + 1) * part);
      EXPECT_NEAR(point.position.x, i, 1e-4);
      EXPECT_NEAR(point.position.z, height, 1e-3);
    }
  }
  EXPECT_FALSE(LogOf(set, 0));
  EXPECT_FALSE(LogOf(TrackSet{}));
  for (TrackPoint& point : set.tracks[0].points) point.time_s.reset();
  EXPECT_FALSE(LogOf(set));
}

}  // namespace
}  // namespace navnet
