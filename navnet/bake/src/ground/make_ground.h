// SPDX-License-Identifier: Apache-2.0
#pragma once
// Builds the walkable ground of a world: surface, corridor map and links.

#include <navnet/internal/bake/ground/ground_maker.h>

namespace navnet {

/// The ground of a world in the net that `info` describes (frame, bounds, up axis); GroundMaker::Make for a single
/// bake. Requires: options.walk.
Result<Ground> MakeGround(const World& world, const NetInfo& info, const BakeOptions& options, const IsAir& is_air);

}  // namespace navnet
