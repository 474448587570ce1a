#pragma once
// Pieces that touch, joined within tiles of the plan. A tile is cut in two until nothing that is joined in it lies
// above itself; a world of one level needs one tile, or a few to bound the work in each.

#include <navnet/core/parallel.h>

#include "ground/surface/pieces.h"

#include <utility>
#include <vector>

namespace navnet {

/// The part of a piece that lies in a tile; connected.
struct GroundFragment {
  uint32_t piece = 0;
  uint32_t sheet = 0;
  PlanPartPtr part;
};

/// Fragments of one tile that can be walked between, and their union.
struct GroundSheet {
  uint32_t tile = 0;
  uint32_t first_fragment = 0, fragment_count = 0;
  std::shared_ptr<const std::vector<PlanPolygon>> polygons;
  double lowest_m = 0;
  double area = 0;  ///< In square grid units.
};

struct GroundSheets {
  std::vector<PlanBox> tiles;  ///< Disjoint but for borders, covering the world.
  std::vector<GroundSheet> sheets;
  std::vector<GroundFragment> fragments;                ///< Grouped by sheet.
  std::vector<std::pair<uint32_t, uint32_t>> overlaps;  ///< Sheets of one tile, one above the other.
};

/// The outcome of one tile: finished, or cut in two.
struct GroundTile;

/// Joins pieces, and keeps tiles as long as what lies in them stays the same.
class SheetMaker {
 public:
  explicit SheetMaker(const WalkLimits& limits) : limits_(limits) {}

  /// The first tile covers `least` and all pieces. The result does not depend on the number of threads nor on what is
  /// kept. False in `finished` when `progress` asked to stop.
  GroundSheets Make(std::span<const GroundPiece> pieces, const PlanBox& least, int threads,
                    const ProgressFunction& progress, bool& finished);

 private:
  WalkLimits limits_;
  std::unordered_map<ContentKey, std::shared_ptr<const GroundTile>, ContentKeyHash> kept_;  ///< By the tile's box.
};

}  // namespace navnet
