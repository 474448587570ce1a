// SPDX-License-Identifier: Apache-2.0
#pragma once
// What flights by cost have in common: each part of a corridor has a factor that multiplies lengths inside it.

#include "flight/costs/taut_cost_path.h"
#include "flight/flight_objective.h"

#include <span>
#include <vector>

namespace navnet {

class FactorObjective : public FlightObjective {
 public:
  double Finish(std::span<const Vec3> points, double pulled, std::vector<uint32_t>& corridor) override;
  bool is_straight_cheapest() const override { return false; }

 protected:
  /// The factor of a part of a corridor.
  virtual double FactorOf(uint32_t number) const = 0;

  /// Computes the cheapest path in a corridor; slope and up as in TautCostPath. Returns its cost.
  double PullByCost(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
                    double slope, int up);
  /// Sets `points` to that path, without points whose removal makes it neither more expensive nor blocked.
  void TakeCheapest(std::vector<Vec3>& points);

 private:
  double CostOf(std::span<const Vec3> points);

  TautCostPath taut_cost_;
  std::vector<double> factors_;
  std::vector<uint32_t> covered_;  ///< Scratch memory of lines that are only tested.
};

}  // namespace navnet
