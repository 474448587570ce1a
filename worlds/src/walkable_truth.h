#pragma once
// The walkable surface of a union of prisms, exactly.
//
// The top of a prism is walkable where no other prism reaches into the space a walker needs above it. With bottoms and
// tops that are planes, that is a convex polygon less convex polygons. Pieces of surface whose borders coincide on the
// plan join where their heights differ by no more than a step; what is left of the borders makes the boundary loops.

#include <navnet/worlds/ground_scenes.h>

#include "prisms.h"

#include <span>

namespace navnet::worlds {

/// The surface connected to the seeds. Seeds lie on walkable tops, off the borders of prisms; others are ignored.
WalkableTruth FindWalkable(std::span<const Prism> prisms, std::span<const Vec3> seeds);

}  // namespace navnet::worlds
