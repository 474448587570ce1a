#pragma once
// From a world to its walkable ground: surface, corridor map and links.

#include "live_ground.h"

namespace navnet {

/// The ground of a world in the net that `info` describes (frame, bounds, up axis). Requires: options.walk. As
/// LiveGround::Make, of a world that is seen once.
Result<Ground> MakeGround(const World& world, const NetInfo& info, const BakeOptions& options, const IsAir& is_air);

}  // namespace navnet
