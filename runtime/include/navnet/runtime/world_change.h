// SPDX-License-Identifier: Apache-2.0
#pragma once
// The changes made by an update of a world, as boxes.

#include <navnet/core/geometry.h>
#include <navnet/net/gates.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// The difference between two consecutive states of a world, for agents of every clearance level: a level's voxels
/// within its radius of a new obstacle count as blocked. Boxes are axis-aligned in the world, in metres, and
/// conservative: they may be larger than the change, never smaller.
struct WorldChange {
  uint64_t version = 0;                 ///< Of the world after the change.
  std::vector<Box3> blocked = {};       ///< Cover all points that were free (see Navigator) and no longer are.
  std::vector<Box3> freed = {};         ///< Cover all points that were in no cell of the net and now are in one.
  Box3 box = {};                        ///< Bounds of all these boxes; empty when no free space changed.
  std::vector<Gate> closed_gates = {};  ///< Gates that were closed or removed, as they were before.
  std::vector<Gate> opened_gates = {};  ///< Gates that were opened, or added open.
};

}  // namespace navnet
