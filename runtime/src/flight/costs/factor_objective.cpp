// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/factor_objective.h"

namespace navnet {
namespace {

constexpr double kEqualCosts = 1e-9;  // Relative tolerance for equal costs.

}  // namespace

double FactorObjective::PullByCost(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor,
                                   std::span<const Portal> portals, double slope, int up) {
  factors_.clear();
  for (const uint32_t number : corridor) factors_.push_back(FactorOf(number));
  taut_cost_.Pull(start, goal, portals, factors_, slope, up);
  return CostOf(taut_cost_.points());
}

void FactorObjective::TakeCheapest(std::vector<Vec3>& points) {
  points.assign(taut_cost_.points().begin(), taut_cost_.points().end());
  const auto is_free = [&](Vec3 a, Vec3 b) {
    covered_.clear();
    return Cover(a, b, {}, covered_);
  };
  size_t kept = 0;
  for (size_t i = 1; i + 1 < points.size(); ++i) {
    const Vec3 a = points[kept], b = points[i], c = points[i + 1];
    if (CostAlong(a, c) <= (1 + kEqualCosts) * (CostAlong(a, b) + CostAlong(b, c)) && is_free(a, c)) continue;
    points[++kept] = b;
  }
  points[++kept] = points.back();
  points.resize(kept + 1);
}

// The points may have left the old corridor where needless ones were dropped.
double FactorObjective::Finish(std::span<const Vec3> points, double /*pulled*/, std::vector<uint32_t>& corridor) {
  covered_.clear();
  bool is_covered = true;
  for (size_t i = 1; i < points.size() && is_covered; ++i) {
    is_covered = Cover(points[i - 1], points[i], corridor, covered_);
  }
  if (is_covered) corridor.assign(covered_.begin(), covered_.end());
  return CostOf(points);
}

double FactorObjective::CostOf(std::span<const Vec3> points) {
  double cost = 0;
  for (size_t i = 1; i < points.size(); ++i) cost += CostAlong(points[i - 1], points[i]);
  return cost;
}

}  // namespace navnet
