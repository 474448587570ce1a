// SPDX-License-Identifier: Apache-2.0
#pragma once
// Removes layer connections from a Voronoi diagram in which they are obstacles.

#include "ground/corridor_map/voronoi.h"
#include "ground/plan/border.h"

namespace navnet {

/// Afterwards `diagram` is the Voronoi diagram of the walls alone, on the surface that all layers form together. It is
/// correct however the layers overlap on the plan: only obstacles that are consecutive around a point are compared.
/// Fails with Internal and the position if a connection cannot be opened.
/// Cost: O(k log k) for a connection whose cells have k neighbours.
Status OpenConnections(const Border& border, const Sites& sites, VoronoiDiagram& diagram);

}  // namespace navnet
