#pragma once
// Shortest ways over the walkable surface of a ground, by brute force on a fine grid of places. Knows the ground's
// patches and walls, not its corridor map, and shares no code with what it checks. Up is z.

#include <navnet/net/ground.h>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace navnet::oracle {

/// Places of storeys above each other are told apart by height: the ground's agents need headroom, so surfaces lie
/// farther apart than half of that, and walls count for what is nearer.
class SurfaceGrid {
 public:
  /// Places at multiples of `step_m` on the plan.
  SurfaceGrid(const GroundView& ground, double step_m);

  size_t node_count() const { return nodes_.size(); }

  /// Height off the surface at a point; infinite where there is none within half the headroom.
  double HeightOff(Vec3 p) const;
  /// Distance on the plan of a line on the surface to the walls there; at most kFar_m.
  double ClearanceOf(Vec3 a, Vec3 b) const;
  static constexpr double kFar_m = 1;

  /// By node: lengths on the plan of the shortest ways from a place over the grid that surely keep a distance from
  /// walls; infinite where there is none. The place itself may be as near to them.
  std::vector<double> LengthsFrom(Vec3 place, double clearance_m) const;
  /// The same to a place, by the lengths to all nodes.
  double LengthTo(Vec3 place, double clearance_m, std::span<const double> lengths) const;

  /// A way over the surface that keeps a distance has one over the grid beside it that keeps kAside steps less, and is
  /// at most kLonger times as long and kDetour steps. (Nodes lie in sixteen directions of each other, up to 2.24 steps
  /// away; half of that may be nearer to a wall than either.)
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
  Buckets patches_near_, walls_near_;  ///< By square metre.
  Buckets nodes_at_;                   ///< By place on the plan.
  std::vector<uint32_t> first_neighbour_, neighbours_;
};

}  // namespace navnet::oracle
