#pragma once
// The outlines of the layers, from the outlines of their sheets.

#include "ground/contours.h"
#include "ground/layers.h"

namespace navnet {

/// Joins the sheets of each layer along their seams; seams between layers become connections, all else is wall. Fills
/// `contours.layers` and `contours.connections`.
void MakeRings(const GroundSheets& sheets, const GroundSeams& seams, const GroundLayers& layers,
               GroundContours& contours);

}  // namespace navnet
