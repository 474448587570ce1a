// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tracks: positions over time, planned or recorded. All exports to files of other tools start from these types.
//
//   TrackSet set{.up = net->info().up};
//   set.tracks.push_back(TrackOf(path, {.name = "d1", .kind = "drone", .radius_m = 0.3, .speed_m_s = 5}));
//   set.boxes = CorridorOf(*net, path);
//   Result<uint64_t> bytes = SaveGltf("path.glb", set);

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/core/transform.h>
#include <navnet/export/flight_log.h>
#include <navnet/runtime/travel.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace navnet {

/// A point of a track.
struct TrackPoint {
  std::optional<double> time_s = {};  ///< Unset in a plan without times.
  Vec3 position;                      ///< In the world, in metres.
  std::optional<TravelMode> mode =
      {};  ///< Mode of the segment that begins here; at the last point, of the one that ends. Unset: unknown.
  /// Where the nose points, in radians about the up axis as YawOptions describes; it may count turns. Unset: unknown.
  std::optional<double> yaw_rad = {};

  friend bool operator==(const TrackPoint&, const TrackPoint&) = default;
};

/// The positions of one object.
struct Track {
  std::string name;     ///< Not empty, and unique within a set.
  std::string kind;     ///< Selects the appearance, for example "drone" or "walker".
  double radius_m = 0;  ///< Radius of the moving object; 0 or more.
  /// One or more. Either all have times, which never decrease, or none has. The same holds for yaw.
  std::vector<TrackPoint> points = {};

  friend bool operator==(const Track&, const Track&) = default;
};

/// The kind of boxes that must not be flown through.
inline constexpr std::string_view kNoFlyKind = "no-fly";
/// The kind of boxes that make up the corridor of a path.
inline constexpr std::string_view kCorridorKind = "corridor";

/// An oriented box.
struct TrackBox {
  std::string name, kind;    ///< Label, and what it is: kNoFlyKind, kCorridorKind or any other text.
  Vec3 centre;               ///< In the world, in metres.
  Vec3 size_m;               ///< Along the box's own axes, each 0 or more.
  Quaternion rotation = {};  ///< From the box's axes to the world's.

  friend bool operator==(const TrackBox&, const TrackBox&) = default;
};

/// Tracks and boxes of one world.
struct TrackSet {
  UpAxis up = UpAxis::Z;             ///< The world's up axis.
  std::vector<Track> tracks = {};    ///< Their names are unique.
  std::vector<TrackBox> boxes = {};  ///< In any order.

  friend bool operator==(const TrackSet&, const TrackSet&) = default;
};

/// Refuses what the comments above forbid, and numbers that are not finite or beyond 1e12 m. The message names the
/// track or box. All functions that write or read files call this.
Status Validate(const TrackSet& set);

/// walk, take_off, fly, land or link; nothing for other names.
std::optional<TravelMode> TravelModeFromName(std::string_view name);

/// The properties of a track that a path does not contain.
struct TrackTraits {
  std::string name = "path", kind = {};  ///< As in Track.
  double radius_m = 0;                   ///< As in Track.
  /// For flights and walks: times are computed from this speed, beginning at 0. Range: 1e-9 to 1e9; with 0 or any other
  /// value, the track has no times.
  double speed_m_s = 0;
};

/// The way points of a flight. Jumps have the mode Link, and take the time of their gates.
Track TrackOf(const FlightPath& path, const TrackTraits& traits);
/// `traits.speed_m_s` is the horizontal speed, as for all walks.
Track TrackOf(const WalkPath& path, UpAxis up, const TrackTraits& traits);
/// Times are those of the path's segments, interpolated by length within each.
Track TrackOf(const TravelPath& path, const TrackTraits& traits);

/// One track for each agent that is present at some time. An agent that disappears and returns gives one for each time
/// span: "d1", "d1 (2)". Duplicate names are numbered likewise; an empty name becomes "agent".
std::vector<Track> TracksOf(const FlightLog& log);
/// A log that plays tracks: an agent for each, interpolated between its points, and absent before and after them; its
/// plan is its way points. Boxes other than those of a corridor become zones. Time 0 of the log is the earliest of the
/// tracks. Refuses what Validate(set) refuses, sets without tracks, tracks without times, a step that is not from 1e-4
/// to 1e4 s, and more than 1e8 positions.
Result<FlightLog> LogOf(const TrackSet& set, double step_s = 0.05);
/// The zones of a log.
std::vector<TrackBox> BoxesOf(const FlightLog& log);

/// A box of voxels as an oriented box in the world.
TrackBox BoxOf(const GridFrame& frame, const VoxelBox& voxels);
/// The NavVolumes that a flight passes through, in order. Requires: the path was found on this net.
std::vector<TrackBox> CorridorOf(const Net& net, const FlightPath& path);
/// A box along the world's axes.
TrackBox BoxOf(const Box3& box_world);

}  // namespace navnet
