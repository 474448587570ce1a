// SPDX-License-Identifier: Apache-2.0
#include "flight/clearance/clearance_objective.h"

#include "flight/corridor.h"
#include "level/free_air.h"

#include <limits>

namespace navnet {
namespace {

// Distance within which a place with the preferred clearance is looked for, relative to what its level has more than
// the agent's: twice that is the diagonal of a corner of three walls, and some.
constexpr double kReach = 2;

}  // namespace

bool ClearanceObjective::Begin(const FlightQuery& query, const NavigatorTables& tables) {
  if (!levels_.Read(query, tables)) return false;
  reach_ = 2 + kReach * (most().radius_m() - least().radius_m()) / tables.info.frame.voxel_m;
  return true;
}

std::optional<LevelIndex::Near> ClearanceObjective::Nearest(Vec3 p, double within) {
  return levels_[0].Nearest(p, within, std::nullopt);
}

std::optional<Vec3> ClearanceObjective::NearestReachable(Vec3 goal, uint32_t component) const {
  return levels_[0].Nearest(goal, std::numeric_limits<double>::infinity(), component)->point;
}

void ClearanceObjective::BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool /*backward*/, double most) {
  search_.Begin(levels_, from, to, cells, most);
}

Vec3 ClearanceObjective::NearestIn(uint32_t number, Vec3 p) const { return Clamped(p, levels_(number).cell); }

bool ClearanceObjective::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) {
  return levels_.Cover(a, b, also, corridor);
}

bool ClearanceObjective::PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const {
  portals.clear();
  for (size_t i = 1; i < corridor.size(); ++i) {
    if (!AddPortal(levels_(corridor[i - 1]).volume, levels_(corridor[i]).volume, portals)) return false;
  }
  return true;
}

double ClearanceObjective::Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor,
                                std::span<const Portal> portals, bool /*exact*/) {
  return PullByCost(start, goal, corridor, portals, 0, 2);
}

bool ClearanceObjective::TakeVolumes(std::span<const Vec3> points, std::span<const uint32_t> /*corridor*/,
                                     std::vector<uint32_t>& volumes) {
  for (size_t i = 1; i < points.size(); ++i) {
    if (!FreePartsOf(levels_[0], points[i - 1], points[i], Care::Exact, &volumes, &scratch_).IsWhole()) return false;
  }
  return true;
}

}  // namespace navnet
