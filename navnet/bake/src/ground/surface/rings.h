// SPDX-License-Identifier: Apache-2.0
#pragma once
// The outlines of the layers, from the outlines of their sheets.

#include "ground/plan/contours.h"
#include "ground/surface/layers.h"

namespace navnet {

/// Joins the sheets of each layer along their seams; seams between layers become layer connections, all other borders
/// become walls. Fills `contours.layers` and `contours.connections`. Rings closer to each other than `near` grid units
/// form a cluster.
void MakeRings(const GroundSheets& sheets, const GroundSeams& seams, const GroundLayers& layers, int32_t near,
               GroundContours& contours);

}  // namespace navnet
