// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trajectories that begin or end in motion.

#include "solver/barrier_newton.h"

namespace navnet {

/// Changes the solver's chain, which is strictly inside all constraints and whose first knot is at rest, to one that
/// begins with a velocity and an acceleration; with `at_end`, to one that ends with them. A continuation method
/// (J. Nocedal, S. Wright: Numerical Optimization, 11.3): the motion at the end grows from 0, and the chain follows by
/// Newton steps, always inside the constraints. False when it cannot follow: the motion is
/// too fast for the rooms and limits, as far as the method finds.
bool SetMotion(Vec3 velocity, Vec3 acceleration, bool at_end, BarrierNewton& solver);

}  // namespace navnet
