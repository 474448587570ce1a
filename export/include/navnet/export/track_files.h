// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tracks as CSV, for spreadsheets and scripts, and as JSON, for programs. Reading a file gives exactly what was
// written: numbers are printed with enough digits for that, and with a decimal point in every locale.
//
// CSV (RFC 4180, lines end in LF): a line of column names, then one row per point.
//
//   track,kind,mode,time_s,x_m,y_m,z_m,radius_m
//   d1,drone,fly,0,1.5,2,30,0.3
//
// Columns may be in any order, and unknown ones are ignored; `kind`, `mode`, `time_s`, `radius_m` and `yaw_rad` may be
// missing or empty; `yaw_rad` is written if a track has a yaw. The file does not store the up axis or boxes.
//
// JSON:
//
//   {"format": "navnet tracks", "version": 1, "up": "z",
//    "tracks": [{"name": "d1", "kind": "drone", "radius_m": 0.3,
//                "points": [{"time_s": 0, "position_m": [x, y, z], "mode": "fly", "yaw_rad": 0}, …]}],
//    "boxes": [{"name": "…", "kind": "corridor", "centre_m": [x, y, z], "size_m": [x, y, z],
//               "rotation": [x, y, z, w]}]}
//
// All are optional but "format", "version", a track's "name" and a point's or box's numbers.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>

namespace navnet {

/// Write files atomically: on failure, an existing file is unchanged. Return the size in bytes; refuse what
/// Validate(set) refuses.
Result<uint64_t> SaveTracksCsv(const std::filesystem::path& file, const TrackSet& set);
/// Writes a set as JSON. Returns the size of the file in bytes.
Result<uint64_t> SaveTracksJson(const std::filesystem::path& file, const TrackSet& set);

/// Reads a file, which need not be trusted: errors name the file and the line. `up`: the up axis, which the file does
/// not store.
Result<TrackSet> LoadTracksCsv(const std::filesystem::path& file, UpAxis up);
/// Fails with UnknownFormat when the file is JSON but does not contain tracks.
Result<TrackSet> LoadTracksJson(const std::filesystem::path& file);

}  // namespace navnet
