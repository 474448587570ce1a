#include "segment_touch.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace navnet {
namespace {

struct PlanBox {
  std::array<int32_t, 2> lo = {INT32_MAX, INT32_MAX}, hi = {INT32_MIN, INT32_MIN};

  void Extend(GroundPoint p) {
    lo = {std::min(lo[0], p.x), std::min(lo[1], p.y)};
    hi = {std::max(hi[0], p.x), std::max(hi[1], p.y)};
  }
  bool Overlaps(const PlanBox& o) const {
    return lo[0] <= o.hi[0] && o.lo[0] <= hi[0] && lo[1] <= o.hi[1] && o.lo[1] <= hi[1];
  }
};

PlanBox BoxOf(const PlanSegment& s) {
  PlanBox box;
  box.Extend(s.a);
  box.Extend(s.b);
  return box;
}

/// A balanced tree of boxes over segments: node i has the children 2i + 1 and 2i + 2 and halves its range.
class SegmentTree {
 public:
  explicit SegmentTree(std::span<const PlanSegment> segments) : segments_(segments), order_(segments.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    size_t nodes = 1;
    while (nodes * kLeafSize < segments.size()) nodes *= 2;
    boxes_.resize(2 * nodes);
    if (!segments.empty()) Build(0, 0, order_.size());
  }

  template <class Visit>
  void ForEachNear(const PlanBox& box, Visit&& visit) const {
    if (!segments_.empty()) Descend(0, 0, order_.size(), box, visit);
  }

 private:
  static constexpr size_t kLeafSize = 8;

  void Build(size_t node, size_t begin, size_t end) {
    PlanBox& box = boxes_[node];
    for (size_t i = begin; i < end; ++i) {
      box.Extend(segments_[order_[i]].a);
      box.Extend(segments_[order_[i]].b);
    }
    if (end - begin <= kLeafSize) return;
    const int axis = int64_t{box.hi[0]} - box.lo[0] >= int64_t{box.hi[1]} - box.lo[1] ? 0 : 1;
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
    if (!boxes_[node].Overlaps(box)) return;
    if (end - begin <= kLeafSize) {
      for (size_t i = begin; i < end; ++i) visit(order_[i]);
      return;
    }
    const size_t middle = begin + (end - begin) / 2;
    Descend(2 * node + 1, begin, middle, box, visit);
    Descend(2 * node + 2, middle, end, box, visit);
  }

  std::span<const PlanSegment> segments_;
  std::vector<uint32_t> order_;
  std::vector<PlanBox> boxes_;
};

int Sign(int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/// Of a point on the line a→b: whether it lies strictly between.
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
      if (other == i || !BoxOf(segments[other]).Overlaps(box)) return;
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
