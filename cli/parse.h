// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strict parsing of numbers: the whole text must be a number, and errors name the option.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace navnet::cli {

/// Parses one number with a decimal point, independent of the locale; "nan" and "inf" are rejected.
Result<double> ParseNumber(std::string_view option, std::string_view text);

/// Parses an integer from `least` to `most`.
Result<int64_t> ParseInteger(std::string_view option, std::string_view text, int64_t least, int64_t most);

/// Parses numbers separated by commas: exactly `count` of them, or one or more if `count` is 0.
Result<std::vector<double>> ParseNumbers(std::string_view option, std::string_view text, size_t count);

/// A list without the words that stand in it.
struct FlaggedNumbers {
  std::string numbers;
  std::vector<std::string> flags;  ///< Those found, in order.
};

/// Takes the items that are one of `flags` out of a list separated by commas.
FlaggedNumbers WithoutFlags(std::string_view text, std::span<const std::string> flags);

/// Parses X,Y,Z.
Result<Vec3> ParsePoint(std::string_view option, std::string_view text);

}  // namespace navnet::cli
