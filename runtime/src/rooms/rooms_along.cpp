// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/room.h>

#include <algorithm>

namespace navnet {
namespace {

// The fraction of the segment from a along d at which it leaves a room that contains its place `at`; below `at` if the
// room does not.
double ExitOfRoom(std::span<const HalfSpace> planes, Vec3 a, Vec3 d, double at) {
  double exit = 1;
  for (const HalfSpace& plane : planes) {
    const double left = kRoomTolerance_m - plane.DistanceTo(a), slope = Dot(plane.normal, d);
    if (left - at * slope < 0) return -1;
    if (slope > 0) exit = std::min(exit, left / slope);
  }
  return exit;
}

}  // namespace

bool AreRoomsAlong(const RoomCorridor& rooms, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  double at = 0;
  for (size_t passed = 0; passed < rooms.size(); ++passed) {
    double exit = -1;
    for (size_t room = 0; room < rooms.size() && exit < 1; ++room) {
      exit = std::max(exit, ExitOfRoom(rooms.PlanesOf(room), a, d, at));
    }
    if (exit >= 1) return true;
    if (!(exit > at)) return false;
    at = exit;
  }
  return false;
}

}  // namespace navnet
