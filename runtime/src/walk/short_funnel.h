#pragma once
// The funnel of a way through portals (Lee and Preparata, 1984) in a fixed amount of memory: what a search keeps with
// each of its nodes, to know how long the tight line is to any point behind the last portal.

#include <navnet/core/geometry.h>

#include <array>
#include <cstdint>

namespace navnet {

/// Exact while neither side has more than kMost bends that the line may still turn round; of more, those next to the
/// apex are forgotten, and lengths come out a little too short.
class ShortFunnel {
 public:
  static constexpr uint32_t kMost = 6;

  explicit ShortFunnel(Vec2 start) : apex_(start) {}

  /// The next portal's ends, as seen along the way.
  void Add(Vec2 left, Vec2 right) {
    AddPoint(left, left_, right_, 1);
    AddPoint(right, right_, left_, -1);
  }

  /// Of the tight line to a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    Vec2 from = apex_;
    const auto turn_round = [&](const Side& side, double turn) {
      for (uint32_t i = 0; i < side.count && turn * Cross(side.points[i] - from, p - from) > 0; ++i) {
        length += Length(side.points[i] - from);
        from = side.points[i];
      }
    };
    turn_round(left_, 1);
    if (from == apex_) turn_round(right_, -1);
    return length + Length(p - from);
  }

  /// Ends of the last portal. Requires: there is one.
  Vec2 left() const { return left_.points[left_.count - 1]; }
  Vec2 right() const { return right_.points[right_.count - 1]; }
  /// Of the tight lines to them.
  double LengthToLeft() const { return length_ + LengthAlong(left_); }
  double LengthToRight() const { return length_ + LengthAlong(right_); }

 private:
  struct Side {
    uint32_t count = 0;
    std::array<Vec2, kMost> points;  // From the apex outwards.

    void DropFirst(uint32_t dropped) {
      count -= dropped;
      for (uint32_t i = 0; i < count; ++i) points[i] = points[i + dropped];
    }
  };

  double LengthAlong(const Side& side) const {
    double length = 0;
    Vec2 from = apex_;
    for (uint32_t i = 0; i < side.count; ++i) {
      length += Length(side.points[i] - from);
      from = side.points[i];
    }
    return length;
  }

  // `turn` is 1 on the left and -1 on the right.
  void AddPoint(Vec2 p, Side& side, Side& other, double turn) {
    // Beyond the other side: the line bends there.
    uint32_t bends = 0;
    for (; bends < other.count; ++bends) {
      const Vec2 bend = other.points[bends];
      if (turn * Cross(bend - apex_, p - apex_) >= 0) break;
      length_ += Length(bend - apex_);
      apex_ = bend;
    }
    if (bends > 0) {
      other.DropFirst(bends);
      side.count = 0;
    }
    // Within it: points that the side no longer touches fall away.
    while (side.count > 0) {
      const Vec2 last = side.points[side.count - 1];
      const Vec2 before = side.count >= 2 ? side.points[side.count - 2] : apex_;
      if (turn * Cross(last - before, p - before) > 0) break;
      --side.count;
    }
    if (side.count == kMost) side.DropFirst(1);
    side.points[side.count++] = p;
  }

  Vec2 apex_;
  double length_ = 0;  // To the apex.
  Side left_, right_;
};

}  // namespace navnet
