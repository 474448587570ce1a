// SPDX-License-Identifier: Apache-2.0
#include "track_choice.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace navnet::cli {
namespace {

constexpr size_t kMostShown = 20;

// Whether the text is a suffix " (2)" or higher, as written by TracksOf.
bool IsPartNumber(std::string_view text) {
  if (text.size() < 4 || !text.starts_with(" (") || !text.ends_with(")")) return false;
  const std::string_view digits = text.substr(2, text.size() - 3);
  return digits != "1" && digits[0] != '0' && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool IsOf(std::string_view track, std::string_view agent) {
  if (track.starts_with(agent)) return track == agent || IsPartNumber(track.substr(agent.size()));
  return agent.starts_with(track) && agent.substr(track.size()) == " (1)";
}

}  // namespace

Status KeepTracks(TrackSet& set, std::span<const std::string> agents, const std::string& source) {
  if (agents.empty()) return Ok();
  for (const std::string& agent : agents) {
    if (std::ranges::none_of(set.tracks, [&](const Track& track) { return IsOf(track.name, agent); })) {
      return Error{ErrorCode::InvalidArgument,
                   "--agent: '" + agent + "' is not in " + source + ", which has " + ChoicesText(set)};
    }
  }
  std::erase_if(set.tracks, [&](const Track& track) {
    return std::ranges::none_of(agents, [&](const std::string& agent) { return IsOf(track.name, agent); });
  });
  return Ok();
}

std::string ChoicesText(const TrackSet& set) {
  if (set.tracks.empty()) return "none";
  std::string names;
  for (const Track& track : std::span(set.tracks).first(std::min(set.tracks.size(), kMostShown))) {
    const bool has_more_parts = std::ranges::count(set.tracks, track.name + " (2)", &Track::name) > 0;
    names += (names.empty() ? "" : ", ") + track.name + (has_more_parts ? " (1)" : "");
  }
  if (set.tracks.size() > kMostShown) names += " and " + std::to_string(set.tracks.size() - kMostShown) + " more";
  return names;
}

}  // namespace navnet::cli
