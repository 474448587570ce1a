// SPDX-License-Identifier: Apache-2.0
#pragma once
// The blocked voxels of a changing world at every clearance level: those of the original world, combined with obstacles
// and edits.

#include <navnet/core/block.h>
#include <navnet/internal/voxel/sample/obstacle_sampler.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// A mesh world is sampled once; obstacles are sampled separately and added to it at each level. In a voxel world,
/// voxels and obstacles make up the level of radius 0, and blocks of the other levels are dilated from it when they are
/// read. Thread safety: concurrent reads are allowed; a change must not overlap with any other call.
class LiveGrids {
 public:
  /// Samples the world. Requires: options without seeds.
  static Result<LiveGrids> Make(const World& world, const SampleOptions& options);

  const GridFrame& frame() const { return sampler_.frame(); }
  const VoxelBox& bounds() const { return bounds_; }
  const std::vector<double>& radii_m() const { return radii_m_; }
  bool is_voxel_world() const { return is_voxel_world_; }
  /// Samples obstacles; may be used from any thread at any time.
  const ObstacleSampler& sampler() const { return sampler_; }

  /// Reads a block at a level: a set bit is a blocked voxel or one outside the bounds. Any number of threads at once.
  void Read(size_t level, VoxelCoord block, BlockMask& mask) const;

  /// Replaces the voxels that an obstacle blocks by a copy of `masks`; empty masks remove the obstacle.
  void Place(uint64_t obstacle, const ObstacleMasks& masks);
  /// Replaces the voxels of a block of a voxel world; does not affect obstacles. Bits outside the world's own bounds
  /// are ignored.
  void SetVoxels(VoxelCoord block, const BlockMask& mask);
  /// Reads the voxels of a block of a voxel world, without obstacles; no bits are set outside the world's own bounds.
  void ReadVoxels(VoxelCoord block, BlockMask& mask) const;

  /// The blocks, ascending, that may have changed at a level since the last call; on the first call, all that contain a
  /// blocked voxel.
  std::vector<VoxelCoord> TakeDirty(size_t level);

  /// The current voxels of a voxel world, including obstacles. Time linear in the size of the world.
  OccupancyGrid CurrentVoxels(int threads) const;

 private:
  struct CoordHash {
    size_t operator()(VoxelCoord c) const {
      uint64_t h = 0;
      for (int a = 0; a < 3; ++a) h = (h ^ uint64_t(uint32_t(c[a]))) * 0x9E3779B97F4A7C15ull;
      return size_t(h ^ h >> 32);
    }
  };
  template <class T>
  using BlockMap = std::unordered_map<VoxelCoord, T, CoordHash>;

  LiveGrids(ObstacleSampler sampler, const VoxelBox& bounds) : sampler_(std::move(sampler)), bounds_(bounds) {}
  bool ReadFinest(VoxelCoord block, BlockMask& mask) const;
  void OrObstacles(size_t level, VoxelCoord block, BlockMask& mask) const;
  void Touch(const VoxelBox& voxels);

  ObstacleSampler sampler_;
  VoxelBox bounds_;      ///< Bounds of the net.
  VoxelBox own_bounds_;  ///< Bounds of the net and of a voxel world's own voxels, which may extend beyond the net.
  std::vector<double> radii_m_;
  bool is_voxel_world_ = false;
  std::vector<OccupancyGrid> base_;  ///< The original world, by level; for a voxel world only the level of radius 0.
  BlockMap<std::unique_ptr<BlockMask>> voxels_;  ///< The edited blocks of a voxel world.
  std::unordered_map<uint64_t, ObstacleMasks> obstacles_;
  std::vector<BlockMap<std::vector<uint64_t>>> obstacles_in_;  ///< Ids of obstacles, by level and block.
  std::vector<std::vector<VoxelCoord>> dirty_;                 ///< Changed blocks by level, unsorted.
  std::vector<uint8_t> is_taken_;  ///< By level: whether TakeDirty need not return all blocks.
};

}  // namespace navnet
