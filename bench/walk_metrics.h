#pragma once
// How well a navigation mesh stands for the true walkable surface: the metrics of W. van Toll, Navigation for
// Characters and Crowds in Complex Virtual Environments, 2017, chapter 7, with areas on the plan.

#include "walk_regions.h"

namespace navnet {

/// A point of one surface counts as on another if that lies above or below it within a metre. Coverage, incorrect area
/// and overlap are shares of points, one at random in each square of a grid.
struct WalkMetrics {
  double coverage = 0;    ///< Of the true surface, the share that the mesh covers; 1 is best.
  double incorrect = 0;   ///< Of the mesh's area, the share that is not walkable; 0 is best.
  double overlap = 0;     ///< Of the covered surface, the share that is covered once more; 0 is best.
  double area_ratio = 0;  ///< The mesh's area, exact, over the true one.
  WalkSize size;          ///< Of what counts.
};

/// Measures a mesh with about `samples` points. Components of which less than half the area is walkable count for
/// nothing: they lie where no seed of the truth reaches, such as on walls and tables, and users drop them too.
WalkMetrics Measure(const WalkRegions& mesh, const WalkRegions& truth, int64_t samples);

}  // namespace navnet
