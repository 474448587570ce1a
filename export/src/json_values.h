// SPDX-License-Identifier: Apache-2.0
#pragma once
// Typed access to untrusted JSON: each function returns the requested value, or nothing if it is missing or invalid.

#include <navnet/core/geometry.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace navnet {

using Json = nlohmann::ordered_json;

inline Json ToJson(Vec3 v) { return {v.x, v.y, v.z}; }

/// JSON on one line; invalid UTF-8 is replaced.
inline std::string AsText(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A finite number, or nothing.
inline std::optional<double> NumberFrom(const Json& json) {
  if (!json.is_number()) return {};
  const double value = json.get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

inline std::optional<double> NumberAt(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) ? NumberFrom(object[key]) : std::nullopt;
}

/// An integer in [0, end), or nothing.
inline std::optional<uint32_t> IndexAt(const Json& object, const char* key, size_t end) {
  const std::optional<double> value = NumberAt(object, key);
  if (!value || *value < 0 || *value >= double(end) || *value != std::floor(*value)) return {};
  return uint32_t(*value);
}

/// The string at `key`; empty when there is none.
inline std::string TextAt(const Json& object, const char* key) {
  const bool is_there = object.is_object() && object.contains(key) && object[key].is_string();
  return is_there ? object[key].get<std::string>() : std::string();
}

inline std::optional<Vec3> PointFrom(const Json& json) {
  if (!json.is_array() || json.size() != 3) return {};
  Vec3 point;
  for (int a = 0; a < 3; ++a) {
    const std::optional<double> number = NumberFrom(json[size_t(a)]);
    if (!number) return {};
    point[a] = *number;
  }
  return point;
}

inline std::optional<Vec3> PointAt(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) ? PointFrom(object[key]) : std::nullopt;
}

}  // namespace navnet
