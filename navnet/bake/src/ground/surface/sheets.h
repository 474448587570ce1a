// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sheets: ground pieces that touch, joined within tiles of the plan. A tile is split in two until no sheet in it
// overlaps itself on the plan. A world with one level needs one tile, or a few to bound the work in each.

#include <navnet/core/parallel.h>

#include "ground/surface/pieces.h"

#include <utility>
#include <vector>

namespace navnet {

/// A connected part of a ground piece within a tile.
struct GroundFragment {
  uint32_t piece = 0;
  uint32_t sheet = 0;
  PlanPartPtr part;
};

/// Fragments of one tile that are connected by walking, and their union.
struct GroundSheet {
  uint32_t tile = 0;
  uint32_t first_fragment = 0, fragment_count = 0;
  std::shared_ptr<const std::vector<PlanPolygon>> polygons;
  double lowest_m = 0;
  double area = 0;  ///< In square grid units.
};

struct GroundSheets {
  std::vector<PlanBox> tiles;  ///< Disjoint except for borders. They cover all pieces; empty tiles are omitted.
  std::vector<GroundSheet> sheets;
  std::vector<GroundFragment> fragments;                ///< Grouped by sheet.
  std::vector<std::pair<uint32_t, uint32_t>> overlaps;  ///< Within a tile: one above the other, or outlines cross.
};

/// The result for one tile: finished, or split in two.
struct GroundTile;

/// Joins pieces and caches tiles as long as their contents do not change. Not thread-safe.
class SheetMaker {
 public:
  explicit SheetMaker(const WalkLimits& limits) : limits_(limits) {}

  /// The first tile covers `least` and all pieces. The result depends neither on the number of threads nor on the
  /// cache. Sets `finished` to false when `progress` requested cancellation.
  GroundSheets Make(std::span<const GroundPiece> pieces, const PlanBox& least, int threads,
                    const ProgressFunction& progress, bool& finished);

 private:
  WalkLimits limits_;
  std::unordered_map<ContentKey, std::shared_ptr<const GroundTile>, ContentKeyHash> kept_;  ///< By the tile's box.
};

}  // namespace navnet
