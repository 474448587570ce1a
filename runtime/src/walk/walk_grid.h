// SPDX-License-Identifier: Apache-2.0
#pragma once
// A uniform grid over the ground plane that finds the boxes near a point.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

struct WalkBox {
  Vec2 lo{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 hi{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void Extend(Vec2 p) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
  }
  bool Contains(Vec2 p) const { return p.x >= lo.x && p.x <= hi.x && p.y >= lo.y && p.y <= hi.y; }
};

/// Immutable after construction. Has about two buckets per box; fewer if large boxes would otherwise occupy too many of
/// them (kMostEntries).
class WalkGrid {
 public:
  WalkGrid() = default;
  explicit WalkGrid(std::span<const WalkBox> boxes) : WalkGrid(boxes, nullptr) {}
  /// The same for items that do not fill their boxes: `touches(item, bucket)` tells whether an item meets the area of a
  /// bucket; others do not list it. It may say yes too often, but not no.
  using Touches = std::function<bool(uint32_t item, const WalkBox& bucket)>;
  WalkGrid(std::span<const WalkBox> boxes, const Touches& touches);

  /// Largest average number of buckets that a box is in. More allow smaller buckets, but take more memory.
  static constexpr uint64_t kMostEntries = 64;

  const WalkBox& bounds() const { return bounds_; }
  /// Number of entries of all buckets together.
  size_t entry_count() const { return items_.size(); }

  /// Calls `visit(item)` for the items whose boxes contain `p`, and possibly some that miss it slightly, as long as
  /// `visit` returns true.
  template <class Visit>
  void EachAt(Vec2 p, const Visit& visit) const {
    if (!bounds_.Contains(p)) return;
    const Bucket bucket = At(Column(p.x), Row(p.y));
    const float x = float(p.x - bounds_.lo.x), y = float(p.y - bounds_.lo.y);
    for (size_t i = bucket.begin; i < bucket.end; ++i) {
      const Box& box = boxes_[i];
      if (x >= box.lo_x && x <= box.hi_x && y >= box.lo_y && y <= box.hi_y && !visit(items_[i])) return;
    }
  }

  /// Calls `visit(item)` for the items whose boxes meet `area`, and possibly some near it, as long as `visit` returns
  /// true. An item may be visited more than once.
  template <class Visit>
  void EachIn(const WalkBox& area, const Visit& visit) const {
    if (first_.empty()) return;
    const Box wanted{float(area.lo.x - bounds_.lo.x), float(area.lo.y - bounds_.lo.y), float(area.hi.x - bounds_.lo.x),
                     float(area.hi.y - bounds_.lo.y)};
    const int64_t left = Column(area.lo.x), right = Column(area.hi.x), high = Row(area.hi.y);
    for (int64_t row = Row(area.lo.y); row <= high; ++row) {
      for (int64_t column = left; column <= right; ++column) {
        const Bucket bucket = At(column, row);
        for (size_t i = bucket.begin; i < bucket.end; ++i) {
          const Box& box = boxes_[i];
          const bool meets =
              box.lo_x <= wanted.hi_x && box.hi_x >= wanted.lo_x && box.lo_y <= wanted.hi_y && box.hi_y >= wanted.lo_y;
          if (meets && !visit(items_[i])) return;
        }
      }
    }
  }

  /// Calls `visit(item)` for the items of buckets in order of increasing distance from `p`, until that distance exceeds
  /// the number of metres that `limit()` returns. An item may be visited more than once.
  template <class Visit, class Limit>
  void EachNear(Vec2 p, const Visit& visit, const Limit& limit) const {
    if (first_.empty()) return;
    const int64_t x = Column(p.x), y = Row(p.y);
    for (int64_t ring = 0; ring <= std::max(columns_, rows_); ++ring) {
      // Lower bound on the distance of the buckets of this ring from the point, or from the bucket nearest to it.
      if (double(ring - 1) * size_ > limit()) return;
      for (int64_t j = std::max<int64_t>(0, y - ring); j <= std::min(rows_ - 1, y + ring); ++j) {
        const bool whole_row = j == y - ring || j == y + ring;
        for (int64_t i = x - ring; i <= x + ring; i += whole_row || ring == 0 ? 1 : 2 * ring) {
          if (i < 0 || i >= columns_) continue;
          const Bucket bucket = At(i, j);
          for (size_t k = bucket.begin; k < bucket.end; ++k) visit(items_[k]);
        }
      }
    }
  }

 private:
  int64_t Column(double x) const { return Index(x - bounds_.lo.x, columns_); }
  int64_t Row(double y) const { return Index(y - bounds_.lo.y, rows_); }
  int64_t Index(double d, int64_t count) const { return int64_t(std::clamp(d / size_, 0.0, double(count - 1))); }
  struct Bucket {
    size_t begin, end;  ///< Range in items_.
  };
  Bucket At(int64_t column, int64_t row) const {
    const size_t b = size_t(row * columns_ + column);
    return {first_[b], first_[b + 1]};
  }
  /// Box of an item relative to bounds_.lo, slightly enlarged to cover float rounding. Stored next to the items, so
  /// that rejecting an item costs no more than reading its box.
  struct Box {
    float lo_x, lo_y, hi_x, hi_y;
  };

  void SetSize(double size);
  uint64_t EntriesOf(std::span<const WalkBox> boxes) const;

  WalkBox bounds_;
  double size_ = 1;  ///< Side length of a bucket, in metres.
  int64_t columns_ = 0, rows_ = 0;
  std::vector<uint32_t> first_, items_;
  std::vector<Box> boxes_;  ///< Parallel to items_.
};

}  // namespace navnet
