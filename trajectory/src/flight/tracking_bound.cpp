// SPDX-License-Identifier: Apache-2.0
// The bound of the tracking error: the induced L∞ norm of the error's dynamics, which is the integral of the absolute
// value of the impulse response (C. Desoer, M. Vidyasagar: Feedback Systems: Input-Output Properties, chapter IX).
//
// With e the error of the position and d all disturbances together, e'' = d - (kp e + kd e'), where the bracket is held
// over a step. At the steps, (e, e') therefore follow a linear recursion with a matrix M. A unit impulse of d, a time s
// before the end of a step, changes (e, e') there by (s, 1); n steps later by M^n (s, 1), which is linear in s: its
// absolute value is integrated over the step in closed form, and the steps are summed up. The response is a number
// times a vector, so the same holds for the norms of vectors.

#include <navnet/core/range.h>
#include <navnet/trajectory/follow_trajectory.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kTail = 1e-13;  // Terms of a sum, relative to it, that may be left out when they fall geometrically.
constexpr double kMargin = 1 + 1e-6;  // More than what the tails that are left out, and rounding, amount to.
constexpr int kMostTerms = 1'000'000;

// Integral of |a s + b| for s from 0 to h.
double IntegralOfNorm(double a, double b, double h) {
  const double end = a * h + b;
  if (b * end >= 0) return std::abs(b + end) * h / 2;
  const double zero = -b / a;  // Inside, as the ends differ in sign.
  return (std::abs(b) * zero + std::abs(end) * (h - zero)) / 2;
}

// A row of responses: to the position and to the velocity at the start.
struct Row {
  double p, v;
};

}  // namespace

TrackingBound BoundOf(const TrackOptions& options, double jerk_m_s3, const TrackDisturbance& disturbance,
                      double step_s) {
  constexpr Range kSize = {0, 1e9};
  const bool is_valid = Validate(options) && step_s > 0 && std::isfinite(step_s) && kSize.Contains(jerk_m_s3) &&
                        kSize.Contains(disturbance.acceleration_m_s2) && kSize.Contains(disturbance.position_error_m) &&
                        kSize.Contains(disturbance.velocity_error_m_s) && kSize.Contains(disturbance.start_error_m) &&
                        kSize.Contains(disturbance.start_error_m_s);
  const double h = step_s, kp = options.position_gain_s2, kd = options.velocity_gain_s;
  const double m[2][2] = {{1 - h * h * kp / 2, h - h * h * kd / 2}, {-h * kp, 1 - h * kd}};
  const double trace = m[0][0] + m[1][1], determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  const bool is_stable = std::abs(determinant) < 1 && std::abs(trace) < 1 + determinant;  // Jury's criterion.
  if (!is_valid || !is_stable) return {kInfinite, kInfinite, kInfinite};

  // Of the position, of the velocity, of the feedback: responses now, sums over all steps, largest responses to a
  // start.
  Row rows[3] = {{1, 0}, {0, 1}, {kp, kd}};
  double sums[3] = {}, starts[3] = {};
  double left_out = kInfinite;
  for (int n = 0; n < kMostTerms && left_out > kTail; ++n) {
    left_out = 0;
    for (int i = 0; i < 3; ++i) {
      const double term = IntegralOfNorm(rows[i].p, rows[i].v, h);
      sums[i] += term;
      starts[i] = std::max(starts[i], std::abs(rows[i].p) * disturbance.start_error_m +
                                          std::abs(rows[i].v) * disturbance.start_error_m_s);
      left_out = std::max(left_out, term / sums[i]);
      rows[i] = {rows[i].p * m[0][0] + rows[i].v * m[1][0], rows[i].p * m[0][1] + rows[i].v * m[1][1]};
    }
  }
  if (left_out > kTail) return {kInfinite, kInfinite, kInfinite};
  // The reference's acceleration strays from its mean over a step by at most jerk * step / 2; errors of measuring act
  // through the gains.
  const double d = disturbance.acceleration_m_s2 + jerk_m_s3 * h / 2 + kp * disturbance.position_error_m +
                   kd * disturbance.velocity_error_m_s;
  TrackingBound bound;
  const double measured = kp * disturbance.position_error_m + kd * disturbance.velocity_error_m_s;
  const double held = sums[2] * d + starts[2];
  bound.feedback_m_s2 = kMargin * (held + measured);
  // Between steps the error strays from a straight line by at most its second derivative times h² / 8.
  const double curvature = held + d;
  bound.position_m = kMargin * (sums[0] * d + starts[0] + curvature * h * h / 8);
  bound.velocity_m_s = kMargin * (sums[1] * d + starts[1] + curvature * h / 2);
  return bound;
}

}  // namespace navnet
