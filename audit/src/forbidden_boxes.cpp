// SPDX-License-Identifier: Apache-2.0
#include "forbidden_boxes.h"

#include <algorithm>
#include <cmath>

namespace navnet {

bool MeetsInside(const Box3& box, Vec3 a, Vec3 b) {
  // The parts of [0, 1] inside each slab are open intervals; the segment meets the box where all of them overlap.
  double enter = 0, leave = 1;
  bool enter_is_open = false, leave_is_open = false;
  for (int k = 0; k < 3; ++k) {
    if (!(box.min[k] < box.max[k])) return false;
    const double d = b[k] - a[k];
    if (d == 0) {
      if (!(a[k] > box.min[k] && a[k] < box.max[k])) return false;
      continue;
    }
    const double s = (box.min[k] - a[k]) / d, t = (box.max[k] - a[k]) / d;
    if (std::min(s, t) >= enter) enter = std::min(s, t), enter_is_open = true;
    if (std::max(s, t) <= leave) leave = std::max(s, t), leave_is_open = true;
  }
  return enter < leave || (enter == leave && !enter_is_open && !leave_is_open);
}

Box3 Shrunk(const Box3& box, double border_m) {
  const Vec3 border{border_m, border_m, border_m};
  return {box.min + border, box.max - border};
}

bool EntersForbidden(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double border_m) {
  return std::ranges::any_of(regions, [&](const CostRegion& region) {
    return std::isinf(region.factor) && MeetsInside(Shrunk(region.box_world, border_m), a, b);
  });
}

}  // namespace navnet
