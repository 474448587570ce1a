// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flights by cost, through the parts of NavVolumes that cost regions and height limits leave.

#include "flight/costs/cost_boxes.h"
#include "flight/costs/cost_cells.h"
#include "flight/costs/cost_search.h"
#include "flight/costs/factor_objective.h"
#include "flight/taut_path.h"

#include <span>
#include <vector>

namespace navnet {

/// Whether a query asks for more than the shortest path.
bool HasCosts(const FlightQuery& query);

class CostObjective final : public FactorObjective {
 public:
  /// Reads a query's costs. False when they do not concern this net, so that a LengthObjective is enough. Requires:
  /// Validate(query) passed. The level must outlive the query.
  bool Begin(const FlightQuery& query, const NetInfo& info, const LevelIndex& index);

  bool IsAllowed(Vec3 p, const TouchingCells& cells) override { return cost_cells_.IsAllowed(p, cells); }
  std::optional<LevelIndex::Near> Nearest(Vec3 p, double within) override;
  /// Always empty: the nearest point of a component may be forbidden, or cut off by forbidden boxes.
  std::optional<Vec3> NearestReachable(Vec3, uint32_t) const override { return std::nullopt; }
  bool is_full() const override { return cost_cells_.is_full(); }

  void BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double most) override;
  SearchState Run(int64_t expansions) override { return search_.Run(expansions); }
  SearchCounts counts() const override { return {search_.expanded(), search_.pushed()}; }
  void TakeCorridor(std::vector<uint32_t>& corridor) const override { search_.CellPath(corridor); }
  void TakeBends(std::vector<Vec3>& points) const override { search_.BendPath(points); }

  Vec3 NearestIn(uint32_t cost_cell, Vec3 p) const override { return Clamp(p, cost_cells_[cost_cell].box); }
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) override;
  bool PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const override;
  double Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
              bool exact) override;
  double gap() const override { return costs_.only_forbid() ? taut_.gap() : 0; }
  void TakeTaut(std::vector<Vec3>& points) override;

  /// Whether the segment from a to b touches a region, a forbidden box or a height limit.
  bool Touches(Vec3 a, Vec3 b) const { return costs_.Touches(a, b); }
  double CostAlong(Vec3 a, Vec3 b) override { return costs_.CostAlong(a, b); }
  double LeastCost(Vec3 a, Vec3 b) const override { return costs_.CostOf(b - a, 1); }
  bool TakeVolumes(std::span<const Vec3> points, std::span<const uint32_t> corridor,
                   std::vector<uint32_t>& volumes) override;

 private:
  double FactorOf(uint32_t cost_cell) const override { return cost_cells_[cost_cell].factor; }

  CostBoxes costs_;
  CostCells cost_cells_;
  CostSearch search_;
  TautPath taut_;  ///< Used if regions only forbid: then cost is length.
};

}  // namespace navnet
