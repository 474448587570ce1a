// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fastest trajectory through a chain of rooms, from one that is strictly inside all constraints: a primal-dual
// interior-point method (J. Nocedal, S. Wright: Numerical Optimization, chapter 19) whose every iterate satisfies all
// constraints, so that it may stop anywhere.
//
// Unknowns are the knots and the durations. Knot and duration of a piece couple with the next knot and duration alone:
// the system is a chain of 10 × 10 blocks. A step moves durations along T³, and the velocities and accelerations of
// knots as if time were scaled with the duration beside them: along these curves the limits are nearly linear.

#include "solver/block_chain.h"
#include "solver/piece_terms.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Which parts of a knot are given.
enum KnotFix : uint8_t { kFixPosition = 1, kFixVelocity = 2, kFixAcceleration = 4, kFixAll = 7 };

/// What is minimised, and when to stop.
struct NewtonOptions {
  double jerk_weight = 0;    ///< Of ∫|jerk|² dt, in s / (m²/s⁵), added to the duration.
  double tolerance = 0.01;   ///< Done when the barrier accounts for no more than this fraction of the cost.
  double first_barrier = 1;  ///< What the barrier accounts for at first, as a fraction of the cost.
};

/// Knots and pieces of a trajectory.
struct KnotChain {
  std::vector<Knot> knots;     ///< One more than pieces.
  std::vector<uint8_t> fixed;  ///< KnotFix bits by knot.
  std::vector<Piece> pieces;   ///< In order.

  /// Sum of the durations.
  double Duration() const;
  /// Chooses which constraints count: not those that given knots alone decide. Requires: knots, fixed and pieces are
  /// set, but for durations, and for knots that are not given.
  void LayOut(const MotionBounds& bounds);
};

/// The solver with its memory. One thread at a time.
class BarrierNewton {
 public:
  KnotChain chain;      ///< Set it before Begin; Step changes it.
  MotionBounds bounds;  ///< The limits.

  /// Sets up the constraints of the chain. False when one of them is violated or active.
  bool Begin(const NewtonOptions& options);
  /// One Newton step; every constraint holds before and after it. False when there is nothing left to do.
  bool Step();
  /// A Newton step that also changes the velocity and acceleration of a given knot, by as much of `dv` and `da` as the
  /// constraints allow: returns the fraction, 0 to 1. The barrier stays as it is. Requires: the knot is fixed.
  double Shift(size_t knot, Vec3 dv, Vec3 da);
  /// Duration plus weighted jerk.
  double cost() const { return cost_; }
  /// How much the barrier adds to the cost at most, when the chain is centred: all constraints share it, but few of
  /// them are active.
  double BarrierShare() const { return barrier_ * double(constraints_); }
  /// The factor by which all durations can be multiplied until a limit is reached: at most 1. Requires: the first knot
  /// is at rest, and the last one is at rest or free.
  double SlowestScale() const;

 private:
  static constexpr size_t kNoKnot = size_t(-1);

  void SetMultipliers();
  double Cost() const;
  void ChooseScales();
  size_t ScalingPiece(size_t knot) const { return knot < chain.pieces.size() ? knot : knot - 1; }
  KnotChart ChartOf(size_t knot) const;
  bool Solve();
  bool FillAndSolve(double curvature);
  void FixKnots();
  void TakeDirection();
  double FirstScale(double largest_drop) const;
  void MoveTo(double scale);
  bool Evaluate(double& logarithms);
  void KeepStart();
  bool Search(double& scale);
  bool AreLeft(double fraction) const;
  double LeastLeft() const;
  void UpdateMultipliers();
  std::span<double> Of(std::vector<double>& numbers, const Piece& piece) const {
    return std::span(numbers).subspan(piece.first, piece.Size());
  }

  NewtonOptions options_;
  double barrier_ = 0, logarithms_ = 0, cost_ = 0, descent_ = 0, curvature_ = 0;
  double primal_scale_ = 1, dual_scale_ = 1;  // The longest steps to first order.
  size_t constraints_ = 0;
  std::vector<PieceShape> shapes_;
  std::vector<double> slacks_, trial_, multipliers_, slack_changes_;
  std::vector<ChainRow> rows_;
  std::vector<TimeScale> scales_;  // By knot, for one step.
  std::vector<double> gradient_;
  std::vector<Knot> knots_before_, d_knots_, first_order_;
  std::vector<double> durations_before_, d_durations_;
  size_t shifted_ = kNoKnot;  // The given knot that moves, and by how much.
  Knot shift_;
};

}  // namespace navnet
