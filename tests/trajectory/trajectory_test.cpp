// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/trajectory.h>

#include "support/random_meshes.h"
#include "trajectory/trajectory_checks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

Trajectory RandomTrajectory(uint64_t seed) {
  const TestCorridor corridor = RandomCorridor(seed, int(1 + seed % 5));
  return PlanTrajectory(corridor.Query()).trajectory;
}

TEST(Trajectory, IsEmptyAtFirst) {
  const Trajectory empty;
  EXPECT_EQ(empty.duration_s(), 0);
  EXPECT_EQ(empty.Length(), 0);
  EXPECT_EQ(empty.At(1).position, Vec3());
  EXPECT_EQ(empty.Peaks().speed_m_s, 0);
  EXPECT_TRUE(PartOf(empty, 0, 1).empty());
}

TEST(Trajectory, SamplesAreDerivativesOfEachOther) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const Trajectory trajectory = RandomTrajectory(seed);
    constexpr double kStep = 1e-5;
    for (int i = 0; i <= 100; ++i) {
      const double t = trajectory.duration_s() * (i + 0.5) / 101;
      const MotionSample before = trajectory.At(t - kStep), at = trajectory.At(t), after = trajectory.At(t + kStep);
      EXPECT_LE(Length((after.position - before.position) * (0.5 / kStep) - at.velocity), 1e-4);
      EXPECT_LE(Length((after.velocity - before.velocity) * (0.5 / kStep) - at.acceleration), 1e-3);
      if (trajectory.PieceAt(t - kStep) != trajectory.PieceAt(t + kStep)) continue;
      EXPECT_LE(Length((after.acceleration - before.acceleration) * (0.5 / kStep) - at.jerk), 1e-2);
    }
  }
}

TEST(Trajectory, SamplesManyAsOneByOne) {
  const Trajectory trajectory = RandomTrajectory(4);
  TestRandom random(1);
  std::vector<double> times;
  for (int i = 0; i < 200; ++i) times.push_back(random.Uniform(-1, trajectory.duration_s() + 1));
  times.push_back(std::nan(""));
  std::vector<Vec3> p(times.size()), v(times.size()), a(times.size()), j(times.size());
  trajectory.Sample(times, {p, v, a, j});
  for (size_t i = 0; i < times.size(); ++i) {
    const MotionSample at = trajectory.At(times[i]);
    EXPECT_EQ(at.position, p[i]);
    EXPECT_EQ(at.velocity, v[i]);
    EXPECT_EQ(at.acceleration, a[i]);
    EXPECT_EQ(at.jerk, j[i]);
  }
  EXPECT_EQ(trajectory.At(-1).position, trajectory.pieces().front().points.front());
  EXPECT_LE(Length(trajectory.At(1e9).position - trajectory.pieces().back().points.back()), 1e-12);
}

TEST(Trajectory, PeaksAndLengthAgreeWithDenseSamples) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Trajectory trajectory = RandomTrajectory(seed);
    const MotionPeaks peaks = trajectory.Peaks();
    MotionPeaks sampled;
    double length_m = 0;
    constexpr int kSamples = 20000;
    Vec3 last = trajectory.At(0).position;
    for (int i = 0; i <= kSamples; ++i) {
      const MotionSample at = trajectory.At(trajectory.duration_s() * i / kSamples);
      sampled.speed_m_s = std::max(sampled.speed_m_s, Length(at.velocity));
      sampled.climb_m_s = std::max(sampled.climb_m_s, at.velocity.z);
      sampled.descent_m_s = std::max(sampled.descent_m_s, -at.velocity.z);
      sampled.acceleration_m_s2 = std::max(sampled.acceleration_m_s2, Length(at.acceleration));
      sampled.jerk_m_s3 = std::max(sampled.jerk_m_s3, Length(at.jerk));
      length_m += Length(at.position - last);
      last = at.position;
    }
    EXPECT_NEAR(peaks.speed_m_s, sampled.speed_m_s, 1e-5);
    EXPECT_NEAR(peaks.climb_m_s, sampled.climb_m_s, 1e-4);
    EXPECT_NEAR(peaks.descent_m_s, sampled.descent_m_s, 1e-4);
    EXPECT_NEAR(peaks.acceleration_m_s2, sampled.acceleration_m_s2, 1e-2);
    EXPECT_NEAR(peaks.jerk_m_s3, sampled.jerk_m_s3, 0.2);
    EXPECT_NEAR(trajectory.Length(), length_m, 1e-5 * length_m);
  }
}

TEST(PartOf, IsTheSameMotion) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    TestRandom random(seed);
    const Trajectory whole = RandomTrajectory(seed);
    const double from = random.Uniform(0, whole.duration_s()), to = random.Uniform(from, whole.duration_s());
    const Trajectory part = PartOf(whole, from, to);
    EXPECT_NEAR(part.duration_s(), to - from, 1e-9);
    for (int i = 0; i <= 50; ++i) {
      const double t = (to - from) * i / 50;
      EXPECT_LE(Length(part.At(t).position - whole.At(from + t).position), 1e-9);
      EXPECT_LE(Length(part.At(t).velocity - whole.At(from + t).velocity), 1e-7);
    }
    const Trajectory joined = Spliced(whole, from, PartOf(whole, from, whole.duration_s()));
    EXPECT_NEAR(joined.duration_s(), whole.duration_s(), 1e-9);
    EXPECT_LE(Length(joined.At(to).position - whole.At(to).position), 1e-9);
    EXPECT_LE(LargestJump(joined, {}), 1e-6);
  }
}

TEST(TimeScaled, DividesSpeedsByTheFactor) {
  const Trajectory whole = RandomTrajectory(2), slow = TimeScaled(whole, 2);
  EXPECT_DOUBLE_EQ(slow.duration_s(), 2 * whole.duration_s());
  const MotionPeaks fast_peaks = whole.Peaks(), slow_peaks = slow.Peaks();
  EXPECT_NEAR(slow_peaks.speed_m_s, fast_peaks.speed_m_s / 2, 1e-5);
  EXPECT_NEAR(slow_peaks.acceleration_m_s2, fast_peaks.acceleration_m_s2 / 4, 1e-5);
  EXPECT_NEAR(slow_peaks.jerk_m_s3, fast_peaks.jerk_m_s3 / 8, 1e-4);
}

TEST(MinDistance, AgreesWithDenseSamples) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    TestRandom random(seed);
    const Trajectory a = RandomTrajectory(seed), b = RandomTrajectory(seed + 100);
    const double delay_s = random.Uniform(-5, 5);
    const ClosestApproach closest = MinDistance(a, b, delay_s);
    const auto distance = [&](double t) { return Length(a.At(t).position - b.At(t - delay_s).position); };
    EXPECT_NEAR(distance(closest.time_s), closest.distance_m, 1e-9);
    double least_m = 1e9;
    const double from = std::min(0.0, delay_s), to = std::max(a.duration_s(), b.duration_s() + delay_s);
    for (int i = 0; i <= 5000; ++i) least_m = std::min(least_m, distance(from + (to - from) * i / 5000));
    EXPECT_LE(closest.distance_m, least_m + 1e-6);
    EXPECT_GE(closest.distance_m, least_m - 0.05);
  }
}

TEST(MinDistance, OfATrajectoryToItselfIsZero) {
  const Trajectory a = RandomTrajectory(7);
  EXPECT_EQ(MinDistance(a, a).distance_m, 0);
  EXPECT_GE(MinDistance(a, TimeScaled(a, 3), 1e3).distance_m, 0);
}

}  // namespace
}  // namespace navnet
