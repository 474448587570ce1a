// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the voxels closer to many triangles than a radius, in a time that hardly depends on the radius.

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>

#include "triangles/triangle_clearance.h"

#include <memory>
#include <span>

namespace navnet {

/// Fills blocks; keeps its memory from one to the next.
class NearVoxels {
 public:
  NearVoxels();
  ~NearVoxels();
  NearVoxels(const NearVoxels&) = delete;
  NearVoxels& operator=(const NearVoxels&) = delete;

  /// Sets the bit of every voxel of `clip` that has a point closer than the radius to one of the triangles, which are
  /// all made for this radius: exactly those for which TriangleClearance::IsNear is true for one of them. Everything is
  /// relative to the block's low corner; the mask is empty outside `clip`. Throws CancelledError when `keep_going` (may
  /// be empty) returns false.
  void Fill(std::span<const TriangleClearance> triangles, const VoxelBox& clip, const KeepGoing& keep_going,
            BlockMask& mask);

 private:
  class Octree;
  std::unique_ptr<Octree> octree_;
};

}  // namespace navnet
