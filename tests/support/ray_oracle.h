// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force ray traversal: tests each voxel separately, in exact fractions.

#include <navnet/core/geometry.h>

#include "support/oracles.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace navnet::oracle {

inline constexpr int64_t kRayUnits = 1024;
using FixedPoint = std::array<int64_t, 3>;

/// Rounds to the nearest unit, halves up.
inline FixedPoint Fixed(Vec3 p_voxels) {
  const auto fixed = [](double at) { return int64_t(std::floor(at * double(kRayUnits) + 0.5)); };
  return {fixed(p_voxels.x), fixed(p_voxels.y), fixed(p_voxels.z)};
}

/// Whether more than a single point of the segment lies in the voxel, which includes its low faces but not its high
/// ones. Requires: coordinates below 2^20 voxels.
inline bool Passes(const FixedPoint& from, const FixedPoint& to, VoxelCoord voxel) {
  // The part of the segment inside, from `enter` to `leave`, as fractions with positive denominators.
  int64_t enter = 0, enter_over = 1, leave = 1, leave_over = 1;
  bool moves = false;
  for (size_t axis = 0; axis < 3; ++axis) {
    const int64_t lo = voxel[int(axis)] * kRayUnits, hi = lo + kRayUnits, delta = to[axis] - from[axis];
    if (delta == 0) {
      if (from[axis] < lo || from[axis] >= hi) return false;
      continue;
    }
    moves = true;
    const int64_t near = delta > 0 ? lo - from[axis] : from[axis] - hi;
    const int64_t far = delta > 0 ? hi - from[axis] : from[axis] - lo;
    const int64_t over = delta > 0 ? delta : -delta;
    if (near * enter_over > enter * over) enter = near, enter_over = over;
    if (far * leave_over < leave * over) leave = far, leave_over = over;
  }
  return moves && enter * leave_over < leave * enter_over;
}

inline VoxelSet PassedVoxels(const FixedPoint& from, const FixedPoint& to, const VoxelBox& bounds) {
  VoxelSet passed;
  EachVoxel(bounds, [&](VoxelCoord voxel) {
    if (Passes(from, to, voxel)) passed.insert(voxel);
  });
  return passed;
}

}  // namespace navnet::oracle
