// SPDX-License-Identifier: Apache-2.0
#include "flights/station_work.h"

#include <navnet/internal/core/stopwatch.h>

#include <algorithm>

namespace navnet {
namespace {

constexpr double kRoomM = 1.5;          // Minimum distance of a room's middle from its walls; corridors are narrower.
constexpr double kFromMiddleM = 2.4;    // Maximum distance of work from a room's middle along x and y.
constexpr double kFromWallsM = 0.6;     // Minimum distance of work from walls.
constexpr double kFromDoorwaysM = 1.5;  // Minimum distance of work from doorways, where others pass.
constexpr double kApartM = 1.2;
constexpr double kOverheadM = 2.5;  // Height of drones at work, above people's heads.
constexpr int kTries = 2000;

}  // namespace

StationWay FindWay(const Navigator& navigator, bool walks, Vec3 start, Vec3 goal, Timings& times) {
  const Stopwatch watch;
  StationWay way;
  if (walks) {
    WalkPath path = navigator.walker()->Find({.start = start, .goal = goal, .radius_m = kStationCrewM});
    way = {path.status == PathStatus::Complete, path.length_m, std::move(path.points)};
  } else {
    FlightPath path = navigator.Find({.start = start, .goal = goal, .radius_m = kStationDroneM});
    way = {path.status == PathStatus::Complete, path.length_m, std::move(path.points)};
  }
  times.Add(1e6 * watch.Elapsed());
  return way;
}

StationWork::StationWork(const Navigator& navigator, std::span<const Vec3> places, std::span<const Box3> doorways,
                         uint64_t seed)
    : navigator_(navigator), doorways_(doorways), engine_(seed) {
  for (const Vec3& place : places) {
    const std::optional<GroundPlace> middle = navigator.walker()->Locate(place);
    if (middle && middle->clearance_m >= kRoomM) rooms_.push_back(middle->point);
  }
}

bool StationWork::IsInTheWay(Vec3 floor, bool walks) const {
  const auto is_near = [&](Vec3 other) { return Length(other - floor) < kApartM; };
  const auto is_before = [&](const Box3& doorway) {
    Vec3 middle = (doorway.min + doorway.max) * 0.5;
    middle.z = doorway.min.z;
    return Length(middle - floor) < kFromDoorwaysM;
  };
  return std::ranges::any_of(taken_[walks], is_near) || std::ranges::any_of(doorways_, is_before);
}

std::optional<Vec3> StationWork::PlaceFor(bool walks, std::optional<Vec3> from) {
  Timings unused;
  for (int i = 0; i < kTries && !rooms_.empty(); ++i) {
    const Vec3 room = rooms_[engine_() % rooms_.size()];
    const double x = Between(-kFromMiddleM, kFromMiddleM), y = Between(-kFromMiddleM, kFromMiddleM);
    const std::optional<GroundPlace> floor = navigator_.walker()->Locate(room + Vec3{x, y, 0});
    if (!floor || floor->clearance_m < kFromWallsM || IsInTheWay(floor->point, walks)) continue;
    const Vec3 up = {0, 0, walks ? 0 : kOverheadM};
    if (!FindWay(navigator_, walks, from.value_or(room + up), floor->point + up, unused).is_complete) continue;
    taken_[walks].push_back(floor->point);
    return floor->point + up;
  }
  return std::nullopt;
}

}  // namespace navnet
