// SPDX-License-Identifier: Apache-2.0
#include "flown_part.h"

#include <algorithm>
#include <utility>

namespace navnet {
namespace {

// Maximum number of points simplified at once. In the worst case (a zigzag), time is quadratic in it; smaller values
// keep more points.
constexpr size_t kLongestPiece = 1024;

bool IsFlown(const TrackPoint& point) {
  return !point.mode || *point.mode == TravelMode::TakeOff || *point.mode == TravelMode::Fly ||
         *point.mode == TravelMode::Land;
}

double DistanceToLine(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 way = b - a;
  const double length2 = LengthSquared(way);
  const double along = length2 > 0 ? std::clamp(Dot(p - a, way) / length2, 0.0, 1.0) : 0;
  return Length(p - (a + way * along));
}

}  // namespace

Result<std::vector<TrackPoint>> FlownPart(const Track& track) {
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::InvalidArgument, "track '" + track.name + "': " + why};
  };
  // A point's mode is that of the segment after it, so the last point of a flight has the mode of the next part.
  std::vector<TrackPoint> flown;
  size_t pieces = 0;
  const size_t last = track.points.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (!IsFlown(track.points[i])) continue;
    const bool has_landed =
        i > 0 && track.points[i - 1].mode == TravelMode::Land && track.points[i].mode != TravelMode::Land;
    const bool begins = i == 0 || !IsFlown(track.points[i - 1]) || has_landed;
    if (begins && ++pieces > 1) break;
    if (begins) flown.push_back(track.points[i]);
    flown.push_back(track.points[i + 1]);
    if (!IsFlown(flown.back())) flown.back().mode = track.points[i].mode;
  }
  if (pieces > 1) {
    return bad(
        "it lands, or passes a gate, and flies again, and a mission is one flight; export the flights one by one");
  }
  if (flown.empty()) {
    return bad(track.points.size() < 2 ? "it has fewer than two points"
                                       : "nothing of it is flown, and missions are for drones; ask for --mode fly");
  }
  return flown;
}

std::vector<TrackPoint> Simplified(std::span<const TrackPoint> points, double tolerance_m) {
  std::vector<char> stays(points.size(), 0);
  std::vector<std::pair<size_t, size_t>> open;
  for (size_t i = 0, from = 0; i < points.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == points.size();
    if (!is_end && points[i].mode == points[i - 1].mode && i - from < kLongestPiece) continue;
    stays[i] = 1;
    if (i > from) open.emplace_back(from, i);
    from = i;
  }
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    double farthest_m = tolerance_m;
    size_t at = 0;
    for (size_t i = from + 1; i < to; ++i) {
      const double distance_m = DistanceToLine(points[i].position, points[from].position, points[to].position);
      if (distance_m <= farthest_m) continue;
      farthest_m = distance_m;
      at = i;
    }
    if (at == 0) continue;
    stays[at] = 1;
    open.emplace_back(from, at);
    open.emplace_back(at, to);
  }
  std::vector<TrackPoint> kept;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!stays[i]) continue;
    // Of points at the same position the last one is kept, as its mode applies from there on.
    if (!kept.empty() && kept.back().position == points[i].position)
      kept.back() = points[i];
    else
      kept.push_back(points[i]);
  }
  return kept;
}

}  // namespace navnet
