#pragma once
// From a world to its walkable ground: surface, corridor map and links.

#include <navnet/bake.h>

namespace navnet {

/// Requires: options.walk. Fails when the world has no walkable ground, and as its stages do.
Result<Ground> MakeGround(const World& world, const BakeOptions& options);

}  // namespace navnet
