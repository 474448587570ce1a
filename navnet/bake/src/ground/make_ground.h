#pragma once
// From a world to its walkable ground: surface, corridor map and links.

#include <navnet/internal/bake/ground/ground_maker.h>

namespace navnet {

/// The ground of a world in the net that `info` describes (frame, bounds, up axis). Requires: options.walk. As
/// GroundMaker::Make, of a world that is seen once.
Result<Ground> MakeGround(const World& world, const NetInfo& info, const BakeOptions& options, const IsAir& is_air);

}  // namespace navnet
