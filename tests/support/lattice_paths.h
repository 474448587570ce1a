// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shortest flights over a lattice of half voxels: an independent upper bound of the shortest path.

#include <navnet/net/net.h>

#include "support/free_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace navnet::oracle {

/// The length of the shortest path between the ends of `known`, in world coordinates, that bends only at points of a
/// lattice of half voxels that lie on edges of voxels, and at the points of `known`, a free path. Any two of them may
/// be joined by a straight line in the NavVolumes of one component. For worlds of a few hundred voxels.
inline double ShortestOnLattice(const Net& net, double radius_m, uint32_t component, std::span<const Vec3> known) {
  const FreeSpaceOf free(net, radius_m, component);
  const GridFrame& frame = net.info().frame;
  const Vec3 start = known.front(), goal = known.back();
  double shortest = 0;
  for (size_t i = 1; i < known.size(); ++i) shortest += Length(known[i] - known[i - 1]);
  // Only points on paths shorter than the known one count.
  std::vector<Vec3> points(known.begin(), known.end());
  const VoxelBox& bounds = net.info().bounds;
  for (int x = 2 * bounds.lo.x; x <= 2 * bounds.hi.x; ++x) {
    for (int y = 2 * bounds.lo.y; y <= 2 * bounds.hi.y; ++y) {
      for (int z = 2 * bounds.lo.z; z <= 2 * bounds.hi.z; ++z) {
        if ((x & 1) + (y & 1) + (z & 1) > 1) continue;
        const Vec3 p = frame.ToWorld({0.5 * x, 0.5 * y, 0.5 * z});
        if (Length(p - start) + Length(goal - p) < shortest && free.IsFree(p)) points.push_back(p);
      }
    }
  }
  // Dijkstra's algorithm, with lines of sight tested when they would matter.
  const size_t goal_at = known.size() - 1;
  std::vector<double> way(points.size(), std::numeric_limits<double>::infinity());
  std::vector<bool> closed(points.size(), false);
  way[0] = 0;
  for (;;) {
    size_t at = points.size();
    for (size_t i = 0; i < points.size(); ++i) {
      if (!closed[i] && (at == points.size() || way[i] < way[at])) at = i;
    }
    if (at == points.size() || at == goal_at || !(way[at] < shortest)) break;
    closed[at] = true;
    for (size_t i = 0; i < points.size(); ++i) {
      if (closed[i]) continue;
      const double by = way[at] + Length(points[i] - points[at]);
      if (by < way[i] && by + Length(goal - points[i]) < shortest && free.IsFree(points[at], points[i])) way[i] = by;
    }
  }
  return std::min(shortest, way[goal_at]);
}

}  // namespace navnet::oracle
