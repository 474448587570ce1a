// SPDX-License-Identifier: Apache-2.0
// Deliveries in a city: flights, walks and no-fly zones.

#include "demos/flights/support.h"

#include <algorithm>

namespace navnet {
namespace {

Flight Flown(const FlightOptions& options) {
  Result<Flight> flight = FlyCity(options);
  EXPECT_TRUE(flight) << flight.error().message;
  return std::move(*flight);
}

// Compares the log with the zones, without the recorder's code.
void ExpectNobodyInAZoneOrAboveTheCeiling(const Flight& flight) {
  int no_fly = 0;
  for (const LoggedZone& zone : flight.log.zones()) {
    no_fly += zone.kind == "no-fly";
    for (size_t f = 0; f < flight.log.frame_count(); ++f) {
      for (size_t i = 0; i < flight.log.agents().size(); ++i) {
        if (flight.log.agents()[i].kind != "drone") continue;
        const Vec3 p = flight.log.PositionAt(f, i);
        ASSERT_TRUE(zone.kind != "ceiling" || p.z <= zone.box.min.z);
        if (zone.kind != "no-fly") continue;
        const Vec3 inside = Max(zone.box.min, Min(zone.box.max, p));
        ASSERT_FALSE(inside == p) << flight.log.agents()[i].name << " in " << zone.name;
      }
    }
  }
  EXPECT_GE(no_fly, 5 + 1);
}

TEST(CityFlight, DeliversEverythingWithoutCollisionsOrTrespasses) {
  const Flight flight = Flown({.seed = 2, .agents = 12});
  ExpectGoodFlight(flight);
  ExpectNobodyInAZoneOrAboveTheCeiling(flight);
  // Half are drones, which return to their starts; half are robots, which end at the doors.
  const std::span<const LoggedAgent> agents = flight.log.agents();
  const size_t last = flight.log.frame_count() - 1;
  std::vector<Vec3> doors;
  for (const LoggedZone& zone : flight.log.zones()) {
    if (zone.kind == "goal") doors.push_back((zone.box.min + zone.box.max) * 0.5);
  }
  ASSERT_EQ(agents.size(), 12u);
  ASSERT_EQ(doors.size(), 6u);
  for (size_t i = 0; i < agents.size(); ++i) {
    const Vec3 first = flight.log.PositionAt(0, i), end = flight.log.PositionAt(last, i);
    if (agents[i].kind == "drone") {
      EXPECT_LT(Length(end - first), 1) << agents[i].name;
    } else {
      EXPECT_FALSE(IsFinite(first)) << agents[i].name << " is absent at first";
      EXPECT_TRUE(std::ranges::any_of(doors, [&](Vec3 d) { return Length(d - end) < 1.5; })) << agents[i].name;
    }
  }
}

TEST(CityFlight, IsTheSameForAnyNumberOfThreads) {
  const std::string once = Flown({.seed = 4, .agents = 4, .threads = 1}).log.Fingerprint();
  EXPECT_EQ(once, Flown({.seed = 4, .agents = 4, .threads = 3}).log.Fingerprint());
  EXPECT_NE(once, Flown({.seed = 5, .agents = 4}).log.Fingerprint());
}

TEST(CityFlight, ReportsThatThereIsNoRoom) {
  const Result<Flight> flight = FlyCity({.agents = 5000});
  ASSERT_FALSE(flight);
  EXPECT_NE(flight.error().message.find("fewer --agents"), std::string::npos) << flight.error().message;
}

}  // namespace
}  // namespace navnet
