// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work places in the rooms of the station: on the floor for crew, overhead for drones.

#include <navnet/core/geometry.h>
#include <navnet/flights/flight_report.h>
#include <navnet/runtime/navigator.h>

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace navnet {

inline constexpr double kStationDroneM = 0.25, kStationCrewM = 0.3;  ///< Radii in metres.

/// A path from one place to another in the current world.
struct StationWay {
  bool is_complete = false;
  double length_m = 0;
  std::vector<Vec3> points;
};
StationWay FindWay(const Navigator& navigator, bool walks, Vec3 start, Vec3 goal, Timings& times);

/// Hands out work places, each only once.
class StationWork {
 public:
  /// `places` are centres of rooms and corridors; those with too little clearance are taken as corridors and left out.
  StationWork(const Navigator& navigator, std::span<const Vec3> places, std::span<const Box3> doorways, uint64_t seed);

  /// A place not yet handed out, away from doorways and reachable from `from`, or else from its room's middle. Nullopt
  /// if hardly any is left.
  std::optional<Vec3> PlaceFor(bool walks, std::optional<Vec3> from = {});
  /// Random number from `low` to `high`.
  double Between(double low, double high) { return low + (high - low) * double(engine_() >> 11) * 0x1p-53; }

 private:
  bool IsInTheWay(Vec3 floor, bool walks) const;

  const Navigator& navigator_;
  std::span<const Box3> doorways_;
  std::mt19937_64 engine_;
  std::vector<Vec3> rooms_;
  std::vector<Vec3> taken_[2];  ///< Floor points handed out to drones and to crew.
};

}  // namespace navnet
