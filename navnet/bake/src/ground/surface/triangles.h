#pragma once
// The world's triangles on the plan grid, in an order that does not depend on the mesh's, and a tree to find them.

#include <navnet/core/mesh.h>
#include <navnet/ground.h>

#include "ground/plan/content_key.h"
#include "ground/plan/contours.h"

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace navnet {

/// The integer grid of the plan: where it lies and how fine it is.
struct PlanGrid {
  double unit_m = 5e-5;
  Vec2 origin;

  friend bool operator==(const PlanGrid&, const PlanGrid&) = default;
  GroundPoint Snap(Vec2 plan) const {
    return {int32_t(std::lround((plan.x - origin.x) / unit_m)), int32_t(std::lround((plan.y - origin.y) / unit_m))};
  }
};

/// What the options come to on the grid: heights in metres that leave room for rounding, widths in grid units.
struct WalkLimits {
  WalkLimits(const WalkOptions& options, double unit);

  double unit_m;    ///< Of the grid.
  double step_m;    ///< Up to here two heights are connected.
  double height_m;  ///< Up to here above a surface there must be nothing.
  double apart_m;   ///< Between the two: tells connected surfaces from those that lie above each other.
  /// Of two surfaces closer than this in height the one with priority covers the other where it is no more than
  /// `tie_m` below, and is covered where the other is more than three times that above it. Between the two both stay,
  /// so rounding leaves no crack where surfaces cross.
  double tie_m;
  static constexpr int32_t kWidenSurface = 2;   ///< Neighbours overlap, so their union has no cracks.
  static constexpr int32_t kWidenObstacle = 5;  ///< More than that, so a step too high leaves a gap.
};

/// A triangle of the world over the plan grid.
struct PlanTriangle {
  std::array<GroundPoint, 3> corners;
  std::array<double, 3> heights_m;
  /// Walkable triangles: height = base + slope_x * x + slope_y * y, in metres, of x and y in grid units.
  double base = 0, slope_x = 0, slope_y = 0;
  ContentKey key;         ///< Of the triangle's corners as they came: no other triangle of the world has it.
  bool walkable = false;  ///< By slope, or as part of a steep patch low enough to step over.
  bool steep = false;     ///< Neither level enough to walk on nor upright.

  double HeightAt(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
  double HeightAt(GroundPoint p) const { return HeightAt(Vec2{double(p.x), double(p.y)}); }
};

/// A box over the plan grid.
struct TriangleBox {
  int32_t x0, y0, x1, y1;
  double low_m, high_m;

  bool Touches(const TriangleBox& b) const {
    return x0 <= b.x1 && b.x0 <= x1 && y0 <= b.y1 && b.y0 <= y1 && low_m <= b.high_m && b.low_m <= high_m;
  }
};
TriangleBox BoxOf(const PlanTriangle& triangle);

/// The grid for a mesh: 0.05 mm, or the least of 0.1 mm, 1 mm and so on which keeps coordinates below 2^27. Its origin
/// is a whole number of metres near the middle of the mesh, or of the bounds if they are no wider than 13 km: then it
/// stays where it is when the world changes.
PlanGrid MakePlanGrid(MeshView mesh, UpAxis up, const std::optional<Box3>& bounds_world);

/// The triangles of a world that changes: sorted, without duplicates. Their indices are the priority by which of two
/// coinciding surfaces one goes.
class PlanTriangles {
 public:
  PlanTriangles(UpAxis up, const PlanGrid& grid, const WalkOptions& options)
      : up_(up), grid_(grid), options_(options) {}

  /// Takes the place of what was there before. Returns the boxes of all triangles that came, went, or became walkable
  /// or not. Requires: a valid mesh. Cost: a comparison for each triangle that stands before or behind all changes in
  /// the mesh's order, O(log n) for each other one.
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
  std::vector<std::array<Vec3, 3>> mesh_;  ///< The last mesh, in its own order.
  std::vector<PlanTriangle> list_;
  std::vector<Corners> corners_;  ///< By triangle of the list.
  std::vector<uint32_t> counts_;  ///< By triangle of the list: how often the mesh has it.
};

/// A balanced binary tree of boxes over the triangles. Immutable, thread-safe to read.
class TriangleTree {
 public:
  explicit TriangleTree(const std::vector<PlanTriangle>& triangles);

  /// Appends the indices of all triangles whose box touches `box`, in ascending order.
  void Find(const TriangleBox& box, std::vector<uint32_t>& out) const;

 private:
  void Build(size_t node, size_t first, size_t count, const std::vector<TriangleBox>& boxes);

  std::vector<TriangleBox> nodes_;  ///< A heap: the children of node i are 2 i + 1 and 2 i + 2.
  std::vector<uint32_t> order_;
};

}  // namespace navnet
