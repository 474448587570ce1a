#include <navnet/core/atomic_file.h>
#include <navnet/viewer/flight_log.h>

#include "base64.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cassert>
#include <cstring>
#include <fstream>
#include <limits>

namespace navnet {
namespace {

static_assert(std::endian::native == std::endian::little, "logs are little-endian");

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "navnet flight";
constexpr int kVersion = 1;
constexpr size_t kMostAgents = 1'000'000;

/// A finite number at `key`, or nothing.
std::optional<double> NumberAt(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number()) return {};
  const double value = object[key].get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string TextAt(const Json& object, const char* key) {
  const bool is_there = object.is_object() && object.contains(key) && object[key].is_string();
  return is_there ? object[key].get<std::string>() : std::string();
}

}  // namespace

void FlightLog::AddFrame(std::span<const Vec3> positions) {
  assert(positions.size() == agents_.size());
  for (const Vec3& p : positions) {
    if (!has_origin_ && IsFinite(p)) {
      origin_world_ = p;
      has_origin_ = true;
    }
    for (int a = 0; a < 3; ++a) {
      offsets_.push_back(IsFinite(p) ? float(p[a] - origin_world_[a]) : std::numeric_limits<float>::quiet_NaN());
    }
  }
}

Vec3 FlightLog::PositionAt(size_t frame, size_t agent) const {
  const float* offset = &offsets_[3 * (frame * agents_.size() + agent)];
  return origin_world_ + Vec3{offset[0], offset[1], offset[2]};
}

Result<uint64_t> FlightLog::Save(const std::filesystem::path& file) const {
  Json out;
  out["format"] = kFormat;
  out["version"] = kVersion;
  out["step_s"] = step_s_;
  out["origin_m"] = {origin_world_.x, origin_world_.y, origin_world_.z};
  out["frames"] = frame_count();
  out["agents"] = Json::array();
  for (const LoggedAgent& agent : agents_) {
    out["agents"].push_back({{"name", agent.name}, {"kind", agent.kind}, {"radius_m", agent.radius_m}});
  }
  out["positions"] = ToBase64(std::as_bytes(std::span(offsets_)));

  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  std::ofstream stream(target->temporary(), std::ios::binary);
  stream << out.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  stream.close();
  if (!stream) return Error{ErrorCode::WriteFailed, file.string() + ": cannot write: no room, or an I/O error"};
  return target->Commit();
}

Result<FlightLog> FlightLog::Load(const std::filesystem::path& file) {
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::BadFormat, file.string() + ": not a flight log that can be read: " + why};
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return Error{ErrorCode::NotFound, file.string() + ": there is no such file"};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{ErrorCode::Unreadable, file.string() + ": cannot be read"};
  const Json in = Json::parse(stream, nullptr, false);
  if (in.is_discarded() || TextAt(in, "format") != kFormat) return bad("it does not say \"format\": \"navnet flight\"");
  if (NumberAt(in, "version") != kVersion) return bad("its version is not 1");
  const std::optional<double> step_s = NumberAt(in, "step_s"), frames = NumberAt(in, "frames");
  if (!step_s || *step_s <= 0) return bad("\"step_s\" is not a number above 0");
  if (!frames || *frames < 0 || *frames != std::floor(*frames)) return bad("\"frames\" is not a whole number");
  if (!in.contains("agents") || !in["agents"].is_array() || in["agents"].size() > kMostAgents) {
    return bad("\"agents\" is not a list of up to a million agents");
  }

  FlightLog log(*step_s);
  if (!in.contains("origin_m") || !in["origin_m"].is_array() || in["origin_m"].size() != 3) {
    return bad("\"origin_m\" is not a list of three numbers");
  }
  for (int a = 0; a < 3; ++a) {
    const Json& number = in["origin_m"][size_t(a)];
    if (!number.is_number() || !std::isfinite(number.get<double>())) return bad("\"origin_m\" holds what is no number");
    log.origin_world_[a] = number.get<double>();
  }
  log.has_origin_ = true;
  for (const Json& agent : in["agents"]) {
    const double radius_m = NumberAt(agent, "radius_m").value_or(0);
    if (radius_m < 0) return bad("an agent's \"radius_m\" is below 0");
    log.AddAgent({TextAt(agent, "name"), TextAt(agent, "kind"), radius_m});
  }
  const std::optional<std::vector<std::byte>> bytes = in.contains("positions") && in["positions"].is_string()
                                                          ? FromBase64(in["positions"].get_ref<const std::string&>())
                                                          : std::nullopt;
  if (!bytes) return bad("\"positions\" is not base64");
  if (double(bytes->size()) != *frames * double(log.agents_.size()) * 3 * sizeof(float)) {
    return bad("\"positions\" does not hold 12 bytes for each agent and frame");
  }
  log.offsets_.resize(bytes->size() / sizeof(float));
  if (!bytes->empty()) std::memcpy(log.offsets_.data(), bytes->data(), bytes->size());
  return log;
}

}  // namespace navnet
