// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cheapest path between two points through a sequence of boxes, each segment with its own cost factor: a convex
// problem.

#include "flight/chain_newton.h"
#include "flight/portal.h"

#include <span>
#include <vector>

namespace navnet {

/// Computes cheapest paths in corridors; its memory is reused. Coordinates are in voxels.
class TautCostPath {
 public:
  /// Minimises the cost of the polyline start, one point in each portal in turn, goal, to about 1e-5 of it. The i-th
  /// segment costs factors[i] times its length plus `slope` times its height change, up or down, along the axis `up`.
  /// Requires: one more factor than portals.
  void Pull(Vec3 start, Vec3 goal, std::span<const Portal> portals, std::span<const double> factors, double slope,
            int up);

  /// Start, a point in each portal, goal; points in the same place are not repeated.
  std::span<const Vec3> points() const { return points_; }

 private:
  void Sweep(int sweeps);
  double Cost() const;

  std::span<const Portal> portals_;
  std::span<const double> factors_;
  double slope_ = 0;
  int up_ = 2;
  std::vector<Vec3> at_, before_;  ///< Start, a point in each portal, goal.
  std::vector<Vec3> points_;
  ChainNewton newton_;
};

}  // namespace navnet
