// SPDX-License-Identifier: Apache-2.0
#pragma once
// The exact walkable surface of a union of prisms.
//
// The top of a prism is walkable where no other prism intersects the headroom above it. As bottoms and tops are planes,
// that is a convex polygon minus convex polygons. Pieces whose borders coincide on the plan are connected where their
// heights differ by at most a step; the remaining borders form the boundary loops.

#include <navnet/worlds/ground_scenes.h>

#include "prisms.h"

#include <span>

namespace navnet::worlds {

/// The surface connected to the seeds. Seeds must lie on walkable tops and not on borders of prisms; others are
/// ignored.
WalkableTruth FindWalkable(std::span<const Prism> prisms, std::span<const Vec3> seeds);

}  // namespace navnet::worlds
