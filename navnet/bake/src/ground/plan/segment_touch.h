// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds where segments on the integer grid touch or cross each other. Exact.

#include "ground/plan/contours.h"

#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct PlanSegment {
  GroundPoint a, b;
};

/// Twice the signed area of the triangle: positive when c lies to the left of a→b. Exact for |coordinates| < 2^28.
inline int64_t Orientation(GroundPoint a, GroundPoint b, GroundPoint c) {
  return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
}

struct SegmentTouches {
  std::vector<std::vector<GroundPoint>>
      inside;  ///< By segment: end points of other segments in its interior, from a to b, without duplicates.
  std::optional<GroundPoint> crossing;  ///< The start of a segment whose interior crosses that of another, if any.
};

/// Finds all touches. Stops at the first segment that crosses another; touches are then incomplete. Cost: O(n log n)
/// plus the number of pairs of segments whose bounding boxes overlap.
SegmentTouches FindTouches(std::span<const PlanSegment> segments);

/// Sorts points on the segment a→b from a to b and removes duplicates.
void SortAlong(GroundPoint a, GroundPoint b, std::vector<GroundPoint>& points);

}  // namespace navnet
