// SPDX-License-Identifier: Apache-2.0
// Writes the file of a flight log, and reads it without trusting it.

#include <navnet/core/range.h>
#include <navnet/export/flight_log.h>
#include <navnet/internal/core/input_file.h>
#include <navnet/internal/export/base64.h>

#include "json_values.h"
#include "text_file.h"

#include <xxhash.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "logs are little-endian");

constexpr const char* kFormat = "navnet flight";
constexpr int kVersion = 1;
constexpr size_t kMostAgents = 1'000'000;
constexpr int kPoseNumbers = 7;
constexpr Range kFrames = {0, 1e9};

template <class Number>
std::string Packed(std::span<const Number> numbers) {
  return ToBase64(std::as_bytes(numbers));
}

template <class Number>
std::optional<std::vector<Number>> Unpacked(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return {};
  const std::optional<std::vector<std::byte>> bytes = FromBase64(object[key].get_ref<const std::string&>());
  if (!bytes || bytes->size() % sizeof(Number) != 0) return {};
  std::vector<Number> numbers(bytes->size() / sizeof(Number));
  if (!bytes->empty()) std::memcpy(numbers.data(), bytes->data(), bytes->size());
  return numbers;
}

/// Thrown at the first format error; caught where the file's name is known.
struct NoLog {
  std::string why;
};

/// The list at `key`; empty when there is none.
const Json& ListAt(const Json& object, const char* key) {
  static const Json none = Json::array();
  if (!object.contains(key)) return none;
  if (!object[key].is_array() || object[key].size() > kMostAgents) {
    throw NoLog{std::string("\"") + key + "\" is not a list of up to a million"};
  }
  return object[key];
}

TriangleMesh ShapeFrom(const Json& shape) {
  const std::optional<std::vector<float>> xyz = Unpacked<float>(shape, "vertices");
  const std::optional<std::vector<uint32_t>> indices = Unpacked<uint32_t>(shape, "triangles");
  if (!xyz || !indices) throw NoLog{"a shape's \"vertices\" or \"triangles\" are not base64"};
  Result<TriangleMesh> mesh = TriangleMesh::FromFloats(*xyz, *indices);
  if (!mesh) throw NoLog{"a shape: " + mesh.error().message};
  if (Status s = Validate(*mesh); !s) throw NoLog{"a shape: " + s.error().message};
  return std::move(*mesh);
}

LoggedPlan PlanFrom(const Json& json, size_t agent_count) {
  const std::optional<uint32_t> agent = IndexAt(json, "agent", agent_count);
  const std::optional<double> time_s = NumberAt(json, "time_s");
  if (!agent || !time_s) throw NoLog{"a plan has no \"agent\" that there is, or no \"time_s\""};
  LoggedPlan plan{*agent, *time_s, {}};
  for (const Json& point : ListAt(json, "points_m")) {
    const std::optional<Vec3> p = PointFrom(point);
    if (!p) throw NoLog{"a plan's \"points_m\" holds what is no point"};
    plan.points.push_back(*p);
  }
  return plan;
}

}  // namespace

std::string FlightLog::HeadText() const {
  Json out;
  out["format"] = kFormat;
  out["version"] = kVersion;
  out["step_s"] = step_s_;
  out["up"] = up_ == UpAxis::Y ? "y" : "z";
  out["origin_m"] = ToJson(origin_world_);
  out["frames"] = frame_count_;
  out["agents"] = Json::array();
  for (const LoggedAgent& agent : agents_) {
    out["agents"].push_back({{"name", agent.name}, {"kind", agent.kind}, {"radius_m", agent.radius_m}});
  }
  for (const LoggedBody& body : bodies_) {
    out["bodies"].push_back({{"name", body.name}, {"kind", body.kind}, {"shape", body.shape}});
  }
  for (const LoggedZone& zone : zones_) {
    out["zones"].push_back(
        {{"name", zone.name}, {"kind", zone.kind}, {"min_m", ToJson(zone.box.min)}, {"max_m", ToJson(zone.box.max)}});
  }
  for (const LoggedPlan& plan : plans_) {
    Json points = Json::array();
    for (const Vec3& p : plan.points) points.push_back(ToJson(p));
    out["plans"].push_back({{"agent", plan.agent}, {"time_s", plan.time_s}, {"points_m", std::move(points)}});
  }
  for (const LoggedEvent& event : events_) out["events"].push_back({{"time_s", event.time_s}, {"text", event.text}});
  return AsText(out);
}

std::string FlightLog::Text() const {
  Json packed;
  packed["positions"] = Packed(std::span<const float>(offsets_));
  for (const TriangleMesh& shape : shapes_) {
    std::vector<float> xyz;
    for (const Vec3& v : shape.vertices) xyz.insert(xyz.end(), {float(v.x), float(v.y), float(v.z)});
    packed["shapes"].push_back({{"vertices", Packed(std::span<const float>(xyz))},
                                {"triangles", Packed(std::span<const Triangle>(shape.triangles))}});
  }
  if (!bodies_.empty()) packed["poses"] = Packed(std::span<const float>(poses_));
  // Merges both into one JSON object.
  std::string text = HeadText();
  text.back() = ',';
  return text += std::string_view(AsText(packed)).substr(1), text += '\n';
}

std::string FlightLog::Fingerprint() const {
  const std::string text = Text();
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));  // NOLINT: of printf
  return digits;
}

Result<uint64_t> FlightLog::Save(const std::filesystem::path& file) const { return WriteTextFile(file, Text()); }

Result<FlightLog> FlightLog::Load(const std::filesystem::path& file) {
  const Result<std::string> text = ReadWholeFile(file);
  if (!text) return AboutFile(file, text.error());
  const Json in = Json::parse(*text, nullptr, false);
  try {
    if (in.is_discarded() || TextAt(in, "format") != kFormat) {
      throw NoLog{"it does not say \"format\": \"navnet flight\""};
    }
    if (NumberAt(in, "version") != kVersion) throw NoLog{"its version is not 1"};
    const std::optional<double> step_s = NumberAt(in, "step_s"), frames = NumberAt(in, "frames");
    if (!step_s || !ranges::kTimeStep_s.Contains(*step_s)) {
      throw NoLog{"\"step_s\" is not a number from " + navnet::Text(ranges::kTimeStep_s)};
    }
    if (!frames || !kFrames.Contains(*frames) || *frames != std::floor(*frames)) {
      throw NoLog{"\"frames\" is not a whole number from " + navnet::Text(kFrames)};
    }
    const std::optional<Vec3> origin = PointAt(in, "origin_m");
    if (in.contains("up") && in["up"] != "y" && in["up"] != "z") throw NoLog{"\"up\" is not y or z"};
    FlightLog log(*step_s, TextAt(in, "up") == "y" ? UpAxis::Y : UpAxis::Z);
    for (const Json& agent : ListAt(in, "agents")) {
      const double radius_m = NumberAt(agent, "radius_m").value_or(0);
      if (radius_m < 0) throw NoLog{"an agent's \"radius_m\" is below 0"};
      log.AddAgent({TextAt(agent, "name"), TextAt(agent, "kind"), radius_m});
    }
    if (!origin) throw NoLog{"\"origin_m\" is not a list of three numbers"};
    log.origin_world_ = *origin;
    log.has_origin_ = true;
    for (const Json& shape : ListAt(in, "shapes")) log.shapes_.push_back(ShapeFrom(shape));
    for (const Json& body : ListAt(in, "bodies")) {
      const std::optional<uint32_t> shape = IndexAt(body, "shape", log.shapes_.size());
      if (!shape) throw NoLog{"a body's \"shape\" is not the number of one"};
      log.AddBody({TextAt(body, "name"), TextAt(body, "kind"), *shape});
    }
    for (const Json& zone : ListAt(in, "zones")) {
      const std::optional<Vec3> low = PointAt(zone, "min_m"), high = PointAt(zone, "max_m");
      if (!low || !high) throw NoLog{"a zone's \"min_m\" or \"max_m\" is not a point"};
      log.AddZone({TextAt(zone, "name"), TextAt(zone, "kind"), {*low, *high}});
    }
    for (const Json& plan : ListAt(in, "plans")) log.AddPlan(PlanFrom(plan, log.agents_.size()));
    for (const Json& event : ListAt(in, "events")) {
      log.AddEvent({NumberAt(event, "time_s").value_or(0), TextAt(event, "text")});
    }
    const auto numbers = [&](const char* key, size_t count, int each, const char* of) {
      if (count == 0 && !in.contains(key)) return std::vector<float>();
      std::optional<std::vector<float>> values = Unpacked<float>(in, key);
      if (!values) throw NoLog{std::string("\"") + key + "\" is not base64 of numbers"};
      if (double(values->size()) != *frames * double(count) * each) {
        throw NoLog{std::string("\"") + key + "\" does not hold " + std::to_string(4 * each) + " bytes for each " + of +
                    " and frame"};
      }
      return std::move(*values);
    };
    log.offsets_ = numbers("positions", log.agents_.size(), 3, "agent");
    log.poses_ = numbers("poses", log.bodies_.size(), kPoseNumbers, "body");
    log.frame_count_ = size_t(*frames);
    return log;
  } catch (const NoLog& no_log) {
    return Error{ErrorCode::BadFormat, file.string() + ": not a flight log that can be read: " + no_log.why};
  }
}

}  // namespace navnet
