// SPDX-License-Identifier: Apache-2.0
#pragma once
// The constraints of one piece of a trajectory, and what they contribute to a Newton step.
//
// A piece is a quintic in time between two knots (position, velocity, acceleration), in a duration T: a Bézier curve of
// degree 5 whose control points are linear in the knots, with powers of T as factors. Its velocity, acceleration and
// jerk are Bézier curves of degree 4, 3 and 2. A Bézier curve lies in the convex hull of its control points, so the
// piece lies in a convex room if its 6 control points do, and a derivative keeps a limit if its control points do.

#include <navnet/core/geometry.h>
#include <navnet/runtime/room.h>

#include <array>
#include <cstdint>
#include <span>

namespace navnet {

/// Position, velocity and acceleration at an end of a piece.
struct Knot {
  Vec3 p, v, a;
};

/// Limits of a motion as reciprocals, so that no limit is 0.
struct MotionBounds {
  double per_speed = 0, per_acceleration = 0, per_jerk = 0;  ///< 1 / limit of the norm.
  double per_climb = 0, per_descent = 0;                     ///< 1 / limit of the velocity along `up`, and against it.
  int up = 2;                                                ///< Index of the axis that points up.
};

/// Control points of the derivatives that have limits: velocity 1 to 4, acceleration 1 to 3, jerk 0 to 2. Those at the
/// start of a piece are left out: they belong to the piece before it, or are given.
inline constexpr int kMotions = 10;
/// Of them, the velocities come first.
inline constexpr int kVelocities = 4;
/// A motion is linear in the shape's unknowns (position, T v, T² a), divided by this power of T: 1 to 3.
constexpr int PowerOf(int motion) { return motion < kVelocities ? 1 : motion < 7 ? 2 : 3; }
/// Control points of a position, padded to whole vector registers.
inline constexpr int kLanes = 8;

/// The numbers of a piece's constraints in a flat array: a row of kLanes for each plane of its room, then one row of
/// kMotionRow.
inline constexpr int kMotionRow = 24;
/// Offsets in the last row: norms of the motions, climbing, descending.
inline constexpr int kClimb = kMotions, kDescend = kMotions + kVelocities;

/// 1 / limit of the norm of a motion.
constexpr double PerLimit(const MotionBounds& bounds, int motion) {
  return PowerOf(motion) == 1 ? bounds.per_speed : PowerOf(motion) == 2 ? bounds.per_acceleration : bounds.per_jerk;
}

/// One piece: which knots it joins is its place in the chain.
struct Piece {
  double duration_s = 0;
  uint32_t room = 0;                  ///< Index of its room in the corridor.
  std::span<const HalfSpace> planes;  ///< Of its room.
  size_t first = 0;                   ///< Index of its first constraint.
  uint8_t points = 0;                 ///< Bit i: control point i of the position is constrained.
  uint16_t motions = 0;               ///< Bit i: motion i is constrained.
  double duration_powers = 0;         ///< Sum of the powers of T in the slacks, see SlacksOf.
  /// Number of its constraints in the flat arrays, including padding.
  size_t Size() const { return planes.size() * kLanes + kMotionRow; }
};

/// Control points of a piece and of its derivatives.
struct PieceShape {
  double point[3][kLanes];     ///< By axis: of the position.
  double motion[kMotions][3];  ///< Of the derivatives.
};

/// Computes the control points.
void ShapeOf(const Knot& from, const Knot& to, double duration_s, PieceShape& shape);

/// How much the control points change, to first order, for a change of the knots and of the duration.
void ChangeOf(const Knot& from, const Knot& to, double duration_s, const PieceShape& shape, const Knot& d_from,
              const Knot& d_to, double d_duration_s, PieceShape& change);

/// Computes the slacks of the constraints: how far each control point is inside a plane, in metres; 1 minus the square
/// of a norm relative to its limit; 1 minus a climb or a descent relative to its limit. 1 where nothing is constrained.
/// Returns the sum of the logarithms of the slacks, those of motions times T^power, and of T; minus infinity when one
/// of them is not above 0. With that factor, slacks are concave in the shape's unknowns and T³.
double SlacksOf(const Piece& piece, const MotionBounds& bounds, const PieceShape& shape, std::span<double> slacks);

/// Computes the first-order change of the slacks, with their factors T^power, for a change of the shape and the
/// relative change `longer` of the duration; 0 where nothing is constrained. Divided by T^power again.
void SlackChanges(const Piece& piece, const MotionBounds& bounds, const PieceShape& shape, const PieceShape& change,
                  double longer, std::span<double> changes);

/// Along which curve a step moves a knot's velocity and acceleration while durations change: as if time near the knot
/// were scaled with the duration of the piece after it or before it, or not at all (for knots that are given).
enum class TimeScale : uint8_t { None, Before, After };

/// A knot with its time scale.
struct KnotChart {
  Knot knot;
  TimeScale scale = TimeScale::None;
  double duration_s = 0;  ///< Of the piece after it.
};

/// What a piece contributes to a Newton step, in the order: first knot (9 unknowns), duration, second knot, the next
/// piece's duration.
struct PieceSystem {
  static constexpr int kSize = 20;
  double hessian[kSize][kSize];  ///< Symmetric.
  double gradient[kSize];
};

/// What weighs the terms of a Newton step.
struct TermWeights {
  double barrier = 0;      ///< Of the logarithms of the slacks.
  double jerk_weight = 0;  ///< Of ∫|jerk|² dt.
  double curvature = 0;    ///< Share of the second derivatives of the knots' curves, 0 to 1.
};

/// Sets the gradient of T + jerk_weight ∫|jerk|² dt - barrier Σ log(slack), and the Hessian of the Lagrangian with the
/// given multipliers, which are 0 where there is no constraint. Without the knots' curves it is positive semidefinite.
void AddTerms(const Piece& piece, const MotionBounds& bounds, const KnotChart& from, const KnotChart& to,
              const PieceShape& shape, std::span<const double> slacks, std::span<const double> multipliers,
              const TermWeights& weights, PieceSystem& system);

/// ∫|jerk|² dt of a piece.
double JerkIntegral(const PieceShape& shape, double duration_s);

}  // namespace navnet
