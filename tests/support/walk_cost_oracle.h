#pragma once
// What walks among cost regions cost, by brute force. Shares no code with what it checks. Up is z.

#include <navnet/runtime/costs.h>

#include "support/random_meshes.h"

#include <functional>
#include <span>
#include <vector>

namespace navnet::oracle {

/// Of a straight piece, on the plan: exact; infinite if more than a micrometre of it is inside a forbidden region.
double CostOfPiece(Vec3 a, Vec3 b, std::span<const CostRegion> regions);

/// Of the line between two points on the plan over a surface, by a thousand short pieces.
double CostOfLineOver(Vec3 a, Vec3 b, const std::function<double(Vec2)>& height, std::span<const CostRegion> regions);

/// The cheapest way over one region on open ground at height 0 that bends at most at two of `samples` places on each of
/// its sides, and at its corners before and after those.
double CheapestOverOneRegion(Vec2 start, Vec2 goal, const CostRegion& region, int samples);

/// Dijkstra's search on a grid at height 0 with 16 neighbours a node.
class CostGrid {
 public:
  /// From the origin to `size`, in steps of `step_m`; `is_free` says where an agent may stand.
  CostGrid(Vec2 size, double step_m, std::span<const CostRegion> regions, const std::function<bool(Vec2)>& is_free);

  size_t NodeAt(Vec2 place) const;
  /// A node's place, on no forbidden ground.
  Vec2 RandomPlace(TestRandom& random) const;
  /// By node; infinite where there is no way.
  std::vector<double> CostsFrom(Vec2 place) const;

 private:
  Vec2 PlaceOf(size_t node) const;

  int columns_, rows_;
  double step_m_;
  std::vector<CostRegion> regions_;
  std::function<bool(Vec2)> is_free_;
  std::vector<char> free_;
};

}  // namespace navnet::oracle
