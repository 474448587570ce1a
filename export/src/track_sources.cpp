// SPDX-License-Identifier: Apache-2.0
// Makes tracks from the runtime's paths and from logs.

#include <navnet/core/range.h>
#include <navnet/export/track.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>

namespace navnet {
namespace {

Track Empty(const TrackTraits& traits) {
  return {.name = traits.name, .kind = traits.kind, .radius_m = traits.radius_m, .points = {}};
}

bool HasTimes(const TrackTraits& traits) {
  return traits.speed_m_s > 0 && ranges::kSpeed_m_s.Contains(traits.speed_m_s);
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
  Track track = Empty(traits);
  double length_m = 0, jumps_s = 0;
  auto jump = path.jumps.begin();
  for (size_t i = 0; i < path.points.size(); ++i) {
    const bool jumps = jump != path.jumps.end() && jump->point == i;
    TrackPoint point{.time_s = {}, .position = path.points[i], .mode = jumps ? TravelMode::Link : TravelMode::Fly};
    if (HasTimes(traits)) point.time_s = length_m / traits.speed_m_s + jumps_s;
    track.points.push_back(point);
    if (i + 1 == path.points.size()) break;
    if (jumps) {
      jumps_s += jump++->seconds;
    } else {
      length_m += Length(path.points[i + 1] - path.points[i]);
    }
  }
  // The last point has the mode of the segment that ends there.
  if (track.points.size() > 1) track.points.back().mode = track.points[track.points.size() - 2].mode;
  return track;
}

Track TrackOf(const WalkPath& path, UpAxis up, const TrackTraits& traits) {
  Track track = Empty(traits);
  double length_m = 0;
  for (size_t i = 0; i < path.points.size(); ++i) {
    if (i > 0) length_m += LengthOnPlane(path.points[i] - path.points[i - 1], up);
    TrackPoint point{.time_s = {}, .position = path.points[i], .mode = TravelMode::Walk};
    if (HasTimes(traits)) point.time_s = length_m / traits.speed_m_s;
    track.points.push_back(point);
  }
  return track;
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

Result<FlightLog> LogOf(const TrackSet& set, double step_s) {
  constexpr double kMostPositions = 1e8;
  if (Status s = Validate(set); !s) return s.error();
  if (Status s = CheckRange("step_s", step_s, {1e-4, 1e4}); !s) return s.error();
  double from_s = ranges::kInfinity, to_s = -ranges::kInfinity;
  for (const Track& track : set.tracks) {
    if (!track.points[0].time_s) {
      return Error{ErrorCode::InvalidArgument, "track '" + track.name + "': it has no times, so it cannot be played"};
    }
    from_s = std::min(from_s, *track.points.front().time_s);
    to_s = std::max(to_s, *track.points.back().time_s);
  }
  if (set.tracks.empty()) return Error{ErrorCode::InvalidArgument, "there is no track to play"};
  const double frames = std::floor((to_s - from_s) / step_s + 1e-9) + 1;
  if (frames * double(set.tracks.size()) > kMostPositions) {
    return Error{ErrorCode::TooLarge, "the tracks take more than 1e8 positions to play; choose a longer step"};
  }
  FlightLog log(step_s, set.up);
  for (const Track& track : set.tracks) log.AddAgent({track.name, track.kind, track.radius_m});
  for (const TrackBox& box : set.boxes) {
    if (box.kind == kCorridorKind || box.rotation != Quaternion{}) continue;
    log.AddZone({box.name, box.kind, {box.centre - 0.5 * box.size_m, box.centre + 0.5 * box.size_m}});
  }
  for (size_t a = 0; a < set.tracks.size(); ++a) {
    LoggedPlan plan{uint32_t(a), *set.tracks[a].points[0].time_s - from_s, {}};
    for (const TrackPoint& point : set.tracks[a].points) plan.points.push_back(point.position);
    log.AddPlan(std::move(plan));
  }
  std::vector<size_t> next(set.tracks.size(), 0);  // By track: the first point later than the frame.
  std::vector<Vec3> positions(set.tracks.size());
  for (double frame = 0; frame < frames; ++frame) {
    const double time_s = from_s + frame * step_s;
    for (size_t a = 0; a < set.tracks.size(); ++a) {
      const std::vector<TrackPoint>& points = set.tracks[a].points;
      size_t& i = next[a];
      while (i < points.size() && *points[i].time_s <= time_s) ++i;
      positions[a] = Vec3{} * std::numeric_limits<double>::quiet_NaN();
      if (i > 0 && i < points.size()) {
        const double before_s = *points[i - 1].time_s, share = (time_s - before_s) / (*points[i].time_s - before_s);
        positions[a] = points[i - 1].position + (points[i].position - points[i - 1].position) * share;
      } else if (i > 0 && time_s <= *points.back().time_s + 1e-9 * step_s) {
        positions[a] = points.back().position;
      }
    }
    log.AddFrame(positions);
  }
  return log;
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
