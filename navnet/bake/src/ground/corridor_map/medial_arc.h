// SPDX-License-Identifier: Apache-2.0
#pragma once
// One edge of a Voronoi diagram between two sites: a straight segment or an arc of a parabola.

#include "ground/corridor_map/voronoi.h"

namespace navnet {

struct MedialArc {
  double length = 0;
  double min_clearance = 0;  ///< Smallest distance to the two sites along the arc.
};

/// Measures the arc from p to q of the points equally far from both sites. All lengths are in the sites' units.
MedialArc MeasureArc(const Site& left, const Site& right, Vec2 p, Vec2 q);

}  // namespace navnet
