// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strict parsing of numbers: the whole text must be a number, and errors name the option.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

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

/// Parses X,Y,Z.
Result<Vec3> ParsePoint(std::string_view option, std::string_view text);

}  // namespace navnet::cli
