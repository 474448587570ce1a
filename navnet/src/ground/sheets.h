#pragma once
// Pieces that touch, joined within tiles of the plan. A tile is cut in two until nothing that is joined in it lies
// above itself; a world of one level needs one tile, or a few to bound the work in each.

#include <navnet/core/parallel.h>

#include <utility>
#include <vector>

#include "ground/pieces.h"

namespace navnet {

/// The part of a piece that lies in a tile; connected.
struct GroundFragment {
  uint32_t piece = 0;
  uint32_t sheet = 0;
  PlanPolygon polygon;
};

/// Fragments of one tile that can be walked between, and their union.
struct GroundSheet {
  uint32_t tile = 0;
  uint32_t first_fragment = 0, fragment_count = 0;
  std::vector<PlanPolygon> polygons;
  double lowest_m = 0;
  double area = 0;  ///< In square grid units.
};

struct GroundSheets {
  std::vector<PlanBox> tiles;  ///< Disjoint but for borders, covering the world.
  std::vector<GroundSheet> sheets;
  std::vector<GroundFragment> fragments;                ///< Grouped by sheet.
  std::vector<std::pair<uint32_t, uint32_t>> overlaps;  ///< Sheets of one tile, one above the other.
};

/// Joins pieces. The result does not depend on the number of threads. False in `finished` when `progress` asked to
/// stop.
GroundSheets MakeSheets(const std::vector<PlanTriangle>& triangles, const std::vector<GroundPiece>& pieces,
                        const WalkLimits& limits, int threads, const ProgressFunction& progress, bool& finished);

}  // namespace navnet
