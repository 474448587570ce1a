#pragma once
// The outlines of the layers, from the outlines of their sheets.

#include "ground/plan/contours.h"
#include "ground/surface/layers.h"

namespace navnet {

/// Joins the sheets of each layer along their seams; seams between layers become connections, all else is wall. Fills
/// `contours.layers` and `contours.connections`.
/// Rings that come nearer to each other than `near`, in grid units, are of one cluster.
void MakeRings(const GroundSheets& sheets, const GroundSeams& seams, const GroundLayers& layers, int32_t near,
               GroundContours& contours);

}  // namespace navnet
