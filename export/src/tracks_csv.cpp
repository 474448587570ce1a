// SPDX-License-Identifier: Apache-2.0
#include <navnet/export/track_files.h>
#include <navnet/internal/core/input_file.h>

#include "text_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace navnet {
namespace {

enum Column : size_t { kTrack, kKind, kMode, kTime, kX, kY, kZ, kRadius, kYaw, kColumns };
constexpr std::array<std::string_view, kColumns> kNames = {"track", "kind", "mode",     "time_s", "x_m",
                                                           "y_m",   "z_m",  "radius_m", "yaw_rad"};
constexpr std::array<Column, 4> kNeeded = {kTrack, kX, kY, kZ};

void AppendNumber(double value, std::string& to) {
  std::array<char, 32> digits{};
  const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  to.append(digits.data(), end);
}

void AppendField(std::string_view field, std::string& to) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    to += field;
    return;
  }
  to += '"';
  for (const char c : field) {
    if (c == '"') to += '"';
    to += c;
  }
  to += '"';
}

struct NoTracks {
  size_t line = 0;
  std::string why;
};

/// Parses records, one at a time.
class CsvRecords {
 public:
  explicit CsvRecords(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // A byte order mark, which some spreadsheets write.
  }

  bool AtEnd() const { return rest_.empty(); }
  /// The line, from 1, on which the last record begins.
  size_t line() const { return line_; }

  void Read(std::vector<std::string>& fields) {
    fields.clear();
    line_ = next_line_;
    for (;;) {
      fields.push_back(rest_.starts_with('"') ? Quoted() : Plain());
      if (rest_.starts_with(',')) {
        rest_.remove_prefix(1);
        continue;
      }
      if (rest_.starts_with('\r')) rest_.remove_prefix(1);
      if (rest_.empty()) return;
      if (!rest_.starts_with('\n')) throw NoTracks{next_line_, "there is text after a field in quotes"};
      rest_.remove_prefix(1);
      ++next_line_;
      return;
    }
  }

 private:
  std::string Plain() {
    const size_t end = std::min(rest_.find_first_of(",\r\n"), rest_.size());
    std::string field(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (field.find('"') != std::string::npos) throw NoTracks{next_line_, "there is a quote inside a field without"};
    return field;
  }
  std::string Quoted() {
    std::string field;
    for (;;) {
      rest_.remove_prefix(1);  // An opening quote, or the second of a doubled quote.
      const size_t end = rest_.find('"');
      if (end == std::string_view::npos) throw NoTracks{line_, "a quote is never closed"};
      const std::string_view part = rest_.substr(0, end);
      next_line_ += size_t(std::count(part.begin(), part.end(), '\n'));
      field += part;
      rest_.remove_prefix(end + 1);
      if (!rest_.starts_with('"')) return field;
      field += '"';
    }
  }

  std::string_view rest_;
  size_t line_ = 0, next_line_ = 1;
};

/// The index of each column; `names.size()` for a missing one.
std::array<size_t, kColumns> ColumnsOf(const std::vector<std::string>& names) {
  std::array<size_t, kColumns> at{};
  for (size_t c = 0; c < kColumns; ++c) {
    at[c] = size_t(std::find(names.begin(), names.end(), kNames[c]) - names.begin());
  }
  for (const Column c : kNeeded) {
    if (at[c] == names.size()) {
      throw NoTracks{
          1, "there is no column \"" + std::string(kNames[c]) +
                 "\"; needed are track, x_m, y_m and z_m, and kind, mode, time_s, radius_m and yaw_rad may be there"};
    }
  }
  return at;
}

double NumberFrom(const std::string& text, std::string_view column, size_t line) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) {
    throw NoTracks{line, "\"" + text + "\" is not a number for " + std::string(column) + ", such as -12.5"};
  }
  return value;
}

TrackSet SetFrom(std::string_view text, UpAxis up) {
  TrackSet set{.up = up};
  std::map<std::string, size_t, std::less<>> by_name;
  CsvRecords records(text);
  std::vector<std::string> fields;
  records.Read(fields);
  const size_t width = fields.size();
  const std::array<size_t, kColumns> at = ColumnsOf(fields);
  while (!records.AtEnd()) {
    records.Read(fields);
    const size_t line = records.line();
    if (fields.size() == 1 && fields[0].empty() && width > 1) continue;  // An empty line.
    if (fields.size() != width) {
      throw NoTracks{
          line, "it has " + std::to_string(fields.size()) + " fields, and the first line has " + std::to_string(width)};
    }
    const auto field = [&](Column c) { return at[c] < width ? fields[at[c]] : std::string(); };
    const auto number = [&](Column c) { return NumberFrom(field(c), kNames[c], line); };
    if (field(kTrack).empty()) throw NoTracks{line, "it does not say which track it is of"};
    const double radius_m = field(kRadius).empty() ? 0 : number(kRadius);
    const auto [entry, is_new] = by_name.try_emplace(field(kTrack), set.tracks.size());
    if (is_new) set.tracks.push_back({field(kTrack), field(kKind), radius_m, {}});
    Track& track = set.tracks[entry->second];
    if (track.kind != field(kKind) || track.radius_m != radius_m) {
      throw NoTracks{line, "its kind or radius is not that of the rows of track '" + track.name + "' before it"};
    }
    TrackPoint point{.time_s = {}, .position = {number(kX), number(kY), number(kZ)}, .mode = {}};
    if (!field(kTime).empty()) point.time_s = number(kTime);
    if (!field(kYaw).empty()) point.yaw_rad = number(kYaw);
    if (!field(kMode).empty()) {
      point.mode = TravelModeFromName(field(kMode));
      if (!point.mode) {
        throw NoTracks{line, "the mode \"" + field(kMode) + "\" is not walk, take_off, fly, land or link"};
      }
    }
    track.points.push_back(point);
  }
  return set;
}

}  // namespace

Result<uint64_t> SaveTracksCsv(const std::filesystem::path& file, const TrackSet& set) {
  if (Status s = Validate(set); !s) return Error{s.error().code, file.string() + ": " + s.error().message};
  // The column of the yaw is there only if a track has one.
  const bool has_yaw =
      std::any_of(set.tracks.begin(), set.tracks.end(), [](const Track& t) { return t.points[0].yaw_rad.has_value(); });
  const size_t columns = has_yaw ? kColumns : kYaw;
  std::string text;
  for (size_t c = 0; c < columns; ++c) (text += kNames[c]) += c + 1 == columns ? '\n' : ',';
  for (const Track& track : set.tracks) {
    for (const TrackPoint& point : track.points) {
      AppendField(track.name, text);
      text += ',';
      AppendField(track.kind, text);
      text += ',';
      if (point.mode) text += ToString(*point.mode);
      text += ',';
      if (point.time_s) AppendNumber(*point.time_s, text);
      for (const double number : {point.position.x, point.position.y, point.position.z, track.radius_m}) {
        text += ',';
        AppendNumber(number, text);
      }
      if (has_yaw) text += ',';
      if (point.yaw_rad) AppendNumber(*point.yaw_rad, text);
      text += '\n';
    }
  }
  return WriteTextFile(file, text);
}

Result<TrackSet> LoadTracksCsv(const std::filesystem::path& file, UpAxis up) {
  const Result<std::string> text = ReadWholeFile(file);
  if (!text) return AboutFile(file, text.error());
  try {
    TrackSet set = SetFrom(*text, up);
    if (Status s = Validate(set); !s) return Error{ErrorCode::BadFormat, file.string() + ": " + s.error().message};
    return set;
  } catch (const NoTracks& no_tracks) {
    return Error{ErrorCode::BadFormat,
                 file.string() + ": line " + std::to_string(no_tracks.line) + ": " + no_tracks.why};
  }
}

}  // namespace navnet
