#pragma once
// Flights as missions of QGroundControl, for drones that fly by MAVLink (PX4, ArduPilot).

#include <navnet/core/result.h>
#include <navnet/export/geo_frame.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace navnet {

struct PlanOptions {
  static constexpr Range kHomeHeight_m = {-1e5, 1e5}, kSpeed_m_s = {1e-9, 1e9}, kTolerance_m = ranges::kLength_m;

  GeoOrigin origin;
  /// World height, in metres along the up axis, of the ground that the drone takes off from. Altitudes in the plan
  /// count from there, and autopilots take the place where they are armed for it: a wrong height flies too low.
  /// Default: the first point's when the flight begins with a take-off, else 0. Range: -100000 to 100000.
  std::optional<double> home_height_m = {};
  /// What the ground station reckons with; the drone's own settings decide how fast it flies. Range: 1e-9 to 1e9.
  double speed_m_s = 5;
  /// End by landing at the last point even if the track does not.
  bool land = false;
  /// Way points are left out where the flight stays this near to the straight line between the others; 0: none but
  /// repeated ones and those on a line to the last bit. A log has a point for every step: give it some centimetres.
  /// Range: 0 to 1e12.
  double tolerance_m = 0;
  int firmware_type = 12;  ///< MAV_AUTOPILOT: 12 is PX4, 3 is ArduPilot.
  int vehicle_type = 2;    ///< MAV_TYPE: 2 is a quadrotor.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const PlanOptions& options);

struct PlanFile {
  uint64_t bytes = 0;
  size_t items = 0;  ///< Of the mission, take-off and landing included.
  /// What one should know before it is flown, one sentence each.
  std::vector<std::string> notes = {};
};

/// Writes a track as a `.plan` file: take-off, way points, landing if the track ends so; the no-fly boxes of the set
/// as fences that exclude. A fence has no height: a box that the flight passes above or below is left out, with a note.
///
/// Refuses what has fewer than two points, does not climb to begin with, or has more items than MAVLink can count
/// (65535); notes when there are so many that some autopilots cannot hold them. Of a track that also walks, the flown
/// part is taken if there is one only. Requires: `track` is one of the set's, or has its axes.
Result<PlanFile> SavePlan(const std::filesystem::path& file, const Track& track, const TrackSet& set,
                          const PlanOptions& options);

}  // namespace navnet
