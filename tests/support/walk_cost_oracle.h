// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force costs of walks through cost regions. Shares no code with what it checks. Up is z.

#include <navnet/runtime/query.h>

#include "support/random_meshes.h"

#include <functional>
#include <span>
#include <vector>

namespace navnet::oracle {

/// Exact cost of a segment, on the plan; infinite if more than a micrometre of it is inside a forbidden region.
double CostOfPiece(Vec3 a, Vec3 b, std::span<const CostRegion> regions);

/// Cost of the segment between two points on the plan over a surface, summed over a thousand short pieces.
double CostOfLineOver(Vec3 a, Vec3 b, const std::function<double(Vec2)>& height, std::span<const CostRegion> regions);

/// Cost of the cheapest path across one region on open ground at height 0 that bends at most at two of `samples` points
/// on each of its sides, and at one of its corners before and after those.
double CheapestOverOneRegion(Vec2 start, Vec2 goal, const CostRegion& region, int samples);

/// Dijkstra's algorithm on a grid at height 0 with 16 neighbours per node.
class CostGrid {
 public:
  /// Covers the origin to `size`, in steps of `step_m`; `is_free` says where an agent may stand.
  CostGrid(Vec2 size, double step_m, std::span<const CostRegion> regions, const std::function<bool(Vec2)>& is_free);

  size_t NodeAt(Vec2 place) const;
  /// Position of a random node that is not on forbidden ground.
  Vec2 RandomPlace(TestRandom& random) const;
  /// Cost to each node; infinite if it cannot be reached.
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
