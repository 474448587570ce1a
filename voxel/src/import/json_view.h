#pragma once
// A small JSON reader for checking files before Assimp sees them: views into the text, nothing decoded. Of equal keys
// the first counts, as for Assimp's parser; a reader that takes the last would check something else than what is used.

#include <navnet/core/result.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace navnet {

/// One JSON value. Strings and keys are the raw text between the quotes, escapes and all; the text must outlive them.
struct JsonValue {
  enum class Type { Null, Bool, Number, String, Array, Object };

  Type type = Type::Null;
  double number = 0;
  std::string_view text;
  std::vector<JsonValue> items;
  std::vector<std::pair<std::string_view, JsonValue>> members;

  bool IsArray() const { return type == Type::Array; }
  bool IsObject() const { return type == Type::Object; }
  bool IsString() const { return type == Type::String; }

  /// The first member of that name, or null.
  const JsonValue* Find(std::string_view key) const;
  /// This value as a whole number from 0 to 2^53, or nothing.
  std::optional<uint64_t> AsIndex() const;
};

/// Parses a text that is one JSON value and nothing else but blanks. Strict; at most 64 levels deep.
/// Errors name the byte they found wrong.
Result<JsonValue> ParseJson(std::string_view text);

}  // namespace navnet
