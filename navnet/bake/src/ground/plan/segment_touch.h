#pragma once
// Where segments on the integer grid touch or cross each other, exactly.

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
      inside;                           ///< By segment: end points of others inside it, from a to b, once each.
  std::optional<GroundPoint> crossing;  ///< The start of a segment whose inside crosses another's, if any.
};

/// Cost: O(n log n) plus the pairs of segments whose boxes overlap.
SegmentTouches FindTouches(std::span<const PlanSegment> segments);

/// Puts points of the segment a→b in order and drops repetitions.
void SortAlong(GroundPoint a, GroundPoint b, std::vector<GroundPoint>& points);

}  // namespace navnet
