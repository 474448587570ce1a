#pragma once
// From a world to its walkable ground: surface, corridor map and links.

#include <navnet/bake.h>

#include <functional>

namespace navnet {

/// Whether the air at a point of the world is free and kept.
using IsAir = std::function<bool(Vec3)>;

/// Requires: options.walk. With `is_air`, only pieces of ground above which there is air somewhere are kept, up to the
/// agent's height: not the floors inside solid walls. Fails when the world has no walkable ground, and as its stages
/// do.
Result<Ground> MakeGround(const World& world, const BakeOptions& options, const IsAir& is_air);

}  // namespace navnet
