#pragma once
// How pieces of surface join: their borders cut into edges that either two of them share or none.

#include <navnet/core/geometry.h>

#include "convex.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet::worlds {

/// A flat piece of surface over the plan.
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
    uint32_t from = 0, to = 0;  ///< Places on the plan.
    uint32_t next = 0;          ///< Around the piece.
    uint32_t twin = kNone;      ///< The same way back, on the piece that goes on here.
  };

  /// Joins pieces along what their borders share, as far as heights differ by at most `step_m`. Pieces are a few metres
  /// large: the time for each grows with its size.
  PieceBorders(std::span<const SurfacePiece> pieces, double step_m);

  std::span<const Edge> edges() const { return edges_; }

  /// The boundary edge after a boundary edge: around the end of it, through the pieces that meet there.
  uint32_t NextOnBoundary(uint32_t edge) const {
    uint32_t next = edges_[edge].next;
    while (edges_[next].twin != kNone) next = edges_[edges_[next].twin].next;
    return next;
  }

 private:
  std::vector<Edge> edges_;
};

}  // namespace navnet::worlds
