// SPDX-License-Identifier: Apache-2.0
#include <navnet/export/track.h>

#include <cmath>
#include <set>

namespace navnet {
namespace {

constexpr double kFarthest_m = 1e12;  // Largest coordinate, as for meshes.

bool IsInReach(Vec3 p) {
  return std::abs(p.x) <= kFarthest_m && std::abs(p.y) <= kFarthest_m && std::abs(p.z) <= kFarthest_m;
}

Error Bad(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

Status Validate(const Track& track) {
  const std::string name = "track '" + track.name + "'";
  if (track.points.empty()) return Bad(name + ": it has no points");
  if (!(track.radius_m >= 0 && track.radius_m <= kFarthest_m)) {
    return Bad(name + ": its radius is not a number of metres from 0 on");
  }
  const TrackPoint* before = nullptr;
  for (size_t i = 0; i < track.points.size(); ++i) {
    const TrackPoint& point = track.points[i];
    const auto bad = [&](const char* why) { return Bad(name + ", point " + std::to_string(i + 1) + ": " + why); };
    if (!IsInReach(point.position)) return bad("its position is not finite or beyond 1e12 m");
    if (point.time_s && !std::isfinite(*point.time_s)) return bad("its time is not a finite number");
    if (point.yaw_rad && !std::isfinite(*point.yaw_rad)) return bad("its yaw is not a finite number");
    if (before && point.yaw_rad.has_value() != before->yaw_rad.has_value()) {
      return bad("either all points of a track have a yaw, or none has");
    }
    if (before && point.time_s.has_value() != before->time_s.has_value()) {
      return bad("either all points of a track have a time, or none has");
    }
    if (before && point.time_s && *point.time_s < *before->time_s) return bad("its time is before that of the last");
    before = &point;
  }
  return Ok();
}

Status Validate(const TrackBox& box) {
  const std::string name = "box '" + box.name + "'";
  if (!IsInReach(box.centre)) return Bad(name + ": its centre is not finite or beyond 1e12 m");
  if (!IsInReach(box.size_m) || box.size_m.x < 0 || box.size_m.y < 0 || box.size_m.z < 0) {
    return Bad(name + ": its size is not three finite numbers of metres from 0 on");
  }
  if (Status s = Validate(Transform{.rotation = box.rotation}); !s) return Bad(name + ": " + s.error().message);
  return Ok();
}

}  // namespace

Status Validate(const TrackSet& set) {
  std::set<std::string_view> names;
  for (const Track& track : set.tracks) {
    if (track.name.empty()) return Bad("a track has no name");
    if (!names.insert(track.name).second) return Bad("two tracks are named '" + track.name + "'");
    if (Status s = Validate(track); !s) return s;
  }
  for (const TrackBox& box : set.boxes) {
    if (Status s = Validate(box); !s) return s;
  }
  return Ok();
}

std::optional<TravelMode> TravelModeFromName(std::string_view name) {
  for (const TravelMode mode :
       {TravelMode::Walk, TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land, TravelMode::Link}) {
    if (name == ToString(mode)) return mode;
  }
  return {};
}

}  // namespace navnet
