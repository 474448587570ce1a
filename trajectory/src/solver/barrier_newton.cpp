// SPDX-License-Identifier: Apache-2.0
#include "solver/barrier_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int kSize = ChainRow::kSize, kNext = ChainRow::kNext, kRight = ChainRow::kRight;
constexpr int kDuration = 9;

// Share of the second derivatives of the knots' curves in the Hessian. 0: Gauss–Newton, always positive definite, but
// its steps are too long; 1: exact, indefinite far from the solution. Measured best from 0.3 to 0.5.
constexpr double kCurvature = 0.4;
// A piece this much longer than the one before it leaves their knot's velocity as it is: see ChooseScales.
constexpr double kLonger = 0.8;
constexpr double kLeastCurvature = 0.05;             // Below, where the system is not positive definite: 0.
constexpr double kToBorder = 0.9;                    // Fraction of the way to the nearest constraint, to first order.
constexpr double kLeastSlack = 0.35;                 // A step may shrink no slack below this fraction.
constexpr double kWantedSlack = 0.4;                 // Fraction that a shortened step aims at.
constexpr double kBacktrack = 0.7, kShortest = 0.3;  // Ratio of consecutive steps in a line search, at most and least.
constexpr int kTrials = 40;                          // Maximum number of them.
constexpr double kDescent = 1e-4;        // Fraction of the expected decrease that a step must bring (Armijo).
constexpr double kRounding = 1e-13;      // Relative error of the barrier function.
constexpr double kMultiplierRange = 10;  // Multipliers stay within this factor of barrier / slack.
// Ratio of consecutive barriers, by the length of the last step: a short step leaves the barrier as it is.
constexpr double kShrinkLong = 0.3, kShrinkMiddle = 0.3, kShrinkShort = 0.6;
constexpr double kLong = 0.9, kMiddle = 0.5, kShort = 0.3;
constexpr double kCentred = 0.1;  // Expected decrease, in units of the barrier, below which the last stage ends.

Vec3 ThreeAt(const ChainRow& row, int first) {
  return {row.Solution(first), row.Solution(first + 1), row.Solution(first + 2)};
}

Knot Moved(const Knot& k, const Knot& d, double s) { return {k.p + d.p * s, k.v + d.v * s, k.a + d.a * s}; }

}  // namespace

bool BarrierNewton::Begin(const NewtonOptions& options) {
  options_ = options;
  const size_t pieces = chain.pieces.size(), knots = chain.knots.size();
  const size_t numbers = chain.pieces.back().first + chain.pieces.back().Size();
  for (auto* array : {&slacks_, &trial_, &multipliers_, &slack_changes_}) array->resize(numbers);
  shapes_.resize(pieces);
  rows_.resize(knots);
  gradient_.resize(knots * kSize);
  d_knots_.resize(knots);
  d_durations_.resize(pieces);
  if (!Evaluate(logarithms_)) return false;
  slacks_.swap(trial_);
  cost_ = Cost();
  SetMultipliers();
  return true;
}

// Multipliers of the central path: barrier / slack; 0 where there is no constraint.
void BarrierNewton::SetMultipliers() {
  constraints_ = 0;
  for (const Piece& piece : chain.pieces) {
    const std::span<double> l = Of(multipliers_, piece);
    std::fill(l.begin(), l.end(), 0);
    const size_t last = piece.planes.size() * kLanes;
    for (size_t i = 0; i < last; ++i) l[i] = piece.points >> (i % kLanes) & 1;
    for (int m = 0; m < kMotions; ++m) {
      if (!(piece.motions >> m & 1)) continue;
      l[last + m] = 1;
      if (m < kVelocities) l[last + kClimb + m] = bounds.per_climb > 0;
      if (m < kVelocities) l[last + kDescend + m] = bounds.per_descent > 0;
    }
  }
  for (const double l : multipliers_) constraints_ += l > 0;
  constraints_ += chain.pieces.size();  // Durations are above 0.
  barrier_ = options_.first_barrier * cost_ / double(constraints_);
  for (size_t i = 0; i < slacks_.size(); ++i) multipliers_[i] *= barrier_ / slacks_[i];
}

double BarrierNewton::Cost() const {
  double sum = chain.Duration();
  if (options_.jerk_weight > 0) {
    for (size_t i = 0; i < chain.pieces.size(); ++i) {
      sum += options_.jerk_weight * JerkIntegral(shapes_[i], chain.pieces[i].duration_s);
    }
  }
  return sum;
}

// Computes shapes and trial slacks of the chain. False when a constraint is violated or active.
bool BarrierNewton::Evaluate(double& logarithms) {
  logarithms = 0;
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    const Piece& piece = chain.pieces[i];
    ShapeOf(chain.knots[i], chain.knots[i + 1], piece.duration_s, shapes_[i]);
    logarithms += SlacksOf(piece, bounds, shapes_[i], Of(trial_, piece));
  }
  return std::isfinite(logarithms);
}

// Chooses along which curves the knots move in this step.
void BarrierNewton::ChooseScales() {
  const size_t last = chain.knots.size() - 1;
  scales_.assign(last + 1, TimeScale::After);
  for (size_t i = 0; i <= last; ++i) {
    if (chain.fixed[i] & (kFixVelocity | kFixAcceleration)) {
      scales_[i] = TimeScale::None;
    } else if (i == last) {
      scales_[i] = TimeScale::Before;
    } else if (i > 0 && chain.pieces[i].duration_s > kLonger * chain.pieces[i - 1].duration_s) {
      // The shorter of the two pieces is the more sensitive to the knot.
      scales_[i] = TimeScale::None;
    }
  }
}

KnotChart BarrierNewton::ChartOf(size_t knot) const {
  return {chain.knots[knot], scales_[knot], knot < chain.pieces.size() ? chain.pieces[knot].duration_s : 0};
}

// False when the matrix is not positive definite.
bool BarrierNewton::FillAndSolve(double curvature) {
  for (ChainRow& row : rows_) row = {};
  PieceSystem system;
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    const Piece& piece = chain.pieces[i];
    AddTerms(piece, bounds, ChartOf(i), ChartOf(i + 1), shapes_[i], Of(slacks_, piece), Of(multipliers_, piece),
             {barrier_, options_.jerk_weight, curvature}, system);
    ChainRow &row = rows_[i], &next = rows_[i + 1];
    for (int r = 0; r < kSize; ++r) {
      for (int c = 0; c < kSize; ++c) {
        row.at[r][c] += system.hessian[r][c];
        row.at[r][kNext + c] = system.hessian[r][kSize + c];
        next.at[r][c] = system.hessian[kSize + r][kSize + c];
      }
      row.at[r][kRight] -= system.gradient[r];
      next.at[r][kRight] = -system.gradient[kSize + r];
    }
  }
  rows_.back().at[kDuration][kDuration] = 1;  // No piece follows the last knot.
  FixKnots();
  for (size_t i = 0; i < rows_.size(); ++i) {
    for (int r = 0; r < kSize; ++r) gradient_[i * kSize + r] = -rows_[i].at[r][kRight];
  }
  return SolveChain(rows_);
}

// Takes what is given out of the system: its change is 0, or the shift.
void BarrierNewton::FixKnots() {
  for (size_t i = 0; i < rows_.size(); ++i) {
    for (int k = 0; k < kDuration; ++k) {
      if (!(chain.fixed[i] >> (k / 3) & 1)) continue;
      const Vec3 part = k < 3 ? shift_.p : k < 6 ? shift_.v : shift_.a;
      const double change = i == shifted_ ? part[k % 3] : 0;
      for (int c = 0; c < kSize; ++c) {
        rows_[i].at[c][kRight] -= rows_[i].at[c][k] * change;
        if (i + 1 < rows_.size()) rows_[i + 1].at[c][kRight] -= rows_[i].at[k][kNext + c] * change;
        if (i > 0) rows_[i - 1].at[c][kRight] -= rows_[i - 1].at[c][kNext + k] * change;
        rows_[i].at[k][c] = rows_[i].at[c][k] = rows_[i].at[k][kNext + c] = 0;
        if (i > 0) rows_[i - 1].at[c][kNext + k] = 0;
      }
      rows_[i].at[k][k] = 1;
      rows_[i].at[k][kRight] = change;
    }
  }
}

// Reads the solution, and computes how the slacks change along it.
void BarrierNewton::TakeDirection() {
  descent_ = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    d_knots_[i] = {ThreeAt(rows_[i], 0), ThreeAt(rows_[i], 3), ThreeAt(rows_[i], 6)};
    for (int r = 0; r < kSize; ++r) descent_ += gradient_[i * kSize + r] * rows_[i].Solution(r);
    if (i < d_durations_.size()) d_durations_[i] = rows_[i].Solution(kDuration);
  }
  first_order_ = d_knots_;
  for (size_t i = 0; i < first_order_.size(); ++i) {
    if (scales_[i] == TimeScale::None) continue;
    const size_t by = ScalingPiece(i);
    const double longer = d_durations_[by] / chain.pieces[by].duration_s;
    first_order_[i].v = first_order_[i].v - chain.knots[i].v * longer;
    first_order_[i].a = first_order_[i].a - chain.knots[i].a * (2 * longer);
  }
  double primal = 0, dual = 0;  // Largest relative decrease of a slack, and of a multiplier.
  PieceShape change;
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    const Piece& piece = chain.pieces[i];
    const double longer = d_durations_[i] / piece.duration_s;
    primal = std::max(primal, -3 * longer);
    ChangeOf(chain.knots[i], chain.knots[i + 1], piece.duration_s, shapes_[i], first_order_[i], first_order_[i + 1],
             d_durations_[i], change);
    SlackChanges(piece, bounds, shapes_[i], change, longer, Of(slack_changes_, piece));
  }
  for (size_t i = 0; i < slacks_.size(); ++i) {
    if (multipliers_[i] == 0) continue;
    const double relative = slack_changes_[i] / slacks_[i];
    primal = std::max(primal, -relative);
    dual = std::max(dual, 1 + relative - barrier_ / (slacks_[i] * multipliers_[i]));
  }
  primal_scale_ = FirstScale(primal);
  dual_scale_ = FirstScale(dual);
}

double BarrierNewton::FirstScale(double largest_drop) const {
  return largest_drop > kToBorder ? kToBorder / largest_drop : 1;
}

// Sets the chain to the state before plus a part of the direction, along the knots' curves.
void BarrierNewton::MoveTo(double scale) {
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    const double longer = scale * d_durations_[i] / durations_before_[i];
    chain.pieces[i].duration_s = durations_before_[i] * std::cbrt(1 + 3 * longer);
  }
  for (size_t i = 0; i < chain.knots.size(); ++i) {
    chain.knots[i] = Moved(knots_before_[i], d_knots_[i], scale);
    if (scales_[i] == TimeScale::None) continue;
    const size_t by = ScalingPiece(i);
    const double faster = durations_before_[by] / chain.pieces[by].duration_s;
    chain.knots[i].v = chain.knots[i].v * faster;
    chain.knots[i].a = chain.knots[i].a * (faster * faster);
  }
}

void BarrierNewton::KeepStart() {
  knots_before_ = chain.knots;
  durations_before_.clear();
  for (const Piece& piece : chain.pieces) durations_before_.push_back(piece.duration_s);
}

// Line search from `scale` down. False, with the chain as it was, when no step decreases the barrier function.
bool BarrierNewton::Search(double& scale) {
  KeepStart();
  const double before = cost_ - barrier_ * logarithms_;
  for (int trial = 0; trial < kTrials; ++trial) {
    MoveTo(scale);
    double logarithms = 0;
    Evaluate(logarithms);
    if (!AreLeft(kLeastSlack)) {
      const double left = LeastLeft();
      // As if the slack that shrinks most did so with the square of the step: curvature, not slope, goes wrong.
      scale *= std::clamp(std::cbrt((1 - kWantedSlack) / (1 - left)), kShortest, kBacktrack);
      continue;
    }
    const double cost = Cost(), after = cost - barrier_ * logarithms;
    if (after <= before + kDescent * scale * descent_ + kRounding * std::abs(before)) {
      cost_ = cost;
      logarithms_ = logarithms;
      return true;
    }
    scale *= kBacktrack;
  }
  MoveTo(0);
  double logarithms = 0;
  Evaluate(logarithms);
  return false;
}

// Whether each trial slack is at least a fraction of the slack before.
bool BarrierNewton::AreLeft(double fraction) const {
  double least[kLanes] = {};
  for (size_t i = 0; i < slacks_.size(); i += kLanes) {
    for (size_t j = 0; j < kLanes; ++j) {
      const double left = trial_[i + j] - fraction * slacks_[i + j];
      least[j] = left < least[j] ? left : least[j];
    }
  }
  return *std::min_element(least, least + kLanes) >= 0;
}

// The smallest ratio of a trial slack to the slack before. Not above 0 when a constraint is violated.
double BarrierNewton::LeastLeft() const {
  double least[kLanes];
  std::fill(least, least + kLanes, 1);
  for (size_t i = 0; i < slacks_.size(); i += kLanes) {
    for (size_t j = 0; j < kLanes; ++j) {
      const double left = trial_[i + j] / slacks_[i + j];
      least[j] = left < least[j] ? left : least[j];
    }
  }
  return *std::min_element(least, least + kLanes);
}

void BarrierNewton::UpdateMultipliers() {
  // Without branches, so that lanes are computed together. Multipliers of 0 stay.
  for (size_t i = 0; i < slacks_.size(); ++i) {
    const double l = multipliers_[i];
    const double change = (barrier_ - l * slack_changes_[i]) / slacks_[i] - l;
    const double centre = barrier_ / trial_[i], low = centre / kMultiplierRange, high = centre * kMultiplierRange;
    double next = l + dual_scale_ * change;
    next = next < low ? low : next;
    next = next > high ? high : next;
    multipliers_[i] = l == 0 ? 0 : next;
  }
}

// Computes the direction of a step.
bool BarrierNewton::Solve() {
  ChooseScales();
  double curvature = kCurvature;
  while (!FillAndSolve(curvature)) {
    if (curvature == 0) return false;
    curvature = curvature / 2 < kLeastCurvature ? 0 : curvature / 2;
  }
  TakeDirection();
  return true;
}

double BarrierNewton::Shift(size_t knot, Vec3 dv, Vec3 da) {
  shifted_ = knot;
  shift_ = {{}, dv, da};
  const bool solved = Solve();
  shifted_ = kNoKnot;
  if (!solved) return 0;
  KeepStart();
  double scale = primal_scale_;
  for (int trial = 0; trial < kTrials; ++trial, scale *= kBacktrack) {
    MoveTo(scale);
    double logarithms = 0;
    if (!Evaluate(logarithms) || !AreLeft(kLeastSlack)) continue;
    cost_ = Cost();
    logarithms_ = logarithms;
    UpdateMultipliers();
    slacks_.swap(trial_);
    return scale;
  }
  MoveTo(0);
  double logarithms = 0;
  Evaluate(logarithms);
  return 0;
}

bool BarrierNewton::Step() {
  if (!Solve()) return false;
  double scale = primal_scale_;
  const bool moved = Search(scale);
  if (moved) {
    UpdateMultipliers();
    slacks_.swap(trial_);
  }
  const double least = options_.tolerance * cost_ / double(constraints_);
  if (barrier_ <= least) return moved && -descent_ >= kCentred * barrier_ * double(constraints_);
  if (!moved || scale > kShort) {
    const double shrink = scale > kLong ? kShrinkLong : scale > kMiddle ? kShrinkMiddle : kShrinkShort;
    barrier_ = std::max(least, barrier_ * shrink);
  }
  return true;
}

double BarrierNewton::SlowestScale() const {
  double scale = 0;
  for (const Piece& piece : chain.pieces) {
    const double* s = slacks_.data() + piece.first + piece.planes.size() * kLanes;
    double most[4] = {};  // Largest squared norms by power; they are powers 2, 4 and 6 of the scale.
    for (int m = 0; m < kMotions; ++m) most[PowerOf(m)] = std::max(most[PowerOf(m)], 1 - s[m]);
    for (int i = kClimb; i < kDescend + kVelocities; ++i) scale = std::max(scale, 1 - s[i]);
    scale = std::max({scale, std::sqrt(most[1]), std::sqrt(std::sqrt(most[2])), std::cbrt(std::sqrt(most[3]))});
  }
  return std::min(1.0, scale);
}

}  // namespace navnet
