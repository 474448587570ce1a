// SPDX-License-Identifier: Apache-2.0
#pragma once
// A point deep inside an intersection of half-spaces.

#include <navnet/runtime/room.h>

#include <span>

namespace navnet {

/// A point and how far it is inside all half-spaces: negative when it is outside one of them.
struct InteriorPoint {
  Vec3 point;
  double depth_m = 0;
};

/// A point of the intersection of two rooms at most `reach_m` from `near` along each axis, whose depth, limited to the
/// distance from the border of that cube, is at least about half the largest. A barrier method for the linear program
/// of the Chebyshev centre (S. Boyd, L. Vandenberghe: Convex Optimization, 8.5.1); about 15 passes over the planes.
/// `near` need not be inside.
InteriorPoint DeepPoint(std::span<const HalfSpace> room, std::span<const HalfSpace> other, Vec3 near, double reach_m);

}  // namespace navnet
