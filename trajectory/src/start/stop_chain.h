// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a moving state to rest, inside rooms and within limits.

#include "solver/barrier_newton.h"
#include "start/first_guess.h"
#include "start/portals.h"

#include <span>

namespace navnet {

/// Sets the solver's chain to one that begins in a moving state in room `first` and ends in room `last`: in the state
/// `goal`, or if that is null at rest, anywhere inside. A phase-one method (S. Boyd, L. Vandenberghe: Convex
/// Optimization, 11.4): begins with a chain that is inside the rooms but far too fast, with all limits relaxed by one
/// factor, and moves to the analytic centre for ever smaller factors (the method of centres), until it is below 1.
/// False when none is found.
bool FindStop(const Knot& start, uint32_t first, uint32_t last, const Knot* goal, std::span<const PortalPoint> portals,
              const RoomCorridor& rooms, GuessScratch& scratch, BarrierNewton& solver);

}  // namespace navnet
