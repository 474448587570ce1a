#pragma once
// From a world to its walkable ground: surface, corridor map and links.

#include "live_ground.h"

namespace navnet {

/// Requires: options.walk. As LiveGround::Make, of a world that is seen once.
Result<Ground> MakeGround(const World& world, const BakeOptions& options, const IsAir& is_air);

}  // namespace navnet
