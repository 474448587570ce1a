#pragma once
// The border of the walkable surface made fit for exact geometry: pieces that meet only in their ends, each knowing the
// piece across its connection and the piece that follows along the border.

#include <navnet/core/result.h>

#include "ground/plan/contours.h"

#include <cstdint>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNone = 0xFFFFFFFF;

/// A straight piece of a layer's border from a to b, walkable on its left.
struct BorderPiece {
  GroundPoint a, b;
  uint32_t layer = 0;
  uint32_t partner = kNone;  ///< The piece b→a of the connection's other side; kNone for a wall.
  uint32_t next = kNone;     ///< The piece that leaves b on the other side of the walkable sector to the left.

  bool IsWall() const { return partner == kNone; }
};

/// Two pieces of a layer are disjoint, share ends only, or are the two sides of one segment.
struct Border {
  std::vector<BorderPiece> pieces;        ///< Grouped by layer.
  std::vector<uint32_t> first_of_layer;   ///< One more than there are layers.
  std::vector<uint32_t> first_of_island;  ///< In all layers; one more than there are islands.

  /// Whether the piece is a connection of a layer with itself, at the same place: nothing but a line drawn on it.
  bool IsInner(uint32_t piece) const {
    const BorderPiece& p = pieces[piece];
    return !p.IsWall() && pieces[p.partner].layer == p.layer;
  }

  /// Of the walkable sector at the end of a piece, up to the piece that follows it: its angle (above zero, at most a
  /// full turn), and whether a direction from the point leads into it.
  double SectorAngle(uint32_t piece) const;
  bool SectorHolds(uint32_t piece, Vec2 towards) const;
  /// Whether a place walkable to the left of both lies in a corner of less than half a turn. Requires: `first` ends
  /// where `second` starts.
  bool TurnsLeft(uint32_t first, uint32_t second) const;
};

/// Splits edges where others touch them and pairs them up around their end points. Refuses, with the place, edges that
/// cross, that run twice in one direction, or that leave it open which side of a corner is walkable.
/// Cost: O(n log n) for n edges whose boxes overlap few others.
Result<Border> MakeBorder(const GroundContours& contours, int threads);

/// Numbers the boundary loops: by piece the loop it belongs to, kNone for connections. A loop runs on across
/// connections. Loops are numbered in the order of their first pieces.
struct BoundaryLoops {
  std::vector<uint32_t> of_piece;
  uint32_t count = 0;
};
BoundaryLoops FindBoundaryLoops(const Border& border);

}  // namespace navnet
