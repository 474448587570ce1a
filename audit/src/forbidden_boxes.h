// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tests whether a straight segment enters a box.

#include <navnet/core/geometry.h>
#include <navnet/runtime/query.h>

#include <span>

namespace navnet {

/// Whether the closed segment from `a` to `b` intersects the open box.
bool MeetsInside(const Box3& box, Vec3 a, Vec3 b);

/// The box shrunk by `border_m` on each side, which may make it empty; a negative value grows it.
Box3 Shrunk(const Box3& box, double border_m);

/// Whether a segment enters a forbidden box (one with an infinite factor) by more than `border_m`.
bool EntersForbidden(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double border_m);

}  // namespace navnet
