// SPDX-License-Identifier: Apache-2.0
#include "support/live_flight.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

// 48 seconds of flight at 50 plans a second; trajectory_bench measures a minute.
TEST(LiveFlight, NeverTouchesWhatAppearsAndCanAlwaysStop) {
  int stops = 0, broken = 0, by_old_rooms = 0;
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    SCOPED_TRACE(seed);
    LiveFlight flight({.seed = seed});
    TestRandom random(100 + seed);
    for (int step = 0; step < 1200; ++step) {
      flight.Edit();
      flight.Plan();
      flight.Fly(random.Integer(0, 1) == 0);
    }
    EXPECT_EQ(flight.collisions, 0);
    EXPECT_EQ(flight.stop_collisions, 0);
    EXPECT_EQ(flight.limit_violations, 0);
    EXPECT_EQ(flight.bad_stops, 0);
    EXPECT_EQ(flight.without_plan, 0);
    EXPECT_EQ(flight.without_stop, 0);
    EXPECT_EQ(flight.broken_stops, 0);
    EXPECT_GT(flight.flown_m, 30);
    EXPECT_GT(flight.replans, 800);
    stops += flight.stops;
    broken += flight.broken;
    by_old_rooms += flight.by_old_rooms;
  }
  EXPECT_GE(stops, 1000);
  EXPECT_GT(broken, 10);
  EXPECT_GT(by_old_rooms, 0);
}

}  // namespace
}  // namespace navnet
