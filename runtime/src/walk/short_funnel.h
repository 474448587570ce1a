#pragma once
// The funnel of a way through portals in a fixed amount of memory: what a search keeps with each of its nodes, to know
// how long the tight line is to any point behind the last portal.

#include "walk/funnel_sides.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// Exact while neither side has more than kMost bends that the line may still turn round; of more, those next to the
/// last are forgotten, and lengths come out a little too short.
class ShortFunnel {
 public:
  static constexpr uint32_t kMost = 12;

  /// A bend of a line, and the one before it in a log of bends. Funnels that have ways in common share them.
  struct Bend {
    Vec2 p;
    uint32_t before;
  };
  static constexpr uint32_t kNoBend = 0xFFFFFFFF;

  explicit ShortFunnel(Vec2 start) : sides_(start) {}

  /// The next portal's ends, as seen along the way. Bends that the line now has for good go into the log.
  void Add(Vec2 left, Vec2 right, std::vector<Bend>& log) {
    const auto bend = [&](Vec2 p) {
      length_ += Length(p - sides_.apex);
      log.push_back({p, last_bend_});
      last_bend_ = uint32_t(log.size() - 1);
    };
    sides_.Add(left, right, bend, [&](const Side& side, size_t bends) { is_whole_ = is_whole_ && bends < side.gap(); });
  }

  /// The bends of the tight line to a point behind the last portal, but for the start: backwards, the point first.
  /// False if some were forgotten.
  bool BendsBackFrom(Vec2 p, const std::vector<Bend>& log, std::vector<Vec2>& bends) const {
    bends.clear();
    Vec2 from = sides_.apex;
    const bool is_known = TurnRound(p, from, [&](Vec2 bend) { bends.push_back(bend); });
    std::reverse(bends.begin(), bends.end());
    bends.insert(bends.begin(), p);
    for (uint32_t i = last_bend_; i != kNoBend; i = log[i].before) bends.push_back(log[i].p);
    return is_known && is_whole_;
  }

  /// Of the tight line to a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    Vec2 from = sides_.apex;
    TurnRound(p, from, [&](Vec2 bend) { length += Length(bend - from); });
    return length + Length(p - from);
  }

  /// Ends of the last portal; the start if there was none.
  Vec2 left() const { return sides_.left.end(); }
  Vec2 right() const { return sides_.right.end(); }
  /// Of the tight lines to them.
  double LengthToLeft() const { return length_ + LengthAlong(sides_.left); }
  double LengthToRight() const { return length_ + LengthAlong(sides_.right); }

 private:
  class Side {
   public:
    explicit Side(Vec2 end) { points_[0] = end; }
    // Most are all but empty.
    Side(const Side& other) : size_(other.size_), gap_(other.gap_) {
      for (uint32_t i = 0; i < size_; ++i) points_[i] = other.points_[i];
    }
    Side& operator=(const Side&) = delete;

    size_t size() const { return size_; }
    Vec2 operator[](size_t i) const { return points_[i]; }
    Vec2 end() const { return points_[size_ - 1]; }
    // Points between this one and the one before it were forgotten.
    uint32_t gap() const { return gap_; }

    void DropFirst(size_t n) {
      const uint32_t dropped = std::min(uint32_t(n), size_ - 1);
      size_ -= dropped;
      if (gap_ != kNoGap) gap_ = gap_ > n ? gap_ - dropped : kNoGap;
      for (uint32_t i = 0; i < size_; ++i) points_[i] = points_[i + dropped];
    }
    void EndIn(Vec2 p, size_t n) {
      size_ = uint32_t(n);
      // What was beyond the gap fell away with the point before it.
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

  // Moves `from` along the bends of the tight line from the apex to a point. False if some were forgotten.
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
  bool is_whole_ = true;          // No bend of the line so far was forgotten.
};

}  // namespace navnet
