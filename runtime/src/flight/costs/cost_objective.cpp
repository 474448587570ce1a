// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/cost_objective.h"

#include <limits>

namespace navnet {
namespace {

constexpr double kRounding = 1e-9;  // Relative tolerance for equal costs.

}  // namespace

bool HasCosts(const FlightQuery& query) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return !query.regions.empty() || query.climb_cost != 0 || query.descend_cost != 0 || query.floor_m != -kInfinity ||
         query.ceiling_m != kInfinity;
}

bool CostObjective::Begin(const FlightQuery& query, const NetInfo& info, const LevelIndex& index) {
  costs_.Read(query, info);
  if (!costs_.are_any()) return false;
  cost_cells_.Begin(index, costs_);
  return true;
}

std::optional<LevelIndex::Near> CostObjective::Nearest(Vec3 p, double within) {
  return cost_cells_.index().Nearest(p, within, std::nullopt,
                                     [&](uint32_t cell) { return cost_cells_.NearestIn(cell, p); });
}

void CostObjective::BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double most) {
  search_.Begin(cost_cells_, costs_, from, to, cells, backward, most);
}

bool CostObjective::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) {
  return cost_cells_.Cover(a, b, also, corridor);
}

bool CostObjective::PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const {
  return cost_cells_.PortalsBetween(corridor, portals);
}

double CostObjective::Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
                           bool exact) {
  if (costs_.only_forbid()) {
    taut_.Pull(start, goal, portals, exact);
    return taut_.length();
  }
  factors_.clear();
  for (const uint32_t cost_cell : corridor) factors_.push_back(cost_cells_[cost_cell].factor);
  taut_cost_.Pull(start, goal, portals, factors_, costs_.slope(), costs_.up());
  return CostOf(taut_cost_.points());
}

void CostObjective::TakeTaut(std::vector<Vec3>& points) {
  const std::span<const Vec3> taut = costs_.only_forbid() ? taut_.points() : taut_cost_.points();
  points.assign(taut.begin(), taut.end());
  if (!costs_.only_forbid()) DropNeedless(points);
}

// Removes points whose removal does not make the path more expensive or blocked.
void CostObjective::DropNeedless(std::vector<Vec3>& points) {
  const auto is_free = [&](Vec3 a, Vec3 b) {
    covered_.clear();
    return Cover(a, b, {}, covered_);
  };
  size_t kept = 0;
  for (size_t i = 1; i + 1 < points.size(); ++i) {
    const Vec3 a = points[kept], b = points[i], c = points[i + 1];
    if (CostAlong(a, c) <= (1 + kRounding) * (CostAlong(a, b) + CostAlong(b, c)) && is_free(a, c)) continue;
    points[++kept] = b;
  }
  points[++kept] = points.back();
  points.resize(kept + 1);
}

// The points may have left the old corridor where needless ones were dropped.
double CostObjective::Finish(std::span<const Vec3> points, double /*pulled*/, std::vector<uint32_t>& corridor) {
  covered_.clear();
  bool is_covered = true;
  for (size_t i = 1; i < points.size() && is_covered; ++i) {
    is_covered = Cover(points[i - 1], points[i], corridor, covered_);
  }
  if (is_covered) corridor.assign(covered_.begin(), covered_.end());
  return CostOf(points);
}

double CostObjective::CostOf(std::span<const Vec3> points) {
  double cost = 0;
  for (size_t i = 1; i < points.size(); ++i) cost += CostAlong(points[i - 1], points[i]);
  return cost;
}

void CostObjective::TakeVolumes(std::span<const uint32_t> corridor, std::vector<uint32_t>& volumes) const {
  for (const uint32_t cost_cell : corridor) {
    const uint32_t cell = cost_cells_[cost_cell].cell;
    if (volumes.empty() || volumes.back() != cell) volumes.push_back(cell);
  }
}

}  // namespace navnet
