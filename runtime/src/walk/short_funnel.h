#pragma once
// The funnel of a way through portals (Lee and Preparata, 1984) in a fixed amount of memory: what a search keeps with
// each of its nodes, to know how long the tight line is to any point behind the last portal.

#include <navnet/core/geometry.h>

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

  explicit ShortFunnel(Vec2 start) : apex_(start) {}

  /// The next portal's ends, as seen along the way. Bends that the line now has for good go into the log.
  void Add(Vec2 left, Vec2 right, std::vector<Bend>& log) {
    AddPoint(left, left_, right_, 1, log);
    AddPoint(right, right_, left_, -1, log);
  }

  /// The bends of the tight line to a point behind the last portal, but for the start: backwards, the point first.
  /// False if some were forgotten.
  bool BendsBackFrom(Vec2 p, const std::vector<Bend>& log, std::vector<Vec2>& bends) const {
    bends.clear();
    Vec2 from = apex_;
    const bool is_known = TurnRound(p, from, [&](Vec2 bend) { bends.push_back(bend); });
    std::reverse(bends.begin(), bends.end());
    bends.insert(bends.begin(), p);
    for (uint32_t i = last_bend_; i != kNoBend; i = log[i].before) bends.push_back(log[i].p);
    return is_known && is_whole_;
  }

  /// Of the tight line to a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    Vec2 from = apex_;
    TurnRound(p, from, [&](Vec2 bend) { length += Length(bend - from); });
    return length + Length(p - from);
  }

  /// Ends of the last portal. Requires: there is one.
  Vec2 left() const { return left_.points[left_.count - 1]; }
  Vec2 right() const { return right_.points[right_.count - 1]; }
  /// Of the tight lines to them.
  double LengthToLeft() const { return length_ + LengthAlong(left_); }
  double LengthToRight() const { return length_ + LengthAlong(right_); }

 private:
  static constexpr uint32_t kNoGap = kMost + 1;
  struct Side {
    uint32_t count = 0;
    uint32_t gap = kNoGap;           // Points between this one and the one before it were forgotten.
    std::array<Vec2, kMost> points;  // From the apex outwards.

    Side() = default;
    // Most are all but empty.
    Side(const Side& other) : count(other.count), gap(other.gap) {
      for (uint32_t i = 0; i < count; ++i) points[i] = other.points[i];
    }
    Side& operator=(const Side&) = delete;

    void DropFirst(uint32_t dropped) {
      count -= dropped;
      if (gap != kNoGap) gap = gap > dropped ? gap - dropped : kNoGap;
      for (uint32_t i = 0; i < count; ++i) points[i] = points[i + dropped];
    }
  };

  // Moves `from` along the bends of the tight line from the apex to a point. False if some were forgotten.
  template <class Visit>
  bool TurnRound(Vec2 p, Vec2& from, const Visit& visit) const {
    const auto follow = [&](const Side& side, double turn) {
      uint32_t i = 0;
      for (; i < side.count && turn * Cross(side.points[i] - from, p - from) > 0; ++i) {
        visit(side.points[i]);
        from = side.points[i];
      }
      return i;
    };
    const uint32_t round_left = follow(left_, 1);
    if (round_left > 0) return round_left < left_.gap;
    return follow(right_, -1) < right_.gap;
  }

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
  void AddPoint(Vec2 p, Side& side, Side& other, double turn, std::vector<Bend>& log) {
    // Beyond the other side: the line bends there.
    uint32_t bends = 0;
    for (; bends < other.count; ++bends) {
      const Vec2 bend = other.points[bends];
      if (turn * Cross(bend - apex_, p - apex_) >= 0) break;
      length_ += Length(bend - apex_);
      apex_ = bend;
      log.push_back({bend, last_bend_});
      last_bend_ = uint32_t(log.size() - 1);
    }
    if (bends > 0) {
      is_whole_ = is_whole_ && bends < other.gap;
      other.DropFirst(bends);
      side.count = 0;
      side.gap = kNoGap;
    }
    // Within it: points that the side no longer touches fall away.
    while (side.count > 0) {
      const Vec2 last = side.points[side.count - 1];
      const Vec2 before = side.count >= 2 ? side.points[side.count - 2] : apex_;
      if (turn * Cross(last - before, p - before) > 0) break;
      --side.count;
    }
    // What was beyond the gap fell away with the point before it.
    if (side.count < side.gap) side.gap = kNoGap;
    if (side.count == kMost) {
      --side.count;
      side.gap = std::min(side.gap, side.count);
    }
    side.points[side.count++] = p;
  }

  Vec2 apex_;
  double length_ = 0;             // To the apex.
  uint32_t last_bend_ = kNoBend;  // The apex, unless that is the start.
  bool is_whole_ = true;          // No bend of the line so far was forgotten.
  Side left_, right_;
};

}  // namespace navnet
