// SPDX-License-Identifier: Apache-2.0
#include <navnet/export/track_files.h>
#include <navnet/internal/core/input_file.h>

#include "json_values.h"
#include "text_file.h"

#include <array>

namespace navnet {
namespace {

constexpr const char* kFormat = "navnet tracks";
constexpr int kVersion = 1;

/// Thrown at the first format error; caught where the file's name is known.
struct BadTracks {
  std::string why;
};

const Json& ListAt(const Json& object, const char* key) {
  static const Json none = Json::array();
  if (!object.contains(key)) return none;
  if (!object[key].is_array()) throw BadTracks{std::string("\"") + key + "\" is not a list"};
  return object[key];
}

std::string Numbered(const char* what, size_t index) { return what + (" " + std::to_string(index + 1)); }

// The number at `key`, or `otherwise` when there is none. Throws when the value is not a finite number.
template <class Otherwise>
Otherwise NumberOr(const Json& object, const char* key, Otherwise otherwise, const std::string& where) {
  if (!object.contains(key)) return otherwise;
  const std::optional<double> number = NumberAt(object, key);
  if (!number) throw BadTracks{where + ": \"" + key + "\" is not a finite number"};
  return *number;
}

Vec3 NeededPoint(const Json& object, const char* key, const std::string& where) {
  const std::optional<Vec3> point = PointAt(object, key);
  if (!point) throw BadTracks{where + ": \"" + key + "\" is not a list of three numbers"};
  return *point;
}

TrackPoint PointFrom(const Json& json, const std::string& where) {
  if (!json.is_object()) throw BadTracks{where + ": it is not an object"};
  TrackPoint point;
  point.time_s = NumberOr(json, "time_s", std::optional<double>(), where);
  point.position = NeededPoint(json, "position_m", where);
  point.yaw_rad = NumberOr(json, "yaw_rad", std::optional<double>(), where);
  if (json.contains("mode")) {
    point.mode = TravelModeFromName(TextAt(json, "mode"));
    if (!point.mode) throw BadTracks{where + ": \"mode\" is not walk, take_off, fly, land or link"};
  }
  return point;
}

Track TrackFrom(const Json& json, const std::string& where) {
  if (!json.is_object()) throw BadTracks{where + ": it is not an object"};
  Track track{TextAt(json, "name"), TextAt(json, "kind"), NumberOr(json, "radius_m", 0.0, where), {}};
  const Json& points = ListAt(json, "points");
  for (size_t i = 0; i < points.size(); ++i) {
    track.points.push_back(PointFrom(points[i], where + ", " + Numbered("point", i)));
  }
  return track;
}

TrackBox BoxFrom(const Json& json, const std::string& where) {
  if (!json.is_object()) throw BadTracks{where + ": it is not an object"};
  TrackBox box{.name = TextAt(json, "name"),
               .kind = TextAt(json, "kind"),
               .centre = NeededPoint(json, "centre_m", where),
               .size_m = NeededPoint(json, "size_m", where)};
  if (json.contains("rotation")) {
    const Json& xyzw = json["rotation"];
    const bool is_list = xyzw.is_array() && xyzw.size() == 4;
    std::array<double, 4> q{};
    for (size_t i = 0; i < 4; ++i) {
      const std::optional<double> number = is_list ? NumberFrom(xyzw[i]) : std::nullopt;
      if (!number) throw BadTracks{where + ": \"rotation\" is not a list of four numbers"};
      q[i] = *number;
    }
    box.rotation = {.w = q[3], .x = q[0], .y = q[1], .z = q[2]};
  }
  return box;
}

TrackSet SetFrom(const Json& in) {
  if (NumberAt(in, "version") != kVersion) throw BadTracks{"its version is not 1"};
  TrackSet set;
  if (in.contains("up")) {
    const std::string up = TextAt(in, "up");
    if (up != "y" && up != "z") throw BadTracks{"\"up\" is not \"y\" or \"z\""};
    set.up = up == "y" ? UpAxis::Y : UpAxis::Z;
  }
  const Json &tracks = ListAt(in, "tracks"), &boxes = ListAt(in, "boxes");
  for (size_t i = 0; i < tracks.size(); ++i) set.tracks.push_back(TrackFrom(tracks[i], Numbered("track", i)));
  for (size_t i = 0; i < boxes.size(); ++i) set.boxes.push_back(BoxFrom(boxes[i], Numbered("box", i)));
  if (Status s = Validate(set); !s) throw BadTracks{s.error().message};
  return set;
}

}  // namespace

Result<uint64_t> SaveTracksJson(const std::filesystem::path& file, const TrackSet& set) {
  if (Status s = Validate(set); !s) return Error{s.error().code, file.string() + ": " + s.error().message};
  Json out;
  out["format"] = kFormat;
  out["version"] = kVersion;
  out["up"] = set.up == UpAxis::Y ? "y" : "z";
  out["tracks"] = Json::array();
  for (const Track& track : set.tracks) {
    Json points = Json::array();
    for (const TrackPoint& point : track.points) {
      Json& json = points.emplace_back();
      if (point.time_s) json["time_s"] = *point.time_s;
      json["position_m"] = ToJson(point.position);
      if (point.mode) json["mode"] = ToString(*point.mode);
      if (point.yaw_rad) json["yaw_rad"] = *point.yaw_rad;
    }
    out["tracks"].push_back(
        {{"name", track.name}, {"kind", track.kind}, {"radius_m", track.radius_m}, {"points", std::move(points)}});
  }
  out["boxes"] = Json::array();
  for (const TrackBox& box : set.boxes) {
    const Quaternion& q = box.rotation;
    out["boxes"].push_back({{"name", box.name},
                            {"kind", box.kind},
                            {"centre_m", ToJson(box.centre)},
                            {"size_m", ToJson(box.size_m)},
                            {"rotation", {q.x, q.y, q.z, q.w}}});
  }
  return WriteTextFile(file, AsText(out) + '\n');
}

Result<TrackSet> LoadTracksJson(const std::filesystem::path& file) {
  const Result<std::string> text = ReadWholeFile(file);
  if (!text) return AboutFile(file, text.error());
  const Json in = Json::parse(*text, nullptr, false);
  if (in.is_discarded()) return Error{ErrorCode::BadFormat, file.string() + ": it is not JSON, or damaged"};
  if (TextAt(in, "format") != kFormat) {
    return Error{ErrorCode::UnknownFormat, file.string() + ": it does not say \"format\": \"navnet tracks\""};
  }
  try {
    return SetFrom(in);
  } catch (const BadTracks& bad) {
    return Error{ErrorCode::BadFormat, file.string() + ": not tracks that can be read: " + bad.why};
  }
}

}  // namespace navnet
