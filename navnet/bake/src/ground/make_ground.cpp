// SPDX-License-Identifier: Apache-2.0
#include "ground/make_ground.h"

#include <navnet/internal/bake/ground/surface/voxel_faces.h>
#include <navnet/internal/core/block_box.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>

namespace navnet {
namespace {

// The grid extended to the net's bounds. The net counts everything beyond the world's own bounds as free.
OccupancyGrid OverBounds(const OccupancyGrid& voxels, const VoxelBox& bounds, int threads) {
  const VoxelBox all = Around(voxels.bounds(), bounds);
  if (all == voxels.bounds()) return voxels;
  const auto read = [&](VoxelCoord block, BlockMask& mask) {
    voxels.ReadBlock(block, mask);
    ClearOutside(BlockPartInside(block, voxels.bounds()), mask);
    return true;
  };
  return MakeGrid(voxels.frame(), all, 0, voxels.MixedBlocks(), read, threads);
}

}  // namespace

Result<Ground> MakeGround(const World& world, const NetInfo& info, const BakeOptions& options, const IsAir& is_air) {
  const TriangleMesh* mesh = world.mesh();
  TriangleMesh faces;
  if (const OccupancyGrid* voxels = world.voxels()) {
    Result<TriangleMesh> made =
        VoxelFaces(OverBounds(*voxels, info.bounds, options.sample.threads), options.sample.threads);
    if (!made) return made.error();
    faces = std::move(*made);
    mesh = &faces;
  }
  const Result<std::shared_ptr<const Ground>> ground = GroundMaker(info, options).Make(*mesh, is_air);
  if (!ground) return ground.error();
  return **ground;
}

}  // namespace navnet
