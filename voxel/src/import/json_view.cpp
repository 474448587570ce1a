// SPDX-License-Identifier: Apache-2.0
#include "import/json_view.h"

#include "import/text_cursor.h"

#include <cmath>

namespace navnet {
namespace {

constexpr int kDeepest = 64;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<JsonValue> Run() {
    JsonValue value;
    if (!Value(value, 0)) return Fail();
    SkipBlanks();
    if (at_ != text_.size()) return Fail();
    return value;
  }

 private:
  Error Fail() const {
    return Error{ErrorCode::BadFormat, "damaged JSON at byte " + std::to_string(at_) + ": " +
                                           (at_ < text_.size() ? "unexpected " + Quote(text_.substr(at_, 1))
                                                               : std::string("it ends too early"))};
  }

  void SkipBlanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool Take(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool Literal(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool String(std::string_view& raw) {
    if (!Take('"')) return false;
    const size_t begin = at_;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        raw = text_.substr(begin, at_ - begin);
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c == '\\' && ++at_ == text_.size()) return false;
    }
    return false;
  }

  bool Number(double& number) {
    size_t end = at_;
    while (end < text_.size() && std::string_view("+-.0123456789eE").find(text_[end]) != std::string_view::npos) ++end;
    if (end == at_ || text_[at_] == '+' || !ParseReal(text_.substr(at_, end - at_), number)) return false;
    if (!std::isfinite(number)) return false;
    at_ = end;
    return true;
  }

  bool Value(JsonValue& value, int depth) {
    SkipBlanks();
    if (at_ >= text_.size() || depth > kDeepest) return false;
    switch (text_[at_]) {
      case '{':
        ++at_;
        value.type = JsonValue::Type::Object;
        if (Take('}')) return true;
        do {
          std::string_view key;
          if (!String(key) || !Take(':')) return false;
          if (!Value(value.members.emplace_back(JsonMember{key, {}}).value, depth + 1)) return false;
        } while (Take(','));
        return Take('}');
      case '[':
        ++at_;
        value.type = JsonValue::Type::Array;
        if (Take(']')) return true;
        do {
          if (!Value(value.items.emplace_back(), depth + 1)) return false;
        } while (Take(','));
        return Take(']');
      case '"': value.type = JsonValue::Type::String; return String(value.text);
      case 't': value.type = JsonValue::Type::Bool; return Literal("true");
      case 'f': value.type = JsonValue::Type::Bool; return Literal("false");
      case 'n': value.type = JsonValue::Type::Null; return Literal("null");
      default: value.type = JsonValue::Type::Number; return Number(value.number);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::Find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::optional<uint64_t> JsonValue::AsIndex() const {
  const bool whole = type == Type::Number && number >= 0 && number <= 0x1p53 && number == std::floor(number);
  return whole ? std::optional(uint64_t(number)) : std::nullopt;
}

Result<JsonValue> ParseJson(std::string_view text) { return Parser(text).Run(); }

}  // namespace navnet
