// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/follow_trajectory.h>

#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace navnet {
namespace {

constexpr int kParts = 8;  // Of a step: the simulation's own steps, in which gusts are constant.

/// What a gust may depend on: time, and the error of position and velocity.
using Gust = std::function<Vec3(double time_s, Vec3 error, Vec3 error_velocity)>;

/// The largest errors of a flight.
struct Errors {
  double position_m = 0, velocity_m_s = 0, feedback_m_s2 = 0;
  TrackProgress progress;
};

// Flies a double integrator along a trajectory: exact motion in each part of a step.
Errors Fly(
    const Trajectory& trajectory, const TrackOptions& options, double step_s, double duration_s, const Gust& gust,
    Vec3 start_error = {}, const std::function<Vec3()>& sensor = [] { return Vec3(); }) {
  Errors errors;
  MotionState body = trajectory.StateAt(0);
  body.position = body.position + start_error;
  double time_s = 0;
  const double part_s = step_s / kParts;
  while (time_s < duration_s) {
    const TrackProgress before = errors.progress;
    const TrackStep step =
        FollowTrajectory(trajectory, options, body.position + sensor(), body.velocity, step_s, errors.progress);
    const Vec3 planned =
        (trajectory.At(before.time_s + step_s).velocity - trajectory.At(before.time_s).velocity) * (1 / step_s);
    if (before.rate == 1 && errors.progress.rate == 1 && !step.has_ended) {
      errors.feedback_m_s2 = std::max(errors.feedback_m_s2, Length(step.acceleration - planned));
    }
    for (int i = 0; i < kParts; ++i) {
      const MotionState should = trajectory.StateAt(before.time_s + i * part_s);
      const Vec3 a = step.acceleration + gust(time_s, should.position - body.position, should.velocity - body.velocity);
      body.position = body.position + body.velocity * part_s + a * (part_s * part_s / 2);
      body.velocity = body.velocity + a * part_s;
      time_s += part_s;
      if (before.rate < 1 || errors.progress.rate < 1) continue;  // The reference is another one.
      const MotionState now = trajectory.StateAt(before.time_s + (i + 1) * part_s);
      errors.position_m = std::max(errors.position_m, Length(now.position - body.position));
      errors.velocity_m_s = std::max(errors.velocity_m_s, Length(now.velocity - body.velocity));
    }
  }
  return errors;
}

// Gusts of at most a size: constant ones, random ones, and ones that push the way that hurts.
std::vector<Gust> GustsUpTo(double size, TestRandom& random) {
  const auto direction = [&random] {
    const Vec3 d = random.Point(-1, 1);
    return d * (1 / std::max(1e-9, Length(d)));
  };
  const Vec3 wind = direction() * size;
  const auto along = [size](Vec3 v) { return v * (size / std::max(1e-12, Length(v))); };
  return {[wind](double, Vec3, Vec3) { return wind; },
          [direction, &random, size](double, Vec3, Vec3) { return direction() * random.Uniform(0, size); },
          [wind](double t, Vec3, Vec3) { return std::sin(3 * t) > 0 ? wind : wind * -1; },
          [along](double, Vec3 e, Vec3) { return along(e) * -1; },
          [along](double, Vec3, Vec3 v) { return along(v) * -1; }};
}

TEST(FollowTrajectory, NeverStraysFartherThanTheBound) {
  double closest = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, 4);
    const TrajectoryQuery query = corridor.Query();
    const Trajectory trajectory = PlanTrajectory(query).trajectory;
    TrackOptions options;
    options.position_gain_s2 = random.Uniform(2, 40);
    options.velocity_gain_s = random.Uniform(0.7, 3) * std::sqrt(options.position_gain_s2);
    options.wait_error_m = std::numeric_limits<double>::infinity();
    const double step_s = random.Integer(0, 1) ? 0.005 : 0.02, size = random.Uniform(0.5, 5);
    const double sensor_m = random.Integer(0, 1) * 0.02, start_m = random.Integer(0, 1) * 0.3;
    const TrackingBound bound =
        BoundOf(options, query.limits.jerk_m_s3,
                {.acceleration_m_s2 = size, .position_error_m = sensor_m, .start_error_m = start_m}, step_s);
    ASSERT_TRUE(std::isfinite(bound.position_m));
    for (const Gust& gust : GustsUpTo(size, random)) {
      const Vec3 start = random.Point(-1, 1);
      const Errors errors = Fly(trajectory, options, step_s, trajectory.duration_s() + 3, gust,
                                start * (start_m / std::max(1.0, Length(start))), [&] {
                                  const Vec3 d = random.Point(-1, 1);
                                  return d * (sensor_m / std::max(1.0, Length(d)));
                                });
      EXPECT_LE(errors.position_m, bound.position_m);
      EXPECT_LE(errors.velocity_m_s, bound.velocity_m_s);
      EXPECT_LE(errors.feedback_m_s2, bound.feedback_m_s2);
      if (start_m == 0 && sensor_m == 0) closest = std::max(closest, errors.position_m / bound.position_m);
    }
  }
  EXPECT_GT(closest, 0.75);  // The bound is no wild guess.
}

TEST(FollowTrajectory, HasTheBoundOfACriticallyDampedOscillatorForShortSteps) {
  TrackOptions options;
  options.position_gain_s2 = 9;
  options.velocity_gain_s = 6;
  const TrackingBound bound = BoundOf(options, 0, {.acceleration_m_s2 = 2}, 1e-4);
  EXPECT_NEAR(bound.position_m, 2.0 / 9, 1e-3);                        // Of h = t e^(-3 t): ∫|h| = 1 / 9,
  EXPECT_NEAR(bound.velocity_m_s, 2 * 2 / (3 * std::exp(1)), 1e-3);    // ∫|h'| = 2 max h,
  EXPECT_NEAR(bound.feedback_m_s2, 2 * (1 + 2 * std::exp(-2)), 1e-3);  // ∫|9 h + 6 h'| = 1 + 2 / e².
  EXPECT_NEAR(BoundOf(options, 0, {.start_error_m = 1}, 1e-4).position_m, 1, 1e-3);
  // The same for two simulated hours of steps: gains that are unstable for long steps.
  EXPECT_TRUE(std::isinf(BoundOf(options, 0, {.acceleration_m_s2 = 2}, 1).position_m));
  EXPECT_TRUE(std::isinf(BoundOf(options, 0, {.acceleration_m_s2 = -1}, 0.01).position_m));
  EXPECT_TRUE(std::isinf(BoundOf({.position_gain_s2 = 0}, 0, {}, 0.01).position_m));
  EXPECT_EQ(BoundOf(options, 0, {}, 0.01).position_m, 0);
}

TEST(FollowTrajectory, ArrivesExactlyWithoutDisturbance) {
  const TestCorridor corridor = RandomCorridor(3, 4);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const Errors errors =
      Fly(trajectory, {}, 0.01, trajectory.duration_s() + 1, [](double, Vec3, Vec3) { return Vec3(); });
  EXPECT_LT(errors.position_m, 0.01);
  EXPECT_GE(errors.progress.time_s, trajectory.duration_s());
}

TEST(FollowTrajectory, WaitsForABodyThatIsHeldBack) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {50, 4, 4}}, rooms);
  const std::vector<Vec3> points = {{1, 2, 2}, {49, 2, 2}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const Trajectory trajectory = PlanTrajectory(query).trajectory;
  const TrackOptions options{.acceleration_m_s2 = 6, .wait_error_m = 0.5};
  // From second 3 to second 9 something holds the body where it is.
  MotionState body = trajectory.StateAt(0);
  TrackProgress progress;
  double largest_m = 0, ended_s = 0, held_at_s = 0;
  constexpr double kStep_s = 0.01;
  for (double t = 0; t < 60 && ended_s == 0; t += kStep_s) {
    const TrackStep step = FollowTrajectory(trajectory, options, body.position, body.velocity, kStep_s, progress);
    EXPECT_LE(Length(step.acceleration), 6 * (1 + 1e-9));
    largest_m = std::max(largest_m, step.error_m);
    if (t > 3 && t < 9) {
      body.velocity = {};
      if (t > 6) {
        EXPECT_TRUE(step.is_waiting);
      }
      if (t > 8) {
        EXPECT_EQ(progress.time_s, held_at_s);
      }
      held_at_s = progress.time_s;
      continue;
    }
    body.position = body.position + body.velocity * kStep_s + step.acceleration * (kStep_s * kStep_s / 2);
    body.velocity = body.velocity + step.acceleration * kStep_s;
    if (step.has_ended && step.error_m < 0.05) ended_s = t;
  }
  EXPECT_GT(ended_s, trajectory.duration_s() + 5);
  EXPECT_LT(ended_s, trajectory.duration_s() + 12);
  EXPECT_LT(largest_m, 6);  // Without waiting: 30 m.
}

TEST(FollowTrajectory, TurnsAsTheYawProfileSays) {
  const TestCorridor corridor = RandomCorridor(6, 3);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const YawProfile yaw = PlanYaw(trajectory, {.aim = YawAim::Fixed, .angle_rad = 1});
  TrackProgress progress{.time_s = 0.5};
  const MotionState at = trajectory.StateAt(0.5);
  const TrackStep step = FollowTrajectory(trajectory, {}, at.position, at.velocity, 0.01, progress, &yaw);
  EXPECT_EQ(step.yaw.angle_rad, yaw.At(0.5).angle_rad);
  EXPECT_EQ(step.error_m, 0);
  EXPECT_FALSE(step.is_waiting);
  EXPECT_DOUBLE_EQ(progress.time_s, 0.51);
}

TEST(FollowTrajectory, GivesNoCommandForWhatIsNotValid) {
  const TestCorridor corridor = RandomCorridor(6, 3);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const double nan = std::nan("");
  const auto expect_none = [&](const Trajectory& t, const TrackOptions& options, Vec3 p, Vec3 v, double step_s) {
    TrackProgress progress{.time_s = 0.3, .rate = 0.7};
    const TrackStep step = FollowTrajectory(t, options, p, v, step_s, progress);
    EXPECT_EQ(step.acceleration, Vec3());
    EXPECT_EQ(progress.time_s, 0.3);
    EXPECT_EQ(progress.rate, 0.7);
  };
  expect_none(Trajectory(), {}, {}, {}, 0.01);
  expect_none(trajectory, {}, {nan, 0, 0}, {}, 0.01);
  expect_none(trajectory, {}, {}, {0, nan, 0}, 0.01);
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    expect_none(trajectory, {}, {}, {}, bad);
  for (const double bad : {0.0, -1.0, nan}) {
    expect_none(trajectory, {.position_gain_s2 = bad}, {}, {}, 0.01);
    expect_none(trajectory, {.velocity_gain_s = bad}, {}, {}, 0.01);
    expect_none(trajectory, {.acceleration_m_s2 = bad}, {}, {}, 0.01);
    expect_none(trajectory, {.wait_error_m = bad}, {}, {}, 0.01);
    expect_none(trajectory, {.ease_s = bad}, {}, {}, 0.01);
    EXPECT_FALSE(Validate(TrackOptions{.ease_s = bad}));
  }
}

}  // namespace
}  // namespace navnet
