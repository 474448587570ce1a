// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/trajectory/yaw.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

constexpr double kStep_s = 0.02;
constexpr double kMostSteps = 100'000;
constexpr double kTurn = 2 * std::numbers::pi;

// The angle aimed at, or nothing where no direction is horizontal.
std::optional<double> AimOf(const MotionState& state, const YawOptions& options) {
  if (options.aim == YawAim::Fixed) return options.angle_rad;
  const bool along = options.aim == YawAim::Velocity;
  const Vec2 d = PlanOf(along ? state.velocity : options.point - state.position, options.up);
  if (!(Length(d) > (along ? options.least_speed_m_s : 1e-9))) return std::nullopt;
  return std::atan2(d.y, d.x);
}

// The fastest rate from which braking within a step's grid still stops at the angle `rest_rad` ahead.
double BrakingRate(double rest_rad, double acceleration, double step_s) {
  // One step at that rate, then a stop: rate * step + rate² / 2a = rest.
  const double drop = acceleration * step_s;
  return std::sqrt(drop * drop + 2 * acceleration * std::abs(rest_rad)) - drop;
}

}  // namespace

const char* ToString(YawAim aim) {
  switch (aim) {
    case YawAim::Velocity: return "velocity";
    case YawAim::Point: return "point";
    case YawAim::Fixed: return "fixed";
  }
  return "unknown";
}

Status Validate(const YawOptions& options) {
  constexpr Range kAngle = {-1e6, 1e6}, kLimit = {1e-3, 1e6}, kSpeed = {0, 1e6}, kCoordinate = {-1e12, 1e12};
  return RangeCheck()
      .Point("point", options.point, kCoordinate)
      .Number("angle_rad", options.angle_rad, kAngle)
      .Number("start_rad", options.start_rad, kAngle)
      .Number("start_rate_rad_s", options.start_rate_rad_s, kAngle)
      .Number("rate_rad_s", options.rate_rad_s, kLimit)
      .Number("acceleration_rad_s2", options.acceleration_rad_s2, kLimit)
      .Number("least_speed_m_s", options.least_speed_m_s, kSpeed)
      .status();
}

YawSample YawProfile::At(double time_s) const {
  if (steps_.empty()) return {};
  if (!(time_s >= 0)) return {steps_.front().angle_rad, 0, 0};
  const size_t i = std::min(size_t(std::min(time_s / step_s_, kMostSteps)), steps_.size() - 1);
  const YawSample& from = steps_[i];
  const bool ended = time_s > duration_s();
  const double dt = ended ? step_s_ : time_s - double(i) * step_s_;
  const YawSample at{from.angle_rad + from.rate_rad_s * dt + from.acceleration_rad_s2 * dt * dt / 2,
                     from.rate_rad_s + from.acceleration_rad_s2 * dt, from.acceleration_rad_s2};
  return ended ? YawSample{at.angle_rad, 0, 0} : at;
}

YawProfile PlanYaw(const Trajectory& trajectory, const YawOptions& options) {
  YawProfile profile;
  if (trajectory.empty() || !Validate(options)) return profile;
  const double fastest = options.rate_rad_s, a = options.acceleration_rad_s2;
  const double duration_s = trajectory.duration_s();
  const double count = std::clamp(std::ceil(duration_s / kStep_s), 1.0, kMostSteps);
  const double step_s = profile.step_s_ = duration_s / count;
  double angle = options.start_rad;
  double rate = std::clamp(options.start_rate_rad_s, -fastest, fastest);
  double aim = angle, aim_before = angle;
  bool aims = false;
  for (double i = 0; i < count; ++i) {
    const std::optional<double> wanted = AimOf(trajectory.StateAt((i + 1) * step_s), options);
    aim_before = aim;
    // The nearest of the equal angles, a full turn apart.
    if (wanted) aim = *wanted + kTurn * std::round(((aims ? aim : angle) - *wanted) / kTurn);
    const double aim_rate = aims && wanted ? std::clamp((aim - aim_before) / step_s, -fastest, fastest) : 0;
    aims = aims || wanted.has_value();
    // The rate that closes the gap: with the aim's own motion, and slow enough to brake.
    const double rest = aim - angle;
    const double closing = std::min(BrakingRate(rest, a, step_s), std::abs(rest) / step_s);
    const double target = std::clamp((aims ? aim_rate * 0.5 : 0) + std::copysign(closing, rest), -fastest, fastest);
    const double acceleration = std::clamp((target - rate) / step_s, -a, a);
    profile.steps_.push_back({angle, rate, acceleration});
    angle += rate * step_s + acceleration * step_s * step_s / 2;
    rate = std::clamp(rate + acceleration * step_s, -fastest, fastest);
  }
  return profile;
}

}  // namespace navnet
