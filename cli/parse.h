#pragma once
// Text to numbers, strictly: the whole text must be a number, and errors name the option.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <string>
#include <string_view>
#include <vector>

namespace navnet::cli {

/// One number, decimal point, no locale; "nan" and "inf" are refused.
Result<double> ParseNumber(std::string_view option, std::string_view text);

/// A whole number from `least` to `most`.
Result<int64_t> ParseInteger(std::string_view option, std::string_view text, int64_t least, int64_t most);

/// Numbers separated by commas; `count` of them, or at least one when it is 0.
Result<std::vector<double>> ParseNumbers(std::string_view option, std::string_view text, size_t count);

/// X,Y,Z
Result<Vec3> ParsePoint(std::string_view option, std::string_view text);

}  // namespace navnet::cli
