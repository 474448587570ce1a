// SPDX-License-Identifier: Apache-2.0
#pragma once
// The taut path: the shortest path between two points through a sequence of boxes. A convex problem, solved to a known
// duality gap.

#include <navnet/core/geometry.h>

#include "flight/chain_newton.h"
#include "flight/portal.h"

#include <span>
#include <vector>

namespace navnet {

/// Computes taut paths; its memory is reused. Coordinates are in voxels.
class TautPath {
 public:
  /// Relative duality gap at which Pull stops. A larger one is faster and leaves paths longer by up to that fraction.
  static constexpr double kWantedGap = 1e-4;

  /// Minimises the length of the polyline start, one point in each portal in turn, goal. Points without a bend are left
  /// out. Without `exact` the gap may stay larger than kWantedGap, which saves time.
  void Pull(Vec3 start, Vec3 goal, std::span<const Portal> portals, bool exact = true);

  /// Start, bends, goal.
  std::span<const Vec3> points() const { return points_; }
  double length() const { return length_; }
  /// Upper bound of (length - shortest length) / length: at most kWantedGap if pulled exactly, except where the limit
  /// of iterations was reached.
  double gap() const { return gap_; }

 private:
  struct Knot {
    uint32_t portal;
    Vec3 at;
  };

  bool AddViolated(std::span<const Portal> portals);
  void Sweep(std::span<const Portal> portals, int sweeps);
  bool Tighten(std::span<const Portal> portals, bool exact);
  void TightenTogether(std::span<const Portal> portals);
  void DropStraight();
  double PathLength() const;
  double Gap(std::span<const Portal> portals);
  double LowerBound(std::span<const Portal> portals, double no_length) const;
  double RoundedBound(std::span<const Portal> portals, double epsilon) const;

  Vec3 start_, goal_;
  std::vector<Knot> knots_, next_;
  std::vector<Vec3> points_;
  ChainNewton newton_;
  std::vector<Vec3> chain_;    ///< Start, knots, goal.
  std::vector<Portal> boxes_;  ///< The portals of the knots.
  double length_ = 0, gap_ = 0;
  double bound_ = 0;  ///< Lower bound of the length.
};

/// The point x of a box that minimises |x - a| + |x - b|.
Vec3 ShortestBy(Vec3 a, Vec3 b, const Portal& box);
/// The same, in less time if `near`, a point of the box, is on the same faces as the result.
Vec3 ShortestBy(Vec3 a, Vec3 b, const Portal& box, Vec3 near);

}  // namespace navnet
