// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/avoidance.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace navnet {
namespace {

constexpr double kStep_s = 0.1;
constexpr double kTolerance_m = 1e-8;

/// Movers in unbounded space that prefer to move straight to their goals.
struct Meeting {
  std::vector<Mover> movers;
  std::vector<Vec3> goals;

  void Add(AgentKind kind, Vec3 from, Vec3 to, double radius_m, double speed_m_s) {
    movers.push_back({.kind = kind, .position = from, .radius_m = radius_m, .speed_m_s = speed_m_s});
    goals.push_back(to);
  }

  void Aim() {
    for (size_t i = 0; i < movers.size(); ++i) {
      const Vec3 way = goals[i] - movers[i].position;
      const double distance = Length(way), speed = std::min(movers[i].speed_m_s, 0.5 * distance / kStep_s);
      movers[i].preferred = distance > 0 ? way * (speed / distance) : Vec3{};
    }
  }

  void Step(Avoidance& avoidance, int threads = 1) {
    Aim();
    std::vector<SafeStep> steps(movers.size());
    ASSERT_TRUE(avoidance.Solve(movers, kStep_s, {}, steps, threads).ok());
    for (size_t i = 0; i < movers.size(); ++i) {
      ASSERT_LE(Length(steps[i].velocity), movers[i].speed_m_s + 1e-9);
      movers[i].position = steps[i].position;
      movers[i].velocity = steps[i].velocity;
    }
  }

  /// Minimum distance between any two surfaces.
  double LeastGap() const {
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < movers.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        least =
            std::min(least, Length(movers[i].position - movers[j].position) - movers[i].radius_m - movers[j].radius_m);
      }
    }
    return least;
  }

  size_t Arrived() const {
    size_t count = 0;
    for (size_t i = 0; i < movers.size(); ++i) count += Length(movers[i].position - goals[i]) < 0.1;
    return count;
  }

  /// Expects that all arrive within a number of steps and never collide.
  void ExpectToArrive(int most_steps) {
    Avoidance avoidance;
    for (int i = 0; i < most_steps && Arrived() < movers.size(); ++i) {
      Step(avoidance);
      ASSERT_GE(LeastGap(), -kTolerance_m) << "step " << i;
    }
    EXPECT_EQ(Arrived(), movers.size());
  }
};

Meeting Circle(size_t count, double radius_m) {
  Meeting m;
  for (size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * double(i) / double(count);
    const Vec3 p = Vec3{std::cos(angle), std::sin(angle), 0} * radius_m;
    m.Add(AgentKind::Walker, p, p * -1, 0.4, 1.5);
  }
  return m;
}

/// Places spread evenly over a sphere, along a spiral from pole to pole.
Meeting Sphere(size_t count, double radius_m) {
  Meeting m;
  for (size_t i = 0; i < count; ++i) {
    const double z = 1 - (2 * double(i) + 1) / double(count), ring = std::sqrt(1 - z * z);
    const double angle = double(i) * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vec3 p = Vec3{ring * std::cos(angle), ring * std::sin(angle), z} * radius_m;
    m.Add(AgentKind::Flyer, p, p * -1, 0.4, 2);
  }
  return m;
}

TEST(Avoidance, TwoAgentsHeadOnPassEachOther) {
  for (const AgentKind kind : {AgentKind::Flyer, AgentKind::Walker}) {
    Meeting m;
    m.Add(kind, {-5, 0, 0}, {5, 0, 0}, 0.5, 1.5);
    m.Add(kind, {5, 0, 0}, {-5, 0, 0}, 0.3, 2.5);
    m.ExpectToArrive(150);
  }
}

TEST(Avoidance, FlyersThatMeetOneAboveTheOtherPassEachOther) {
  Meeting m;
  m.Add(AgentKind::Flyer, {0, 0, -5}, {0, 0, 5}, 0.5, 1.5);
  m.Add(AgentKind::Flyer, {0, 0, 5}, {0, 0, -5}, 0.5, 1.5);
  m.ExpectToArrive(150);
}

TEST(Avoidance, TwoCrossingAgentsDoNotCollide) {
  for (const AgentKind kind : {AgentKind::Flyer, AgentKind::Walker}) {
    Meeting m;
    m.Add(kind, {-5, 0, 0}, {5, 0, 0}, 0.5, 2);
    m.Add(kind, {0, -5, 0}, {0, 5, 0}, 0.5, 2);
    m.ExpectToArrive(150);
  }
}

TEST(Avoidance, FastAgentsPassALargeSlowOne) {
  Meeting m;
  m.Add(AgentKind::Walker, {0, 0, 0}, {0, 3, 0}, 1.5, 0.2);
  for (int i = -3; i <= 3; ++i) m.Add(AgentKind::Walker, {-8, i * 0.7, 0}, {8, i * 0.7, 0}, 0.25, 3);
  m.ExpectToArrive(300);
}

TEST(Avoidance, WalkersOnACircleReachTheOppositeSide) { Circle(40, 10).ExpectToArrive(1500); }
TEST(Avoidance, FlyersOnASphereReachTheOppositeSide) { Sphere(100, 10).ExpectToArrive(600); }

TEST(Avoidance, AgentsThatCrowdAroundOneGoalNeverOverlap) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> radius(0.2, 0.6), speed(0.5, 3);
  for (const AgentKind kind : {AgentKind::Flyer, AgentKind::Walker}) {
    Meeting m;
    for (int i = 0; i < 100; ++i) {
      const double r = radius(random), s = speed(random);
      m.Add(kind, {double(i % 10) * 1.5, double(i / 10) * 1.5, 0}, {7, 7, 0}, r, s);
    }
    Avoidance avoidance;
    for (int i = 0; i < 200; ++i) {
      m.Step(avoidance);
      ASSERT_GE(m.LeastGap(), -kTolerance_m) << "step " << i;
    }
  }
}

TEST(Avoidance, OverlappingAgentsSeparate) {
  Meeting m;
  m.Add(AgentKind::Flyer, {0, 0, 0}, {-3, 0, 0}, 0.5, 2);
  m.Add(AgentKind::Flyer, {0.4, 0, 0}, {3, 0, 0}, 0.5, 2);
  m.Add(AgentKind::Flyer, {0.4, 0, 0}, {0, 3, 0}, 0.5, 2);
  Avoidance avoidance;
  for (int i = 0; i < 60; ++i) m.Step(avoidance);
  EXPECT_GE(m.LeastGap(), -kTolerance_m);
}

TEST(Avoidance, GivesTheSameBitsForAnyNumberOfThreads) {
  Meeting one = Sphere(200, 8), four = Sphere(200, 8);
  Avoidance a, b;
  for (int i = 0; i < 60; ++i) {
    one.Step(a, 1);
    four.Step(b, 4);
    for (size_t k = 0; k < one.movers.size(); ++k) {
      ASSERT_EQ(one.movers[k].position, four.movers[k].position);
      ASSERT_EQ(one.movers[k].velocity, four.movers[k].velocity);
    }
  }
}

TEST(Avoidance, RefusesInvalidNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  Avoidance avoidance;
  std::vector<SafeStep> steps(1);
  const auto solve = [&](Mover m, double step_s = 0.1, AvoidanceOptions options = {}) {
    return avoidance.Solve(std::span(&m, 1), step_s, options, steps).ok();
  };
  EXPECT_TRUE(solve({.position = {}}));
  EXPECT_FALSE(solve({.position = {nan, 0, 0}}));
  EXPECT_FALSE(solve({.position = {}, .velocity = {0, infinity, 0}}));
  EXPECT_FALSE(solve({.position = {}, .preferred = {0, 0, nan}}));
  EXPECT_FALSE(solve({.position = {}, .radius_m = -1}));
  EXPECT_FALSE(solve({.position = {}, .radius_m = nan}));
  EXPECT_FALSE(solve({.position = {}, .speed_m_s = -1}));
  EXPECT_FALSE(solve({.kind = AgentKind(7), .position = {}}));
  for (const double height : {-1.0, nan, infinity}) {
    EXPECT_FALSE(solve({.kind = AgentKind::Walker, .position = {}, .height_m = height}));
  }
  for (const double step : {0.0, -1.0, nan, infinity}) EXPECT_FALSE(solve({.position = {}}, step));
  EXPECT_FALSE(solve({.position = {}}, 0.1, {.horizon_s = 0}));
  EXPECT_FALSE(solve({.position = {}}, 0.1, {.max_neighbours = -1}));
  EXPECT_FALSE(solve({.position = {}}, 0.1, {.neighbour_m = nan}));
  EXPECT_FALSE(avoidance.Solve({}, 0.1, {}, steps).ok());
}

TEST(Avoidance, AgentsFarFromTheOriginDoNotOverlap) {
  Meeting m;
  for (int i = 0; i < 4; ++i) m.Add(AgentKind::Flyer, {1e9 + i * 2.0, 0, -1e9}, {1e9 + 6 - i * 2.0, 0, -1e9}, 0.5, 2);
  Avoidance avoidance;
  for (int i = 0; i < 100; ++i) {
    m.Step(avoidance);
    ASSERT_GE(m.LeastGap(), -1e-5);  // The resolution of doubles there.
  }
}

}  // namespace
}  // namespace navnet
