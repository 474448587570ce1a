#pragma once
// Vertical cuts through triangles and upright boxes: along a line of the plan, what is solid at which height?

#include <navnet/core/geometry.h>

#include <array>
#include <span>
#include <vector>

namespace navnet {

/// Part of a line: from `lo` to `hi`; empty when lo > hi.
struct Stretch {
  double lo = 0, hi = -1;

  bool IsEmpty() const { return lo > hi; }
};

/// Where in [from, to] a linear function with these values at the ends is at least 0.
Stretch WhereNotNegative(double from, double to, double at_from, double at_to);
inline Stretch Common(Stretch a, Stretch b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }
/// The union of stretches, as disjoint ones in ascending order.
std::vector<Stretch> MergedParts(std::vector<Stretch> parts);
/// The intersection of two such unions.
std::vector<Stretch> CommonParts(std::span<const Stretch> a, std::span<const Stretch> b);

/// A triangle, or an upright box, over the plan.
struct PlanSolid {
  std::array<Vec2, 4> corners;    ///< Three of a triangle; four of a box, in order around it.
  std::array<double, 3> heights;  ///< By corner of a triangle; bottom and top of a box.
  bool is_box = false;
  bool is_walkable = false;  ///< A triangle that is walkable by slope; the top of a box.

  size_t corner_count() const { return is_box ? 4 : 3; }
  double TopAt(size_t corner) const { return is_box ? heights[1] : heights[corner]; }
};

/// A level line of the plan: points `origin + u * direction`, for a unit direction.
struct PlanLine {
  Vec2 origin, direction;

  Vec2 At(double u) const { return origin + u * direction; }
};

/// A cut through a solid: between two lines over [u0, u1]. They are one line for a triangle, unless it is upright.
struct SlicePiece {
  double u0 = 0, u1 = 0, low0 = 0, low1 = 0, high0 = 0, high1 = 0;
  bool is_walkable = false;  ///< Its upper line is.

  double Low(double u) const { return Between(u, low0, low1); }
  double High(double u) const { return Between(u, high0, high1); }
  double Slope() const { return u1 > u0 ? std::abs(high1 - high0) / (u1 - u0) : 0; }

 private:
  double Between(double u, double at0, double at1) const {
    return u1 > u0 ? at0 + (at1 - at0) * ((u - u0) / (u1 - u0)) : at1;
  }
};

/// Appends the cut through a solid above or below a line, if it meets one.
void AddSlice(const PlanSolid& solid, const PlanLine& line, std::vector<SlicePiece>& out);

/// The least that walking needs.
struct SliceRules {
  double step_m, height_m;
  double plan_slack_m, height_slack_m;
};

/// Whether a piece is too short on the plan to walk on: a wall, or nearly one.
inline bool IsUpright(const SlicePiece& piece, const SliceRules& rules) {
  return piece.u1 - piece.u0 < rules.plan_slack_m;
}

/// Where a piece lies too low above the line from height `at_from` at `from` to `at_to` at `to` for an agent to walk
/// there: lower than its height, and not so low that it is the surface itself. Walls may be as high as a step.
Stretch WhereInTheWay(const SlicePiece& piece, double from, double to, double at_from, double at_to,
                      const SliceRules& rules);

/// How far one can walk in a straight line over the surface from the height `z` at u = 0, at most `length`: from
/// surface to surface, as long as the next one is at most a step higher or lower and has headroom. Where there is a
/// choice, the surface that leads farther counts.
double WalkAlong(std::span<const SlicePiece> pieces, double z, double length, const SliceRules& rules);

}  // namespace navnet
