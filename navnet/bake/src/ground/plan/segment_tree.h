// SPDX-License-Identifier: Apache-2.0
#pragma once
// A bounding box tree over segments of the plan.

#include "ground/plan/plan_polygon.h"
#include "ground/plan/segment_touch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace navnet {

inline PlanBox BoxOf(const PlanSegment& s) {
  PlanBox box;
  box.Extend(s.a);
  box.Extend(s.b);
  return box;
}

/// A balanced binary tree of bounding boxes: node i has the children 2i + 1 and 2i + 2, each with half of its segments.
/// Queries are thread-safe.
class SegmentTree {
 public:
  SegmentTree() = default;
  explicit SegmentTree(std::span<const PlanSegment> segments)
      : segments_(segments.begin(), segments.end()), order_(segments.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    size_t nodes = 1;
    while (nodes * kLeafSize < segments.size()) nodes *= 2;
    boxes_.resize(2 * nodes);
    if (!segments.empty()) Build(0, 0, order_.size());
  }

  /// Calls `visit(index)` for every segment whose bounding box overlaps `box`, and for some others near it.
  template <class Visit>
  void ForEachNear(const PlanBox& box, Visit&& visit) const {
    if (!segments_.empty()) Descend(0, 0, order_.size(), box, visit);
  }

 private:
  /// Maximum number of segments in a leaf. If it grows, the tree has fewer nodes but queries visit more segments that
  /// do not overlap.
  static constexpr size_t kLeafSize = 8;

  void Build(size_t node, size_t begin, size_t end) {
    PlanBox& box = boxes_[node];
    for (size_t i = begin; i < end; ++i) {
      box.Extend(segments_[order_[i]].a);
      box.Extend(segments_[order_[i]].b);
    }
    if (end - begin <= kLeafSize) return;
    const int axis = int64_t{box.x1} - box.x0 >= int64_t{box.y1} - box.y0 ? 0 : 1;
    const auto key = [&](uint32_t i) {
      const PlanSegment& s = segments_[i];
      return axis == 0 ? int64_t{s.a.x} + s.b.x : int64_t{s.a.y} + s.b.y;
    };
    const size_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](uint32_t i, uint32_t j) { return key(i) != key(j) ? key(i) < key(j) : i < j; });
    Build(2 * node + 1, begin, middle);
    Build(2 * node + 2, middle, end);
  }

  template <class Visit>
  void Descend(size_t node, size_t begin, size_t end, const PlanBox& box, Visit& visit) const {
    if (!boxes_[node].Touches(box)) return;
    if (end - begin <= kLeafSize) {
      for (size_t i = begin; i < end; ++i) visit(order_[i]);
      return;
    }
    const size_t middle = begin + (end - begin) / 2;
    Descend(2 * node + 1, begin, middle, box, visit);
    Descend(2 * node + 2, middle, end, box, visit);
  }

  std::vector<PlanSegment> segments_;
  std::vector<uint32_t> order_;
  std::vector<PlanBox> boxes_;
};

}  // namespace navnet
