// SPDX-License-Identifier: Apache-2.0
#pragma once
// A funnel in a fixed amount of memory. A search keeps one in each of its nodes, to know the length of the taut path to
// any point behind the last portal.

#include "walk/funnel_sides.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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
    sides_.Add(left, right, [&](Vec2 from, Vec2 bend) { length_ += Length(bend - from); });
  }
  /// The same; bends that become final are appended to a log.
  void Add(Vec2 left, Vec2 right, std::vector<Bend>& log) {
    sides_.Add(left, right, [&](Vec2 from, Vec2 bend) {
      length_ += Length(bend - from);
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

  /// The last bend of a taut path, or the start, and the length of the path.
  struct End {
    Vec2 last;
    double length;
  };
  /// The end of the taut path to `p`, a point behind the last portal.
  End EndAt(Vec2 p) const {
    double length = length_;
    const Vec2 last = EachBendTo(p, [&](Vec2 from, Vec2 bend) { length += Length(bend - from); });
    return {last, length + Length(p - last)};
  }
  double LengthTo(Vec2 p) const { return EndAt(p).length; }

  /// Ends of the last portal; the start if there was none.
  Vec2 left() const { return sides_.left[sides_.left.size()]; }
  Vec2 right() const { return sides_.right[sides_.right.size()]; }
  /// Lengths of the taut paths to them.
  double LengthToLeft() const { return length_ + LengthAlong(sides_.left); }
  double LengthToRight() const { return length_ + LengthAlong(sides_.right); }

  /// Whether no point was dropped so far.
  bool is_whole() const { return sides_.left.is_whole() && sides_.right.is_whole(); }

 private:
  class Side {
   public:
    explicit Side(Vec2 apex) { Set(0, apex); }
    // Copies only the used points: most sides have very few. Two at a time, so that the loop is short.
    Side(const Side& other) : size_(other.size_), is_whole_(other.is_whole_) {
      const double* from = &other.xy_[2 * other.first_];
      for (uint32_t i = 0; i <= size_; i += 2) std::memcpy(&xy_[2 * i], from + 2 * i, 4 * sizeof(double));
    }
    Side& operator=(const Side&) = delete;

    size_t size() const { return size_; }
    Vec2 operator[](size_t i) const { return {xy_[2 * (first_ + i)], xy_[2 * (first_ + i) + 1]}; }
    bool is_whole() const { return is_whole_; }

    void Advance(size_t n) {
      first_ += uint32_t(n);
      size_ -= uint32_t(n);
    }
    void EndIn(Vec2 p, size_t n) {
      size_ = uint32_t(n);
      if (size_ == kMost) {
        --size_;
        is_whole_ = false;
      }
      if (first_ + size_ == kMost) MoveToFront();
      Set(first_ + ++size_, p);
    }
    void Restart(Vec2 apex, Vec2 p) {
      first_ = 0;
      size_ = 1;
      Set(0, apex);
      Set(1, p);
    }

   private:
    void Set(uint32_t i, Vec2 p) {
      xy_[2 * i] = p.x;
      xy_[2 * i + 1] = p.y;
    }
    void MoveToFront() {
      std::copy_n(&xy_[2 * first_], 2 * (size_ + 1), &xy_[0]);
      first_ = 0;
    }

    uint32_t first_ = 0, size_ = 0;
    bool is_whole_ = true;
    /// The apex, `size_` points and one that is only copied. Plain numbers: unused ones are not initialised.
    std::array<double, 2 * (kMost + 2)> xy_;
  };

  static constexpr uint32_t kNoBend = 0xFFFFFFFF;

  // Calls visit(from, bend) for each bend of the taut path from the apex to `p`. Returns the last one, or the apex.
  template <class Visit>
  Vec2 EachBendTo(Vec2 p, const Visit& visit) const {
    const Side &left = sides_.left, &right = sides_.right;
    size_t i = 0;
    for (; i < left.size() && TurnsRound<1>(left[i], left[i + 1], p); ++i) visit(left[i], left[i + 1]);
    if (i > 0) return left[i];
    for (; i < right.size() && TurnsRound<-1>(right[i], right[i + 1], p); ++i) visit(right[i], right[i + 1]);
    return right[i];
  }

  static double LengthAlong(const Side& side) {
    double length = 0;
    for (size_t i = 0; i < side.size(); ++i) length += Length(side[i + 1] - side[i]);
    return length;
  }

  FunnelSides<Side> sides_;
  double length_ = 0;             ///< To the apex.
  uint32_t last_bend_ = kNoBend;  ///< Of the log; the apex, unless that is the start.
};

}  // namespace navnet
