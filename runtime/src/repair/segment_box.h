// SPDX-License-Identifier: Apache-2.0
#pragma once
// Intersection test of a segment and a grown box.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <utility>

namespace navnet {

/// Whether the segment from a to b meets a box grown by `by` to each side. NaN coordinates of the box are not tested.
inline bool SegmentMeets(Vec3 a, Vec3 b, const Box3& box, double by) {
  double first = 0, last = 1;
  for (int k = 0; k < 3; ++k) {
    const double lo = box.min[k] - by, hi = box.max[k] + by, d = b[k] - a[k];
    if ((a[k] < lo && b[k] < lo) || (a[k] > hi && b[k] > hi)) return false;
    if (d == 0) continue;
    double in = (lo - a[k]) / d, out = (hi - a[k]) / d;
    if (d < 0) std::swap(in, out);
    if (in > first) first = in;
    if (out < last) last = out;
  }
  return !(first > last);
}

}  // namespace navnet
