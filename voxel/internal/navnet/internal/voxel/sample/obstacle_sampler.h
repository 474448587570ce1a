#pragma once
// What a moving obstacle blocks: the voxels of one small mesh, block by block, ready to be laid over a world's own.

#include <navnet/core/block.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// How far from the origin, in voxels, a vertex of a world or an obstacle may lie: beyond, a double has too few digits
/// left for 1/1024 voxel. `Sample` refuses such worlds.
inline constexpr double kFarthestVoxel = 1e13;

/// The voxels an obstacle blocks at every clearance level. An immutable value: copying shares the data, any number of
/// threads may read at once. Kept packed: free space costs nothing, and memory grows with the obstacle's surface.
class ObstacleMasks {
 public:
  /// Blocks nothing, at any level.
  ObstacleMasks() = default;

  /// Block coordinates, ascending, of the blocks with a blocked voxel. Valid as long as a copy of this value is.
  std::span<const VoxelCoord> blocks(size_t level) const;

  /// Sets the bits of the voxels that are blocked in a block; the others stay as they are. False, and nothing is
  /// touched, when the obstacle blocks none there. O(log(blocks) + the block's leaves that are not free).
  bool OrInto(size_t level, VoxelCoord block, BlockMask& mask) const;

  /// The smallest box around the blocked voxels; empty when there are none.
  VoxelBox box(size_t level) const;

  /// Memory the masks hold; copies share it.
  size_t bytes() const;

 private:
  friend class ObstacleSampler;
  struct Data;
  explicit ObstacleMasks(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;  ///< Null: blocks nothing.
};

/// Samples obstacles into a world's grid, by the same rules and with the same code as `Sample` does the world.
///
/// What holds, bit for bit: whatever parts a mesh is cut into, the masks of the parts laid over one another are the
/// grid of the whole mesh sampled at once with the same frame, bounds and radii, at every level. So a world and its
/// obstacles can be sampled apart and still give the grid of the two together.
///
///   const ObstacleSampler sampler(sampling.frame, sampling.bounds, radii_m);
///   const Result<ObstacleMasks> car = sampler.Sample(Transformed(*BoxMesh({2.2, 1, 0.7}), transform));
///   for (VoxelCoord block : car->blocks(level)) car->OrInto(level, block, mask);
///
/// Immutable; any number of threads may sample at once.
class ObstacleSampler {
 public:
  /// Requires: a frame with voxel_m > 0; bounds that are not empty and at most 2^19 voxels along each axis; radii in
  /// metres, at least one, ascending, each >= 0 and at most 1024 voxels. (What `Sample` gives and takes is.)
  ObstacleSampler(const GridFrame& frame, const VoxelBox& bounds, std::vector<double> radii_m);

  const GridFrame& frame() const { return frame_; }
  const VoxelBox& bounds() const { return bounds_; }

  /// The masks of a mesh in world metres, one for each radius, inside the bounds; nothing outside of them is ever
  /// blocked, and a mesh that does not come near them blocks nothing. Fails on meshes that `Validate` refuses, and when
  /// memory runs out. Takes at most `threads` threads (0 = all the machine has), which never changes the result.
  /// A box the size of a car takes some 20 µs at radius 0.
  Result<ObstacleMasks> Sample(MeshView mesh_world, int threads = 0) const;

 private:
  GridFrame frame_;
  VoxelBox bounds_;
  std::vector<double> radii_voxels_;
};

}  // namespace navnet
