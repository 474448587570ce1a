#pragma once
// One edge of a Voronoi diagram between two sites: a piece of a straight line or of a parabola.

#include "ground/corridor_map/voronoi.h"

namespace navnet {

struct MedialArc {
  double length = 0;
  double min_clearance = 0;  ///< Smallest distance to the two sites, anywhere on it.
};

/// The arc from p to q of the points equally far from both sites. In the sites' units.
MedialArc MeasureArc(const Site& left, const Site& right, Vec2 p, Vec2 q);

}  // namespace navnet
