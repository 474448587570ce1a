// SPDX-License-Identifier: Apache-2.0
// Drones and crew in a station whose doors open and close.

#include "demos/flights/support.h"

#include <algorithm>
#include <string>

namespace navnet {
namespace {

Flight Flown(const FlightOptions& options) {
  Result<Flight> flight = FlyStation(options);
  EXPECT_TRUE(flight) << flight.error().message;
  return std::move(*flight);
}

TEST(StationFlight, FinishesAllErrandsWithoutCollisions) {
  const Flight flight = Flown({.seed = 2, .agents = 24});
  ExpectGoodFlight(flight);
  const auto count_of = [&](const char* kind) {
    return std::ranges::count_if(flight.log.agents(), [&](const LoggedAgent& agent) { return agent.kind == kind; });
  };
  EXPECT_GE(count_of("walker"), 8);
  EXPECT_GE(count_of("drone"), 12);
  // Every agent departs once for each of three errands, or more often if closed doors stop it.
  EXPECT_GE(flight.log.plans().size(), 3 * flight.report.agents);
}

TEST(StationFlight, DoorsOpenAgainAfterTheyClosed) {
  const Flight flight = Flown({.seed = 3, .agents = 12});
  ASSERT_GE(flight.log.bodies().size(), 5u);
  int closed = 0;
  for (const LoggedBody& door : flight.log.bodies()) {
    int of_this = 0, balance = 0;
    for (const LoggedEvent& event : flight.log.events()) {
      if (event.text == door.name + " closes") {
        ++of_this;
        EXPECT_EQ(++balance, 1) << door.name << " closed twice";
      }
      if (event.text == door.name + " is open") {
        EXPECT_EQ(--balance, 0) << door.name << " opened twice";
      }
    }
    closed += of_this;
  }
  EXPECT_GE(closed, 10);
  EXPECT_GT(flight.report.updates.count(), 10u);

  // The panels move in the log: audited and displayed poses are the same.
  const std::span<const float> poses = flight.log.poses();
  const size_t a_frame = 7 * flight.log.bodies().size();
  size_t moving = 0;
  for (size_t frame = 1; frame < flight.log.frame_count(); ++frame) {
    const auto now = poses.subspan(frame * a_frame, a_frame), before = poses.subspan((frame - 1) * a_frame, a_frame);
    moving += !std::ranges::equal(now, before);
  }
  EXPECT_GT(moving, 50u);
  EXPECT_LT(moving, flight.log.frame_count());
}

TEST(StationFlight, IsTheSameForAnyNumberOfThreads) {
  const std::string once = Flown({.seed = 4, .agents = 13, .threads = 1}).log.Fingerprint();
  EXPECT_EQ(once, Flown({.seed = 4, .agents = 13, .threads = 2}).log.Fingerprint());
  EXPECT_NE(once, Flown({.seed = 5, .agents = 13}).log.Fingerprint());
}

}  // namespace
}  // namespace navnet
