#pragma once
// A uniform grid over the ground plane: which of many boxes are near a point.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

struct PlanBox {
  Vec2 lo{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 hi{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void Extend(Vec2 p) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
  }
  bool Contains(Vec2 p) const { return p.x >= lo.x && p.x <= hi.x && p.y >= lo.y && p.y <= hi.y; }
};

/// Immutable after building; about two buckets an item.
class PlanGrid {
 public:
  PlanGrid() = default;
  explicit PlanGrid(std::span<const PlanBox> boxes);

  const PlanBox& bounds() const { return bounds_; }

  /// Items whose boxes may hold `p`; none outside the bounds.
  std::span<const uint32_t> At(Vec2 p) const {
    if (!bounds_.Contains(p)) return {};
    return Bucket(Column(p.x), Row(p.y));
  }

  /// Calls `visit(item)` for the items of buckets ever farther from `p`, as long as those are nearer than the number
  /// that `limit()` returns. An item may be visited more than once.
  template <class Visit, class Limit>
  void EachNear(Vec2 p, const Visit& visit, const Limit& limit) const {
    if (first_.empty()) return;
    const int64_t x = Column(p.x), y = Row(p.y);
    for (int64_t ring = 0; ring <= std::max(columns_, rows_); ++ring) {
      // A bucket of this ring lies at least this far from the point, or from the bucket nearest to it.
      if (double(ring - 1) * size_ > limit()) return;
      for (int64_t j = std::max<int64_t>(0, y - ring); j <= std::min(rows_ - 1, y + ring); ++j) {
        const bool whole_row = j == y - ring || j == y + ring;
        for (int64_t i = x - ring; i <= x + ring; i += whole_row || ring == 0 ? 1 : 2 * ring) {
          if (i < 0 || i >= columns_) continue;
          for (const uint32_t item : Bucket(i, j)) visit(item);
        }
      }
    }
  }

 private:
  int64_t Column(double x) const { return Index(x - bounds_.lo.x, columns_); }
  int64_t Row(double y) const { return Index(y - bounds_.lo.y, rows_); }
  int64_t Index(double d, int64_t count) const { return int64_t(std::clamp(d / size_, 0.0, double(count - 1))); }
  std::span<const uint32_t> Bucket(int64_t column, int64_t row) const {
    const size_t b = size_t(row * columns_ + column);
    return std::span(items_).subspan(first_[b], first_[b + 1] - first_[b]);
  }

  PlanBox bounds_;
  double size_ = 1;  ///< Of a bucket, in metres.
  int64_t columns_ = 0, rows_ = 0;
  std::vector<uint32_t> first_, items_;
};

}  // namespace navnet
