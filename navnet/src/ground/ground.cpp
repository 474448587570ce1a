#include "ground.h"

#include "voxel_faces.h"

namespace navnet {

Result<Ground> MakeGround(const World& world, const BakeOptions& options, const IsAir& is_air) {
  const TriangleMesh* mesh = world.mesh();
  TriangleMesh faces;
  if (const OccupancyGrid* voxels = world.voxels()) {
    Result<TriangleMesh> made = VoxelFaces(*voxels, options.sample.threads);
    if (!made) return made.error();
    faces = std::move(*made);
    mesh = &faces;
  }
  const Result<std::shared_ptr<const Ground>> ground = LiveGround(world.up, options).Make(*mesh, is_air);
  if (!ground) return ground.error();
  return **ground;
}

}  // namespace navnet
