#pragma once
// Of each walkable triangle, the part that nothing stands on and nothing hangs over.

#include <navnet/core/parallel.h>

#include <vector>

#include "ground/plan_polygon.h"
#include "ground/triangles.h"

namespace navnet {

/// A walkable triangle and what is left of it. Pieces of triangles that share an edge overlap by a few grid units;
/// pieces that are too far apart in height to step from one to the other have a gap between them, or lie above each
/// other by more than the agent's height.
struct GroundPiece {
  uint32_t triangle = 0;
  std::vector<PlanPolygon> polygons;  ///< Disjoint but for borders.
};

/// The pieces that are left, by ascending triangle. False in `finished` when `progress` asked to stop.
std::vector<GroundPiece> MakePieces(const std::vector<PlanTriangle>& triangles, const WalkLimits& limits, int threads,
                                    const ProgressFunction& progress, bool& finished);

}  // namespace navnet
