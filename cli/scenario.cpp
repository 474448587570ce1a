// SPDX-License-Identifier: Apache-2.0
#include "scenario.h"

#include <navnet/internal/core/input_file.h>

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>

namespace navnet::cli {
namespace {

constexpr size_t kMostQueries = size_t{1} << 24;
constexpr int32_t kCoordinateEnd = int32_t{1} << 19;
constexpr size_t kLongestLine = 1000;
constexpr size_t kLongestQuote = 40;

std::string Quote(std::string_view text) {
  std::string quoted = "'";
  for (char c : text.substr(0, kLongestQuote)) quoted += c >= ' ' && c <= '~' ? c : '?';
  return quoted + (text.size() > kLongestQuote ? "…'" : "'");
}

/// Reads a file line by line; never keeps more than one line in memory.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& path) : name_(path.string()), stream_(path, std::ios::binary) {}

  bool is_open() const { return stream_.is_open(); }
  std::string_view line() const { return line_; }

  /// Reads the next line, without its line break; false at the end of the file.
  Result<bool> Next() {
    ++number_;
    stream_.getline(buffer_.data(), std::streamsize(buffer_.size()));
    const auto count = size_t(stream_.gcount());
    if (stream_.bad()) return Error{ErrorCode::Unreadable, name_ + ": cannot be read"};
    if (stream_.eof()) {
      line_ = {buffer_.data(), count};
    } else if (stream_.fail()) {
      return Bad("the line is longer than " + std::to_string(kLongestLine) + " characters");
    } else {
      line_ = {buffer_.data(), count - 1};
    }
    while (line_.ends_with('\r')) line_.remove_suffix(1);
    return !stream_.eof() || count > 0;
  }

  Error Bad(const std::string& what) const { return At(ErrorCode::BadFormat, what); }
  Error At(ErrorCode code, const std::string& what) const {
    return {code, name_ + ":" + std::to_string(number_) + ": " + what};
  }

 private:
  std::string name_;
  std::ifstream stream_;
  std::array<char, kLongestLine + 1> buffer_{};
  std::string_view line_;
  int64_t number_ = 0;
};

std::string_view TakeWord(std::string_view& rest) {
  constexpr std::string_view kBlanks = " \t\v\f\r";
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

template <class Number>
bool ParseWhole(std::string_view word, Number& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  return code == std::errc{} && end == word.data() + word.size();
}

Result<ScenarioQuery> ParseQuery(const LineReader& reader) {
  constexpr std::string_view kExpected = "expected 'sx sy sz gx gy gz optimum ratio'";
  ScenarioQuery query;
  std::string_view rest = reader.line();
  for (int i = 0; i < 8; ++i) {
    const std::string_view word = TakeWord(rest);
    if (word.empty()) return reader.Bad(std::string(kExpected) + ", found only " + std::to_string(i) + " numbers");
    if (i < 6) {
      int32_t& value = i < 3 ? query.start[i] : query.goal[i - 3];
      if (!ParseWhole(word, value) || value < 0 || value >= kCoordinateEnd) {
        return reader.Bad(Quote(word) + " is not a coordinate from 0 to " + std::to_string(kCoordinateEnd - 1));
      }
    } else {
      double& value = i == 6 ? query.optimum_voxels : query.ratio;
      if (!ParseWhole(word, value) || !std::isfinite(value) || value < 0) {
        return reader.Bad(Quote(word) + " is not " + (i == 6 ? "a length" : "a ratio") + ", a number of at least 0");
      }
    }
  }
  if (const std::string_view more = TakeWord(rest); !more.empty()) {
    return reader.Bad(std::string(kExpected) + ", found " + Quote(more) + " after them");
  }
  return query;
}

}  // namespace

Result<std::vector<ScenarioQuery>> LoadScenario(const std::filesystem::path& path) {
  if (const Result<InputFile> opened = InputFile::Open(path); !opened) return AboutFile(path, opened.error());
  LineReader reader(path);
  if (!reader.is_open()) return Error{ErrorCode::Unreadable, path.string() + ": cannot be opened"};

  Result<bool> more = reader.Next();
  if (!more) return more.error();
  std::string_view rest = reader.line();
  if (TakeWord(rest) != "version" || TakeWord(rest) != "1" || !TakeWord(rest).empty()) {
    return reader.Bad("expected 'version 1', found " + Quote(reader.line()));
  }
  more = reader.Next();
  if (!more) return more.error();
  rest = reader.line();
  if (TakeWord(rest).empty()) return reader.Bad("expected the map's name");

  std::vector<ScenarioQuery> queries;
  for (;;) {
    more = reader.Next();
    if (!more) return more.error();
    if (!*more) return queries;
    rest = reader.line();
    if (TakeWord(rest).empty()) continue;
    if (queries.size() == kMostQueries) {
      return reader.At(ErrorCode::TooLarge, "more than " + std::to_string(kMostQueries) + " queries");
    }
    Result<ScenarioQuery> query = ParseQuery(reader);
    if (!query) return query.error();
    queries.push_back(*query);
  }
}

}  // namespace navnet::cli
