// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options that take numbers. The help text shows the valid range, and values outside it are rejected while the command
// line is parsed, before any work.

#include <navnet/core/range.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace navnet::cli {

/// Format of an option's value: numbers separated by commas.
struct NumberList {
  std::vector<Range> ranges;  ///< Valid range by position; the last one also applies to all later positions.
  size_t least = 1;           ///< Minimum count of numbers.
  size_t most = 1;            ///< Maximum count of numbers.
  std::string word = {};      ///< Accepted instead of the numbers, such as "auto"; empty: none.
  /// The value begins with a name and a comma, such as the kind of a link; the name is not checked.
  bool has_name = false;
  std::vector<std::string> flags = {};  ///< Words that may stand among the numbers, and are not counted.
};

/// Accepts one number in a range, or `word` instead.
CLI::Option* TakesNumber(CLI::Option* option, const Range& range, const std::string& word = {});
/// Accepts one or more numbers in a range.
CLI::Option* TakesNumbers(CLI::Option* option, const Range& range);
/// Accepts `count` coordinates in metres: X,Y,Z or X,Y,Z,X,Y,Z.
CLI::Option* TakesCoordinates(CLI::Option* option, size_t count = 3);
/// Accepts any other list. `ranges_text` describes the valid values in the help text.
CLI::Option* TakesList(CLI::Option* option, const NumberList& list, const std::string& ranges_text);
/// Accepts one integer from `least` to `most`, or `word` instead.
CLI::Option* TakesWhole(CLI::Option* option, int64_t least, int64_t most, const std::string& word = {});

/// Valid range of --memory, in GiB.
inline constexpr Range kMemory_gib = {1e-9, 1 << 20};
/// Maximum number of queries of a benchmark or an audit.
inline constexpr int64_t kMostQueries = 100'000'000;
inline constexpr int64_t kMostThreads = int64_t(ranges::kThreads.high);

}  // namespace navnet::cli
