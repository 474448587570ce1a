#pragma once
// Directions spread over the sphere and over the plan.

#include <navnet/core/geometry.h>

#include <array>
#include <span>

namespace navnet {

/// The vector of length 1 in a direction; 0 for one of no length.
inline Vec3 UnitOf(Vec3 v) {
  const double length = Length(v);
  return length > 1e-12 ? v * (1 / length) : Vec3{};
}

/// Those to the faces, edges and corners of a cube.
inline std::span<const Vec3> DirectionsInSpace() {
  static const std::array<Vec3, 26> directions = [] {
    std::array<Vec3, 26> made;
    size_t count = 0;
    for (int i = 0; i < 27; ++i) {
      const Vec3 v{double(i % 3 - 1), double(i / 3 % 3 - 1), double(i / 9 - 1)};
      if (i != 13) made[count++] = UnitOf(v);
    }
    return made;
  }();
  return directions;
}

/// Sixteen on the plane of the first two coordinates.
inline std::span<const Vec3> DirectionsOnPlan() {
  static const std::array<Vec3, 16> directions = [] {
    // To the points of an eight by eight square's border: no library function but the square root is needed.
    constexpr int kX[] = {2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1, 0, 1, 2, 2};
    constexpr int kY[] = {0, 1, 2, 2, 2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1};
    std::array<Vec3, 16> made;
    for (size_t i = 0; i < made.size(); ++i) made[i] = UnitOf({double(kX[i]), double(kY[i]), 0});
    return made;
  }();
  return directions;
}

}  // namespace navnet
