#pragma once
// The step of the funnel algorithm (Lee and Preparata, 1984) that takes the next portal, for Funnel and ShortFunnel.
//
// A funnel is what the shortest line through a row of portals may still be: it is certain up to the apex, and from
// there two chains of points, the sides, lead to the ends of the last portal. The line to any point behind that portal
// follows one of the sides as far as it turns round it.

#include <navnet/core/geometry.h>

#include <cassert>
#include <cmath>
#include <cstddef>

namespace navnet {

/// Whether the line from one point to another must turn round a third, which has to stay on its left (turn 1) or right
/// (turn -1).
inline bool TurnsRound(Vec2 from, Vec2 bend, Vec2 to, double turn) {
  // Places as near as this to each other are one. The two sides of a wall are much farther apart for any agent.
  constexpr double kRounding_m = 1e-9;
  const Vec2 a = bend - from, b = to - from;
  const double cross = turn * Cross(a, b);
  if (!(cross > 0)) return false;
  if (Dot(a, b) >= LengthSquared(a)) return true;
  // The line ends before it comes to the bend, or goes away from it: as from a place on a portal to one of its ends.
  // Then a rounding error must not send it to the bend and back.
  return cross > kRounding_m * (std::abs(a.x) + std::abs(a.y) + std::abs(b.x) + std::abs(b.y));
}

/// Side: a chain of points from the apex outwards.
///   - `size()` is at least 1. The last point is the side's end of the last portal, or the apex if there was none.
///   - `DropFirst(n)` drops the first n points, but never the last one.
///   - `EndIn(p, n)` keeps the first n points and puts p behind them.
/// So there is no empty side, whatever the portals are, and after Add each side ends in its end of the portal. A side
/// that ends in the apex has nothing to turn round.
///
/// The line is the shortest if the portals follow each other: none has a point before the one that it follows, seen
/// along the way. Portals may be points, and may touch.
template <class Side>
struct FunnelSides {
  Vec2 apex;
  Side left, right;

  explicit FunnelSides(Vec2 start) : apex(start), left(start), right(start) {}

  /// The next portal's ends, as seen along the way. For bends that the line now has for good, calls `bend(p)` before
  /// the apex moves to p, then `bent(side, n)` before that side drops its first n points.
  template <class Bend, class Bent>
  void Add(Vec2 to_left, Vec2 to_right, const Bend& bend, const Bent& bent) {
    Move(left, to_left, right, 1, bend, bent);
    Move(right, to_right, left, -1, bend, bent);
    assert(left.end() == to_left && right.end() == to_right);
  }

 private:
  // Moves the end of a side. `turn` is 1 for the left side and -1 for the right.
  template <class Bend, class Bent>
  void Move(Side& side, Vec2 to, Side& other, double turn, const Bend& bend, const Bent& bent) {
    // Beyond the other side: the line bends there.
    size_t bends = 0;
    for (; bends < other.size(); ++bends) {
      const Vec2 p = other[bends];
      if (!TurnsRound(apex, p, to, -turn)) break;
      bend(p);
      apex = p;
    }
    size_t kept = side.size();
    if (bends > 0) {
      bent(other, bends);
      other.DropFirst(bends);
      kept = 0;
    }
    // Within it: points that the side no longer touches fall away.
    for (; kept > 0; --kept) {
      const Vec2 last = side[kept - 1], before = kept >= 2 ? side[kept - 2] : apex;
      if (TurnsRound(before, last, to, turn)) break;
    }
    side.EndIn(to, kept);
  }
};

}  // namespace navnet
