// SPDX-License-Identifier: Apache-2.0
#pragma once
// Invariants of every demo flight.

#include <navnet/flights/flights.h>

#include <gtest/gtest.h>

namespace navnet {

/// Expects that all agents arrive without collisions, and that there is a log.
inline void ExpectGoodFlight(const Flight& flight) {
  const FlightReport& report = flight.report;
  EXPECT_GT(report.agents, 0u);
  EXPECT_EQ(report.arrived, report.agents);
  EXPECT_EQ(report.collisions, 0) << report.first_collision;
  EXPECT_EQ(report.agent_collisions, 0) << report.first_collision;
  EXPECT_EQ(report.trespasses, 0) << report.first_collision;
  EXPECT_GE(report.least_clearance_m, report.least_clearance_radius_m - 1e-6);
  EXPECT_GT(report.shortest_m, 0);
  // Agents may yield to each other, but not leave their paths far; other tests check that paths are short.
  EXPECT_GT(report.distance_m, 0.9 * report.shortest_m);
  EXPECT_LT(report.distance_m, 1.5 * report.shortest_m);
  EXPECT_EQ(flight.log.agents().size(), report.agents);
  EXPECT_GT(flight.log.frame_count(), 10u);
  EXPECT_FALSE(flight.log.plans().empty());
}

}  // namespace navnet
