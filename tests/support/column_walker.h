// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force walkability of a voxel world, column by column. Shares no code with what it checks.

#include <navnet/voxel/world.h>
#include <navnet/walk_options.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace navnet::oracle {

/// A walkable top or underside of a voxel: the square from (x, y) to (x + 1, y + 1) of the plan at height z, all in
/// voxels.
struct ColumnPlace {
  int x = 0, y = 0, z = 0;
  /// Whether it is an underside, seen from inside the blocked voxels above it. A world consists of surfaces and has no
  /// interior, so thick solids are hollow, and their undersides are floors of the caves inside. These are not connected
  /// to anything outside.
  bool is_underside = false;
};

/// Places and their connections, by the definition in navnet/walk_options.h:
///   - The horizontal faces are those between a blocked and a free voxel inside the bounds. There are none on the
///     bounds.
///   - A face is walkable if the next face above it in its column is higher than the agent and than a step.
///   - Two places that share an edge are connected if their heights differ by at most a step and no vertical face on
///     that edge obstructs either: one higher than a step above it and no higher than the agent.
///   - Places that share only a corner touch in a point. Because the surface is widened by a fraction of a millimetre,
///     they are connected if no vertical face that ends in that corner is an obstruction, though no agent of positive
///     radius fits.
class ColumnWalker {
 public:
  ColumnWalker(const World& world, const WalkOptions& options);

  const std::vector<ColumnPlace>& places() const { return places_; }
  /// Whether the place's component has at least the minimum area; smaller components are left out of the ground.
  bool IsKept(size_t place) const { return areas_m2_[components_[place]] >= options_.min_area_m2; }
  /// Component of a place, connected over edges and corners.
  uint32_t ComponentOf(size_t place) const { return components_[place]; }
  /// Component of a place, connected over edges only, where an agent of positive radius may fit.
  uint32_t EdgeComponentOf(size_t place) const { return edge_components_[place]; }
  uint32_t component_count() const { return component_count_; }  ///< Kept components only.
  double area_m2() const { return area_m2_; }                    ///< Total area of kept places on the plan.
  double border_m() const { return border_m_; }  ///< Total perimeter of kept places, shared edges included.

  /// Distance on the plan from a point of a place to the nearest edge that cannot be crossed, over connected places,
  /// clamped to `most_m`. This is the largest radius that an agent may have there.
  double ClearanceAt(size_t place, Vec3 p_world, double most_m) const;

  /// The places at a point on the plan that are a short step from one of `places`: that place itself or one connected
  /// to it, at most `slack_m` from the point. At an edge or a corner there may be several.
  std::vector<size_t> StepTo(std::span<const size_t> places, Vec3 p_world, double slack_m) const;

  /// Centre of a place, in world coordinates.
  Vec3 MiddleOf(size_t place) const { return WorldAt(place, 0.5, 0.5); }
  /// A point of a place, in world coordinates: `u` and `v` run from 0 to 1 across it.
  Vec3 WorldAt(size_t place, double u, double v) const;
  /// The place that a point stands on: the nearest face at most `reach_m` above or below it.
  std::optional<size_t> PlaceAt(Vec3 p_world, double reach_m) const;

 private:
  struct Column {
    int x, y;
  };

  bool IsBlocked(int x, int y, int z) const { return world_.voxels()->IsBlocked(VoxelOf(x, y, z)); }
  bool IsInside(int x, int y, int z) const { return world_.voxels()->bounds().Contains(VoxelOf(x, y, z)); }
  VoxelCoord VoxelOf(int x, int y, int z) const;
  /// An obstacle low enough to step onto leaves no headroom below it.
  double headroom_m() const { return std::max(options_.height_m, options_.step_m); }
  bool IsFace(int x, int y, int z) const;
  bool HasRoom(int x, int y, int z) const;
  bool IsInWay(Column a, Column b, int z) const;
  void FindPlaces();
  void Connect();
  /// Position on the plan, in voxels.
  Vec2 PlanOf(Vec3 p_world) const;

  const World& world_;
  const WalkOptions options_;
  int lo_[3], hi_[3];  ///< Bounds on the plan and in height.
  std::vector<ColumnPlace> places_;
  std::map<std::tuple<int, int, int>, size_t> at_;
  std::vector<std::vector<size_t>> across_edge_, across_corner_;  ///< Connected places, by place.
  std::vector<uint32_t> components_, edge_components_;
  std::vector<double> areas_m2_;  ///< By component.
  uint32_t component_count_ = 0;
  double area_m2_ = 0, border_m_ = 0;
};

}  // namespace navnet::oracle
