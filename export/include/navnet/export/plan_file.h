// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exports flights as QGroundControl missions, for drones that use MAVLink (PX4, ArduPilot).

#include <navnet/core/result.h>
#include <navnet/export/geo_frame.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace navnet {

/// How a flight becomes a mission.
struct PlanOptions {
  /// Ranges of the fields of the same name.
  static constexpr Range kHomeHeight_m = {-1e5, 1e5}, kSpeed_m_s = {1e-9, 1e9}, kTolerance_m = ranges::kLength_m;

  GeoOrigin origin;  ///< Where the world lies on the earth.
  /// World height, in metres along the up axis, of the ground that the drone takes off from. Altitudes in the plan are
  /// relative to it, and autopilots assume it is the height at which they are armed: with a wrong value the drone flies
  /// too low or too high. Default: the height of the first point when the flight begins with a take-off, else 0. Range:
  /// -100000 to 100000.
  std::optional<double> home_height_m = {};
  /// Speed for the ground station's estimates; the drone's own settings decide how fast it flies. Range: 1e-9 to 1e9.
  double speed_m_s = 5;
  /// Land at the last point even if the track does not.
  bool land = false;
  /// Simplification: way points are left out as long as the flight stays within this distance of the lines between the
  /// remaining ones. Larger values give fewer items. 0 removes only repeated and exactly collinear points. For a log,
  /// which has a point for every step, use a few centimetres. Range: 0 to 1e12.
  double tolerance_m = 0;
  int firmware_type = 12;  ///< MAV_AUTOPILOT: 12 is PX4, 3 is ArduPilot.
  int vehicle_type = 2;    ///< MAV_TYPE: 2 is a quadrotor.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const PlanOptions& options);

/// A mission that was written.
struct PlanFile {
  uint64_t bytes = 0;  ///< Size of the file.
  size_t items = 0;    ///< Number of mission items, including take-off and landing.
  /// Warnings to read before the flight, one sentence each.
  std::vector<std::string> notes = {};
};

/// Writes a track as a `.plan` file: take-off, way points, and a landing if the track ends with one; the no-fly boxes
/// of the set become exclusion fences. A fence has no height: a box that the flight passes above or below is left out,
/// with a note.
///
/// Refuses tracks that have fewer than two points, do not begin with a climb, or need more items than MAVLink can count
/// (65535); adds a note when there are too many items for the memory of some autopilots. Of a track that also walks,
/// only the flown part is written; there must be exactly one. Requires: `track` belongs to the set or has the same up
/// axis.
Result<PlanFile> SavePlan(const std::filesystem::path& file, const Track& track, const TrackSet& set,
                          const PlanOptions& options);

}  // namespace navnet
