// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate obstacles and ledges beside a straight walk: places where the ground may end.

#include "probe/ground_slice.h"

#include <span>
#include <vector>

namespace navnet {

/// A place on the plan beside a walk, and the point of the walk nearest to it.
struct SidePlace {
  double distance = 0;
  Vec2 on_walk, beside;
  /// A point near `beside` in the interior of the obstacle or ledge: a line to `beside` may pass a corner, a line to
  /// this point crosses the obstacle.
  Vec2 within = {};
};

/// A plane over the plan: height = base + slope . p.
struct PlanPlane {
  double base = 0;
  Vec2 slope;

  double At(Vec2 p) const { return base + Dot(slope, p); }
};

/// The plane of a walkable solid's surface.
PlanPlane PlaneOf(const PlanSolid& solid);

/// Appends the place nearest to the walk from `a` to `b` where a solid is too high above `plane` to step onto and too
/// low to walk under, if it is nearer than `within`.
void AddObstacle(const PlanSolid& solid, const PlanPlane& plane, Vec2 a, Vec2 b, double within, const SliceRules& rules,
                 std::vector<SidePlace>& out);

/// Finds the parts of the edges of the walkable solid `solids[of]` beyond which no other walkable solid continues
/// within a step. Appends the place of each part nearest to the walk from `a` to `b`, if it is nearer than `within`.
void AddLedges(std::span<const PlanSolid> solids, size_t of, Vec2 a, Vec2 b, double within, const SliceRules& rules,
               std::vector<SidePlace>& out);

}  // namespace navnet
