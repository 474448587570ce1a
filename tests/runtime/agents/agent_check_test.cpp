// SPDX-License-Identifier: Apache-2.0
// Numbers of agents out of range are refused by name.

#include <navnet/core/range.h>
#include <navnet/runtime/crowd.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

using ranges::kInfinity;
constexpr double kHuge = 1e308, kTiny = 1e-320;

template <class T>
void ExpectRefused(T value, double T::*field, const char* name, std::initializer_list<double> bad) {
  for (const double number : bad) {
    value.*field = number;
    const Status status = Validate(value);
    ASSERT_FALSE(status) << name << " " << number;
    EXPECT_NE(status.error().message.find(std::string(name) + " "), std::string::npos) << status.error().message;
    EXPECT_NE(status.error().message.find("expected"), std::string::npos) << status.error().message;
  }
}

TEST(FollowLimits, NameNumbersOutOfRange) {
  EXPECT_TRUE(Validate(FollowLimits{}).ok());
  const std::initializer_list<double> above_zero = {0, -1, double(NAN), kTiny, kHuge, kInfinity};
  ExpectRefused(FollowLimits{}, &FollowLimits::speed_m_s, "limits.speed_m_s", above_zero);
  ExpectRefused(FollowLimits{}, &FollowLimits::acceleration_m_s2, "limits.acceleration_m_s2", above_zero);
  ExpectRefused(FollowLimits{}, &FollowLimits::look_ahead_m, "limits.look_ahead_m", above_zero);
  ExpectRefused(FollowLimits{}, &FollowLimits::stray_m, "limits.stray_m", above_zero);
  ExpectRefused(FollowLimits{}, &FollowLimits::turn_rad_s, "limits.turn_rad_s", {0, -1, NAN, kTiny});
  ExpectRefused(FollowLimits{}, &FollowLimits::arrival_m, "limits.arrival_m", {-1, NAN});
  ExpectRefused(FollowLimits{}, &FollowLimits::off_path_m, "limits.off_path_m", {-1, NAN});
}

TEST(AvoidanceOptions, NameNumbersOutOfRange) {
  EXPECT_TRUE(Validate(AvoidanceOptions{}).ok());
  ExpectRefused(AvoidanceOptions{}, &AvoidanceOptions::horizon_s, "avoidance.horizon_s",
                {0, -1, NAN, kTiny, kHuge, kInfinity});
  ExpectRefused(AvoidanceOptions{}, &AvoidanceOptions::neighbour_m, "avoidance.neighbour_m",
                {-1, NAN, kTiny, kHuge, kInfinity});
  for (const int count : {-1, 1'000'001, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    EXPECT_FALSE(Validate(AvoidanceOptions{.max_neighbours = count}).ok()) << count;
  }
}

TEST(CrowdOptions, NameNumbersOutOfRange) {
  EXPECT_TRUE(Validate(CrowdOptions{}).ok());
  ExpectRefused(CrowdOptions{}, &CrowdOptions::stuck_s, "stuck_s", {0, -1, NAN, kTiny, kHuge, kInfinity});
  ExpectRefused(CrowdOptions{}, &CrowdOptions::replan_s, "replan_s", {-1, NAN, kHuge, kInfinity});
  EXPECT_FALSE(Validate(CrowdOptions{.avoidance = {.horizon_s = NAN}}).ok());
}

TEST(AgentSpec, NamesNumbersOutOfRange) {
  const AgentSpec right{.position = {1, 2, 3}};
  EXPECT_TRUE(Validate(right).ok());
  ExpectRefused(right, &AgentSpec::radius_m, "radius_m", {-1, NAN, kHuge, kInfinity});
  ExpectRefused(right, &AgentSpec::height_m, "height_m", {-1, NAN, kHuge, kInfinity});
  for (const double bad : {double(NAN), kInfinity, -kHuge, 1e13}) {
    const Status status = Validate(AgentSpec{.position = {0, bad, 0}});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message.find("position"), 0u) << status.error().message;
  }
  EXPECT_FALSE(Validate(AgentSpec{.position = {}, .limits = {.speed_m_s = 0}}).ok());
}

TEST(Mover, NamesNumbersOutOfRange) {
  const Mover right{.position = {1, 2, 3}};
  EXPECT_TRUE(Validate(right).ok());
  ExpectRefused(right, &Mover::radius_m, "radius_m", {-1, NAN, kHuge, kInfinity});
  ExpectRefused(right, &Mover::speed_m_s, "speed_m_s", {-1, NAN, kHuge, kInfinity});
  ExpectRefused(right, &Mover::height_m, "height_m", {-1, NAN, kHuge, kInfinity});
  EXPECT_FALSE(Validate(Mover{.position = {}, .velocity = {0, 1e10, 0}}).ok());
  EXPECT_FALSE(Validate(Mover{.position = {}, .preferred = {0, 0, -kHuge}}).ok());
}

// The largest and smallest valid numbers together give finite steps.
TEST(Avoidance, AnswersAtTheEndsOfTheRanges) {
  Avoidance avoidance;
  for (const double step_s : {1e-9, 1.0, 1e9}) {
    for (const double speed_m_s : {0.0, kTiny, 1e9}) {
      for (const double radius_m : {0.0, kTiny, 1e12}) {
        std::vector<Mover> movers;
        for (int i = 0; i < 4; ++i) {
          movers.push_back({.kind = i % 2 ? AgentKind::Walker : AgentKind::Flyer,
                            .position = {i < 2 ? 1e12 : 0.0, double(i), -1e12},
                            .velocity = {1e9, 0, 0},
                            .preferred = {-1e9, 1e9, 0},
                            .radius_m = radius_m,
                            .speed_m_s = speed_m_s});
        }
        std::vector<SafeStep> steps(movers.size());
        for (const AvoidanceOptions& options :
             {AvoidanceOptions{}, AvoidanceOptions{1e-9, 1'000'000, 1e12}, AvoidanceOptions{1e9, 0, 1e-9}}) {
          const Status status = avoidance.Solve(movers, step_s, options, steps);
          ASSERT_TRUE(status.ok()) << status.error().message;
          for (const SafeStep& step : steps) {
            EXPECT_TRUE(IsFinite(step.velocity) && IsFinite(step.position))
                << step_s << " " << speed_m_s << " " << radius_m;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace navnet
