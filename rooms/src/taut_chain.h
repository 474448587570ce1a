// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's method with a log barrier (an interior point method) for the shortest polyline whose points stay in convex
// polytopes.

#include <navnet/runtime/room.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A polyline, and the polytope of each of its points between the ends.
struct ChainInRooms {
  std::span<Vec3> points;                 ///< Start, one point strictly inside each polytope, goal. The ends are fixed.
  std::span<const HalfSpace> planes;      ///< Of all polytopes.
  std::span<const uint32_t> first_plane;  ///< Per polytope the index of its first plane; then the number of planes.
  std::span<const uint8_t> is_fixed;      ///< Per polytope: whether its point may not move.
};

/// Minimises chains; its memory is reused. A length is smoothed to sqrt(d² + epsilon²), and each plane has a barrier
/// whose weight is epsilon; epsilon shrinks to 1e-7 of the mean length of a segment. The Hessian is block-tridiagonal,
/// so a step takes time linear in the number of points and planes.
class TautChain {
 public:
  /// Moves the points to the minimum of the smoothed length, strictly inside their polytopes.
  void Minimise(const ChainInRooms& chain);
  /// Smoothing of the last stage, in metres.
  double epsilon() const { return epsilon_; }

 private:
  /// One row of the block-tridiagonal system of a Newton step; 3 × 3 matrices are column-major.
  struct Row {
    std::array<double, 9> own, next;  ///< The diagonal block, and the one to its right.
    Vec3 right;                       ///< The right side; after solving, the step.
  };

  std::span<const HalfSpace> PlanesOf(size_t i) const;
  double SmoothedLength() const;
  void FillRows();
  bool SolveRows();
  double StepToPlanes() const;
  bool DescendFrom(double before, double& scale, double& after);

  ChainInRooms chain_;
  std::vector<Row> rows_;
  std::vector<Vec3> before_;  ///< The points before a step.
  double epsilon_ = 0;
};

}  // namespace navnet
