#pragma once
// Of each walkable triangle, the part that nothing stands on and nothing hangs over.

#include <navnet/core/parallel.h>

#include "ground/surface/clearing.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet {

/// A walkable triangle and what is left of it. Pieces of triangles that share an edge overlap by a few grid units;
/// pieces that are too far apart in height to step from one to the other have a gap between them, or lie above each
/// other by more than the agent's height.
struct GroundPiece {
  std::shared_ptr<const PlanTriangle> triangle;
  std::vector<PlanPartPtr> parts;  ///< Disjoint but for borders.
};

/// Makes pieces, and keeps them as long as nothing near them changes.
class PieceMaker {
 public:
  explicit PieceMaker(const WalkLimits& limits) : limits_(limits) {}

  /// The pieces that are left, by ascending triangle. `changed`: the boxes of all triangles that are not what they were
  /// in the last call that finished or failed. False in `finished` when `progress` asked to stop.
  std::vector<GroundPiece> Make(const std::vector<PlanTriangle>& triangles, std::span<const TriangleBox> changed,
                                int threads, const ProgressFunction& progress, bool& finished);

 private:
  struct Kept {
    GroundPiece piece;
    ClearedTriangle cleared;
    TriangleBox reach;   ///< Triangles that do not touch this do not matter.
    bool stale = true;   ///< To be made again.
    uint64_t visit = 0;  ///< The call that last needed it.
  };

  WalkLimits limits_;
  std::unordered_map<ContentKey, Kept, ContentKeyHash> kept_;  ///< By triangle.
  uint64_t visit_ = 0;
};

}  // namespace navnet
