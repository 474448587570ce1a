// SPDX-License-Identifier: Apache-2.0
#pragma once
// A funnel in a fixed amount of memory. A search keeps one in each of its nodes, to know the length of the taut path to
// any point behind the last portal.

#include "walk/funnel_sides.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// Exact while neither side has more than kMost points that the path may still turn round. Beyond that, the points next
/// to the last one are dropped, and lengths come out slightly too short.
class ShortFunnel {
 public:
  /// Points per side. More keep longer funnels exact, but make each node of a search larger.
  static constexpr uint32_t kMost = 12;

  /// A bend of a path, and the index of the previous one in a log of bends. Funnels with a common beginning share its
  /// entries.
  struct Bend {
    Vec2 p;
    uint32_t before;
  };
  static constexpr uint32_t kNoBend = 0xFFFFFFFF;

  explicit ShortFunnel(Vec2 start) : sides_(start) {}

  /// Adds the next portal; `left` and `right` are as seen along the path. Bends that become final are appended to the
  /// log.
  void Add(Vec2 left, Vec2 right, std::vector<Bend>& log) {
    const auto bend = [&](Vec2 p) {
      length_ += Length(p - sides_.apex);
      log.push_back({p, last_bend_});
      last_bend_ = uint32_t(log.size() - 1);
    };
    sides_.Add(left, right, bend, [&](const Side& side, size_t bends) { is_whole_ = is_whole_ && bends < side.gap(); });
  }

  /// Writes the bends of the taut path to `p`, a point behind the last portal, in reverse order: `p` first, without the
  /// start. Returns false if some were dropped.
  bool BendsBackFrom(Vec2 p, const std::vector<Bend>& log, std::vector<Vec2>& bends) const {
    bends.clear();
    Vec2 from = sides_.apex;
    const bool is_known = TurnRound(p, from, [&](Vec2 bend) { bends.push_back(bend); });
    std::reverse(bends.begin(), bends.end());
    bends.insert(bends.begin(), p);
    for (uint32_t i = last_bend_; i != kNoBend; i = log[i].before) bends.push_back(log[i].p);
    return is_known && is_whole_;
  }

  /// Length of the taut path to `p`, a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    Vec2 from = sides_.apex;
    TurnRound(p, from, [&](Vec2 bend) { length += Length(bend - from); });
    return length + Length(p - from);
  }

  /// Ends of the last portal; the start if there was none.
  Vec2 left() const { return sides_.left.end(); }
  Vec2 right() const { return sides_.right.end(); }
  /// Lengths of the taut paths to them.
  double LengthToLeft() const { return length_ + LengthAlong(sides_.left); }
  double LengthToRight() const { return length_ + LengthAlong(sides_.right); }

 private:
  class Side {
   public:
    explicit Side(Vec2 end) { points_[0] = end; }
    // Copies only the used points: most sides have very few.
    Side(const Side& other) : size_(other.size_), gap_(other.gap_) {
      for (uint32_t i = 0; i < size_; ++i) points_[i] = other.points_[i];
    }
    Side& operator=(const Side&) = delete;

    size_t size() const { return size_; }
    Vec2 operator[](size_t i) const { return points_[i]; }
    Vec2 end() const { return points_[size_ - 1]; }
    // Index of the first point after the dropped ones; kNoGap if none were dropped.
    uint32_t gap() const { return gap_; }

    void DropFirst(size_t n) {
      const uint32_t dropped = std::min(uint32_t(n), size_ - 1);
      size_ -= dropped;
      if (gap_ != kNoGap) gap_ = gap_ > n ? gap_ - dropped : kNoGap;
      for (uint32_t i = 0; i < size_; ++i) points_[i] = points_[i + dropped];
    }
    void EndIn(Vec2 p, size_t n) {
      size_ = uint32_t(n);
      // The gap vanishes with the point before it.
      if (size_ < gap_) gap_ = kNoGap;
      if (size_ == kMost) {
        --size_;
        gap_ = std::min(gap_, size_);
      }
      points_[size_++] = p;
    }

   private:
    static constexpr uint32_t kNoGap = kMost + 1;

    uint32_t size_ = 1;
    uint32_t gap_ = kNoGap;
    std::array<Vec2, kMost> points_;
  };

  // Moves `from` along the bends of the taut path from the apex to `p`. Returns false if some were dropped.
  template <class Visit>
  bool TurnRound(Vec2 p, Vec2& from, const Visit& visit) const {
    const auto follow = [&](const Side& side, double turn) {
      uint32_t i = 0;
      for (; i < side.size() && TurnsRound(from, side[i], p, turn); ++i) {
        visit(side[i]);
        from = side[i];
      }
      return i;
    };
    const uint32_t round_left = follow(sides_.left, 1);
    if (round_left > 0) return round_left < sides_.left.gap();
    return follow(sides_.right, -1) < sides_.right.gap();
  }

  double LengthAlong(const Side& side) const {
    double length = 0;
    Vec2 from = sides_.apex;
    for (size_t i = 0; i < side.size(); ++i) {
      length += Length(side[i] - from);
      from = side[i];
    }
    return length;
  }

  FunnelSides<Side> sides_;
  double length_ = 0;             // To the apex.
  uint32_t last_bend_ = kNoBend;  // The apex, unless that is the start.
  bool is_whole_ = true;          // No final bend was dropped.
};

}  // namespace navnet
