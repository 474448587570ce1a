#pragma once
// From a world to a net: the whole bake in one call.
//
//   Result<World> world = LoadWorld("city.glb");
//   Result<Baked> baked = Bake(*world, {.sample = {.radii_m = {0.3, 0.6}}, .keep = Keep::Outside});
//   SaveNet("city.navnet", baked->net);

#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/ground.h>
#include <navnet/net/net.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>

#include <optional>

namespace navnet {

/// How the grid stands in the world.
enum class Align : uint8_t {
  World,  ///< Along the world's axes, voxel corners at multiples of the voxel size.
  Auto,   ///< Along the world's walls, if that gives fewer cells: turned about the up axis, and shifted.
};

struct BakeOptions {
  static constexpr Range kMinCell = {1, 64};

  /// World options: voxel size, radii, bounds, seeds, memory, threads, progress.
  SampleOptions sample = {};

  /// Which free space the net covers. Seeds (the same as All with `sample.seeds_world` given) needs seeds; Outside and
  /// Largest go without.
  Keep keep = Keep::All;

  /// Cells thinner than this, in voxels, are left out wherever that neither splits a piece of free space nor cuts a
  /// passage off: what is lost is the room of the cell itself, and each one lost touches one that stays. NavVolumes
  /// still reach into it. Cells of more than 32 times as many voxels stay, however thin. 1 keeps every cell. Range: 1
  /// to
  /// 64. Unset: 2 for meshes, whose curved surfaces would make most of the cells one voxel thick, and 1 for voxel
  /// worlds.
  std::optional<int> min_cell = {};

  /// Meshes only; a voxel world keeps its own grid. Auto samples and cuts the world twice.
  Align align = Align::World;

  /// Also finds the walkable ground, for agents that walk; threads and progress are those of `sample`. Only triangles
  /// that reach into the net's bounds count, those of NetInfo, in whole voxels: a triangle does when its bounding box
  /// along the grid's axes touches them. Unless all free space is kept, ground that has none of what is kept above it
  /// does not count either, such as the floor inside a solid wall. Unset: the net is for flight alone.
  std::optional<WalkOptions> walk = {};
  /// Ways between places of the ground that are not walked: jumps, drops, ladders, doors. Numbered as they stand here.
  std::vector<GroundLink> links = {};
  /// How far apart, in metres, the spots are where agents that do both may take off and land; 0: about two thousand of
  /// them, at least 1 m apart. Range: 0, or 1e-9 to 1e12; what would make more than a million of them is refused.
  double spot_spacing_m = 0;
};

/// Refuses numbers outside the ranges above, those of `sample` and `walk` included, and options that do not go
/// together; the message names the field, its value and the range.
Status Validate(const BakeOptions& options);

struct BakeSeconds {
  double sample = 0;     ///< Snapping, indexing, rasterising, keeping what seeds reach.
  double partition = 0;  ///< Cutting blocks into cells.
  double volumes = 0;    ///< Growing NavVolumes.
  double contacts = 0;   ///< Contacts, links and components; leaving cells out.
  double ground = 0;     ///< Walkable surface, corridor map, spots.
};

/// What Align::Auto found, summed over the levels. Blocked volume is the room lost to walls, their rounding to whole
/// voxels included; less is better.
struct AlignGain {
  double turn_deg = 0;  ///< Of the grid about the up axis, -45 to 45.
  Vec3 shift_voxels;    ///< Of the grid, along its own axes, 0 to 1.
  size_t cells_before = 0, cells_after = 0;
  double blocked_m3_before = 0, blocked_m3_after = 0;
  bool used = false;  ///< Whether the net is aligned: only if that makes fewer cells.
};

struct Baked {
  Net net;
  Sampling sampling;  ///< The grids the net was made from.
  BakeSeconds seconds;
  std::optional<AlignGain> align;  ///< With Align::Auto and a mesh.
};

/// Samples a world and makes its net. The same world and options give the same bytes, for any number of threads and any
/// order of triangles. Cells are cut inside blocks of 64³ voxels; wholly free blocks merge; NavVolumes reach
/// kVolumeReach voxels beyond the blocks of their cell.
Result<Baked> Bake(const World& world, const BakeOptions& options = {});

}  // namespace navnet
