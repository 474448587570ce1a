#pragma once
// Which numbers an option may have, and one way to check it: the limits that several modules share, the comparison and
// the words of the error. Command, C and Python say the same because they take the ranges from here.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace navnet {

/// The numbers from `low` to `high`, both included. NaN lies in no range; infinity only in those that end there.
struct Range {
  double low = 0, high = 0;
  bool or_zero = false;  ///< 0 belongs to it too, with a meaning of its own: none, or chosen by itself.

  constexpr bool Contains(double value) const { return (value >= low && value <= high) || (or_zero && value == 0); }
};

/// As people read it: "0 to 1024", "-1e12 to 1e12", "0 to infinity", "0, or 1e-9 to 1e9".
std::string Text(const Range& range);

/// Ranges of what many options have in common. They are wide: beyond them, arithmetic in doubles would no longer be
/// exact enough to promise anything.
namespace ranges {
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr Range kCoordinate_m = {-1e12, 1e12};       ///< Vertices, bounds, seeds, places.
inline constexpr Range kLength_m = {0, 1e12};               ///< Radii, margins.
inline constexpr Range kDistance_m = {0, kInfinity};        ///< Distances within which something counts; infinity: any.
inline constexpr Range kSize_m = {1e-9, 1e12};              ///< What must not vanish: voxels, shapes, look-aheads.
inline constexpr Range kSizeOrNone_m = {1e-9, 1e12, true};  ///< 0: chosen by itself.
inline constexpr Range kSeconds = {0, 1e9};                 ///< Durations that may be 0.
inline constexpr Range kTimeStep_s = {1e-9, 1e9};           ///< Durations that may not.
inline constexpr Range kSpeed_m_s = {1e-9, 1e9, true};      ///< 0: it does not move so.
inline constexpr Range kCost = {0, 1e9};                    ///< Of a metre climbed or descended, in metres.
inline constexpr Range kCostFactor = {1, kInfinity};        ///< Of cost regions; infinity: forbidden.
inline constexpr Range kScale = {1e-9, 1e9};                ///< What multiplies coordinates.
inline constexpr Range kThreads = {0, 1024};                ///< 0: all the machine has.
}  // namespace ranges

/// Checks the numbers of a struct one after the other and keeps the first that is out of range. Costs a comparison a
/// number as long as all are right.
///
///   return RangeCheck().Number("step_m", options.step_m, {0, 10}).Number(…).status();
class RangeCheck {
 public:
  RangeCheck() = default;
  /// `of` stands before every name in the error: "agent 3: ".
  explicit RangeCheck(std::string_view of) : of_(of) {}

  RangeCheck& Number(std::string_view name, double value, const Range& range) {
    if (!range.Contains(value)) Refuse(name, value, range);
    return *this;
  }
  /// All three coordinates.
  RangeCheck& Point(std::string_view name, Vec3 p, const Range& range = ranges::kCoordinate_m) {
    for (int a = 0; a < 3; ++a) {
      if (!range.Contains(p[a])) Refuse(name, p, p[a], range);
    }
    return *this;
  }
  /// Both corners, the low one first; a box with an inside.
  RangeCheck& Box(std::string_view name, const Box3& box, const Range& range = ranges::kCoordinate_m) {
    Point(name, box.min, range).Point(name, box.max, range);
    if (!(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z)) RefuseEmpty(name, box);
    return *this;
  }

  bool ok() const { return !error_; }
  /// Ok, or InvalidArgument with the name, the value and the range of the first that was wrong.
  Status status() const { return error_ ? Status(*error_) : Ok(); }

 private:
  void Refuse(std::string_view name, double value, const Range& range);
  void Refuse(std::string_view name, Vec3 p, double value, const Range& range);
  void RefuseEmpty(std::string_view name, const Box3& box);
  void Keep(std::string message);

  std::string_view of_;
  std::optional<Error> error_;
};

/// One number alone.
inline Status CheckRange(std::string_view name, double value, const Range& range) {
  return RangeCheck().Number(name, value, range).status();
}

}  // namespace navnet
