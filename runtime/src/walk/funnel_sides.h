// SPDX-License-Identifier: Apache-2.0
#pragma once
// The step of the funnel algorithm (Lee and Preparata, 1984) that adds the next portal. Shared by Funnel and
// ShortFunnel.
//
// A funnel represents all shortest paths through the portals so far: they share the part up to the apex, and from there
// two chains of points, the sides, lead to the ends of the last portal. The shortest path to any point behind that
// portal follows one of the sides for as long as it has to turn round it.

#include <navnet/core/geometry.h>

#include <cassert>
#include <cmath>
#include <cstddef>

namespace navnet {

/// Whether the segment from `from` to `to` must turn round `bend`, which has to stay on its left (kTurn 1) or right
/// (kTurn -1).
template <int kTurn>
inline bool TurnsRound(Vec2 from, Vec2 bend, Vec2 to) {
  // Points this near to each other count as one. The two sides of a wall are much farther apart for any agent.
  constexpr double kRounding_m = 1e-9;
  const Vec2 a = bend - from, b = to - from;
  const double cross = kTurn > 0 ? Cross(a, b) : Cross(b, a);
  if (!(cross > 0)) return false;
  if (Dot(a, b) >= LengthSquared(a)) return true;
  // The segment ends before it reaches the bend, or leads away from it; for example from a point on a portal to one of
  // its ends. A rounding error must not send the path to the bend and back.
  return cross > kRounding_m * (std::abs(a.x) + std::abs(a.y) + std::abs(b.x) + std::abs(b.y));
}

/// Side: a chain of points; the first is the apex, the last the side's end of the last portal, or the apex if there was
/// none.
///   - `size()` points follow the apex. `[0]` is the apex, `[i]` the i-th point behind it.
///   - `Advance(n)` makes the n-th point the apex.
///   - `EndIn(p, n)` keeps the first n points behind the apex and puts p behind them.
///   - `Restart(apex, p)` leaves these two.
/// After Add each side ends in its end of the portal, whatever the portals are. A side that ends in the apex has
/// nothing to turn round.
///
/// The path is the shortest if the portals are in order: no point of a portal lies before the previous portal, as seen
/// along the path. Portals may be points, and may touch.
template <class Side>
struct FunnelSides {
  Side left, right;

  explicit FunnelSides(Vec2 start) : FunnelSides(Side(start), Side(start)) {}
  FunnelSides(const Side& left_side, const Side& right_side) : left(left_side), right(right_side) {}

  Vec2 apex() const { return left[0]; }

  /// Adds the next portal; `to_left` and `to_right` are as seen along the path. For each bend that becomes final, calls
  /// `bend(from, p)`, where `from` is the apex before it moves to p.
  template <class Bend>
  void Add(Vec2 to_left, Vec2 to_right, const Bend& bend) {
    Move<1>(left, to_left, right, bend);
    Move<-1>(right, to_right, left, bend);
    assert(left[left.size()] == to_left && right[right.size()] == to_right);
  }

 private:
  // Moves the end of `side` to `to`. `kTurn` is 1 for the left side and -1 for the right.
  template <int kTurn, class Bend>
  void Move(Side& side, Vec2 to, Side& other, const Bend& bend) {
    if (other.size() > 0 && TurnsRound<-kTurn>(other[0], other[1], to)) return MoveBeyond<kTurn>(side, to, other, bend);
    // The new end lies within the funnel: drop the points that the side no longer turns round.
    size_t kept = side.size();
    while (kept > 0 && !TurnsRound<kTurn>(side[kept - 1], side[kept], to)) --kept;
    side.EndIn(to, kept);
  }

  // The same where the new end lies beyond the other side: the path bends there.
  template <int kTurn, class Bend>
  void MoveBeyond(Side& side, Vec2 to, Side& other, const Bend& bend) {
    bend(other[0], other[1]);
    size_t bends = 1;
    for (; bends < other.size() && TurnsRound<-kTurn>(other[bends], other[bends + 1], to); ++bends) {
      bend(other[bends], other[bends + 1]);
    }
    other.Advance(bends);
    side.Restart(other[0], to);
  }
};

}  // namespace navnet
