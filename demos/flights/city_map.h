// SPDX-License-Identifier: Apache-2.0
#pragma once
// Places and zones of a delivery service in a city: its depot, the doors that parcels go to, and no-fly zones.

#include <navnet/core/result.h>
#include <navnet/export/flight_log.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/query.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Margin that plans keep from zones and ceiling, so that drones stay outside of them when they avoid each other. A
/// larger margin makes trespasses rarer and paths longer.
inline constexpr double kZoneMarginM = 10;

struct CityMap {
  std::vector<Vec3> pads;   ///< In the air above the depot's roof, one per drone.
  std::vector<Vec3> doors;  ///< Destinations of the parcels: on the ground, close to a wall.
  std::vector<LoggedZone> zones;
  double ceiling_m = 0;  ///< Maximum flight height.
  /// The zones widened by kZoneMarginM, as forbidden regions for queries.
  std::vector<CostRegion> regions;
  double flight_ceiling_m = 0;
};

/// Depth of a point in a box: distance to the nearest side, 0 outside.
double DepthIn(const Box3& box, Vec3 p);

/// Chooses a depot, doors, no-fly boxes around some blocks, and quiet zones around the doors, which are no-fly zones as
/// well: drones land outside of them. Fails if the city has too little room for `deliveries`.
Result<CityMap> MakeCityMap(const Navigator& navigator, const Box3& city, int deliveries, double radius_m,
                            uint64_t seed);

}  // namespace navnet
