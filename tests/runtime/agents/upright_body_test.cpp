// SPDX-License-Identifier: Apache-2.0
#include "agents/upright_body.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace navnet {
namespace {

Vec3 RandomPoint(TestRandom& random, double size) {
  return {random.Uniform(-size, size), random.Uniform(-size, size), random.Uniform(-size, size)};
}

UprightBody RandomBody(TestRandom& random) {
  return {RandomPoint(random, 1), random.Uniform(0, 0.6), random.Uniform(0, 2)};
}

TEST(UprightBody, IsExactlyAsFarFromABallAsItsNearestPoint) {
  TestRandom random(1);
  for (int round = 0; round < 2000; ++round) {
    const UprightBody body = RandomBody(random);
    const Ball ball{body.foot + RandomPoint(random, 3), random.Uniform(0, 0.5)};
    const Apart apart = Between(body, ball);
    const double distance = apart.gap_m + ball.radius_m;
    ASSERT_NEAR(Length(apart.normal), 1, 1e-12);
    // One point of the body is at that distance, and none is nearer.
    const Vec3 nearest = ball.centre - apart.normal * distance, from_foot = nearest - body.foot;
    ASSERT_LE(std::hypot(from_foot.x, from_foot.y), body.radius_m + 1e-12);
    ASSERT_GE(from_foot.z, -1e-12);
    ASSERT_LE(from_foot.z, body.height_m + 1e-12);
    for (int sample = 0; sample < 20; ++sample) {
      const double angle = random.Uniform(0, 2 * std::numbers::pi), r = random.Uniform(0, body.radius_m);
      const Vec3 p = body.foot + Vec3{r * std::cos(angle), r * std::sin(angle), random.Uniform(0, body.height_m)};
      ASSERT_GE(Length(p - ball.centre), distance - 1e-12);
    }
  }
}

TEST(UprightBody, AndABallOnTheirSidesOfThePlaneDoNotTouch) {
  TestRandom random(2);
  constexpr double kStep_s = 0.1;
  int climbed = 0, kept = 0;
  for (int round = 0; round < 1000000; ++round) {
    UprightBody body = RandomBody(random);
    Ball ball{body.foot + RandomPoint(random, 2.5), random.Uniform(0, 0.5)};
    const Apart apart = Between(body, ball);
    const Vec3 flies = RandomPoint(random, 1), walks = RandomPoint(random, 1);
    const VelocityHalfSpace flyers = OwnSideOfFlyer(apart, kStep_s);
    if (Dot(flyers.normal, flies) < flyers.least * kStep_s) continue;
    const auto walkers = OwnSideOfWalker(apart, kStep_s);
    if (walkers && Dot(walkers->normal, walks) < walkers->least * kStep_s) continue;
    const Vec3 on_plan{walks.x, walks.y, 0};
    const Vec3 move = MayClimb(apart, walks) ? walks : on_plan;
    climbed += move.z != 0;
    ++kept;
    // During the whole step, not only at its end.
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
      const UprightBody then{body.foot + move * share, body.radius_m, body.height_m};
      const double gap = Between(then, {ball.centre + flies * share, ball.radius_m}).gap_m;
      ASSERT_GE(gap, apart.gap_m >= 0 ? -1e-12 : -std::numeric_limits<double>::infinity());
    }
  }
  EXPECT_GT(climbed, 10000);
  EXPECT_LT(climbed, kept - 3000);
}

TEST(UprightBody, StaysClearOfAFlyerThatRisesOverItsHead) {
  TestRandom random(3);
  int over = 0;
  for (int round = 0; round < 100000; ++round) {
    const UprightBody body = RandomBody(random);
    const MixedEncounter e{body,
                           {body.foot + RandomPoint(random, 3), random.Uniform(0.1, 0.5)},
                           {random.Uniform(-1, 1), random.Uniform(-1, 1), 0},
                           {}};
    Vec3 velocity{random.Uniform(-2, 2), random.Uniform(-2, 2), 0};
    if (Between(body, e.flyer).gap_m < 0) continue;
    const auto rise = OverHead(e, velocity, 1e9, 2, 0.01);
    if (!rise) continue;
    ++over;
    velocity.z = rise->least;
    for (double t = 0; t < 2; t += 0.02) {
      const UprightBody then{body.foot + e.walker_velocity * t, body.radius_m, body.height_m};
      // When it reaches the rim of the head, it is high enough.
      const Ball ball{e.flyer.centre + velocity * t, e.flyer.radius_m};
      ASSERT_GE(Between(then, ball).gap_m, -1e-9);
    }
  }
  EXPECT_GT(over, 1000);
}

TEST(NearestBetween, IsNoFartherThanAnyPairOfPoints) {
  TestRandom random(4);
  for (int round = 0; round < 2000; ++round) {
    const Vec3 a = RandomPoint(random, 2), c = RandomPoint(random, 2);
    Vec3 b = RandomPoint(random, 2), d = RandomPoint(random, 2);
    if (round % 5 == 1) b = a;
    if (round % 5 == 2) d = c;
    if (round % 5 == 3) d = c + (b - a) * random.Uniform(-1, 1);
    if (round % 10 == 4) b = a, d = c;
    const NearestOfLines nearest = NearestBetween(a, b, c, d);
    ASSERT_GE(std::min(nearest.share_ab, nearest.share_cd), 0);
    ASSERT_LE(std::max(nearest.share_ab, nearest.share_cd), 1);
    const auto distance = [&](double s, double t) { return Length(a + (b - a) * s - c - (d - c) * t); };
    ASSERT_NEAR(nearest.distance_m, distance(nearest.share_ab, nearest.share_cd), 1e-12);
    for (double s = 0; s <= 1; s += 0.125) {
      for (double t = 0; t <= 1; t += 0.125) ASSERT_LE(nearest.distance_m, distance(s, t) + 1e-9);
    }
  }
}

}  // namespace
}  // namespace navnet
