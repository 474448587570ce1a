// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fraction of a segment inside a box.

#include <navnet/core/geometry.h>

#include <algorithm>

namespace navnet {

/// Fraction of a segment that lies inside the box shrunk by `touch_m` on all sides, so that touching the border gives
/// 0.
inline double ShareInside(Vec3 a, Vec3 b, Box3 box, double touch_m = 1e-6) {
  double first = 0, last = 1;
  for (int k = 0; k < 3; ++k) {
    const double lo = box.min[k] + touch_m, hi = box.max[k] - touch_m, d = b[k] - a[k];
    if (d == 0) {
      if (a[k] <= lo || a[k] >= hi) return 0;
      continue;
    }
    first = std::max(first, std::min((lo - a[k]) / d, (hi - a[k]) / d));
    last = std::min(last, std::max((lo - a[k]) / d, (hi - a[k]) / d));
  }
  return std::max(0.0, last - first);
}

}  // namespace navnet
