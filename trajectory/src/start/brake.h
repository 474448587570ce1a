// SPDX-License-Identifier: Apache-2.0
#pragma once
// A stop that needs no search: straight braking.

#include "solver/barrier_newton.h"

#include <vector>

namespace navnet {

/// Sets a chain to the stop of a moving start that first takes the acceleration to 0 and then brakes along the
/// velocity, both at nearly the limits, in the rooms from `first` to `last` in order. Its first knot is given, its last
/// one is at rest at a free place; it is strictly inside all constraints. False when it leaves the rooms or exceeds a
/// limit. `slacks`: reusable memory. Requires: the start moves and keeps the limits.
bool MakeBrake(const Knot& start, uint32_t first, uint32_t last, const RoomCorridor& rooms, const MotionBounds& bounds,
               std::vector<double>& slacks, KnotChain& chain);

}  // namespace navnet
