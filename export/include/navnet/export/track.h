#pragma once
// Where something goes, and when: what every file for another tool is made of, whether it was planned or flown.
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

struct TrackPoint {
  std::optional<double> time_s = {};    ///< Unset: a plan without times.
  Vec3 position;                        ///< In the world, in metres.
  std::optional<TravelMode> mode = {};  ///< How it goes on from here, at the last point how it came; unset: not known.

  friend bool operator==(const TrackPoint&, const TrackPoint&) = default;
};

struct Track {
  std::string name;     ///< Not empty, and unlike those of the other tracks of a set.
  std::string kind;     ///< Tracks of a kind look alike, such as "drone" and "walker".
  double radius_m = 0;  ///< Of what moves; 0 or more.
  /// One or more. Either all have times, which never go back, or none has.
  std::vector<TrackPoint> points = {};

  friend bool operator==(const Track&, const Track&) = default;
};

/// The kind of boxes that nobody may fly through.
inline constexpr std::string_view kNoFlyKind = "no-fly";
/// The kind of boxes that hold a path.
inline constexpr std::string_view kCorridorKind = "corridor";

/// A box that may be turned.
struct TrackBox {
  std::string name, kind;
  Vec3 centre;  ///< In the world, in metres.
  Vec3 size_m;  ///< Along the box's own axes, each 0 or more.
  Quaternion rotation = {};

  friend bool operator==(const TrackBox&, const TrackBox&) = default;
};

struct TrackSet {
  UpAxis up = UpAxis::Z;
  std::vector<Track> tracks = {};
  std::vector<TrackBox> boxes = {};

  friend bool operator==(const TrackSet&, const TrackSet&) = default;
};

/// Refuses what the comments above forbid, and numbers that are not finite or beyond 1e12 m. The message names the
/// track or box. All that writes and reads files asks this first.
Status Validate(const TrackSet& set);

/// walk, take_off, fly, land or link; nothing for other names.
std::optional<TravelMode> TravelModeFromName(std::string_view name);

/// What a path does not know of the one that goes it.
struct TrackTraits {
  std::string name = "path", kind = {};
  double radius_m = 0;
  /// For flights and walks: times from it, beginning at 0; 0: no times. Range: 0, or 1e-9 to 1e9; beyond, none.
  double speed_m_s = 0;
};

Track TrackOf(const FlightPath& path, const TrackTraits& traits);
/// Speed is meant on the ground plane, as everywhere on the ground.
Track TrackOf(const WalkPath& path, UpAxis up, const TrackTraits& traits);
/// Times are those of the segments, spread over each by length.
Track TrackOf(const TravelPath& path, const TrackTraits& traits);

/// One track for each agent that is there at some time. An agent that goes away and comes back gives one for each
/// stay: "d1", "d1 (2)". Names that are empty or taken get a number likewise.
std::vector<Track> TracksOf(const FlightLog& log);
/// The zones of a log.
std::vector<TrackBox> BoxesOf(const FlightLog& log);

/// A box of voxels as it stands in the world.
TrackBox BoxOf(const GridFrame& frame, const VoxelBox& voxels);
/// The NavVolumes a flight goes through, in order. Requires: the path is the net's own.
std::vector<TrackBox> CorridorOf(const Net& net, const FlightPath& path);
/// A box with the world's axes.
TrackBox BoxOf(const Box3& box_world);

}  // namespace navnet
