// SPDX-License-Identifier: Apache-2.0
#pragma once
// Planes between a segment and a box.

#include <navnet/core/geometry.h>
#include <navnet/runtime/room.h>

namespace navnet {

/// A half-space without interior points of the box and, of all planes normal to an axis or to an axis and the segment,
/// the one farthest from the segment from a to b. The segment lies in it if and only if it does not enter the box's
/// interior (the separating axis theorem). The box may be infinite; not empty.
HalfSpace PlaneBetween(Vec3 a, Vec3 b, const Box3& box);

}  // namespace navnet
