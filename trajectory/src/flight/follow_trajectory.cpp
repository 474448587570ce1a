// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/follow_trajectory.h>

#include <navnet/core/range.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr Range kGain = {1e-3, 1e6};

// The reference at a time of the trajectory that runs at a rate.
MotionState ReferenceAt(const Trajectory& trajectory, const TrackProgress& progress) {
  MotionState state = trajectory.StateAt(progress.time_s);
  state.velocity = state.velocity * progress.rate;
  state.acceleration = state.acceleration * (progress.rate * progress.rate);
  return state;
}

}  // namespace

Status Validate(const TrackOptions& options) {
  return RangeCheck()
      .Number("position_gain_s2", options.position_gain_s2, kGain)
      .Number("velocity_gain_s", options.velocity_gain_s, kGain)
      .Number("acceleration_m_s2", options.acceleration_m_s2, {1e-3, ranges::kInfinity})
      .Number("wait_error_m", options.wait_error_m, {1e-9, ranges::kInfinity})
      .Number("ease_s", options.ease_s, {1e-3, 1e6})
      .status();
}

TrackStep FollowTrajectory(const Trajectory& trajectory, const TrackOptions& options, Vec3 position, Vec3 velocity,
                           double step_s, TrackProgress& progress, const YawProfile* yaw) {
  TrackStep step;
  const bool is_valid = !trajectory.empty() && step_s > 0 && std::isfinite(step_s) && IsFinite(position) &&
                        IsFinite(velocity) && std::isfinite(progress.time_s) && progress.rate >= 0 &&
                        progress.rate <= 1 && Validate(options);
  if (!is_valid) return step;
  step.reference = ReferenceAt(trajectory, progress);
  if (yaw) {
    step.yaw = yaw->At(progress.time_s);
    step.yaw.rate_rad_s *= progress.rate;
    step.yaw.acceleration_rad_s2 *= progress.rate * progress.rate;
  }
  const Vec3 error = step.reference.position - position;
  step.error_m = Length(error);
  step.has_ended = progress.time_s >= trajectory.duration_s();

  // Time slows down beyond the error, and runs again below half of it.
  const bool is_late = step.error_m > options.wait_error_m;
  const bool recovers = progress.rate < 1 && step.error_m > options.wait_error_m / 2;
  step.is_waiting = is_late || recovers;
  const double change = step_s / options.ease_s;
  TrackProgress next;
  next.rate = std::clamp(progress.rate + (is_late ? -change : recovers ? 0 : change), 0.0, 1.0);
  next.time_s = std::min(progress.time_s + step_s * (progress.rate + next.rate) / 2,
                         std::max(progress.time_s, trajectory.duration_s()));

  // The reference's mean acceleration over the step.
  const Vec3 ahead = (ReferenceAt(trajectory, next).velocity - step.reference.velocity) * (1 / step_s);
  step.acceleration =
      ahead + error * options.position_gain_s2 + (step.reference.velocity - velocity) * options.velocity_gain_s;
  const double norm = Length(step.acceleration);
  if (norm > options.acceleration_m_s2) step.acceleration = step.acceleration * (options.acceleration_m_s2 / norm);
  progress = next;
  return step;
}

}  // namespace navnet
