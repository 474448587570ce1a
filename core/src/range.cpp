// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>

#include <navnet/internal/core/text.h>

#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Formats 1e12 rather than 1e+12, 1e-9 rather than 1e-09, and 1e9 rather than 1000000000.
std::string EndText(double end) {
  constexpr double kLong = 1e7;
  if (std::isinf(end)) return end > 0 ? "infinity" : "-infinity";
  std::string text = Shortest(end, 10);
  if (const std::string rounded = Shortest(end, 2); std::abs(end) >= kLong && std::stod(rounded) == end) text = rounded;
  for (const auto& [long_form, short_form] : {std::pair{"e+0", "e"}, {"e-0", "e-"}, {"e+", "e"}}) {
    const size_t at = text.find(long_form);
    if (at != std::string::npos) text.replace(at, std::string_view(long_form).size(), short_form);
  }
  return text;
}

}  // namespace

std::string Text(const Range& range) {
  return (range.or_zero ? "0, or " : "") + EndText(range.low) + " to " + EndText(range.high);
}

void RangeCheck::Refuse(std::string_view name, double value, const Range& range) {
  Keep(std::string(name) + " " + Shortest(value) + " is out of range: expected " + Text(range));
}

void RangeCheck::Refuse(std::string_view name, Vec3 p, double value, const Range& range) {
  const std::string why = std::isfinite(value) ? " has a coordinate out of range" : " is not finite";
  Keep(std::string(name) + " " + Text(p) + why + ": expected " + Text(range));
}

void RangeCheck::RefuseEmpty(std::string_view name, const Box3& box) {
  Keep(std::string(name) + ": " + Text(box.min) + " to " + Text(box.max) + " is empty; give the low corner first");
}

void RangeCheck::Keep(std::string message) {
  if (!error_) error_ = Error{ErrorCode::InvalidArgument, std::string(of_) + std::move(message)};
}

}  // namespace navnet
