// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vertical slices through triangles and upright boxes: solid heights along a horizontal line. "The plan" is the
// horizontal plane, the projection of the world along its up axis.

#include <navnet/core/geometry.h>

#include <array>
#include <span>
#include <vector>

namespace navnet {

/// Interval on a line: from `lo` to `hi`; empty when lo > hi.
struct Stretch {
  double lo = 0, hi = -1;

  bool IsEmpty() const { return lo > hi; }
};

/// The part of [from, to] where a linear function with these values at the ends is >= 0.
Stretch WhereNotNegative(double from, double to, double at_from, double at_to);
inline Stretch Common(Stretch a, Stretch b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }
/// The union of intervals, as disjoint intervals in ascending order.
std::vector<Stretch> MergedParts(std::vector<Stretch> parts);
/// The intersection of two such unions.
std::vector<Stretch> CommonParts(std::span<const Stretch> a, std::span<const Stretch> b);

/// A triangle or an upright box, as its projection onto the plan and its heights.
struct PlanSolid {
  std::array<Vec2, 4> corners;    ///< Three of a triangle; four of a box, in order around it.
  std::array<double, 3> heights;  ///< One per corner of a triangle; bottom and top of a box.
  bool is_box = false;
  bool is_walkable = false;  ///< Walkable triangles (by slope, or in low patches), and boxes.

  size_t corner_count() const { return is_box ? 4 : 3; }
  double TopAt(size_t corner) const { return is_box ? heights[1] : heights[corner]; }
};

/// A line on the plan: points `origin + u * direction`, for a unit direction.
struct PlanLine {
  Vec2 origin, direction;

  Vec2 At(double u) const { return origin + u * direction; }
};

/// Vertical slice through a solid: the area between a lower and an upper line over [u0, u1]. The two coincide for a
/// triangle that is not vertical.
struct SlicePiece {
  double u0 = 0, u1 = 0, low0 = 0, low1 = 0, high0 = 0, high1 = 0;
  bool is_walkable = false;  ///< Whether its upper line is walkable.

  double Low(double u) const { return Between(u, low0, low1); }
  double High(double u) const { return Between(u, high0, high1); }
  double Slope() const { return u1 > u0 ? std::abs(high1 - high0) / (u1 - u0) : 0; }

 private:
  double Between(double u, double at0, double at1) const {
    return u1 > u0 ? at0 + (at1 - at0) * ((u - u0) / (u1 - u0)) : at1;
  }
};

/// Appends the slice through a solid along a line, if the solid lies above or below the line.
void AddSlice(const PlanSolid& solid, const PlanLine& line, std::vector<SlicePiece>& out);

/// Limits of walking, and tolerances, in metres.
struct SliceRules {
  double step_m, height_m;
  double plan_slack_m, height_slack_m;
};

/// Whether a piece is shorter on the plan than the tolerance: a wall, or nearly one.
inline bool IsUpright(const SlicePiece& piece, const SliceRules& rules) {
  return piece.u1 - piece.u0 < rules.plan_slack_m;
}

/// The interval in which a piece obstructs an agent that walks from height `at_from` at `from` to `at_to` at `to`:
/// where it is lower than the agent's height above that line, and higher than the line by more than the tolerance (for
/// walls: by more than a step).
Stretch WhereInTheWay(const SlicePiece& piece, double from, double to, double at_from, double at_to,
                      const SliceRules& rules);

/// How far an agent can walk straight ahead from height `z` at u = 0, at most `length`: from surface to surface, as
/// long as the next one is at most a step higher or lower and has headroom. Of several possible surfaces the one that
/// leads farthest is used.
double WalkAlong(std::span<const SlicePiece> pieces, double z, double length, const SliceRules& rules);

}  // namespace navnet
