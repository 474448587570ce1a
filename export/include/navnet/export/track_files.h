#pragma once
// Tracks as CSV, for spreadsheets and scripts, and as JSON, for programs. What is read back is what was written, bit
// for bit: numbers are printed with as many digits as that takes, with a decimal point whatever the locale.
//
// CSV (RFC 4180, lines end in LF): a line of column names, then one row a point.
//
//   track,kind,mode,time_s,x_m,y_m,z_m,radius_m
//   d1,drone,fly,0,1.5,2,30,0.3
//
// The columns may come in any order and others beside them; `kind`, `mode`, `time_s` and `radius_m` may be left out or
// empty. The file does not say which axis is up, and holds no boxes.
//
// JSON:
//
//   {"format": "navnet tracks", "version": 1, "up": "z",
//    "tracks": [{"name": "d1", "kind": "drone", "radius_m": 0.3,
//                "points": [{"time_s": 0, "position_m": [x, y, z], "mode": "fly"}, …]}],
//    "boxes": [{"name": "…", "kind": "corridor", "centre_m": [x, y, z], "size_m": [x, y, z],
//               "rotation": [x, y, z, w]}]}
//
// All but "format", "version", a track's "name" and a point's or box's numbers may be left out.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <cstdint>
#include <filesystem>

namespace navnet {

/// Files are written beside their place and renamed: whatever stood there stays when anything fails. They return the
/// size in bytes, and refuse what Validate(set) refuses.
Result<uint64_t> SaveTracksCsv(const std::filesystem::path& file, const TrackSet& set);
Result<uint64_t> SaveTracksJson(const std::filesystem::path& file, const TrackSet& set);

/// Files are not trusted: errors name the file and the line. `up`: what the file does not say.
Result<TrackSet> LoadTracksCsv(const std::filesystem::path& file, UpAxis up);
/// The error is of the code UnknownFormat when the file is JSON of another kind.
Result<TrackSet> LoadTracksJson(const std::filesystem::path& file);

}  // namespace navnet
