#pragma once
// What a walker might come too near to: places beside a straight walk where the ground may end.

#include "probe/ground_slice.h"

#include <span>
#include <vector>

namespace navnet {

/// A place of the plan beside a walk, and the point of the walk nearest to it.
struct SidePlace {
  double distance = 0;
  Vec2 on_walk, beside;
  /// Near `beside`, and not at the end of what is there: a line to a corner may pass by, a line to this crosses it.
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

/// Appends the place nearest to the walk from `a` to `b` where a solid is too high above a plane to step on and too low
/// to walk under, if it is nearer than `within`.
void AddObstacle(const PlanSolid& solid, const PlanPlane& plane, Vec2 a, Vec2 b, double within, const SliceRules& rules,
                 std::vector<SidePlace>& out);

/// Appends the places nearest to the walk on those parts of the edges of the walkable solid number `of` beyond which
/// no other one goes on within a step, if they are nearer than `within`.
void AddLedges(std::span<const PlanSolid> solids, size_t of, Vec2 a, Vec2 b, double within, const SliceRules& rules,
               std::vector<SidePlace>& out);

}  // namespace navnet
