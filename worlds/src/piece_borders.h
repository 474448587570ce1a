// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adjacency of surface pieces: their borders are split into edges that either exactly two pieces share or only one has.

#include <navnet/core/geometry.h>

#include "convex.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet::worlds {

/// A flat piece of surface: its horizontal projection and its height.
struct SurfacePiece {
  ConvexPolygon plan;
  LinearFunction height;
};

/// The borders of many pieces, as directed edges that run counter-clockwise around each.
class PieceBorders {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  struct Edge {
    uint32_t piece = 0;
    uint32_t from = 0, to = 0;  ///< Numbers of the end points on the plan.
    uint32_t next = 0;          ///< The next edge around the piece.
    uint32_t twin = kNone;      ///< The opposite edge of the adjacent piece; kNone on the boundary.
  };

  /// Joins pieces along shared borders where their heights differ by at most `step_m`. Pieces should be a few metres
  /// large: the time for each grows with its size.
  PieceBorders(std::span<const SurfacePiece> pieces, double step_m);

  std::span<const Edge> edges() const { return edges_; }

  /// The boundary edge that follows a boundary edge, found by turning around its end through the pieces that meet
  /// there.
  uint32_t NextOnBoundary(uint32_t edge) const {
    uint32_t next = edges_[edge].next;
    while (edges_[next].twin != kNone) next = edges_[edges_[next].twin].next;
    return next;
  }

 private:
  std::vector<Edge> edges_;
};

}  // namespace navnet::worlds
