#pragma once
// Whether a straight segment enters a box.

#include <navnet/core/geometry.h>
#include <navnet/runtime/costs.h>

#include <span>

namespace navnet {

/// Whether the closed segment from `a` to `b` meets the open box.
bool MeetsInside(const Box3& box, Vec3 a, Vec3 b);

/// The box without a border of `border_m` on each side, which may leave nothing.
Box3 Shrunk(const Box3& box, double border_m);

/// Whether a segment comes farther than `border_m` into a forbidden box, one with an infinite factor.
bool EntersForbidden(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double border_m);

}  // namespace navnet
