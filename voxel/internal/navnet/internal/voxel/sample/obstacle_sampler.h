// SPDX-License-Identifier: Apache-2.0
#pragma once
// Samples moving obstacles: the voxels blocked by one small mesh, block by block, to be combined with those of the
// world.

#include <navnet/core/block.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// Maximum distance of a vertex from the origin, in voxels: farther out, a double cannot resolve 1/1024 voxel. `Sample`
/// refuses such worlds.
inline constexpr double kFarthestVoxel = 1e13;

/// The voxels an obstacle blocks at every clearance level. An immutable value: copying shares the data, any number of
/// threads may read at once. Compressed: memory grows with the area of the obstacle's surface, not with its volume.
class ObstacleMasks {
 public:
  /// Blocks nothing, at any level.
  ObstacleMasks() = default;

  /// Block coordinates, ascending, of the blocks with a blocked voxel. The span is valid while any copy of this value
  /// lives.
  std::span<const VoxelCoord> blocks(size_t level) const;

  /// Sets the bits of a block's blocked voxels; other bits stay unchanged. Returns false, without touching the mask,
  /// when the obstacle blocks no voxel of the block. O(log(blocks) + the block's leaves that are not free).
  bool OrInto(size_t level, VoxelCoord block, BlockMask& mask) const;

  /// The smallest box around the blocked voxels; empty when there are none.
  VoxelBox box(size_t level) const;

  /// Memory of the masks; copies share it.
  size_t bytes() const;

 private:
  friend class ObstacleSampler;
  struct Data;
  explicit ObstacleMasks(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;  ///< Null: blocks nothing.
};

/// Samples obstacles into a world's grid, by the same rules and with the same code as `Sample`.
///
/// Invariant, bit for bit: however a mesh is split into parts, the union of the parts' masks is the grid of the whole
/// mesh sampled with the same frame, bounds and radii, at every level. So a world and its obstacles can be sampled
/// separately and combined.
///
///   const ObstacleSampler sampler(sampling.frame, sampling.bounds, radii_m);
///   const Result<ObstacleMasks> car = sampler.Sample(Transformed(*BoxMesh({2.2, 1, 0.7}), transform));
///   for (VoxelCoord block : car->blocks(level)) car->OrInto(level, block, mask);
///
/// Immutable; any number of threads may sample at once.
class ObstacleSampler {
 public:
  /// Requires: a frame with voxel_m > 0; bounds that are not empty and at most 2^19 voxels along each axis; radii in
  /// metres, at least one, ascending, each >= 0 and at most 1024 voxels. (Frame, bounds and radii of a `Sampling` are.)
  ObstacleSampler(const GridFrame& frame, const VoxelBox& bounds, std::vector<double> radii_m);

  const GridFrame& frame() const { return frame_; }
  const VoxelBox& bounds() const { return bounds_; }

  /// Returns the masks of a mesh (world coordinates, metres), one for each radius. No voxel outside the bounds is
  /// blocked. Fails on meshes that `Validate` refuses, and when memory runs out. Uses at most `threads` threads (0 =
  /// all hardware threads); the result does not depend on their number. A box the size of a car takes about 20 µs at
  /// radius 0.
  Result<ObstacleMasks> Sample(MeshView mesh_world, int threads = 0) const;

 private:
  GridFrame frame_;
  VoxelBox bounds_;
  std::vector<double> radii_voxels_;
};

}  // namespace navnet
