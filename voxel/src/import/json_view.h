// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small JSON reader for checking files before Assimp parses them: views into the text, nothing decoded. Of duplicate
// keys the first is used, as in Assimp's parser; otherwise the checked value would not be the one Assimp uses.

#include <navnet/core/result.h>

#include <optional>
#include <string_view>
#include <vector>

namespace navnet {

struct JsonMember;

/// One JSON value. Strings and keys are the raw text between the quotes, with escapes; the text must outlive them.
struct JsonValue {
  enum class Type { Null, Bool, Number, String, Array, Object };

  Type type = Type::Null;
  double number = 0;
  std::string_view text;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;

  bool IsArray() const { return type == Type::Array; }
  bool IsObject() const { return type == Type::Object; }
  bool IsString() const { return type == Type::String; }

  /// The first member of that name, or null.
  const JsonValue* Find(std::string_view key) const;
  /// This value if it is an integer from 0 to 2^53, else empty.
  std::optional<uint64_t> AsIndex() const;
};

/// A member of an object.
struct JsonMember {
  std::string_view key;
  JsonValue value;
};

/// Parses a text that consists of one JSON value and white space. Strict; at most 64 levels deep. Errors give the
/// offset of the offending byte.
Result<JsonValue> ParseJson(std::string_view text);

}  // namespace navnet
