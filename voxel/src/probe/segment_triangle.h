#pragma once
// Exact distance between a segment and a triangle.

#include <navnet/core/geometry.h>

#include <array>
#include <limits>

namespace navnet {

/// Distances up to this part of the size of what is measured are rounding errors and count as 0.
inline constexpr double kDistanceRounding = 16 * std::numeric_limits<double>::epsilon();

/// Distance between the closed segment from `a` to `b` and the closed triangle, right to within kDistanceRounding of
/// their common size however thin or small either is: points, needles and segments of zero length included. Exactly 0
/// when they meet. Only differences of coordinates count, so worlds far from the origin lose nothing.
/// Requires: finite coordinates of at most 1e13.
double SegmentTriangleDistance(Vec3 a, Vec3 b, const std::array<Vec3, 3>& corners);

}  // namespace navnet
