#pragma once
// What a delivery service knows of a city before it flies: where its depot is, where parcels go, where not to fly.

#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/runtime/costs.h>
#include <navnet/runtime/navigator.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Plans keep this far from zones and ceiling, so that drones that make way for each other stay outside of them.
inline constexpr double kZoneMarginM = 10;

struct CityMap {
  std::vector<Vec3> pads;   ///< In the air above the depot's roof, one for each drone.
  std::vector<Vec3> doors;  ///< On the ground, close to a wall: where the parcels go.
  std::vector<LoggedZone> zones;
  double ceiling_m = 0;  ///< Nobody flies higher.
  /// The zones as queries take them: wider than they are, so that drones that make way for each other stay outside.
  std::vector<CostRegion> regions;
  double flight_ceiling_m = 0;
};

/// How deep a point lies in a box: the distance to its nearest side, 0 outside.
double DepthIn(const Box3& box, Vec3 p);

/// Chooses a depot, doors, no-fly boxes around some blocks, and quiet zones around the doors in which nobody flies:
/// drones land outside of them. Fails when the city has no room for so many.
Result<CityMap> MakeCityMap(const Navigator& navigator, const Box3& city, int deliveries, double radius_m,
                            uint64_t seed);

}  // namespace navnet
