#pragma once
// Opens the connections between layers in a Voronoi diagram that has them as obstacles.

#include "ground/corridor_map/voronoi.h"
#include "ground/plan/border.h"

namespace navnet {

/// Afterwards the diagram is that of the walls alone on the surface that all layers make together. Right however the
/// layers lie above each other: it only ever compares obstacles that follow each other around a place.
/// Cost: O(k log k) for a connection whose cells have k neighbours.
Status OpenConnections(const Border& border, const Sites& sites, VoronoiDiagram& diagram);

}  // namespace navnet
