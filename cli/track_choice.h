#pragma once
// Which tracks of a set are meant: one agent's, which has a track for each time it is there.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <span>
#include <string>

namespace navnet::cli {

/// Keeps the tracks of these agents; all when there are none. An agent's tracks are NAME, NAME (2), NAME (3)…, as
/// TracksOf names them: NAME stands for all of them, NAME (1) for the first alone, NAME (2) for the second.
/// The error names what there is in `source`.
Status KeepTracks(TrackSet& set, std::span<const std::string> agents, const std::string& source);

/// The names that choose one track each, with commas between them; the first ones when there are many.
std::string ChoicesText(const TrackSet& set);

}  // namespace navnet::cli
