#pragma once
// Where agents of the station have something to do: places in its rooms, for crew on the floor, for drones overhead.

#include <navnet/core/geometry.h>
#include <navnet/flights/flight_report.h>
#include <navnet/runtime/navigator.h>

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace navnet {

inline constexpr double kStationDroneM = 0.25, kStationCrewM = 0.3;  ///< Radii.

/// A way from one place to another, in the world as it is.
struct StationWay {
  bool is_complete = false;
  double length_m = 0;
  std::vector<Vec3> points;
};
StationWay FindWay(const Navigator& navigator, bool walks, Vec3 start, Vec3 goal, Timings& times);

/// Hands out places, each of them once.
class StationWork {
 public:
  /// Rooms are those of the places that are wider than a corridor.
  StationWork(const Navigator& navigator, std::span<const Vec3> places, std::span<const Box3> doorways, uint64_t seed);

  /// A place that nobody was given yet, away from the doorways, with a way to it from where someone is; nothing when
  /// there is hardly any left.
  std::optional<Vec3> PlaceFor(bool walks, std::optional<Vec3> from = {});
  /// Number from `low` to `high`.
  double Between(double low, double high) { return low + (high - low) * double(engine_() >> 11) * 0x1p-53; }

 private:
  bool IsInTheWay(Vec3 floor, bool walks) const;

  const Navigator& navigator_;
  std::span<const Box3> doorways_;
  std::mt19937_64 engine_;
  std::vector<Vec3> rooms_;
  std::vector<Vec3> taken_[2];  ///< Of drones and of crew, on the floor.
};

}  // namespace navnet
