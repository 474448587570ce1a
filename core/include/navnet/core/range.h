// SPDX-License-Identifier: Apache-2.0
#pragma once
// Valid ranges of numeric options: the limits that several modules share, the check, and the text of the error. The
// command line, C and Python interfaces take their ranges from here, so that they agree.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace navnet {

/// The numbers from `low` to `high`, both included. NaN lies in no range; infinity only in those that end there.
struct Range {
  double low = 0, high = 0;  ///< Both ends are included.
  bool or_zero = false;      ///< 0 is valid too and has a special meaning: "none" or "automatic".

  /// Whether a number is valid.
  constexpr bool Contains(double value) const { return (value >= low && value <= high) || (or_zero && value == 0); }
};

/// The range as text: "0 to 1024", "-1e12 to 1e12", "0 to infinity", "0, or 1e-9 to 1e9".
std::string Text(const Range& range);

/// Ranges that many options share. They are wide: beyond them, double precision no longer suffices for any guarantee.
namespace ranges {
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();  ///< For ranges without an end.
inline constexpr Range kCoordinate_m = {-1e12, 1e12};                         ///< Vertices, bounds, seeds, places.
inline constexpr Range kLength_m = {0, 1e12};                                 ///< Radii, margins.
inline constexpr Range kDistance_m = {0, kInfinity};        ///< Search and look-up distances; infinity: no limit.
inline constexpr Range kSize_m = {1e-9, 1e12};              ///< Lengths above 0: voxels, shapes, look-aheads.
inline constexpr Range kSizeOrNone_m = {1e-9, 1e12, true};  ///< 0: automatic.
inline constexpr Range kSeconds = {0, 1e9};                 ///< Durations that may be 0.
inline constexpr Range kTimeStep_s = {1e-9, 1e9};           ///< Durations above 0.
inline constexpr Range kSpeed_m_s = {1e-9, 1e9, true};      ///< 0: does not move in this mode.
inline constexpr Range kCost = {0, 1e9};                    ///< Of climbing or descending, in metres per metre.
inline constexpr Range kCostFactor = {1, kInfinity};        ///< Of cost regions; infinity: forbidden.
inline constexpr Range kScale = {1e-9, 1e9};                ///< Factors on coordinates.
inline constexpr Range kThreads = {0, 1024};                ///< 0: one per hardware thread.
}  // namespace ranges

/// Checks the numbers of a struct one by one and keeps the first error. Valid numbers cost one comparison each.
///
///   return RangeCheck().Number("step_m", options.step_m, {0, 10}).Number(…).status();
class RangeCheck {
 public:
  RangeCheck() = default;
  /// `of` is put before the name in the error, for example "agent 3: ".
  explicit RangeCheck(std::string_view of) : of_(of) {}

  /// Checks a number.
  RangeCheck& Number(std::string_view name, double value, const Range& range) {
    if (!range.Contains(value)) Refuse(name, value, range);
    return *this;
  }
  /// Checks all three coordinates.
  RangeCheck& Point(std::string_view name, Vec3 p, const Range& range = ranges::kCoordinate_m) {
    for (int a = 0; a < 3; ++a) {
      if (!range.Contains(p[a])) Refuse(name, p, p[a], range);
    }
    return *this;
  }
  /// Checks both corners, and that min < max along every axis.
  RangeCheck& Box(std::string_view name, const Box3& box, const Range& range = ranges::kCoordinate_m) {
    Point(name, box.min, range).Point(name, box.max, range);
    if (!(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z)) RefuseEmpty(name, box);
    return *this;
  }

  /// Whether all numbers so far are valid.
  bool ok() const { return !error_; }
  /// Ok, or InvalidArgument with the name, the value and the range of the first error.
  Status status() const { return error_ ? Status(*error_) : Ok(); }

 private:
  void Refuse(std::string_view name, double value, const Range& range);
  void Refuse(std::string_view name, Vec3 p, double value, const Range& range);
  void RefuseEmpty(std::string_view name, const Box3& box);
  void Keep(std::string message);

  std::string_view of_;
  std::optional<Error> error_;
};

/// Checks a single number.
inline Status CheckRange(std::string_view name, double value, const Range& range) {
  return RangeCheck().Number(name, value, range).status();
}

}  // namespace navnet
