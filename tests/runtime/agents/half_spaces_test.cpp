// SPDX-License-Identifier: Apache-2.0
#include "agents/half_spaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace navnet {
namespace {

Vec3 RandomUnit(std::mt19937_64& random, bool flat) {
  std::normal_distribution<double> normal;
  Vec3 v{normal(random), normal(random), flat ? 0 : normal(random)};
  return v * (1 / Length(v));
}

std::vector<VelocityHalfSpace> RandomConstraints(std::mt19937_64& random, size_t count, bool flat, double tightest) {
  std::uniform_real_distribution<double> least(-1.2, tightest);
  std::vector<VelocityHalfSpace> out;
  for (size_t i = 0; i < count; ++i) {
    const Vec3 normal = RandomUnit(random, flat);
    out.push_back({normal, least(random)});
  }
  return out;
}

double WorstMiss(std::span<const VelocityHalfSpace> constraints, Vec3 v) {
  double worst = -1e9;
  for (const VelocityHalfSpace& c : constraints) worst = std::max(worst, c.least - Dot(c.normal, v));
  return worst;
}

Vec3 Clamped(Vec3 v, double most) { return Length(v) > most ? v * (most / Length(v)) : v; }

/// The nearest point by brute force: at most three borders, including the ball, determine the optimum.
class Brute {
 public:
  Brute(std::span<const VelocityHalfSpace> constraints, double most, Vec3 preferred, bool flat)
      : constraints_(constraints), most_(most), preferred_(preferred) {
    Offer(Clamped(preferred, most));
    std::vector<VelocityHalfSpace> chosen;
    if (flat) chosen.push_back({{0, 0, 1}, 0});
    Choose(0, chosen);
  }
  std::optional<Vec3> best() const { return best_; }

 private:
  void Choose(size_t from, std::vector<VelocityHalfSpace>& chosen) {
    TryBorders(chosen);
    if (chosen.size() == 3) return;
    for (size_t i = from; i < constraints_.size(); ++i) {
      chosen.push_back(constraints_[i]);
      Choose(i + 1, chosen);
      chosen.pop_back();
    }
  }
  // The points of the borders' intersection nearest to `preferred`, inside the ball and on its surface.
  void TryBorders(const std::vector<VelocityHalfSpace>& chosen) {
    std::vector<Vec3> basis;  // Orthonormal, of the normals.
    Vec3 foot;                // The intersection's point nearest to 0.
    for (const VelocityHalfSpace& h : chosen) {
      Vec3 n = h.normal;
      for (const Vec3 b : basis) n = n - b * Dot(n, b);
      const double length = Length(n);
      if (length < 1e-6) return;
      n = n * (1 / length);
      foot = foot + n * ((h.least - Dot(h.normal, foot)) / length);
      basis.push_back(n);
    }
    Vec3 d = preferred_ - foot;
    for (const Vec3 b : basis) d = d - b * Dot(d, b);
    const double radius_squared = most_ * most_ - LengthSquared(foot);
    if (radius_squared < 0) return;
    Offer(foot + Clamped(d, std::sqrt(radius_squared)));
  }
  void Offer(Vec3 v) {
    if (Length(v) > most_ + 1e-9 || WorstMiss(constraints_, v) > 1e-9) return;
    if (!best_ || Length(v - preferred_) < Length(*best_ - preferred_)) best_ = v;
  }

  std::span<const VelocityHalfSpace> constraints_;
  double most_;
  Vec3 preferred_;
  std::optional<Vec3> best_;
};

void CheckAgainstBruteForce(bool flat) {
  std::mt19937_64 random(flat ? 2 : 3);
  ProgramScratch scratch;
  int feasible = 0, infeasible = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto constraints = RandomConstraints(random, size_t(round % 9), flat, round % 3 == 0 ? 0.8 : 0.2);
    const Vec3 preferred = RandomUnit(random, flat) * std::uniform_real_distribution<double>(0, 1.5)(random);
    const auto found = flat ? NearestOnPlane(constraints, {0, 0, 1}, 1, preferred, scratch)
                            : NearestInSpace(constraints, 1, preferred, scratch);
    const auto best = Brute(constraints, 1, preferred, flat).best();
    ASSERT_EQ(found.has_value(), best.has_value()) << "round " << round;
    if (!found) {
      ++infeasible;
      continue;
    }
    ++feasible;
    EXPECT_LE(Length(*found), 1 + 1e-9);
    EXPECT_LE(WorstMiss(constraints, *found), 1e-9);
    EXPECT_NEAR(Length(*found - preferred), Length(*best - preferred), 1e-7) << "round " << round;
  }
  EXPECT_GT(feasible, 300);
  EXPECT_GT(infeasible, 150);
}

TEST(HalfSpaces, NearestOnAPlaneIsThatOfBruteForceOverPairs) { CheckAgainstBruteForce(true); }
TEST(HalfSpaces, NearestInSpaceIsThatOfBruteForceOverTriples) { CheckAgainstBruteForce(false); }

void CheckLeastWorstMiss(bool flat) {
  std::mt19937_64 random(flat ? 4 : 5);
  ProgramScratch scratch;
  int relaxed = 0;
  for (int round = 0; round < 300; ++round) {
    auto constraints = RandomConstraints(random, 8, flat, 0.9);
    for (size_t i = 0; i < 2; ++i)
      constraints[i].least = std::min(0.0, constraints[i].least);  // Velocity 0 satisfies the hard constraints.
    const Vec3 preferred = RandomUnit(random, flat);
    const std::span<const VelocityHalfSpace> all = constraints, soft = all.subspan(2);
    const Vec3 found = SafestVector({.constraints = all,
                                     .hard_count = 2,
                                     .most = 1,
                                     .preferred = preferred,
                                     .upright = flat ? std::optional(Vec3{0, 0, 1}) : std::nullopt},
                                    scratch);
    EXPECT_LE(Length(found), 1 + 1e-9);
    EXPECT_LE(WorstMiss(all.first(2), found), 1e-9);
    const double worst = std::max(0.0, WorstMiss(soft, found));
    relaxed += worst > 1e-6;
    // No sample of the ball that satisfies the hard constraints violates the others by less.
    const int steps = flat ? 80 : 24;
    for (int x = -steps; x <= steps; ++x) {
      for (int y = -steps; y <= steps; ++y) {
        for (int z = flat ? 0 : -steps; z <= (flat ? 0 : steps); ++z) {
          const Vec3 v = Vec3{double(x), double(y), double(z)} * (1.0 / steps);
          if (Length(v) > 1 || WorstMiss(all.first(2), v) > 0) continue;
          ASSERT_GE(std::max(0.0, WorstMiss(soft, v)), worst - 2e-6) << "round " << round;
        }
      }
    }
  }
  EXPECT_GT(relaxed, 50);
}

TEST(HalfSpaces, WorstMissIsTheLeastPossibleOnAPlane) { CheckLeastWorstMiss(true); }
TEST(HalfSpaces, WorstMissIsTheLeastPossibleInSpace) { CheckLeastWorstMiss(false); }

TEST(HalfSpaces, OppositeConstraintsLeaveTheirPlane) {
  ProgramScratch scratch;
  const VelocityHalfSpace walls[] = {{{1, 0, 0}, 0}, {{-1, 0, 0}, 0}};
  const auto found = NearestInSpace(walls, 2, {1, 1, 0}, scratch);
  ASSERT_TRUE(found);
  EXPECT_NEAR(Length(*found - Vec3{0, 1, 0}), 0, 1e-12);
}

}  // namespace
}  // namespace navnet
