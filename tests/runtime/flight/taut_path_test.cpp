// SPDX-License-Identifier: Apache-2.0
#include "flight/taut_path.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

// Slow reference: smoothed lengths, projected gradient descent with many small steps.
double SlowShortest(Vec3 start, Vec3 goal, const std::vector<Portal>& portals) {
  std::vector<Vec3> x{start};
  for (const Portal& p : portals) x.push_back((p.lo + p.hi) * 0.5);
  x.push_back(goal);
  double best = LengthOf(x);
  for (double epsilon = 1; epsilon > 1e-5; epsilon *= 0.5) {
    for (int round = 0; round < 3000; ++round) {
      std::vector<Vec3> next = x;
      for (size_t i = 1; i + 1 < x.size(); ++i) {
        Vec3 downhill;
        for (const Vec3& other : {x[i - 1], x[i + 1]}) {
          const Vec3 d = other - x[i];
          downhill = downhill + d * (1 / std::sqrt(LengthSquared(d) + epsilon * epsilon));
        }
        next[i] = Max(portals[i - 1].lo, Min(portals[i - 1].hi, x[i] + downhill * (0.25 * epsilon)));
      }
      x = next;
    }
    best = std::min(best, LengthOf(x));
  }
  return best;
}

// A random chain of overlapping boxes, and its portals.
std::vector<Portal> RandomChain(TestRandom& random, int boxes, Vec3& start, Vec3& goal) {
  Portal box{{0, 0, 0}, {random.Uniform(1, 9), random.Uniform(1, 9), random.Uniform(1, 9)}};
  const auto inside = [&](const Portal& p) {
    return Vec3{random.Uniform(p.lo.x, p.hi.x), random.Uniform(p.lo.y, p.hi.y), random.Uniform(p.lo.z, p.hi.z)};
  };
  start = inside(box);
  std::vector<Portal> portals;
  for (int i = 1; i < boxes; ++i) {
    // The next box contains a point of this one; some only touch it.
    const Vec3 joint = inside(box);
    Portal next;
    for (int a = 0; a < 3; ++a) {
      next.lo[a] = joint[a] - random.Uniform(0, 6);
      next.hi[a] = joint[a] + random.Uniform(0.01, 6);
    }
    if (random.Integer(0, 3) == 0) {
      const int a = random.Integer(0, 2);
      next.lo[a] = box.hi[a];
      next.hi[a] = std::max(next.hi[a], box.hi[a] + 0.5);
    }
    portals.push_back({Max(box.lo, next.lo), Min(box.hi, next.hi)});
    box = next;
  }
  goal = inside(box);
  return portals;
}

TEST(TautPath, IsAsShortAsTheSlowReferenceAndBoundsItsGap) {
  TautPath string;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    Vec3 start, goal;
    const std::vector<Portal> portals = RandomChain(random, random.Integer(1, 9), start, goal);
    string.Pull(start, goal, portals);
    const double slow = SlowShortest(start, goal, portals);
    ASSERT_LE(string.length(), slow * (1 + 1e-4) + 1e-9);
    ASSERT_GE(slow, string.length() * (1 - string.gap()) - 1e-9) << "the lower bound is wrong";
    ASSERT_LE(string.gap(), 1e-4);
    ASSERT_NEAR(LengthOf(string.points()), string.length(), 1e-7 * string.length());
  }
}

// Whether a polyline passes the portals in order.
void ExpectThreaded(std::span<const Vec3> points, const std::vector<Portal>& portals) {
  size_t segment = 0;
  double from = 0;
  for (size_t i = 0; i < portals.size(); ++i) {
    bool passed = false;
    for (; segment + 1 < points.size(); ++segment, from = 0) {
      const Vec3 a = points[segment], d = points[segment + 1] - a;
      double first = from, last = 1;
      for (int k = 0; k < 3; ++k) {
        const double lo = portals[i].lo[k] - 1e-6 - a[k], hi = portals[i].hi[k] + 1e-6 - a[k];
        if (std::abs(d[k]) < 1e-12) {
          if (lo > 0 || hi < 0) last = -1;
          continue;
        }
        first = std::max(first, std::min(lo / d[k], hi / d[k]));
        last = std::min(last, std::max(lo / d[k], hi / d[k]));
      }
      if (first <= last + 1e-9) {
        from = std::max(from, first - 1e-9);
        passed = true;
        break;
      }
    }
    ASSERT_TRUE(passed) << "portal " << i << " is missed";
  }
}

TEST(TautPath, PassesEveryPortalInOrder) {
  TautPath string;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(1000 + seed);
    Vec3 start, goal;
    const std::vector<Portal> portals = RandomChain(random, random.Integer(1, 40), start, goal);
    string.Pull(start, goal, portals);
    ASSERT_EQ(string.points().front(), start);
    ASSERT_EQ(string.points().back(), goal);
    ExpectThreaded(string.points(), portals);
  }
}

TEST(TautPath, ConvergesInCorridorsOfHundredsOfVolumes) {
  TautPath string;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(50 + seed);
    Vec3 start, goal;
    const std::vector<Portal> portals = RandomChain(random, 400, start, goal);
    string.Pull(start, goal, portals);
    EXPECT_LE(string.gap(), 1e-4);
    ExpectThreaded(string.points(), portals);
  }
  // A spiral staircase: narrow doors all the way round, every one of them a bend.
  std::vector<Portal> doors;
  for (int i = 0; i < 300; ++i) {
    const double angle = 0.2 * i;
    const Vec3 at{20 * std::cos(angle), 20 * std::sin(angle), 0.3 * i};
    doors.push_back({at - Vec3{0.5, 0.5, 0.05}, at + Vec3{0.5, 0.5, 0.05}});
  }
  string.Pull({20, 0, -1}, {20 * std::cos(60.0), 20 * std::sin(60.0), 91}, doors);
  EXPECT_LE(string.gap(), 1e-4);
  ExpectThreaded(string.points(), doors);
}

TEST(TautPath, IsStraightWithoutObstacles) {
  TautPath string;
  string.Pull({0, 0, 0}, {10, 1, 2}, {});
  EXPECT_EQ(string.points().size(), 2u);
  const std::vector<Portal> wide = {{{1, -9, -9}, {2, 9, 9}}, {{5, -9, -9}, {5, 9, 9}}};
  string.Pull({0, 0, 0}, {10, 1, 2}, wide);
  EXPECT_EQ(string.points().size(), 2u);
  EXPECT_NEAR(string.length(), std::sqrt(105.0), 1e-12);
}

TEST(TautPath, BendsAtAnEdgeWhereUnfoldingPredicts) {
  // Over a wall at x = 5 of height 4: the edge is crossed where the unfolded line crosses it.
  const std::vector<Portal> gap = {{{5, -100, 4}, {5, 100, 50}}};
  TautPath string;
  string.Pull({0, 0, 0}, {9, 6, 1}, gap);
  const double up = std::hypot(5, 4), down = std::hypot(4, 3);
  EXPECT_NEAR(string.length(), std::hypot(up + down, 6), 1e-9);
  ASSERT_EQ(string.points().size(), 3u);
  EXPECT_NEAR(string.points()[1].y, 6 * up / (up + down), 1e-9);
}

TEST(TautPath, AcceptsEqualStartAndGoal) {
  TautPath string;
  const std::vector<Portal> there_and_back = {{{5, 0, 0}, {6, 1, 1}}};
  string.Pull({0, 0, 0}, {0, 0, 0}, there_and_back);
  EXPECT_NEAR(string.length(), 10, 1e-9);
  string.Pull({1, 1, 1}, {1, 1, 1}, {});
  EXPECT_EQ(string.length(), 0);
}

}  // namespace
}  // namespace navnet
