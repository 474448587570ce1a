// SPDX-License-Identifier: Apache-2.0
#pragma once
// Voxel traversal of the rays of one depth scan: the voxels that some ray passes, and those in which some ray ends.
//
// A digital differential analyser as in Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
// Eurographics 1987, on integers: ends are rounded to 1/1024 voxel, and the traversal itself is exact, so a ray through
// an edge or a corner does not visit neighbours that it only touches.

#include <navnet/core/block.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace navnet {

/// Units of FixedPoint per voxel.
inline constexpr int kRayUnits = 1024;

/// A point in voxel space, in units of 1 / kRayUnits voxel.
using FixedPoint = std::array<int64_t, 3>;

/// One ray, clipped to the bounds.
struct ScanRay {
  FixedPoint from = {}, to = {};
  VoxelCoord end;          ///< The voxel in which the ray ends. Valid only if `has_hit`.
  bool has_hit = false;    ///< The ray ends at a measured point inside the bounds.
  bool is_inside = false;  ///< False: no part of the ray lies in the bounds.
};

/// Clips the ray from `from` to `to` (voxel space) to the closed box of `bounds` and rounds its ends. A ray whose far
/// end is clipped has no hit. Requires: finite coordinates of at most 1e20; bounds of at most 2^19 voxels along each
/// axis and within ±2^29.
ScanRay MakeScanRay(Vec3 from, Vec3 to, bool has_hit, const VoxelBox& bounds);

/// The voxels of one block that a scan updates. No voxel is in both masks.
struct ScanBlock {
  VoxelCoord block;
  BlockMask passed = {};  ///< Crossed by some ray in more than a point; no ray ends there.
  BlockMask hit = {};     ///< Some ray ends there.
};

/// Returns the blocks with passed or hit voxels, ascending. A voxel contains its low faces and not its high ones, so a
/// ray within a face passes the voxels above it. `make_ray(i)` returns ray i of `count`; it is called from several
/// threads at once. The result does not depend on `threads` (0 = all hardware threads). About 4 ns of processor time
/// for each voxel a ray passes.
std::vector<ScanBlock> TraceScan(size_t count, const std::function<ScanRay(size_t)>& make_ray, const VoxelBox& bounds,
                                 int threads);

}  // namespace navnet
