// SPDX-License-Identifier: Apache-2.0
#pragma once
// A funnel in a fixed amount of memory. A search keeps one in each of its nodes, to know the length of the taut path to
// any point behind the last portal.

#include "walk/funnel_sides.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace navnet {

/// Exact while neither side has more than kMost points that the path may still turn round. Beyond that, the points next
/// to the last one are dropped, and lengths come out slightly too short.
class ShortFunnel {
 public:
  /// Points per side. More keep longer funnels exact, but make each node of a search larger.
  static constexpr uint32_t kMost = 12;

  explicit ShortFunnel(Vec2 start) : sides_(start) {}

  /// Adds the next portal; `left` and `right` are as seen along the path.
  void Add(Vec2 left, Vec2 right) {
    sides_.Add(left, right, [&](Vec2 bend) { length_ += Length(bend - sides_.apex); });
  }

  /// Length of the taut path to `p`, a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    Vec2 from = sides_.apex;
    const auto follow = [&](const Side& side, double turn) {
      size_t i = 0;
      for (; i < side.size() && TurnsRound(from, side[i], p, turn); ++i) {
        length += Length(side[i] - from);
        from = side[i];
      }
      return i > 0;
    };
    if (!follow(sides_.left, 1)) follow(sides_.right, -1);
    return length + Length(p - from);
  }

  /// Whether no point was dropped so far.
  bool is_whole() const { return sides_.left.is_whole() && sides_.right.is_whole(); }

 private:
  class Side {
   public:
    explicit Side(Vec2 end) { Set(0, end); }
    // Copies only the used points: most sides have very few.
    Side(const Side& other) : size_(other.size_), is_whole_(other.is_whole_) {
      for (uint32_t i = 0; i < 2 * size_; ++i) xy_[i] = other.xy_[i];
    }
    Side& operator=(const Side&) = delete;

    size_t size() const { return size_; }
    Vec2 operator[](size_t i) const { return {xy_[2 * i], xy_[2 * i + 1]}; }
    Vec2 end() const { return (*this)[size_ - 1]; }
    bool is_whole() const { return is_whole_; }

    void DropFirst(size_t n) {
      const uint32_t dropped = std::min(uint32_t(n), size_ - 1);
      size_ -= dropped;
      for (uint32_t i = 0; i < 2 * size_; ++i) xy_[i] = xy_[i + 2 * dropped];
    }
    void EndIn(Vec2 p, size_t n) {
      size_ = uint32_t(n);
      if (size_ == kMost) {
        --size_;
        is_whole_ = false;
      }
      Set(size_++, p);
    }

   private:
    void Set(uint32_t i, Vec2 p) {
      xy_[2 * i] = p.x;
      xy_[2 * i + 1] = p.y;
    }

    uint32_t size_ = 1;
    bool is_whole_ = true;
    std::array<double, 2 * kMost> xy_;  ///< Plain numbers: unused ones are not initialised.
  };

  FunnelSides<Side> sides_;
  double length_ = 0;  ///< To the apex.
};

}  // namespace navnet
