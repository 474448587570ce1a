// SPDX-License-Identifier: Apache-2.0
#pragma once
// The triangles of the world on the plan grid, in an order independent of that of the mesh, and a bounding box tree.

#include <navnet/core/mesh.h>
#include <navnet/walk_options.h>

#include "ground/plan/content_key.h"
#include "ground/plan/contours.h"

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace navnet {

/// The integer grid of the plan: its resolution and its origin.
struct PlanGrid {
  double unit_m = 5e-5;
  Vec2 origin;

  friend bool operator==(const PlanGrid&, const PlanGrid&) = default;
  GroundPoint Snap(Vec2 plan) const {
    return {int32_t(std::lround((plan.x - origin.x) / unit_m)), int32_t(std::lround((plan.y - origin.y) / unit_m))};
  }
};

/// WalkOptions converted to the grid: heights in metres with a margin for rounding, widths in grid units.
struct WalkLimits {
  WalkLimits(const WalkOptions& options, double unit);

  double unit_m;    ///< Size of a grid unit.
  double step_m;    ///< Maximum height difference of connected surfaces.
  double height_m;  ///< Free height required above a surface.
  double apart_m;   ///< Mean of the two: a larger height difference means that one surface lies above the other.
  /// Of two nearly coinciding walkable surfaces, the one with priority covers the other where it is at most `tie_m`
  /// below it. The one without priority covers the other where it is at least 3 * `tie_m` above it. Both remain in an
  /// overlap of 2 * `tie_m` in height, so rounding leaves no crack where surfaces cross.
  double tie_m;
  static constexpr int32_t kWidenSurface = 2;   ///< In grid units. Neighbours overlap, so their union has no cracks.
  static constexpr int32_t kWidenObstacle = 5;  ///< In grid units. Larger, so that a step too high leaves a gap.
};

/// A triangle of the world on the plan grid.
struct PlanTriangle {
  std::array<GroundPoint, 3> corners;
  std::array<double, 3> heights_m;
  /// The plane of a triangle that is not upright: height = base + slope_x * x + slope_y * y, in metres, for x and y in
  /// grid units.
  double base = 0, slope_x = 0, slope_y = 0;
  ContentKey key;         ///< Hash of the unrounded corners, unique in the world.
  bool walkable = false;  ///< By slope, or as part of a connected set of steep triangles no higher than a step.
  bool steep = false;     ///< Too steep to walk on by slope, but not upright.

  double HeightAt(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
  double HeightAt(GroundPoint p) const { return HeightAt(Vec2{double(p.x), double(p.y)}); }
};

/// A closed box: x and y in grid units, heights in metres.
struct TriangleBox {
  int32_t x0, y0, x1, y1;
  double low_m, high_m;

  bool Touches(const TriangleBox& b) const {
    return x0 <= b.x1 && b.x0 <= x1 && y0 <= b.y1 && b.y0 <= y1 && low_m <= b.high_m && b.low_m <= high_m;
  }
};
TriangleBox BoxOf(const PlanTriangle& triangle);

/// The grid for a mesh. Its unit is 0.05 mm, or the smallest of 0.1 mm, 1 mm, 10 mm and so on that keeps coordinates
/// below 2^27. Its origin is rounded to whole metres and near the centre of the bounds if they are no wider than 13 km,
/// so that it does not move when the world changes; otherwise near the centre of the mesh.
PlanGrid MakePlanGrid(MeshView mesh, UpAxis up, const std::optional<Box3>& bounds_world);

/// The triangles of a world that changes over time: sorted, without duplicates. Of two coinciding surfaces, that of the
/// triangle with the lower index is kept.
class PlanTriangles {
 public:
  PlanTriangles(UpAxis up, const PlanGrid& grid, const WalkOptions& options)
      : up_(up), grid_(grid), options_(options) {}

  /// Replaces the mesh. Returns the boxes of all triangles that were added or removed, or whose `walkable` changed.
  /// Requires: a valid mesh. Cost: O(n) comparisons and moves, plus O(log n) for each triangle outside the longest
  /// common prefix and suffix of the old and new mesh; O(s log s) for all s steep triangles if any of them changed.
  std::vector<TriangleBox> Update(MeshView mesh);

  const std::vector<PlanTriangle>& list() const { return list_; }

 private:
  struct Corner {
    Vec2 plan;
    double height = 0;

    auto Key() const { return std::tuple(plan.x, plan.y, height); }
    friend bool operator<(const Corner& a, const Corner& b) { return a.Key() < b.Key(); }
    friend bool operator==(const Corner& a, const Corner& b) { return a.Key() == b.Key(); }
  };
  using Corners = std::array<Corner, 3>;

  static Vec3 NormalOf(const Corners& corners);
  Corners CornersOf(const std::array<Vec3, 3>& points) const;
  PlanTriangle Make(const Corners& corners) const;
  std::vector<TriangleBox> Replace(std::vector<Corners> gone, std::vector<Corners> come);
  void AllowLowPatches(std::vector<TriangleBox>& changed);

  UpAxis up_;
  PlanGrid grid_;
  WalkOptions options_;
  std::vector<std::array<Vec3, 3>> mesh_;  ///< The last mesh, in the order it was given.
  std::vector<PlanTriangle> list_;
  std::vector<Corners> corners_;  ///< By index in list_.
  std::vector<uint32_t> counts_;  ///< By index in list_: how often the mesh contains the triangle.
};

/// A balanced binary tree of bounding boxes over the triangles. Immutable; thread-safe.
class TriangleTree {
 public:
  explicit TriangleTree(const std::vector<PlanTriangle>& triangles);

  /// Appends the indices of all triangles whose box touches `box`, and of some others near it, in ascending order.
  void Find(const TriangleBox& box, std::vector<uint32_t>& out) const;

 private:
  void Build(size_t node, size_t first, size_t count, const std::vector<TriangleBox>& boxes);

  std::vector<TriangleBox> nodes_;  ///< In heap order: the children of node i are 2 i + 1 and 2 i + 2.
  std::vector<uint32_t> order_;
};

}  // namespace navnet
