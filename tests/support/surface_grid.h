// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force shortest paths over the walkable surface of a ground, on a fine grid of points. Uses the ground's patches
// and walls but not its corridor map, and shares no code with what it checks. Up is z.

#include <navnet/net/ground.h>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet::oracle {

/// Points on storeys above each other are distinguished by height: surfaces are farther apart than half the agents'
/// headroom, so a wall applies to points nearer to its height than that.
class SurfaceGrid {
 public:
  /// Makes nodes at multiples of `step_m` on the plan.
  SurfaceGrid(const GroundView& ground, double step_m);

  size_t node_count() const { return nodes_.size(); }

  /// Vertical distance of a point from the surface; infinite if there is none within half the headroom.
  double HeightOff(Vec3 p) const;
  /// Distance on the plan from a segment on the surface to the walls there, clamped to kFar_m.
  double ClearanceOf(Vec3 a, Vec3 b) const;
  static constexpr double kFar_m = 1;

  /// Length on the plan, by node, of the shortest grid path from `place` that is certain to keep `clearance_m` from
  /// walls; infinite if there is none. The place itself may have exactly that clearance.
  std::vector<double> LengthsFrom(Vec3 place, double clearance_m) const;
  /// The same for a path that ends at `place`, given the lengths to all nodes.
  double LengthTo(Vec3 place, double clearance_m, std::span<const double> lengths) const;

  /// For every path over the surface with some clearance there is a grid path beside it whose clearance is at most
  /// kAside steps less, and whose length is at most kLonger times as long plus kDetour steps. (Nodes have neighbours in
  /// sixteen directions, up to 2.24 steps away; half of that may be nearer to a wall than either.)
  static constexpr double kAside = 2.7, kLonger = 1.03, kDetour = 4;

 private:
  struct Node {
    int x, y;
    double height, clearance_m;
  };
  struct WallPiece {
    Vec2 a, b;
    double height;
  };
  using Buckets = std::unordered_map<uint64_t, std::vector<uint32_t>>;

  Vec3 PlaceOf(const Node& node) const { return {node.x * step_m_, node.y * step_m_, node.height}; }
  uint32_t PatchIn(uint32_t layer, Vec2 p) const;
  void AddNodes();
  void AddWalls();
  void FindNeighbours();
  template <class Visit>
  void EachNear(Vec3 place, const Visit& visit) const;

  GroundView ground_;
  double step_m_, same_surface_m_;
  std::vector<Node> nodes_;
  std::vector<WallPiece> walls_;
  Buckets patches_near_, walls_near_;  ///< By square metre of the plan.
  Buckets nodes_at_;                   ///< By position on the plan.
  std::vector<uint32_t> first_neighbour_, neighbours_;
};

}  // namespace navnet::oracle
