// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact distance between a segment and a triangle.

#include <navnet/core/geometry.h>

#include <array>
#include <limits>

namespace navnet {

/// Distances up to this fraction of the size of the segment and triangle are rounding errors and count as 0.
inline constexpr double kDistanceRounding = 16 * std::numeric_limits<double>::epsilon();

/// The shortest vector from the closed segment from `a` to `b` to the closed triangle: its length is the distance. The
/// error is at most kDistanceRounding times their common size, also for degenerate triangles and segments of zero
/// length. Exactly 0 when they meet. Uses only differences of coordinates, so that no precision is lost far from the
/// origin. Requires: finite coordinates of at most 1e13.
Vec3 SegmentToTriangle(Vec3 a, Vec3 b, const std::array<Vec3, 3>& corners);

/// The distance between them.
inline double SegmentTriangleDistance(Vec3 a, Vec3 b, const std::array<Vec3, 3>& corners) {
  return Length(SegmentToTriangle(a, b, corners));
}

}  // namespace navnet
