#pragma once
// From a world to a net: the whole bake in one call.
//
//   Result<World> world = LoadWorld("city.glb");
//   Result<Baked> baked = Bake(*world, {.sample = {.radii_m = {0.3, 0.6}}});
//   SaveNet("city.navnet", baked->net);

#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>

namespace navnet {

struct BakeOptions {
  /// World options: voxel size, radii, bounds, seeds, memory, threads, progress.
  SampleOptions sample;
};

struct BakeSeconds {
  double sample = 0;     ///< Snapping, indexing, rasterising, keeping what seeds reach.
  double partition = 0;  ///< Cutting blocks into cells.
  double volumes = 0;    ///< Growing NavVolumes.
  double contacts = 0;   ///< Contacts, links and components.
};

struct Baked {
  Net net;
  Sampling sampling;  ///< The grids the net was made from.
  BakeSeconds seconds;
};

/// Samples a world and makes its net. The same world and options give the same bytes, for any number of threads and any
/// order of triangles. Cells are cut inside blocks of 64³ voxels; wholly free blocks merge; NavVolumes reach as far as
/// the bounds.
Result<Baked> Bake(const World& world, const BakeOptions& options = {});

}  // namespace navnet
