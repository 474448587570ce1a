// SPDX-License-Identifier: Apache-2.0
#pragma once
// Quality of a navigation mesh compared with the true walkable surface: the metrics of W. van Toll, Navigation for
// Characters and Crowds in Complex Virtual Environments, 2017, chapter 7, with areas on the plan.

#include "walk_regions.h"

namespace navnet {

/// A point of one surface is on another if the latter is within a metre above or below it. Coverage, incorrect area and
/// overlap are fractions of sample points, one at random in each square of a grid.
struct WalkMetrics {
  double coverage = 0;    ///< Fraction of the true surface that the mesh covers; 1 is best.
  double incorrect = 0;   ///< Fraction of the mesh's area that is not walkable; 0 is best.
  double overlap = 0;     ///< Fraction of the covered surface that is covered more than once; 0 is best.
  double area_ratio = 0;  ///< Area of the mesh, exact, divided by the true area.
  WalkSize size;          ///< Size of the components that count.
};

/// Measures a mesh with about `samples` points. Components of which less than half the area is walkable are ignored:
/// they lie on surfaces that no seed of the true surface reaches, such as tops of walls and tables, and users remove
/// them too.
WalkMetrics Measure(const WalkRegions& mesh, const WalkRegions& truth, int64_t samples);

}  // namespace navnet
