#pragma once
// Convex polygons with a plane, for heights on the layers.

#include "ground/surface/layers.h"
#include "ground/surface/pieces.h"
#include "ground/surface/surface.h"

namespace navnet {

/// Fills `surface.corners` and `surface.patches`. A triangle that lies in one layer as a whole is one patch, not cut by
/// tiles. What is made of a part stays with the part.
void MakePatches(std::span<const GroundPiece> pieces, const GroundSheets& sheets, const GroundLayers& layers,
                 int threads, GroundSurface& surface);

}  // namespace navnet
