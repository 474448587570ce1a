#pragma once
// From a Voronoi diagram to the graph of the Explicit Corridor Map.

#include "border.h"
#include "contours.h"
#include "voronoi.h"

#include <navnet/net/ground.h>

namespace navnet {

/// Fills vertices, edges, bends, spokes and component_count.
void MakeCorridorGraph(const GroundContours& contours, const Border& border, const Sites& sites,
                       const VoronoiDiagram& diagram, Ground& ground);

}  // namespace navnet
