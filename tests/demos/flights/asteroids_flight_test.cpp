// SPDX-License-Identifier: Apache-2.0
#include <navnet/flights/flights.h>

#include <gtest/gtest.h>

namespace navnet {
namespace {

void ExpectAllArriveUntouched(const Result<Flight>& flight, size_t agents) {
  ASSERT_TRUE(flight) << flight.error().message;
  const FlightReport& report = flight->report;
  EXPECT_EQ(report.agents, agents);
  EXPECT_EQ(report.arrived, agents);
  EXPECT_EQ(report.collisions, 0) << report.first_collision;
  EXPECT_EQ(report.agent_collisions, 0) << report.first_collision;
  EXPECT_GE(report.least_clearance_m, report.least_clearance_radius_m);
  EXPECT_GT(report.least_gap_m, 0);
  EXPECT_GT(report.updates.count(), 20u);
  EXPECT_GE(report.distance_m, report.shortest_m * 0.9);
  EXPECT_LT(report.distance_m, report.shortest_m * 1.2);
}

TEST(AsteroidsFlight, ArrivesWithoutCollisions) {
  const Result<Flight> flight = FlyAsteroids({.seed = 1});
  ExpectAllArriveUntouched(flight, 12);
  ASSERT_TRUE(flight);
  // The log contains moving rocks, changed plans, and events with the reasons.
  EXPECT_GT(flight->log.bodies().size(), 50u);
  const size_t numbers_a_frame = flight->log.bodies().size() * 7;
  const std::span<const float> poses = flight->log.poses();
  EXPECT_NE(poses[0], poses[poses.size() - numbers_a_frame]);
  EXPECT_GT(flight->log.plans().size(), 24u);
  EXPECT_FALSE(flight->log.events().empty());
}

TEST(AsteroidsFlight, IsTheSameForAnyNumberOfThreads) {
  const Result<Flight> alone = FlyAsteroids({.seed = 8, .agents = 2, .threads = 1});
  ExpectAllArriveUntouched(alone, 2);
  const Result<Flight> three = FlyAsteroids({.seed = 8, .agents = 2, .threads = 3});
  ASSERT_TRUE(alone && three);
  EXPECT_EQ(alone->log.Fingerprint(), three->log.Fingerprint());
}

TEST(AsteroidsFlight, StopsWhenProgressReturnsFalse) {
  const Result<Flight> flight =
      FlyAsteroids({.agents = 1, .progress = [](std::string_view stage, double) { return stage != "flying"; }});
  ASSERT_FALSE(flight);
  EXPECT_EQ(flight.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace navnet
