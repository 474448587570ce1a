#pragma once
// The solids that ground scenes are made of: convex prisms with upright sides.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include "convex.h"

#include <span>
#include <vector>

namespace navnet::worlds {

/// The solid over a convex polygon between two planes. Requires: bottom below top everywhere on it.
struct Prism {
  ConvexPolygon plan;
  LinearFunction bottom, top;
};

/// A part of the plan with sides along the axes.
struct Rect {
  Vec2 min, max;

  ConvexPolygon Corners() const { return {min, {max.x, min.y}, max, {min.x, max.y}}; }
};

/// A hole for people in a wall, measured along it from its start.
struct Doorway {
  double from_m = 0, to_m = 0;
};

inline constexpr double kDoorM = 1.0;  ///< Width of a usual doorway.
inline constexpr double kDoorHeightM = 2.1;
inline constexpr double kTreadM = 0.28;  ///< Depth of a step of stairs.

/// A list of prisms, with the shapes that scenes are made of.
class Solids {
 public:
  std::span<const Prism> prisms() const { return prisms_; }

  void Add(Prism prism) { prisms_.push_back(std::move(prism)); }
  void AddBox(const Rect& plan, double bottom_m, double top_m) {
    prisms_.push_back({plan.Corners(), {bottom_m}, {top_m}});
  }
  /// A sloped plate, as thick as `thickness_m` straight down; its top rises (or falls) along the axis, 0 for x or 1 for
  /// y, from one height to the other.
  void AddRamp(const Rect& plan, int axis, double from_m, double to_m, double thickness_m);
  /// A flight of stairs along an axis between two floors, without them: `risers` - 1 treads. Each step reaches
  /// `thickness_m` down; at 0, down to the lower floor. Starts at the low end of the plan, or at the high end if
  /// `reversed`; the plan is as long as the treads need.
  void AddStairs(const Rect& plan, int axis, bool reversed, double floor_m, double rise_m, int risers,
                 double thickness_m);
  /// A wall along the longer side of its plan, with doorways in ascending order.
  void AddWall(const Rect& plan, double bottom_m, double top_m, std::span<const Doorway> doorways = {});
  /// A slab with a rectangular hole: up to four boxes.
  void AddPierced(const Rect& plan, const Rect& hole, double bottom_m, double top_m);
  /// Walls along the inside of a rectangle's border.
  void AddFence(const Rect& plan, double thickness_m, double bottom_m, double top_m);

  /// Closed surfaces of all prisms.
  TriangleMesh ToMesh() const;

 private:
  std::vector<Prism> prisms_;
};

}  // namespace navnet::worlds
