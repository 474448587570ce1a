// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/cost_objective.h"

#include <limits>

namespace navnet {

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
  return PullByCost(start, goal, corridor, portals, costs_.slope(), costs_.up());
}

void CostObjective::TakeTaut(std::vector<Vec3>& points) {
  if (costs_.only_forbid()) {
    points.assign(taut_.points().begin(), taut_.points().end());
  } else {
    TakeCheapest(points);
  }
}

bool CostObjective::TakeVolumes(std::span<const Vec3> /*points*/, std::span<const uint32_t> corridor,
                                std::vector<uint32_t>& volumes) {
  for (const uint32_t cost_cell : corridor) {
    const uint32_t cell = cost_cells_[cost_cell].cell;
    if (volumes.empty() || volumes.back() != cell) volumes.push_back(cell);
  }
  return true;
}

}  // namespace navnet
