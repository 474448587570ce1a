// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shortest path through a sequence of portals (the funnel algorithm of Lee and Preparata, 1984), in linear time.

#include "walk/funnel_sides.h"

#include <algorithm>
#include <span>
#include <vector>

namespace navnet {

/// Computes one path at a time; the next one reuses its memory.
class Funnel {
 public:
  void Begin(Vec2 start);
  /// Adds the next portal; `left` and `right` are as seen along the path. Requires: Begin was called.
  void Add(Vec2 left, Vec2 right);
  /// Bends of the shortest path, start and goal included. Valid until the next Begin.
  std::span<const Vec2> End(Vec2 goal);

 private:
  class Side {
   public:
    explicit Side(Vec2 end) : points_(1, end) {}

    size_t size() const { return end_ - head_; }
    Vec2 operator[](size_t i) const { return points_[head_ + i]; }
    Vec2 end() const { return points_[end_ - 1]; }
    void DropFirst(size_t n) { head_ += std::min(n, size() - 1); }
    void EndIn(Vec2 p, size_t n) {
      if (n == 0) head_ = 0;
      end_ = head_ + n;
      if (end_ == points_.size()) points_.resize(2 * end_);
      points_[end_++] = p;
    }

   private:
    std::vector<Vec2> points_;  ///< The side is the range [head_, end_).
    size_t head_ = 0, end_ = 1;
  };

  FunnelSides<Side> sides_{Vec2{}};
  std::vector<Vec2> line_;
};

}  // namespace navnet
