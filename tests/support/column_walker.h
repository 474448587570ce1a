#pragma once
// Where one can walk in a voxel world, by brute force on its columns. Shares no code with what it checks.

#include <navnet/ground.h>
#include <navnet/voxel/world.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace navnet::oracle {

/// A voxel's top or underside that can be walked on. x and y number columns of the plan, z the face's height, all in
/// voxels: the place is the square from (x, y) to (x + 1, y + 1).
struct ColumnPlace {
  int x = 0, y = 0, z = 0;
  /// Whether it is an underside, seen from the inside of the blocked voxels above it. A world is its surfaces and has
  /// no inside, so thick masses are hollow and their undersides are floors of the caves in them. They are connected
  /// with nothing outside.
  bool is_underside = false;
};

/// Places and how they connect, by the definition in navnet/ground.h:
///   - The level faces are those between a blocked and a free voxel inside the bounds. There are none on the bounds.
///   - A face can be walked on when the next face above it in its column is higher than the agent and than a step.
///   - Two places that share an edge are connected when their heights differ by no more than a step and no upright face
///     on that edge is in the way of either: higher than a step above it and no higher than the agent.
///   - Places that share a corner alone touch in a point. As the surface is widened by a fraction of a millimetre,
///     they are connected if no upright face that ends in that corner is in the way, though there is no room for an
///     agent of any size.
class ColumnWalker {
 public:
  ColumnWalker(const World& world, const WalkOptions& options);

  const std::vector<ColumnPlace>& places() const { return places_; }
  /// Places of components with an area less than the options' least; they are left out of the ground.
  bool IsKept(size_t place) const { return areas_m2_[components_[place]] >= options_.min_area_m2; }
  /// By place: the component over edges and corners.
  uint32_t ComponentOf(size_t place) const { return components_[place]; }
  /// By place: the component over edges alone, where an agent with a radius above zero may have room.
  uint32_t EdgeComponentOf(size_t place) const { return edge_components_[place]; }
  uint32_t component_count() const { return component_count_; }  ///< Of those that are kept.
  double area_m2() const { return area_m2_; }                    ///< Of all that are kept, on the plan.
  double border_m() const { return border_m_; }                  ///< Length of all edges of places that are kept.

  /// Distance on the plan from a point of a place to the nearest edge that cannot be crossed, over places that are
  /// connected; at most `most_m`. That is the largest radius an agent may have there.
  double ClearanceAt(size_t place, Vec3 p_world, double most_m) const;

  /// The places below a point, on the plan, that are a short step away from one of `places`: it itself or one connected
  /// with it, not farther than `slack_m` beside the point. At an edge or a corner there may be several.
  std::vector<size_t> StepTo(std::span<const size_t> places, Vec3 p_world, double slack_m) const;

  /// The middle of a place, in world coordinates.
  Vec3 MiddleOf(size_t place) const { return WorldAt(place, 0.5, 0.5); }
  /// A point of a place, in world coordinates: `u` and `v` run from 0 to 1 across it.
  Vec3 WorldAt(size_t place, double u, double v) const;
  /// The place a point stands on: its face is at most `reach_m` above or below the point and the nearest such.
  std::optional<size_t> PlaceAt(Vec3 p_world, double reach_m) const;

 private:
  struct Column {
    int x, y;
  };

  bool IsBlocked(int x, int y, int z) const { return world_.voxels()->IsBlocked(VoxelOf(x, y, z)); }
  bool IsInside(int x, int y, int z) const { return world_.voxels()->bounds().Contains(VoxelOf(x, y, z)); }
  VoxelCoord VoxelOf(int x, int y, int z) const;
  /// What an agent can step onto it does not walk under.
  double headroom_m() const { return std::max(options_.height_m, options_.step_m); }
  bool IsFace(int x, int y, int z) const;
  bool HasRoom(int x, int y, int z) const;
  bool IsInWay(Column a, Column b, int z) const;
  void FindPlaces();
  void Connect();
  /// On the plan, in voxels.
  Vec2 PlanOf(Vec3 p_world) const;

  const World& world_;
  const WalkOptions options_;
  int lo_[3], hi_[3];  ///< The bounds on the plan and in height.
  std::vector<ColumnPlace> places_;
  std::map<std::tuple<int, int, int>, size_t> at_;
  std::vector<std::vector<size_t>> across_edge_, across_corner_;  ///< By place: those connected with it.
  std::vector<uint32_t> components_, edge_components_;
  std::vector<double> areas_m2_;  ///< By component.
  uint32_t component_count_ = 0;
  double area_m2_ = 0, border_m_ = 0;
};

}  // namespace navnet::oracle
