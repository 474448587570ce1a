// SPDX-License-Identifier: Apache-2.0
#pragma once
// Selects tracks of a set by agent. An agent has one track for each time interval in which it is present.

#include <navnet/core/result.h>
#include <navnet/export/track.h>

#include <span>
#include <string>

namespace navnet::cli {

/// Keeps the tracks of the named agents; keeps all if `agents` is empty. An agent's tracks are named NAME, NAME (2),
/// NAME (3)…, as by TracksOf: NAME selects all of them, NAME (1) only the first, NAME (2) only the second. An error for
/// an unknown name lists the tracks in `source`.
Status KeepTracks(TrackSet& set, std::span<const std::string> agents, const std::string& source);

/// Lists the names that select a single track, separated by commas; only the first ones if there are many.
std::string ChoicesText(const TrackSet& set);

}  // namespace navnet::cli
