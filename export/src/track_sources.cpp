// SPDX-License-Identifier: Apache-2.0
// Makes tracks from the runtime's paths and from logs.

#include <navnet/core/range.h>
#include <navnet/export/track.h>

#include <cassert>
#include <cmath>
#include <set>

namespace navnet {
namespace {

Track Empty(const TrackTraits& traits) {
  return {.name = traits.name, .kind = traits.kind, .radius_m = traits.radius_m, .points = {}};
}

template <class Distance>
Track Along(const std::vector<Vec3>& points, TravelMode mode, const TrackTraits& traits, const Distance& distance) {
  Track track = Empty(traits);
  double length_m = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (i > 0) length_m += distance(points[i] - points[i - 1]);
    TrackPoint point{.time_s = {}, .position = points[i], .mode = mode};
    if (traits.speed_m_s > 0 && ranges::kSpeed_m_s.Contains(traits.speed_m_s))
      point.time_s = length_m / traits.speed_m_s;
    track.points.push_back(point);
  }
  return track;
}

double LengthOnPlane(Vec3 way, UpAxis up) { return std::hypot(way.x, up == UpAxis::Z ? way.y : way.z); }

// `wanted`, or "agent" if that is empty; with a number appended when the name is taken.
std::string FreeName(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted.empty() ? "agent" : wanted;
  for (int number = 2; !taken.insert(name).second; ++number) {
    name = (wanted.empty() ? "agent" : wanted) + " (" + std::to_string(number) + ")";
  }
  return name;
}

}  // namespace

Track TrackOf(const FlightPath& path, const TrackTraits& traits) {
  return Along(path.points, TravelMode::Fly, traits, [](Vec3 way) { return Length(way); });
}

Track TrackOf(const WalkPath& path, UpAxis up, const TrackTraits& traits) {
  return Along(path.points, TravelMode::Walk, traits, [up](Vec3 way) { return LengthOnPlane(way, up); });
}

Track TrackOf(const TravelPath& path, const TrackTraits& traits) {
  Track track = Empty(traits);
  double begin_s = 0;
  for (const TravelSegment& segment : path.segments) {
    const std::span<const Vec3> points = path.PointsOf(segment);
    double length_m = 0, done_m = 0;
    for (size_t i = 1; i < points.size(); ++i) length_m += Length(points[i] - points[i - 1]);
    // A segment begins at the last point of the previous one, which gets the mode of this segment.
    if (!track.points.empty()) track.points.pop_back();
    for (size_t i = 0; i < points.size(); ++i) {
      if (i > 0) done_m += Length(points[i] - points[i - 1]);
      const bool is_last = i + 1 == points.size();
      const double share = is_last ? 1 : length_m > 0 ? done_m / length_m : 0;
      track.points.push_back({begin_s + segment.seconds * share, points[i], segment.mode});
    }
    begin_s += segment.seconds;
  }
  return track;
}

std::vector<Track> TracksOf(const FlightLog& log) {
  std::vector<Track> tracks;
  std::set<std::string> taken;
  for (size_t a = 0; a < log.agents().size(); ++a) {
    const LoggedAgent& agent = log.agents()[a];
    bool was_there = false;
    for (size_t frame = 0; frame < log.frame_count(); ++frame) {
      const Vec3 position = log.PositionAt(frame, a);
      const bool is_there = IsFinite(position);
      if (is_there && !was_there) tracks.push_back({FreeName(agent.name, taken), agent.kind, agent.radius_m, {}});
      if (is_there) tracks.back().points.push_back({double(frame) * log.step_s(), position, {}});
      was_there = is_there;
    }
  }
  return tracks;
}

std::vector<TrackBox> BoxesOf(const FlightLog& log) {
  std::vector<TrackBox> boxes;
  for (const LoggedZone& zone : log.zones()) {
    TrackBox& box = boxes.emplace_back(BoxOf(zone.box));
    box.name = zone.name;
    box.kind = zone.kind;
  }
  return boxes;
}

TrackBox BoxOf(const GridFrame& frame, const VoxelBox& voxels) {
  TrackBox box;
  Vec3 middle;
  for (int a = 0; a < 3; ++a) {
    middle[a] = 0.5 * (double(voxels.lo[a]) + double(voxels.hi[a]));
    box.size_m[a] = frame.voxel_m * double(voxels.Size(a));
  }
  box.centre = frame.ToWorld(middle);
  if (!frame.turn.IsNone()) {
    const Vec3 up = frame.turn.up == UpAxis::Z ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
    box.rotation = Quaternion::AboutAxis(up, std::atan2(frame.turn.sin, frame.turn.cos));
  }
  return box;
}

std::vector<TrackBox> CorridorOf(const Net& net, const FlightPath& path) {
  std::vector<TrackBox> boxes;
  const NetLevel* level = net.LevelFor(path.radius_m);
  assert(level || path.volumes.empty());
  for (const uint32_t cell : path.volumes) {
    TrackBox& box = boxes.emplace_back(BoxOf(net.info().frame, level->volumes[cell]));
    box.name = "volume " + std::to_string(cell);
    box.kind = kCorridorKind;
  }
  return boxes;
}

TrackBox BoxOf(const Box3& box_world) {
  TrackBox box;
  box.centre = 0.5 * (box_world.min + box_world.max);
  box.size_m = box_world.max - box_world.min;
  return box;
}

}  // namespace navnet
