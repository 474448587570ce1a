// SPDX-License-Identifier: Apache-2.0
#pragma once
// Patches: convex polygons with a plane, which give the heights of the layers.

#include "ground/surface/layers.h"
#include "ground/surface/pieces.h"
#include "ground/surface/surface.h"

namespace navnet {

/// Fills `surface.corners` and `surface.patches`. The patches of a triangle that lies entirely in one layer are not cut
/// at tile borders. The patches of a part are cached in the part.
void MakePatches(std::span<const GroundPiece> pieces, const GroundSheets& sheets, const GroundLayers& layers,
                 int threads, GroundSurface& surface);

}  // namespace navnet
