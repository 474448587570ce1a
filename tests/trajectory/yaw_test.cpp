// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/yaw.h>

#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace navnet {
namespace {

// The angle between two directions, 0 to pi.
double Between(double a, double b) { return std::abs(std::remainder(a - b, 2 * std::numbers::pi)); }

TEST(PlanYaw, KeepsItsLimitsOnRandomTrajectories) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, int(1 + seed % 5));
    const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
    const YawOptions options{.aim = YawAim(random.Integer(0, 2)),
                             .point = random.Point(-5, 5),
                             .angle_rad = random.Uniform(-9, 9),
                             .start_rad = random.Uniform(-3, 3),
                             .rate_rad_s = random.Uniform(0.2, 3),
                             .acceleration_rad_s2 = random.Uniform(0.2, 6),
                             .up = random.Integer(0, 1) ? UpAxis::Y : UpAxis::Z};
    const YawProfile yaw = PlanYaw(trajectory, options);
    EXPECT_NEAR(yaw.duration_s(), trajectory.duration_s(), 1e-9);
    EXPECT_EQ(yaw.At(0).angle_rad, options.start_rad);
    constexpr double kStep_s = 1e-3;
    for (double t = 0; t + kStep_s < yaw.duration_s(); t += kStep_s) {
      const YawSample at = yaw.At(t), after = yaw.At(t + kStep_s);
      EXPECT_LE(std::abs(at.rate_rad_s), options.rate_rad_s * (1 + 1e-9));
      EXPECT_LE(std::abs(at.acceleration_rad_s2), options.acceleration_rad_s2 * (1 + 1e-9));
      EXPECT_NEAR(after.angle_rad - at.angle_rad, at.rate_rad_s * kStep_s, options.acceleration_rad_s2 * 1e-6);
    }
  }
}

TEST(PlanYaw, ArrivesAtAFixedAngleTheShortWayWithoutOvershoot) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {100, 2, 2}}, rooms);
  const std::vector<Vec3> points = {{1, 1, 1}, {99, 1, 1}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const Trajectory trajectory = PlanTrajectory(query).trajectory;
  const YawProfile yaw = PlanYaw(trajectory, {.aim = YawAim::Fixed, .angle_rad = 3, .start_rad = -3});
  double least = 0;
  for (double t = 0; t < yaw.duration_s(); t += 0.01) least = std::min(least, yaw.At(t).angle_rad);
  const double aim = 3 - 2 * std::numbers::pi;
  EXPECT_NEAR(yaw.At(yaw.duration_s()).angle_rad, aim, 1e-3);
  EXPECT_GE(least, aim - 0.01);
}

TEST(PlanYaw, LooksAlongTheFlightAndAtAPoint) {
  const TestCorridor corridor = RandomCorridor(4, 4);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const Vec3 point{30, -20, 0};
  const YawProfile yaw =
      PlanYaw(trajectory, {.aim = YawAim::Point, .point = point, .rate_rad_s = 5, .acceleration_rad_s2 = 40});
  for (double t = 1; t < trajectory.duration_s(); t += 0.1) {
    const Vec3 d = point - trajectory.At(t).position;
    EXPECT_LT(Between(yaw.At(t).angle_rad, std::atan2(d.y, d.x)), 0.2);
  }
}

TEST(PlanYaw, IsEmptyForWhatIsNotValid) {
  const TestCorridor corridor = RandomCorridor(4, 2);
  const Trajectory trajectory = PlanTrajectory(corridor.Query()).trajectory;
  const double nan = std::nan("");
  EXPECT_EQ(PlanYaw(Trajectory()).duration_s(), 0);
  EXPECT_EQ(PlanYaw(trajectory, {.rate_rad_s = 0}).duration_s(), 0);
  EXPECT_EQ(PlanYaw(trajectory, {.acceleration_rad_s2 = nan}).duration_s(), 0);
  EXPECT_EQ(PlanYaw(trajectory, {.start_rad = nan}).At(1).angle_rad, 0);
  EXPECT_TRUE(Validate(YawOptions{}));
  const std::pair<YawOptions, const char*> refused[] = {
      {{.point = {0, nan, 0}}, "point"},           {{.angle_rad = 2e6}, "angle_rad"},
      {{.start_rad = nan}, "start_rad"},           {{.start_rate_rad_s = INFINITY}, "start_rate_rad_s"},
      {{.rate_rad_s = 0}, "rate_rad_s"},           {{.acceleration_rad_s2 = -1}, "acceleration_rad_s2"},
      {{.least_speed_m_s = -1}, "least_speed_m_s"}};
  for (const auto& [options, name] : refused) {
    const Status status = Validate(options);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message.rfind(name, 0), 0u) << status.error().message;
    EXPECT_EQ(PlanYaw(trajectory, options).duration_s(), 0);
  }
}

}  // namespace
}  // namespace navnet
