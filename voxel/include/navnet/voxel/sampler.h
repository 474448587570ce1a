// SPDX-License-Identifier: Apache-2.0
#pragma once
// First stage of a bake: turns a world into one sparse voxel grid per clearance level.

#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace navnet {

/// Position and rotation of the voxel grid of a mesh, relative to the world.
struct GridPlacement {
  Vec3 origin_world;  ///< Range: -1e12 to 1e12.
  Turn turn;          ///< Rotation about the up axis.
};

/// How a world is sampled.
struct SampleOptions {
  /// Ranges of the fields of the same name.
  static constexpr Range kVoxel_m = ranges::kSize_m, kRadius_m = ranges::kLength_m, kMargin_m = ranges::kLength_m;

  /// Edge length of a voxel in metres. Smaller voxels resolve narrower passages; memory grows with the inverse square.
  /// Range: 1e-9 to 1e12. Unset: chosen in that range from the smallest radius and the world's finest detail, within
  /// `memory_budget_bytes`; `Sampling::voxel_reason` gives the reason. A voxel world always keeps its own size.
  std::optional<double> voxel_m;

  /// Agent radii in metres; one clearance level each. Sorted, and duplicates are removed. Range: 0 to 1e12, and at most
  /// 1024 voxels (63 in a voxel world).
  std::vector<double> radii_m = {0};

  /// The part of the world to sample, in metres; rounded outwards to whole voxels, except that a face within 1e-6
  /// voxels of a voxel face is rounded to it. The rounded box is the bounds, for flight and for walkable ground. Range:
  /// -1e12 to 1e12, the low corner first. Unset: the world's own box plus `margin_m`.
  std::optional<Box3> bounds_world;

  /// The exact bounds in voxels of the grid, such as those of an existing net or live world; `bounds_world` is then
  /// ignored. Requires `voxel_m` and, if that grid has a placement, the same `placement`.
  std::optional<VoxelBox> bounds_voxels;

  /// Default: voxel corners at multiples of the voxel size along the world's axes. Meshes only. The bounds of a rotated
  /// grid are the smallest box along its axes that contains the requested box.
  GridPlacement placement;

  /// Free space added around the world's box, in metres. Range: 0 to 1e12. Unset: for meshes, enough for the largest
  /// agent to fly around the outside (twice its radius plus four voxels); for voxel worlds none.
  std::optional<double> margin_m;

  /// When not empty, only free space that is 6-connected to one of these points (metres) is kept; the rest, such as
  /// the inside of closed solids, becomes blocked. A seed inside a blocked voxel of a level, or outside the bounds,
  /// is an error. Range: -1e12 to 1e12.
  std::vector<Vec3> seeds_world;

  /// Maximum memory for sampling, in bytes. Sampling that would need more fails before anything is allocated.
  size_t memory_budget_bytes = size_t{4} << 30;

  /// Threads to use; 0 = all hardware threads. Does not change the result. Range: 0 to 1024.
  int threads = 0;

  /// Called with the progress of the work; may be empty. Returning false cancels.
  ProgressFunction progress;
};

/// Fails on numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const SampleOptions& options);

/// Duration of each stage, in seconds.
struct SampleSeconds {
  double index = 0;   ///< Snapping vertices and building Embree's index.
  double sample = 0;  ///< Gathering and rasterising.
  double keep = 0;    ///< Finding the free space connected to the seeds.
};

/// Result of Sample.
struct Sampling {
  GridFrame frame;                    ///< Maps voxels to the world.
  VoxelBox bounds;                    ///< The voxels that were sampled.
  std::string voxel_reason;           ///< Why this voxel size was chosen: one phrase, for display.
  std::vector<OccupancyGrid> levels;  ///< By ascending radius; each contains the blocked voxels of the one before.
  int64_t triangles = 0;              ///< Triangles of the world; 0 for voxel worlds.
  size_t estimated_bytes = 0;         ///< The memory estimate that was compared with the budget.
  SampleSeconds seconds;              ///< Durations of the stages.
};

/// Samples a world. At radius 0 a voxel is blocked when a triangle touches its closed cube; at radius r > 0 when any
/// point of the voxel is closer than r to a triangle. Conservative: a voxel that meets this definition is always
/// blocked, and no voxel is blocked that is farther than 1/256 voxel (at radius r: farther than r, or 1/256 voxel if
/// that is more) from every triangle.
///
/// Deterministic: the same triangles in any order, on any number of threads, give the same grids, and moving the world
/// by whole voxels moves the grid.
Result<Sampling> Sample(const World& world, const SampleOptions& options = {});

/// Samples triangles in memory.
Result<Sampling> Sample(MeshView mesh, const SampleOptions& options = {});

}  // namespace navnet
