// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sample directions on the sphere and in the plan.

#include <navnet/core/geometry.h>

#include <array>
#include <span>

namespace navnet {

/// The unit vector of a direction; 0 for a vector shorter than 1e-12.
inline Vec3 UnitOf(Vec3 v) {
  const double length = Length(v);
  return length > 1e-12 ? v * (1 / length) : Vec3{};
}

/// The 26 directions to the faces, edges and corners of a cube.
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

/// Sixteen directions in the plane of the first two coordinates.
inline std::span<const Vec3> DirectionsOnPlan() {
  static const std::array<Vec3, 16> directions = [] {
    // To the lattice points on the border of a 4 × 4 square: needs no library function but the square root.
    constexpr int kX[] = {2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1, 0, 1, 2, 2};
    constexpr int kY[] = {0, 1, 2, 2, 2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1};
    std::array<Vec3, 16> made;
    for (size_t i = 0; i < made.size(); ++i) made[i] = UnitOf({double(kX[i]), double(kY[i]), 0});
    return made;
  }();
  return directions;
}

}  // namespace navnet
