// SPDX-License-Identifier: Apache-2.0
#pragma once
// The solids of ground scenes: convex prisms with vertical sides.

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

/// An axis-aligned rectangle on the plan.
struct Rect {
  Vec2 min, max;

  ConvexPolygon Corners() const { return {min, {max.x, min.y}, max, {min.x, max.y}}; }
};

/// A doorway in a wall, as an interval along the wall from its start.
struct Doorway {
  double from_m = 0, to_m = 0;
};

inline constexpr double kDoorM = 1.0;  ///< Usual width of a doorway.
inline constexpr double kDoorHeightM = 2.1;
inline constexpr double kTreadM = 0.28;  ///< Depth of a step of stairs.

/// A list of prisms, with functions that add the shapes used in scenes.
class Solids {
 public:
  std::span<const Prism> prisms() const { return prisms_; }

  void Add(Prism prism) { prisms_.push_back(std::move(prism)); }
  void AddBox(const Rect& plan, double bottom_m, double top_m) {
    prisms_.push_back({plan.Corners(), {bottom_m}, {top_m}});
  }
  /// Adds a sloped plate of vertical thickness `thickness_m`; its top goes from `from_m` to `to_m` along the axis, 0
  /// for x or 1 for y.
  void AddRamp(const Rect& plan, int axis, double from_m, double to_m, double thickness_m);
  /// Adds a flight of stairs along an axis between two floors, which are not included: `risers` - 1 treads. Each step
  /// extends `thickness_m` down; if 0, to the lower floor. Starts at the low end of the plan, or at the high end if
  /// `reversed`. Requires: the plan is as long as all treads.
  void AddStairs(const Rect& plan, int axis, bool reversed, double floor_m, double rise_m, int risers,
                 double thickness_m);
  /// Adds a wall along the longer side of its plan. Requires: doorways in ascending order.
  void AddWall(const Rect& plan, double bottom_m, double top_m, std::span<const Doorway> doorways = {});
  /// Adds a slab with a rectangular hole: up to four boxes.
  void AddPierced(const Rect& plan, const Rect& hole, double bottom_m, double top_m);
  /// Adds walls along the inside of a rectangle's border.
  void AddFence(const Rect& plan, double thickness_m, double bottom_m, double top_m);

  /// Closed surfaces of all prisms.
  TriangleMesh ToMesh() const;

 private:
  std::vector<Prism> prisms_;
};

}  // namespace navnet::worlds
