// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads text in memory word by word and counts lines; used by the text importers.

#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

namespace navnet {

/// A position in a text. Copies nothing: words are views into the text, which must outlive them.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  int64_t line() const { return line_; }  ///< Number of the current line, from 1.
  std::string_view rest() const { return rest_; }

  /// The next word of this line; empty at the line's end.
  std::string_view Word() {
    SkipBlanks();
    size_t length = 0;
    while (length < rest_.size() && !IsBlank(rest_[length]) && rest_[length] != '\n') ++length;
    return Take(length);
  }

  /// The next word on this line or a later one; empty at the end of the text.
  std::string_view WordOnAnyLine() {
    for (;;) {
      const std::string_view word = Word();
      if (!word.empty() || !NextLine()) return word;
    }
  }

  /// Goes to the beginning of the next line; false at the text's end.
  bool NextLine() {
    const size_t end = rest_.find('\n');
    if (end == std::string_view::npos) {
      rest_ = {};
      return false;
    }
    rest_.remove_prefix(end + 1);
    ++line_;
    return true;
  }

  /// The rest of this line, without surrounding blanks; stays on the line.
  std::string_view RestOfLine() {
    SkipBlanks();
    std::string_view text = Take(std::min(rest_.find('\n'), rest_.size()));
    while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
    return text;
  }

 private:
  static bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
  void SkipBlanks() {
    size_t count = 0;
    while (count < rest_.size() && IsBlank(rest_[count])) ++count;
    rest_.remove_prefix(count);
  }
  std::string_view Take(size_t length) {
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  std::string_view rest_;
  int64_t line_ = 1;
};

/// Parses a whole word as an integer; false when it is anything else or does not fit.
template <class Integer>
bool ParseInteger(std::string_view word, Integer& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

/// Parses a whole word as a real number; false when it is anything else. Overflow gives infinity, underflow 0. "nan"
/// and "inf" are accepted here; Validate() refuses them where they matter.
inline bool ParseReal(std::string_view word, double& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(word).c_str(), nullptr);
  return true;
}

/// A word of an input file for use in a message: in quotes, at most 32 characters, unprintable ones replaced.
inline std::string Quote(std::string_view word) {
  std::string quoted = "'";
  for (char c : word.substr(0, 32)) quoted += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  return quoted + (word.size() > 32 ? "...'" : "'");
}

}  // namespace navnet
