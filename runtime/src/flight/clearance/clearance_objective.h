// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flights with a preferred clearance, through the NavVolumes of several levels.

#include "flight/clearance/clearance_levels.h"
#include "flight/clearance/clearance_search.h"
#include "flight/costs/factor_objective.h"

#include <span>
#include <vector>

namespace navnet {

class ClearanceObjective final : public FactorObjective {
 public:
  /// Begins a query. False when its preferred clearance changes nothing, so that a LengthObjective is enough. The
  /// tables must outlive the query.
  bool Begin(const FlightQuery& query, const NavigatorTables& tables);

  /// The level for the agent's radius, and that of the preferred clearance.
  const LevelIndex& least() const { return levels_[0]; }
  const LevelIndex& most() const { return levels_[levels_.count() - 1]; }
  /// Distance within which a place of the latter level is looked for.
  double Reach() const { return reach_; }

  bool IsAllowed(Vec3, const TouchingCells&) override { return true; }
  std::optional<LevelIndex::Near> Nearest(Vec3 p, double within) override;
  std::optional<Vec3> NearestReachable(Vec3 goal, uint32_t component) const override;
  bool is_full() const override { return false; }

  void BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double most) override;
  SearchState Run(int64_t expansions) override { return search_.Run(expansions); }
  SearchCounts counts() const override { return {search_.expanded(), search_.pushed()}; }
  void TakeCorridor(std::vector<uint32_t>& corridor) const override { search_.CellPath(corridor); }
  void TakeBends(std::vector<Vec3>& points) const override { search_.BendPath(points); }

  Vec3 NearestIn(uint32_t number, Vec3 p) const override;
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) override;
  bool PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const override;
  double Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
              bool exact) override;
  double gap() const override { return 0; }
  void TakeTaut(std::vector<Vec3>& points) override { TakeCheapest(points); }

  double CostAlong(Vec3 a, Vec3 b) override { return levels_.CostAlong(a, b); }
  double LeastCost(Vec3 a, Vec3 b) const override { return Length(b - a); }
  bool TakeVolumes(std::span<const Vec3> points, std::span<const uint32_t> corridor,
                   std::vector<uint32_t>& volumes) override;

 private:
  double FactorOf(uint32_t number) const override { return levels_.FactorOf(number); }

  ClearanceLevels levels_;
  double reach_ = 0;
  ClearanceSearch search_;
  std::vector<uint32_t> scratch_;
};

}  // namespace navnet
