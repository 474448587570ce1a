// SPDX-License-Identifier: Apache-2.0
#pragma once
// The surface of an intersection of half-spaces whose size is not known.

#include <navnet/rooms/rooms.h>

#include "polytope.h"

#include <span>

namespace navnet {

/// Sets a polytope to the intersection of half-spaces. False if that is empty or unbounded.
bool BeginAs(Polytope& polytope, std::span<const HalfSpace> planes);

}  // namespace navnet
