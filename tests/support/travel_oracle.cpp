// SPDX-License-Identifier: Apache-2.0
#include "support/travel_oracle.h"

#include "support/walk_cost_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Tolerance in metres: flights along a face may deviate from it by rounding.
constexpr double kTouch_m = 1e-6;

}  // namespace

double FlownAlong(const TravelPath& path) {
  double metres = 0;
  for (const TravelSegment& s : path.segments) {
    if (s.mode == TravelMode::Walk || s.mode == TravelMode::Link) continue;
    const auto points = path.PointsOf(s);
    for (size_t i = 1; i < points.size(); ++i) metres += Length(points[i] - points[i - 1]);
  }
  return metres;
}

void ExpectWhole(const TravelPath& path, const TravelQuery& query) {
  ASSERT_EQ(path.status, PathStatus::Complete);
  double seconds = 0, length = 0, cost_s = 0;
  for (size_t i = 0; i < path.segments.size(); ++i) {
    const TravelSegment& s = path.segments[i];
    ASSERT_GE(s.point_count, 2u);
    const size_t end = size_t{s.first_point} + s.point_count;
    ASSERT_LE(end, path.points.size());
    if (i > 0) {
      EXPECT_EQ(s.first_point, path.segments[i - 1].first_point + path.segments[i - 1].point_count - 1);
    }
    double cost_m = 0;
    for (size_t k = size_t{s.first_point} + 1; k < end && s.mode != TravelMode::Link; ++k) {
      const Vec3 a = path.points[k - 1], b = path.points[k];
      cost_m += s.mode == TravelMode::Walk ? oracle::CostOfPiece(a, b, query.walk_regions) : CostOfFlight(a, b, query);
      if (s.mode == TravelMode::Fly) {
        EXPECT_GE(std::min(a.z, b.z), query.floor_m - kTouch_m);
      }
    }
    ASSERT_LT(cost_m, kNever) << ToString(s.mode);
    if (s.mode == TravelMode::Walk) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.walk_m_s, 1e-9);
      EXPECT_NEAR(s.cost_s, query.weights.walk * cost_m / query.agent.walk_m_s, 1e-6 * s.cost_s);
    }
    if (s.mode == TravelMode::Fly) {
      EXPECT_NEAR(s.seconds, s.length_m / query.agent.fly_m_s, 1e-9);
      const double cost = query.weights.fly * cost_m / query.agent.fly_m_s;
      // Narrow places cost up to 4 times as much.
      EXPECT_GE(s.cost_s, (1 - 1e-6) * cost);
      EXPECT_LE(s.cost_s, (query.fly_clearance_m > 0 ? 4 : 1) * (1 + 1e-6) * cost);
    }
    if (s.mode == TravelMode::TakeOff || s.mode == TravelMode::Land) {
      const double flown_s = s.length_m / query.agent.fly_m_s;
      EXPECT_NEAR(s.cost_s,
                  query.weights.switching * (s.seconds - flown_s) + query.weights.fly * cost_m / query.agent.fly_m_s,
                  1e-6 * std::max(1.0, s.cost_s));
    }
    if (s.mode == TravelMode::Link) {
      EXPECT_NEAR(s.cost_s, query.weights.link * s.seconds, 1e-9);
    }
    seconds += s.seconds;
    length += s.length_m;
    cost_s += s.cost_s;
  }
  EXPECT_NEAR(path.seconds, seconds, 1e-9);
  EXPECT_NEAR(path.length_m, length, 1e-9);
  EXPECT_NEAR(path.cost_s, cost_s, 1e-9 * std::max(1.0, cost_s));
  const auto [walk, fly, switching, link] = query.weights;
  EXPECT_GE(path.cost_s, std::min({walk, fly, switching, link}) * path.seconds - 1e-9);
  const double flown_m = FlownAlong(path);
  EXPECT_NEAR(path.flown_m, flown_m, 1e-9);
  EXPECT_LE(flown_m, query.max_fly_m + 1e-9);
  if (flown_m > 0) {
    EXPECT_LE(flown_m / query.agent.fly_m_s, query.max_fly_s + 1e-9);
  }
}

void CostRatios::Add(double cost_s, double least_s) {
  const double excess = least_s > 0 ? cost_s / least_s - 1 : 0;
  // Legs with costs are optimal only to about 1 %.
  EXPECT_GE(excess, -0.01) << cost_s << " s instead of " << least_s;
  EXPECT_LE(excess, worst_) << cost_s << " s instead of " << least_s;
  above_ += excess > 0.02;
  sum_ += excess;
  ++count_;
}

void CostRatios::ExpectSmall(int count) const {
  EXPECT_GE(count_, count);
  EXPECT_LE(sum_, 0.003 * count_);
}

}  // namespace navnet
