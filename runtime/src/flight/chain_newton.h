// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's method with a log barrier (an interior point method) for polylines whose points stay in boxes.

#include "flight/portal.h"

#include <array>
#include <span>
#include <vector>

namespace navnet {

/// A polyline and its cost: for each segment its factor times its length, plus `slope` times its height change, up or
/// down, along the axis `up`. A convex function of the points.
struct ChainProblem {
  std::span<Vec3> points;                ///< Start, one point for each box, goal. The ends are fixed.
  std::span<const Portal> boxes;         ///< At least one.
  std::span<const double> factors = {};  ///< By segment; empty: all 1.
  double slope = 0;
  int up = 2;
};

struct ChainOptions {
  /// Initial smoothing, relative to the mean length of a segment: a smaller one is faster if the points are closer to
  /// their optimum.
  double first_epsilon = 0.1;
  /// Tolerance of the last stage, relative to its barrier. A smaller one leaves smaller gradients and takes longer.
  double last_tolerance = 0.1;
};

/// Minimises chains; its memory is reused. A length is smoothed to sqrt(d² + epsilon²), and each face of a box has a
/// barrier whose weight is proportional to epsilon; epsilon shrinks to 1e-6 of the mean length of a segment. The
/// Hessian is block-tridiagonal, so a step takes time linear in the number of points, and the number of steps hardly
/// depends on it.
class ChainNewton {
 public:
  /// Moves the points between start and goal to a minimum of the smoothed cost, strictly inside their boxes; along axes
  /// on which a box is flat they stay where they are. Leaves the points as they are when all are in one place.
  void Minimise(const ChainProblem& problem, const ChainOptions& options);

  /// Of the last stage, in voxels.
  double epsilon() const { return epsilon_; }

 private:
  /// One row of the block-tridiagonal system of a Newton step; 3 × 3 matrices are column-major.
  struct Block {
    using Matrix = std::array<double, 9>;
    Matrix own, next;  ///< The diagonal block, and the one to its right.
    Vec3 right;        ///< The right side; after solving, the solution.
  };

  void MoveInside();
  double FactorOf(size_t segment) const { return problem_.factors.empty() ? 1 : problem_.factors[segment]; }
  double SmoothedCost() const;
  void FillBlocks();
  bool SolveBlocks();
  double StepToFaces() const;
  bool DescendFrom(double cost_before, double& scale, double& cost_after);

  ChainProblem problem_;
  std::vector<Block> blocks_;
  std::vector<Vec3> before_;  ///< The points before a step.
  double epsilon_ = 0;
  double barrier_ = 0;  ///< Weight of the barrier.
};

}  // namespace navnet
