// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flights by length, through the NavVolumes of a level.

#include "flight/flight_objective.h"
#include "flight/flight_search.h"
#include "flight/taut_path.h"

#include <span>
#include <vector>

namespace navnet {

class LengthObjective final : public FlightObjective {
 public:
  /// Begins a query. The level must outlive it.
  void Begin(const LevelIndex& index) { index_ = &index; }

  bool IsAllowed(Vec3, const TouchingCells&) override { return true; }
  std::optional<LevelIndex::Near> Nearest(Vec3 p, double within) override;
  std::optional<Vec3> NearestReachable(Vec3 goal, uint32_t component) const override;
  bool is_full() const override { return false; }

  void BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double most) override;
  SearchState Run(int64_t expansions) override { return search_.Run(expansions); }
  /// The search that BeginSearch began.
  const FlightSearch& search() const { return search_; }
  SearchCounts counts() const override { return {search_.expanded(), search_.pushed()}; }
  void TakeCorridor(std::vector<uint32_t>& corridor) const override { search_.CellPath(corridor); }
  void TakeBends(std::vector<Vec3>& points) const override { search_.BendPath(points); }

  Vec3 NearestIn(uint32_t cell, Vec3 p) const override;
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) override;
  bool PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const override;
  double Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
              bool exact) override;
  double gap() const override { return taut_.gap(); }
  void TakeTaut(std::vector<Vec3>& points) override;
  double Finish(std::span<const Vec3>, double pulled, std::vector<uint32_t>&) override { return pulled; }

  bool is_straight_cheapest() const override { return true; }
  double CostAlong(Vec3 a, Vec3 b) override { return Length(b - a); }
  double LeastCost(Vec3 a, Vec3 b) const override { return Length(b - a); }
  bool TakeVolumes(std::span<const Vec3> points, std::span<const uint32_t> corridor,
                   std::vector<uint32_t>& volumes) override;

 private:
  const LevelIndex* index_ = nullptr;
  FlightSearch search_;
  TautPath taut_;
};

}  // namespace navnet
