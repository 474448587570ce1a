#pragma once
// Options that take numbers: the range stands in the help text, and whatever lies beyond it is refused while the
// command line is read, before any work.

#include <navnet/core/range.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace navnet::cli {

/// Numbers separated by commas.
struct NumberList {
  std::vector<Range> ranges;  ///< One for each place; a place behind the last has the last one's.
  size_t least = 1;           ///< How many there are at least …
  size_t most = 1;            ///< … and at most.
  std::string word = {};      ///< Taken instead of numbers, such as auto; empty: none.
  /// Before the numbers and a comma, such as the kind of a link: not looked at.
  bool has_name = false;
};

/// A number in a range, or a word instead of it.
CLI::Option* TakesNumber(CLI::Option* option, const Range& range, const std::string& word = {});
/// One or more numbers in a range.
CLI::Option* TakesNumbers(CLI::Option* option, const Range& range);
/// X,Y,Z or X,Y,Z,X,Y,Z: `count` coordinates in metres.
CLI::Option* TakesCoordinates(CLI::Option* option, size_t count = 3);
/// Any other list. `ranges_text` says in the help what may stand where.
CLI::Option* TakesList(CLI::Option* option, const NumberList& list, const std::string& ranges_text);
/// A whole number, or a word instead of it.
CLI::Option* TakesWhole(CLI::Option* option, int64_t least, int64_t most, const std::string& word = {});

/// The most memory that --memory takes, in GiB.
inline constexpr Range kMemory_gib = {1e-9, 1 << 20};
/// How many of something a command may be asked for: queries of a benchmark or an audit.
inline constexpr int64_t kMostQueries = 100'000'000;
inline constexpr int64_t kMostThreads = int64_t(ranges::kThreads.high);

}  // namespace navnet::cli
