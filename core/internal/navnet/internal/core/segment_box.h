// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact distance between a segment and an axis-parallel box.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet {

/// The segment from the origin to `to`, prepared for distances to many boxes. Boxes are given relative to the segment's
/// start, so that no precision is lost far from the world's origin. The error is a few roundings of the given numbers.
class SegmentToBoxes {
 public:
  /// Requires: coordinates of at most 1e100, here and in the boxes.
  explicit SegmentToBoxes(Vec3 to) : to_(to), low_(Min(to, {})), high_(Max(to, {})) {}

  /// Distance² between the box and the bounding box of the segment: a cheap lower bound on DistanceSquared.
  double AtLeastSquared(const Box3& box) const { return LengthSquared(Max(Max(box.min - high_, low_ - box.max), {})); }

  double DistanceSquared(const Box3& box) const {
    const double t = NearestParameter(box);
    const Vec3 p = to_ * t;
    return LengthSquared(Max(Max(box.min - p, p - box.max), {}));
  }

  /// A lower bound on DistanceSquared that no rounding makes larger than the exact value for anything in the box.
  double SurelySquared(const Box3& box) const {
    const Vec3 far = Max(Max(box.min * -1.0, box.max), Max(low_ * -1.0, high_));
    const double distance = std::sqrt(DistanceSquared(box)) - kSlack * std::max({far.x, far.y, far.z});
    return distance > 0 ? distance * distance : 0;
  }

 private:
  // More than the rounding errors of distances, relative to the largest coordinate.
  static constexpr double kSlack = 1e-13;

  // Half the derivative of distance² along the segment is a sum over the axes of d² (t - t_face) outside the box's slab
  // and 0 inside: monotone and piecewise linear. Written with the faces' parameters instead of coordinates, a term is
  // exactly 0 on a face, so that rounding errors of one axis never hide a small derivative of another.
  double NearestParameter(const Box3& box) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::array<double, 3> enter, leave, weight;
    for (size_t k = 0; k < 3; ++k) {
      const double d = to_[int(k)], lo = box.min[int(k)], hi = box.max[int(k)];
      weight[k] = d * d;
      enter[k] = weight[k] == 0 ? -kInfinity : (d > 0 ? lo : hi) / d;
      leave[k] = weight[k] == 0 ? kInfinity : (d > 0 ? hi : lo) / d;
    }
    const auto slope = [&](double t) {
      double sum = 0;
      for (size_t k = 0; k < 3; ++k) sum += weight[k] * (std::min(t - enter[k], 0.0) + std::max(t - leave[k], 0.0));
      return sum;
    };
    double left = 0, right = 1, left_slope = slope(0), right_slope = slope(1);
    if (left_slope >= 0) return 0;
    if (right_slope <= 0) return 1;
    for (const auto& faces : {enter, leave}) {
      for (const double t : faces) {
        if (!(t > left && t < right)) continue;
        const double s = slope(t);
        (s <= 0 ? left : right) = t;
        (s <= 0 ? left_slope : right_slope) = s;
      }
    }
    return left + (right - left) * (-left_slope / (right_slope - left_slope));
  }

  Vec3 to_, low_, high_;
};

}  // namespace navnet
