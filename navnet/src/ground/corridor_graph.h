#pragma once
// From a Voronoi diagram to the graph of the Explicit Corridor Map.

#include "border.h"
#include "contours.h"
#include "voronoi.h"

#include <navnet/net/ground.h>

namespace navnet {

/// Fills vertices, edges, bends, spokes and component_count. `layer_of_vertex` names the layer each vertex of the
/// diagram lies in.
void MakeCorridorGraph(const GroundContours& contours, const Border& border, const Sites& sites,
                       const VoronoiDiagram& diagram, std::span<const uint32_t> layer_of_vertex, Ground& ground);

}  // namespace navnet
