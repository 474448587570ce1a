// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where an anchored search enters the next cell.

#include "flight/costs/cost_boxes.h"
#include "flight/portal.h"

#include <algorithm>
#include <cmath>

namespace navnet {

/// Approximates the point of a contact that minimises the cost from `from` to it, at `factor`, plus the straight rest
/// to `goal`: starts near the straight line and minimises a quadratic majorant of the cost a few times.
inline Vec3 AnchorOf(const CostBoxes& costs, Vec3 from, double factor, const Portal& contact, Vec3 goal) {
  // Iterations with costs. More give better entry points and take longer.
  constexpr int kRounds = 2;
  const Vec3 d = goal - from;
  double u = 0;
  for (int k = 0; k < 3; ++k) {
    if (contact.lo[k] == contact.hi[k] && d[k] != 0) u = (contact.lo[k] - from[k]) / d[k];
  }
  const double length2 = LengthSquared(d);
  Vec3 q;
  for (int round = 0; round < 3; ++round) {
    q = Clamp(from + d * std::clamp(u, 0.0, 1.0), contact);
    u = length2 > 0 ? Dot(q - from, d) / length2 : 0;
  }
  const double slope = costs.slope();
  if (factor == 1 && slope == 0) return q;
  const int up = costs.up();
  for (int round = 0; round < kRounds; ++round) {
    const double before = factor / (Length(q - from) + 1e-9), after = 1 / (Length(goal - q) + 1e-9);
    for (int k = 0; k < 3; ++k) {
      const double a = before + (k == up ? slope / (std::abs(q[k] - from[k]) + 1e-9) : 0);
      const double b = after + (k == up ? slope / (std::abs(goal[k] - q[k]) + 1e-9) : 0);
      q[k] = std::clamp((a * from[k] + b * goal[k]) / (a + b), contact.lo[k], contact.hi[k]);
    }
  }
  return q;
}

}  // namespace navnet
