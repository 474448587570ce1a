// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ground pieces: the part of each walkable triangle that has no obstacle on it and enough height above it.

#include <navnet/core/parallel.h>

#include "ground/surface/clearing.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet {

/// A walkable triangle and its parts that remain walkable. Pieces of triangles that share an edge overlap by a few grid
/// units. Pieces too far apart in height to step from one to the other have a gap between them on the plan, or lie
/// above each other by more than the agent's height.
struct GroundPiece {
  std::shared_ptr<const PlanTriangle> triangle;
  std::vector<PlanPartPtr> parts;  ///< Disjoint except for borders.
};

/// Builds pieces and caches them as long as nothing near them changes. Not thread-safe.
class PieceMaker {
 public:
  explicit PieceMaker(const WalkLimits& limits) : limits_(limits) {}

  /// The non-empty pieces, by ascending triangle. `changed`: the boxes of all triangles that were added, removed or
  /// altered since the last call, whether or not that call finished. Sets `finished` to false when `progress` requested
  /// cancellation.
  std::vector<GroundPiece> Make(const std::vector<PlanTriangle>& triangles, std::span<const TriangleBox> changed,
                                int threads, const ProgressFunction& progress, bool& finished);

 private:
  struct Kept {
    GroundPiece piece;
    ClearedTriangle cleared;
    TriangleBox reach;   ///< Only triangles that touch this box affect the piece.
    bool stale = true;   ///< Must be recomputed.
    uint64_t visit = 0;  ///< The last call that used it.
  };

  WalkLimits limits_;
  std::unordered_map<ContentKey, Kept, ContentKeyHash> kept_;  ///< By triangle.
  uint64_t visit_ = 0;
};

}  // namespace navnet
