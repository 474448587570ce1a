// SPDX-License-Identifier: Apache-2.0
#pragma once
// Interface of the planners that we compare with.

#include <navnet/core/geometry.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet::peers {

/// Answer to a query. Lengths and points are in units of voxels: the centre of voxel (0, 0, 0) is (0.5, 0.5, 0.5).
struct PeerAnswer {
  bool found = false;               ///< False: no path, or none within the planner's limits; then only `us` is set.
  double length_voxels = 0;         ///< Total length of the segments of `points_voxels`.
  double us = 0;                    ///< Duration of the whole query, in microseconds.
  std::vector<Vec3> points_voxels;  ///< From the start's centre to the goal's; one point if both are the same voxel.
  int64_t expanded = 0;             ///< Nodes taken from the queue; 0 for planners without one.
};

/// Answers queries on one grid. Not thread-safe: a planner reuses its memory between queries.
class Planner {
 public:
  virtual ~Planner() = default;
  /// Returns "not found", not an error, if an end is blocked or outside the grid.
  virtual PeerAnswer Find(VoxelCoord start, VoxelCoord goal) = 0;

 protected:
  Planner() = default;
  Planner(const Planner&) = default;
  Planner(Planner&&) = default;
  Planner& operator=(const Planner&) = default;
  Planner& operator=(Planner&&) = default;
};

constexpr Vec3 CentreOf(VoxelCoord v) { return {v.x + 0.5, v.y + 0.5, v.z + 0.5}; }

inline double PathLength(std::span<const Vec3> points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += Length(points[i] - points[i - 1]);
  return length;
}

}  // namespace navnet::peers
