// SPDX-License-Identifier: Apache-2.0
// Parts of the solver against slow ones: systems against dense elimination, derivatives against differences.

#include "solver/block_chain.h"
#include "solver/piece_terms.h"
#include "start/interior_point.h"
#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace navnet {
namespace {

// Solves a dense system by Gaussian elimination with pivoting.
std::vector<double> SolveDense(std::vector<std::vector<double>> m, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t r = k; r < n; ++r) {
      if (std::abs(m[r][k]) > std::abs(m[pivot][k])) pivot = r;
    }
    std::swap(m[k], m[pivot]);
    std::swap(b[k], b[pivot]);
    for (size_t r = k + 1; r < n; ++r) {
      const double factor = m[r][k] / m[k][k];
      for (size_t c = k; c < n; ++c) m[r][c] -= factor * m[k][c];
      b[r] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t c = k + 1; c < n; ++c) b[k] -= m[k][c] * b[c];
    b[k] /= m[k][k];
  }
  return b;
}

TEST(SolveChain, AgreesWithDenseElimination) {
  constexpr size_t kSize = ChainRow::kSize, kNext = ChainRow::kNext, kRight = ChainRow::kRight;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    TestRandom random(seed);
    const size_t rows = size_t(random.Integer(1, 5)), n = rows * kSize;
    std::vector<ChainRow> chain(rows);
    std::vector<std::vector<double>> dense(n, std::vector<double>(n));
    std::vector<double> right(n);
    for (ChainRow& row : chain) row = {};
    const auto add = [&](size_t r, size_t c, double value) {
      dense[r][c] += value;
      const size_t i = r / kSize, j = c / kSize;
      if (i == j) chain[i].at[r % kSize][c % kSize] += value;
      if (i + 1 == j) chain[i].at[r % kSize][kNext + c % kSize] += value;
    };
    // A sum of outer products that couple two blocks at most.
    for (size_t block = 0; block < rows; ++block) {
      for (int term = 0; term < 30; ++term) {
        const size_t first = block * kSize, count = std::min(n - first, 2 * kSize);
        std::vector<double> w(count);
        for (double& x : w) x = random.Uniform(-1, 1);
        for (size_t r = 0; r < count; ++r) {
          for (size_t c = 0; c < count; ++c) add(first + r, first + c, w[r] * w[c]);
        }
      }
    }
    for (size_t r = 0; r < n; ++r) right[r] = chain[r / kSize].at[r % kSize][kRight] = random.Uniform(-1, 1);
    ASSERT_TRUE(SolveChain(chain));
    const std::vector<double> expected = SolveDense(dense, right);
    for (size_t r = 0; r < n; ++r) EXPECT_NEAR(chain[r / kSize].Solution(int(r % kSize)), expected[r], 1e-8);
  }
}

TEST(SolveChain, RefusesWhatIsNotPositiveDefinite) {
  std::vector<ChainRow> chain(2);
  for (ChainRow& row : chain) {
    row = {};
    for (int k = 0; k < ChainRow::kSize; ++k) row.at[k][k] = 1;
  }
  EXPECT_TRUE(SolveChain(chain));
  for (ChainRow& row : chain) {
    row = {};
    for (int k = 0; k < ChainRow::kSize; ++k) row.at[k][k] = k == 4 ? -1 : 1;
  }
  EXPECT_FALSE(SolveChain(chain));
}

struct TermsCase {
  std::vector<HalfSpace> planes;
  Piece piece;
  MotionBounds bounds{1 / 20.0, 1 / 60.0, 1 / 900.0, 1 / 18.0, 1 / 17.0, 2};
  Knot from, to;
  double next_s = 0.9;

  explicit TermsCase(uint64_t seed) {
    TestRandom random(seed);
    RoomCorridor rooms;
    AppendBox({{-5, -6, -5}, {5, 5, 6}}, rooms);
    planes = rooms.planes;
    planes.push_back({{0, 0.6, 0.8}, 5});
    piece.duration_s = random.Uniform(0.8, 1.5);
    piece.planes = planes;
    piece.points = 0b111111;
    piece.motions = (1u << kMotions) - 1;
    piece.duration_powers = 4 * 3 + 3 * 2 + 3 * 3;
    from = {random.Point(-1, 1), random.Point(-1.5, 1.5), random.Point(-1.5, 1.5)};
    to = {random.Point(-1, 1), random.Point(-1.5, 1.5), random.Point(-1.5, 1.5)};
  }

  // The knots and the duration after a move along the unknowns of the step.
  void Move(const std::vector<double>& d) {
    const double own = piece.duration_s, next = next_s;
    piece.duration_s = own * std::cbrt(1 + 3 * d[9] / own);
    next_s = next * std::cbrt(1 + 3 * d[19] / next);
    const auto move = [&](Knot& knot, size_t at, double faster) {
      for (int k = 0; k < 3; ++k) {
        knot.p[k] += d[at + size_t(k)];
        knot.v[k] = (knot.v[k] + d[at + 3 + size_t(k)]) * faster;
        knot.a[k] = (knot.a[k] + d[at + 6 + size_t(k)]) * faster * faster;
      }
    };
    move(from, 0, own / piece.duration_s);
    move(to, 10, next / next_s);
  }

  double Value(double barrier, double jerk_weight) const {
    PieceShape shape;
    ShapeOf(from, to, piece.duration_s, shape);
    std::vector<double> slacks(piece.Size());
    return piece.duration_s + jerk_weight * JerkIntegral(shape, piece.duration_s) -
           barrier * SlacksOf(piece, bounds, shape, slacks);
  }

  PieceSystem System(const TermWeights& weights) const {
    PieceShape shape;
    ShapeOf(from, to, piece.duration_s, shape);
    std::vector<double> slacks(piece.Size()), multipliers(piece.Size());
    SlacksOf(piece, bounds, shape, slacks);
    for (size_t i = 0; i < slacks.size(); ++i) multipliers[i] = weights.barrier / slacks[i];
    for (size_t i = 0; i < planes.size(); ++i) multipliers[i * kLanes + 6] = multipliers[i * kLanes + 7] = 0;
    PieceSystem system;
    AddTerms(piece, bounds, {from, TimeScale::After, piece.duration_s}, {to, TimeScale::After, next_s}, shape, slacks,
             multipliers, weights, system);
    return system;
  }
};

TEST(PieceTerms, GradientIsThatOfTheBarrierFunction) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const TermsCase at(seed);
    constexpr double kBarrier = 0.3, kJerk = 1e-3, kStep = 1e-6;
    const PieceSystem system = at.System({kBarrier, kJerk, 0.4});
    for (size_t i = 0; i < PieceSystem::kSize; ++i) {
      TermsCase plus = at, minus = at;
      plus.piece.planes = plus.planes;
      minus.piece.planes = minus.planes;
      std::vector<double> d(PieceSystem::kSize);
      d[i] = kStep;
      plus.Move(d);
      d[i] = -kStep;
      minus.Move(d);
      const double difference = (plus.Value(kBarrier, kJerk) - minus.Value(kBarrier, kJerk)) / (2 * kStep);
      EXPECT_NEAR(system.gradient[i], difference, 1e-6 * (1 + std::abs(difference))) << i;
    }
  }
}

TEST(PieceTerms, HessianIsExactWithAllOfTheCurvature) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const TermsCase at(seed);
    constexpr double kBarrier = 0.3, kStep = 1e-3;
    const PieceSystem system = at.System({kBarrier, 0, 1});
    const auto moved = [&](size_t i, double a, size_t j, double b) {
      TermsCase to = at;
      to.piece.planes = to.planes;
      std::vector<double> d(PieceSystem::kSize);
      d[i] += a;
      d[j] += b;
      to.Move(d);
      return to.Value(kBarrier, 0);
    };
    for (size_t i = 0; i < PieceSystem::kSize; ++i) {
      for (size_t j = i; j < PieceSystem::kSize; ++j) {
        const double difference = (moved(i, kStep, j, kStep) - moved(i, kStep, j, -kStep) - moved(i, -kStep, j, kStep) +
                                   moved(i, -kStep, j, -kStep)) /
                                  (4 * kStep * kStep);
        EXPECT_NEAR(system.hessian[i][j], difference, 1e-3 * (1 + std::abs(difference))) << i << " " << j;
        EXPECT_EQ(system.hessian[i][j], system.hessian[j][i]);
      }
    }
  }
}

TEST(DeepPoint, IsNearlyAsDeepAsTheDeepestOfManyRandomPoints) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TestRandom random(seed);
    const TestCorridor corridor = RandomCorridor(seed, 2);
    const auto a = corridor.rooms.PlanesOf(0), b = corridor.rooms.PlanesOf(1);
    constexpr double kReach = 1;
    const Vec3 near = corridor.points[1];
    const InteriorPoint deep = DeepPoint(a, b, near, kReach);
    const auto depth = [&](Vec3 p) {
      double depth_m = 1e9;
      for (const auto planes : {a, b}) {
        for (const HalfSpace& plane : planes) depth_m = std::min(depth_m, -plane.DistanceTo(p));
      }
      return depth_m;
    };
    EXPECT_DOUBLE_EQ(deep.depth_m, depth(deep.point));
    for (int k = 0; k < 3; ++k) EXPECT_LE(std::abs(deep.point[k] - near[k]), kReach);
    double best = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 offset = random.Point(-kReach, kReach);
      double limited = depth(near + offset);
      for (int k = 0; k < 3; ++k) limited = std::min(limited, kReach - std::abs(offset[k]));
      best = std::max(best, limited);
    }
    EXPECT_GE(deep.depth_m, 0.5 * best);
  }
}

TEST(DeepPoint, FindsThatRoomsAreApartOrTouch) {
  RoomCorridor rooms;
  AppendBox({{0, 0, 0}, {1, 1, 1}}, rooms);
  AppendBox({{1, 0, 0}, {2, 1, 1}}, rooms);
  AppendBox({{2.5, 0, 0}, {3, 1, 1}}, rooms);
  EXPECT_NEAR(DeepPoint(rooms.PlanesOf(0), rooms.PlanesOf(1), {1, 0.5, 0.5}, 1).depth_m, 0, 1e-6);
  EXPECT_NEAR(DeepPoint(rooms.PlanesOf(1), rooms.PlanesOf(2), {2, 0.5, 0.5}, 1).depth_m, -0.25, 0.05);
}

}  // namespace
}  // namespace navnet
