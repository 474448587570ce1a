// SPDX-License-Identifier: Apache-2.0
#pragma once
// The border of the walkable surface prepared for exact geometry: border segments that meet only at their ends, each
// with references to the segment across its layer connection and to the next segment along the border.

#include <navnet/core/result.h>

#include "ground/plan/contours.h"

#include <cstdint>
#include <vector>

namespace navnet {

/// The index of no segment, site, vertex or half edge.
inline constexpr uint32_t kNone = 0xFFFFFFFF;

/// A straight segment of a layer's border from a to b, walkable on its left.
struct BorderSegment {
  GroundPoint a, b;
  uint32_t layer = 0;
  uint32_t partner = kNone;  ///< The segment b→a on the other side of the layer connection; kNone for a wall.
  uint32_t next = kNone;     ///< The segment that starts at b and bounds the same walkable sector there.

  bool IsWall() const { return partner == kNone; }
};

/// Two segments of a layer are disjoint, share ends only, or are the two sides of one segment.
struct Border {
  std::vector<BorderSegment> segments;   ///< Grouped by layer.
  std::vector<uint32_t> first_of_layer;  ///< By layer: its first segment; one extra entry at the end.
  std::vector<uint32_t>
      first_of_island;  ///< By island, over all layers: its first segment; one extra entry at the end.

  /// Whether the segment connects a layer with itself: a line drawn on the surface, not an obstacle.
  bool IsInner(uint32_t segment) const {
    const BorderSegment& p = segments[segment];
    return !p.IsWall() && segments[p.partner].layer == p.layer;
  }

  /// The walkable sector at the end of `segment`, bounded by `segment` and the segment that follows it: its angle in
  /// radians, in (0, 2π], and whether the direction `towards` points into it.
  double SectorAngle(uint32_t segment) const;
  bool SectorHolds(uint32_t segment, Vec2 towards) const;
  /// Whether the walkable corner between two segments is convex (less than 180°). Requires: `first` ends where `second`
  /// starts.
  bool TurnsLeft(uint32_t first, uint32_t second) const;
};

/// Splits edges where other edges touch them and links the resulting segments around their end points. Fails with
/// InvalidArgument and the position if edges cross, if two edges coincide in the same direction, or if edges around a
/// point contradict each other about the walkable side.
/// Cost: O(n log n) for n edges whose bounding boxes each overlap few others.
Result<Border> MakeBorder(const GroundContours& contours, int threads);

/// The boundary loops: for each segment the number of its loop, kNone for layer connections. A loop continues across
/// layer connections. Loops are numbered in the order of their first segments.
struct BoundaryLoops {
  std::vector<uint32_t> of_segment;
  uint32_t count = 0;
};
BoundaryLoops FindBoundaryLoops(const Border& border);

}  // namespace navnet
