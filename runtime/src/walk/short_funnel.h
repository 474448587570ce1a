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

  explicit ShortFunnel(Vec2 start) : sides_(start) {}

  /// Adds the next portal; `left` and `right` are as seen along the path.
  void Add(Vec2 left, Vec2 right) {
    sides_.Add(left, right, [&](Vec2 bend) { length_ += Length(bend - sides_.apex); });
  }
  /// The same; bends that become final are appended to a log.
  void Add(Vec2 left, Vec2 right, std::vector<Bend>& log) {
    sides_.Add(left, right, [&](Vec2 bend) {
      length_ += Length(bend - sides_.apex);
      log.push_back({bend, last_bend_});
      last_bend_ = uint32_t(log.size() - 1);
    });
  }

  /// Writes the bends of the taut path to `p`, a point behind the last portal, in reverse order: `p` first, without the
  /// start. Requires: all portals were added with `log`. Bends are missing unless is_whole().
  void BendsBackFrom(Vec2 p, const std::vector<Bend>& log, std::vector<Vec2>& bends) const {
    bends.clear();
    EachBendTo(p, [&](Vec2 /*from*/, Vec2 bend) { bends.push_back(bend); });
    std::reverse(bends.begin(), bends.end());
    bends.insert(bends.begin(), p);
    for (uint32_t i = last_bend_; i != kNoBend; i = log[i].before) bends.push_back(log[i].p);
  }

  /// Length of the taut path to `p`, a point behind the last portal.
  double LengthTo(Vec2 p) const {
    double length = length_;
    const Vec2 last = EachBendTo(p, [&](Vec2 from, Vec2 bend) { length += Length(bend - from); });
    return length + Length(p - last);
  }

  /// Ends of the last portal; the start if there was none.
  Vec2 left() const { return sides_.left.end(); }
  Vec2 right() const { return sides_.right.end(); }
  /// Lengths of the taut paths to them.
  double LengthToLeft() const { return length_ + LengthAlong(sides_.left); }
  double LengthToRight() const { return length_ + LengthAlong(sides_.right); }

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

  static constexpr uint32_t kNoBend = 0xFFFFFFFF;

  // Calls visit(from, bend) for each bend of the taut path from the apex to `p`. Returns the last one, or the apex.
  template <class Visit>
  Vec2 EachBendTo(Vec2 p, const Visit& visit) const {
    Vec2 from = sides_.apex;
    const Side &left = sides_.left, &right = sides_.right;
    size_t i = 0;
    for (; i < left.size() && TurnsRound<1>(from, left[i], p); ++i) {
      visit(from, left[i]);
      from = left[i];
    }
    if (i > 0) return from;
    for (; i < right.size() && TurnsRound<-1>(from, right[i], p); ++i) {
      visit(from, right[i]);
      from = right[i];
    }
    return from;
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
  double length_ = 0;             ///< To the apex.
  uint32_t last_bend_ = kNoBend;  ///< Of the log; the apex, unless that is the start.
};

}  // namespace navnet
