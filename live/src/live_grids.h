#pragma once
// The blocked voxels of a world that changes, at every clearance level: the world's own, and what obstacles and edits
// lay over them.

#include <navnet/core/block.h>
#include <navnet/internal/voxel/sample/obstacle_sampler.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// A mesh world is sampled once; obstacles are sampled by themselves and laid over it, at each level. In a voxel world
/// voxels and obstacles make the level of radius 0, and blocks of the others are widened from that when they are read.
/// One thread may change it while none reads.
class LiveGrids {
 public:
  /// Samples the world. Requires: options without seeds.
  static Result<LiveGrids> Make(const World& world, const SampleOptions& options);

  const GridFrame& frame() const { return sampler_.frame(); }
  const VoxelBox& bounds() const { return bounds_; }
  const std::vector<double>& radii_m() const { return radii_m_; }
  bool is_voxel_world() const { return is_voxel_world_; }
  /// What obstacles block; any thread may sample at any time.
  const ObstacleSampler& sampler() const { return sampler_; }

  /// Reads a block at a level: a set bit is a blocked voxel or one outside the bounds. Any number of threads at once.
  void Read(size_t level, VoxelCoord block, BlockMask& mask) const;

  /// Replaces what an obstacle blocks; nothing to take it away. Keeps a copy of the masks.
  void Place(uint64_t obstacle, const ObstacleMasks& masks);
  /// Replaces the voxels of a block of a voxel world, obstacles apart. Bits outside the world's own bounds are ignored.
  void SetVoxels(VoxelCoord block, const BlockMask& mask);
  /// Reads the voxels of a block of a voxel world, obstacles apart; none outside the world's own bounds.
  void ReadVoxels(VoxelCoord block, BlockMask& mask) const;

  /// The blocks, ascending, that may have changed at a level since the last call; the first time, all that hold a
  /// blocked voxel.
  std::vector<VoxelCoord> TakeDirty(size_t level);

  /// A voxel world as it is now, obstacles and all. Linear in the world.
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
  VoxelBox bounds_;      ///< Of the net.
  VoxelBox own_bounds_;  ///< Of the voxels of a voxel world, which reach beyond the net's where those are smaller.
  std::vector<double> radii_m_;
  bool is_voxel_world_ = false;
  std::vector<OccupancyGrid> base_;              ///< By level; for a voxel world the world itself.
  BlockMap<std::unique_ptr<BlockMask>> voxels_;  ///< Of a voxel world: blocks that were edited.
  std::unordered_map<uint64_t, ObstacleMasks> obstacles_;
  std::vector<BlockMap<std::vector<uint64_t>>> obstacles_in_;  ///< By level and block.
  std::vector<std::vector<VoxelCoord>> dirty_;                 ///< By level, in any order.
  std::vector<uint8_t> is_taken_;                              ///< By level: no longer the first time.
};

}  // namespace navnet
