// SPDX-License-Identifier: Apache-2.0
#include "mujoco/gusts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace navnet {
namespace {

constexpr double kStep_s = 0.01;

std::vector<Vec3> WindOf(uint64_t seed, double most_m_s, double correlation_s, int steps) {
  Gusts gusts(seed, most_m_s, correlation_s);
  std::vector<Vec3> wind;
  for (int i = 0; i < steps; ++i) wind.push_back(gusts.Next(kStep_s));
  return wind;
}

TEST(Gusts, StayBelowTheirBoundAndComeNearIt) {
  double most = 0, sum = 0;
  const std::vector<Vec3> wind = WindOf(1, 4, 1, 100'000);
  for (const Vec3& w : wind) {
    most = std::max(most, Length(w));
    sum += Length(w);
  }
  EXPECT_LE(most, 4 + 1e-12);
  EXPECT_GT(most, 3.999);
  EXPECT_NEAR(sum / double(wind.size()) / 4, 0.7, 0.1);
}

TEST(Gusts, AreCorrelatedForAsLongAsTheyShouldBe) {
  const int lag = 100;  // One second, the time of correlation.
  const std::vector<Vec3> wind = WindOf(2, 1, 1, 400'000);
  double with_itself = 0, with_later = 0;
  Vec3 mean;
  for (size_t i = 0; i + lag < wind.size(); ++i) {
    with_itself += Dot(wind[i], wind[i]);
    with_later += Dot(wind[i], wind[i + lag]);
    mean = mean + wind[i];
  }
  EXPECT_NEAR(with_later / with_itself, std::exp(-1), 0.05);
  EXPECT_LT(Length(mean) / double(wind.size()), 0.05);
  // No jumps: within a hundredth of the time of correlation, the wind changes by a seventh of its deviation.
  double change = 0;
  for (size_t i = 1; i < wind.size(); ++i) change += LengthSquared(wind[i] - wind[i - 1]);
  EXPECT_LT(std::sqrt(change / with_itself), 0.2);
}

TEST(Gusts, DependOnTheSeedAlone) {
  EXPECT_EQ(WindOf(3, 2, 1, 100), WindOf(3, 2, 1, 100));
  EXPECT_NE(WindOf(3, 2, 1, 100), WindOf(4, 2, 1, 100));
  for (const Vec3& calm : WindOf(5, 0, 1, 100)) EXPECT_EQ(Length(calm), 0);
}

}  // namespace
}  // namespace navnet
