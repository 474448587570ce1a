// SPDX-License-Identifier: Apache-2.0
// Whole runs: few flights in small worlds.

#include "mujoco/mujoco_run.h"

#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace navnet {
namespace {

struct Place {
  World world;
  std::vector<Vec3> seeds;
};

Place MakePlace(WorldKind kind, double size_m) {
  Result<ProceduralWorld> made = MakeWorldWithPlaces({.kind = kind, .size_m = size_m});
  EXPECT_TRUE(made) << made.error().message;
  return {{ToString(kind), UpAxis::Z, std::move(made->mesh)}, std::move(made->places)};
}

MujocoOptions FewFlights(double gust_m_s) {
  MujocoOptions options;
  options.flights = 4;
  options.tracking.gust_m_s = gust_m_s;
  return options;
}

MujocoRun Flown(const Place& place, const MujocoOptions& options) {
  Result<MujocoRun> run = FlyInMujoco(place.world, place.seeds, options);
  EXPECT_TRUE(run) << run.error().message;
  return std::move(*run);
}

void ExpectGoodRun(const Place& place, const MujocoOptions& options) {
  const MujocoRun run = Flown(place, options);
  ASSERT_EQ(run.flights.size(), size_t(options.flights));
  EXPECT_TRUE(run.IsGood(options));
  for (const MujocoFlight& flight : run.flights) {
    EXPECT_EQ(flight.tracked.end, TrackedEnd::Arrived) << ToString(flight.tracked.end);
    EXPECT_LE(flight.tracked.max_error_m, options.margin_m);
    EXPECT_GT(flight.tracked.least_clearance_m, options.tracking.quadrotor.cage_m);
    EXPECT_GE(flight.tracked.length_m, 4.9);
  }
}

TEST(MujocoRun, StationIsFlownWithoutContact) { ExpectGoodRun(MakePlace(WorldKind::Station, 26), FewFlights(0)); }

TEST(MujocoRun, StationIsFlownInGustsWithoutContact) {
  ExpectGoodRun(MakePlace(WorldKind::Station, 26), FewFlights(4));
}

TEST(MujocoRun, ForestIsFlownInGustsWithoutContact) {
  const Place forest = MakePlace(WorldKind::Forest, 50);
  MujocoOptions options = FewFlights(4);
  options.ceiling_m = 12;
  ExpectGoodRun(forest, options);
  for (const MujocoFlight& flight : Flown(forest, options).flights) {
    for (const Vec3& p : flight.tracked.track) EXPECT_LT(p.z, 12 + options.margin_m);
  }
}

// The test can fail: at twice the speed, beyond the limits, no flight keeps the margin, and most touch the walls.
TEST(MujocoRun, StationCannotBeFlownAtTwiceTheSpeed) {
  MujocoOptions options = FewFlights(4);
  options.flights = 8;
  options.speed_factor = 2;
  const MujocoRun run = Flown(MakePlace(WorldKind::Station, 26), options);
  EXPECT_FALSE(run.IsGood(options));
  EXPECT_GE(run.CountOf(TrackedEnd::Contact), 4u);
  EXPECT_EQ(run.BeyondMargin(options), run.flights.size());
  for (const MujocoFlight& flight : run.flights) {
    if (flight.tracked.end == TrackedEnd::Contact) {
      EXPECT_LT(flight.tracked.least_clearance_m, options.tracking.quadrotor.cage_m + 1e-3);
    }
  }
}

TEST(MujocoRun, IsTheSameForAnyNumberOfThreads) {
  const Place station = MakePlace(WorldKind::Station, 26);
  MujocoOptions options = FewFlights(4);
  options.threads = 1;
  const std::string once = Flown(station, options).ToLog(options).Fingerprint();
  options.threads = 3;
  EXPECT_EQ(Flown(station, options).ToLog(options).Fingerprint(), once);
  options.seed = 2;
  EXPECT_NE(Flown(station, options).ToLog(options).Fingerprint(), once);
}

TEST(MujocoRun, WorldsMayHaveYUp) {
  Place station = MakePlace(WorldKind::Station, 26);
  const auto turned = [](Vec3 p) { return WorldOf({p.x, p.y}, p.z, UpAxis::Y); };
  TriangleMesh mesh = *station.world.mesh();
  for (Vec3& v : mesh.vertices) v = turned(v);
  for (Vec3& seed : station.seeds) seed = turned(seed);
  station.world = {"station", UpAxis::Y, std::move(mesh)};
  ExpectGoodRun(station, FewFlights(2));
}

TEST(MujocoRun, LogsTracksPlansAndEnds) {
  MujocoOptions options = FewFlights(4);
  options.speed_factor = 2;
  const MujocoRun run = Flown(MakePlace(WorldKind::Station, 26), options);
  const FlightLog log = run.ToLog(options);
  EXPECT_EQ(log.agents().size(), 4u);
  EXPECT_EQ(log.plans().size(), 4u);
  EXPECT_EQ(log.events().size(), 4 - run.CountOf(TrackedEnd::Arrived));
  EXPECT_FALSE(log.events().empty());
  EXPECT_NEAR(log.step_s(), 0.05, 1e-12);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_LT(Length(log.PositionAt(log.frame_count() - 1, i) - run.flights[i].tracked.track.back()), 1e-4);
  }
}

TEST(MujocoRun, ExplainsWhatItCannotFly) {
  MujocoOptions options = FewFlights(0);
  const World room{"room", UpAxis::Z, MakeBoxRoom({{0, 0, 0}, {2, 2, 2}}, 0.2)};
  const std::vector<Vec3> seeds = {{1, 1, 1}};
  const Result<MujocoRun> small = FlyInMujoco(room, seeds, options);
  ASSERT_FALSE(small);
  EXPECT_NE(small.error().message.find("no path of 5 m"), std::string::npos) << small.error().message;
  options.progress = [](std::string_view, double) { return false; };
  const Result<MujocoRun> stopped = FlyInMujoco(room, seeds, options);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace navnet
