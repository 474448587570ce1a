// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as human-readable text, for messages.

#include <navnet/core/geometry.h>

#include <cstddef>
#include <cstdio>
#include <string>

namespace navnet {

/// Shortest form with up to `digits` significant digits: 0.15, 12, 3.2e+07.
inline std::string Shortest(double value, int digits = 6) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

inline std::string Text(Vec3 p) { return "(" + Shortest(p.x) + ", " + Shortest(p.y) + ", " + Shortest(p.z) + ")"; }

/// Dimensions of a box: 246 × 154 × 205.
inline std::string Text(const VoxelBox& box) {
  return std::to_string(box.Size(0)) + " × " + std::to_string(box.Size(1)) + " × " + std::to_string(box.Size(2));
}

/// A number of bytes in a suitable unit: 512 B, 12 KiB, 63.98 MiB, 3.7 GiB.
inline std::string BytesText(double bytes) {
  constexpr double kKibi = 1 << 10, kMebi = 1 << 20, kGibi = 1 << 30;
  if (bytes < kKibi) return Shortest(bytes, 4) + " B";
  if (bytes < kMebi) return Shortest(bytes / kKibi, 3) + " KiB";
  if (bytes < kGibi) return Shortest(bytes / kMebi, 4) + " MiB";
  return Shortest(bytes / kGibi, 4) + " GiB";
}

}  // namespace navnet
