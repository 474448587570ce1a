// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a world to a net: the whole bake in one call.
//
//   Result<World> world = LoadWorld("city.glb");
//   Result<Baked> baked = Bake(*world, {.sample = {.radii_m = {0.3, 0.6}}, .keep = Keep::Outside});
//   SaveNet("city.navnet", baked->net);

#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/voxel/sampler.h>
#include <navnet/voxel/world.h>
#include <navnet/walk_options.h>

#include <optional>

namespace navnet {

/// Orientation of the grid in the world.
enum class Align : uint8_t {
  World,  ///< Along the world's axes, voxel corners at multiples of the voxel size.
  Auto,   ///< Along the world's walls, rotated about the up axis and shifted, if that gives fewer cells.
};

/// Lower-case name: world, auto.
const char* ToString(Align align);

/// How a world is baked.
struct BakeOptions {
  static constexpr Range kMinCell = {1, 64};  ///< Range of min_cell.

  /// Sampling options: voxel size, radii, bounds, seeds, memory, threads, progress.
  SampleOptions sample = {};

  /// Which free space the net covers. Seeds requires `sample.seeds_world`, and is the same as All with seeds given;
  /// Outside and Largest do not allow seeds.
  Keep keep = Keep::All;

  /// Cells thinner than this, in voxels, are left out wherever that neither splits a component of free space nor closes
  /// a passage. Only the volume of the cell itself is lost; a cell left out touches one that stays, and NavVolumes
  /// still reach into it. Cells of more than 32 * min_cell voxels stay, however thin. More gives fewer cells and less
  /// coverage; 1 keeps every cell. Range: 1 to 64. Unset: 2 for meshes, whose curved surfaces would make most of the
  /// cells one voxel thick, and 1 for voxel worlds.
  std::optional<int> min_cell = {};

  /// Meshes only; a voxel world keeps its own grid. Auto samples and partitions the world twice.
  Align align = Align::World;

  /// If set, the net also has walkable ground; threads and progress are those of `sample`. Only triangles whose
  /// bounding box along the grid's axes touches the net's bounds (NetInfo::bounds, in whole voxels) are used. Unless
  /// `keep` is All or `walk` has seeds, components of the ground without kept free space above them, such as the floor
  /// inside a solid wall, are left out. Unset: the net is for flight only.
  std::optional<WalkOptions> walk = {};
  /// Connections between places of the ground that are not walked: jumps, drops, ladders, doors. Indices are kept.
  std::vector<GroundLink> links = {};
  /// Links in the air: jump gates, airlocks, one-way tubes. Indices are kept. A gate with an end that is not free for a
  /// clearance level does not serve that level; Navigator::ServesGate tells.
  std::vector<Gate> gates = {};
  /// Distance, in metres, between the spots where agents that walk and fly may take off and land; 0: chosen for about
  /// 2000 spots, at least 1 m apart. Range: 0, or 1e-9 to 1e12; fails if it gives more than a million spots.
  double spot_spacing_m = 0;
  /// Whether the net also stores the triangles near its bounds (see TrianglesOf in net/net_world.h), for rooms: 12 to
  /// 24 bytes for each triangle, plus its vertices. Meshes only: fails for a world of voxels.
  bool with_world = false;
};

/// Fails if a number is outside its range above, or in `sample` or `walk`, or if options contradict each other; the
/// message names the field, its value and the range.
Status Validate(const BakeOptions& options);

/// Duration of each stage, in seconds.
struct BakeSeconds {
  double sample = 0;     ///< Snapping, indexing, rasterising, flood fill from seeds.
  double partition = 0;  ///< Cutting blocks into cells.
  double volumes = 0;    ///< Growing NavVolumes.
  double contacts = 0;   ///< Contacts, links and components; leaving cells out.
  double ground = 0;     ///< Walkable surface, corridor map, spots.
};

/// What Align::Auto found, summed over the levels. Blocked volume is that of walls rounded to voxels; less is better.
struct AlignGain {
  double turn_deg = 0;                                 ///< Rotation of the grid about the up axis, -45 to 45.
  Vec3 shift_voxels;                                   ///< Shift of the grid along its own axes, 0 to 1.
  size_t cells_before = 0, cells_after = 0;            ///< Number of cells without and with the alignment.
  double blocked_m3_before = 0, blocked_m3_after = 0;  ///< Blocked volume without and with the alignment.
  bool used = false;                                   ///< Whether the net is aligned: only if that gives fewer cells.
};

/// Result of Bake.
struct Baked {
  Net net;                         ///< The net.
  Sampling sampling;               ///< The grids the net was made from.
  BakeSeconds seconds;             ///< What it took.
  std::optional<AlignGain> align;  ///< With Align::Auto and a mesh.
};

/// Samples a world and makes its net. The same world and options give the same bytes, for any number of threads and any
/// order of triangles. Free space is partitioned into cells within blocks of 64³ voxels; entirely free blocks merge;
/// NavVolumes reach at most kVolumeReach voxels beyond the blocks of their cell.
Result<Baked> Bake(const World& world, const BakeOptions& options = {});

}  // namespace navnet
