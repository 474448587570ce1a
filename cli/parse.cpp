// SPDX-License-Identifier: Apache-2.0
#include "parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace navnet::cli {
namespace {

Error Bad(std::string_view option, std::string_view text, const std::string& expected) {
  return {ErrorCode::InvalidArgument, std::string(option) + ": '" + std::string(text) + "' is not " + expected};
}

}  // namespace

Result<double> ParseNumber(std::string_view option, std::string_view text) {
  double value = 0;
  const std::string_view digits = text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (code != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
    return Bad(option, text, "a number");
  }
  return value;
}

Result<int64_t> ParseInteger(std::string_view option, std::string_view text, int64_t least, int64_t most) {
  int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    return Bad(option, text, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

Result<std::vector<double>> ParseNumbers(std::string_view option, std::string_view text, size_t count) {
  std::vector<double> numbers;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    Result<double> number = ParseNumber(option, text.substr(at, comma - at));
    if (!number) return Bad(option, text, "a list of numbers separated by commas");
    numbers.push_back(*number);
    at = comma + 1;
  }
  if (count != 0 && numbers.size() != count) {
    return Bad(option, text, std::to_string(count) + " numbers separated by commas");
  }
  return numbers;
}

FlaggedNumbers WithoutFlags(std::string_view text, std::span<const std::string> flags) {
  FlaggedNumbers out;
  for (bool more = true, is_first = true; more;) {
    const size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    const std::string_view item = text.substr(0, comma);
    if (more) text = text.substr(comma + 1);
    if (std::ranges::find(flags, item) != flags.end()) {
      out.flags.emplace_back(item);
      continue;
    }
    out.numbers += (is_first ? "" : ",") + std::string(item);
    is_first = false;
  }
  return out;
}

Result<Vec3> ParsePoint(std::string_view option, std::string_view text) {
  Result<std::vector<double>> numbers = ParseNumbers(option, text, 3);
  if (!numbers) return numbers.error();
  return Vec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

}  // namespace navnet::cli
