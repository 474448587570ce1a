// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns a Voronoi diagram into the graph of the Explicit Corridor Map.

#include <navnet/net/ground.h>

#include "ground/corridor_map/voronoi.h"
#include "ground/plan/border.h"
#include "ground/plan/contours.h"

namespace navnet {

/// Fills vertices, edges, bends, spokes and component_count of `ground`. Requires: layer connections in `diagram` are
/// open (OpenConnections).
void MakeCorridorGraph(const GroundContours& contours, const Border& border, const Sites& sites,
                       const VoronoiDiagram& diagram, Ground& ground);

}  // namespace navnet
