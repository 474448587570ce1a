// SPDX-License-Identifier: Apache-2.0
#include "ground/plan/segment_touch.h"

#include "ground/plan/segment_tree.h"

#include <algorithm>

namespace navnet {
namespace {

int Sign(int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/// Whether p lies strictly between a and b. Requires: p is on the line a→b.
bool IsBetween(GroundPoint a, GroundPoint b, GroundPoint p) {
  if (p == a || p == b) return false;
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

}  // namespace

SegmentTouches FindTouches(std::span<const PlanSegment> segments) {
  SegmentTouches touches;
  touches.inside.resize(segments.size());
  const SegmentTree tree(segments);
  for (size_t i = 0; i < segments.size() && !touches.crossing; ++i) {
    const auto& [a, b] = segments[i];
    const PlanBox box = BoxOf(segments[i]);
    tree.ForEachNear(box, [&, a = a, b = b](uint32_t other) {
      const auto& [c, d] = segments[other];
      if (other == i || !BoxOf(segments[other]).Touches(box)) return;
      const int side_c = Sign(Orientation(a, b, c)), side_d = Sign(Orientation(a, b, d));
      if (side_c == 0 && IsBetween(a, b, c)) touches.inside[i].push_back(c);
      if (side_d == 0 && IsBetween(a, b, d)) touches.inside[i].push_back(d);
      if (side_c * side_d < 0 && Orientation(c, d, a) != 0 && Orientation(c, d, b) != 0 &&
          Sign(Orientation(c, d, a)) != Sign(Orientation(c, d, b))) {
        touches.crossing = a;
      }
    });
    SortAlong(a, b, touches.inside[i]);
  }
  return touches;
}

void SortAlong(GroundPoint a, GroundPoint b, std::vector<GroundPoint>& points) {
  const auto along = [&](GroundPoint p) {
    return (int64_t{p.x} - a.x) * (int64_t{b.x} - a.x) + (int64_t{p.y} - a.y) * (int64_t{b.y} - a.y);
  };
  std::sort(points.begin(), points.end(), [&](GroundPoint p, GroundPoint q) { return along(p) < along(q); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
}

}  // namespace navnet
