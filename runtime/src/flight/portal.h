// SPDX-License-Identifier: Apache-2.0
#pragma once
// Boxes that a path must cross, in units of voxels.

#include <navnet/core/geometry.h>

namespace navnet {

/// A closed box in units of voxels.
struct Portal {
  Vec3 lo, hi;
};

/// The point of a box nearest to `p`.
inline Vec3 Clamp(Vec3 p, const Portal& box) { return Max(box.lo, Min(box.hi, p)); }

}  // namespace navnet
