// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/taut_cost_path.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

struct Chain {
  Vec3 start, goal;
  std::vector<Portal> portals;
  std::vector<double> factors;
  double slope = 0;
};

Chain RandomChain(TestRandom& random) {
  Chain chain;
  chain.start = random.Point(0, 4);
  Vec3 at = chain.start;
  for (int i = 0; i < random.Integer(1, 9); ++i) {
    at = at + random.Point(-3, 5);
    Portal portal{at - random.Point(0, 4), at + random.Point(0, 4)};
    const int flat = random.Integer(0, 4);  // Most are faces.
    if (flat < 3) portal.lo[flat] = portal.hi[flat] = at[flat];
    chain.portals.push_back(portal);
  }
  chain.goal = at + random.Point(-3, 5);
  for (size_t i = 0; i <= chain.portals.size(); ++i) {
    chain.factors.push_back(random.Integer(0, 1) ? 1 : random.Uniform(1, 8));
  }
  chain.slope = random.Integer(0, 1) ? random.Uniform(0, 3) : 0;
  return chain;
}

double CostOf(const Chain& chain, const std::vector<Vec3>& x) {
  double sum = 0;
  for (size_t i = 1; i < x.size(); ++i) {
    sum += chain.factors[i - 1] * Length(x[i] - x[i - 1]) + chain.slope * std::abs(x[i].z - x[i - 1].z);
  }
  return sum;
}

// Rounded-off costs, projected gradient descent with many small steps.
double SlowCheapest(const Chain& chain) {
  std::vector<Vec3> x{chain.start};
  for (const Portal& p : chain.portals) x.push_back((p.lo + p.hi) * 0.5);
  x.push_back(chain.goal);
  double best = CostOf(chain, x), most = chain.slope;
  for (const double factor : chain.factors) most = std::max(most, factor + chain.slope);
  for (double epsilon = 1; epsilon > 1e-4; epsilon *= 0.5) {
    for (int round = 0; round < 6000; ++round) {
      std::vector<Vec3> next = x;
      for (size_t i = 1; i + 1 < x.size(); ++i) {
        Vec3 downhill;
        for (const size_t other : {i - 1, i + 1}) {
          const Vec3 d = x[other] - x[i];
          const double factor = chain.factors[std::min(i, other)];
          downhill = downhill + d * (factor / std::sqrt(LengthSquared(d) + epsilon * epsilon));
          downhill.z += chain.slope * d.z / std::sqrt(d.z * d.z + epsilon * epsilon);
        }
        const Vec3 moved = x[i] + downhill * (0.25 * epsilon / most);
        next[i] = Max(chain.portals[i - 1].lo, Min(chain.portals[i - 1].hi, moved));
      }
      x = next;
    }
    best = std::min(best, CostOf(chain, x));
  }
  return best;
}

TEST(TautCostPath, IsAsCheapAsThatOfASlowDescent) {
  TautCostPath string;
  double worst = 0, least = 2;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Chain chain = RandomChain(random);
    string.Pull(chain.start, chain.goal, chain.portals, chain.factors, chain.slope, 2);
    const std::vector<Vec3> points(string.points().begin(), string.points().end());
    ASSERT_EQ(points.front(), chain.start);
    ASSERT_EQ(points.back(), chain.goal);
    if (points.size() != chain.portals.size() + 2) continue;  // Merged points: the factors no longer match.
    for (size_t i = 0; i < chain.portals.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        ASSERT_GE(points[i + 1][k], chain.portals[i].lo[k]);
        ASSERT_LE(points[i + 1][k], chain.portals[i].hi[k]);
      }
    }
    const double ratio = CostOf(chain, points) / SlowCheapest(chain);
    worst = std::max(worst, ratio);
    least = std::min(least, ratio);
  }
  EXPECT_LT(worst, 1 + 1e-5);
  EXPECT_GT(least, 0.99) << "the slow descent has not converged";
}

}  // namespace
}  // namespace navnet
