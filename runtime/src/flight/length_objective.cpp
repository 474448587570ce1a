// SPDX-License-Identifier: Apache-2.0
#include "flight/length_objective.h"

#include "flight/corridor.h"
#include "level/free_air.h"

#include <limits>

namespace navnet {

std::optional<LevelIndex::Near> LengthObjective::Nearest(Vec3 p, double within) {
  return index_->Nearest(p, within, std::nullopt);
}

std::optional<Vec3> LengthObjective::NearestReachable(Vec3 goal, uint32_t component) const {
  return index_->Nearest(goal, std::numeric_limits<double>::infinity(), component)->point;
}

void LengthObjective::BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool /*backward*/, double most) {
  search_.Begin(*index_, from, to, cells, most);
}

Vec3 LengthObjective::NearestIn(uint32_t cell, Vec3 p) const { return Clamped(p, (*index_)[cell].cell); }

bool LengthObjective::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) {
  return CoverLine(*index_, a, b, also, corridor);
}

bool LengthObjective::PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const {
  return navnet::PortalsBetween(*index_, corridor, portals);
}

double LengthObjective::Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> /*corridor*/,
                             std::span<const Portal> portals, bool exact) {
  taut_.Pull(start, goal, portals, exact);
  return taut_.length();
}

void LengthObjective::TakeTaut(std::vector<Vec3>& points) {
  points.assign(taut_.points().begin(), taut_.points().end());
}

bool LengthObjective::TakeVolumes(std::span<const Vec3> /*points*/, std::span<const uint32_t> corridor,
                                  std::vector<uint32_t>& volumes) {
  volumes.assign(corridor.begin(), corridor.end());
  return true;
}

}  // namespace navnet
