#pragma once
// The rays of one depth scan as voxels: which does any of them pass, which does any of them end in?
//
// A digital differential analyser as in Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
// Eurographics 1987, on integers: ends are rounded to 1/1024 voxel, after that nothing is rounded, so a ray through an
// edge or a corner takes neither neighbour it merely touches.

#include <navnet/core/block.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace navnet {

/// Units of FixedPoint in a voxel.
inline constexpr int kRayUnits = 1024;

/// A point in voxel space times kRayUnits.
using FixedPoint = std::array<int64_t, 3>;

/// One ray inside the bounds.
struct ScanRay {
  FixedPoint from = {}, to = {};
  VoxelCoord end;          ///< The voxel the ray ends in. Only where `has_hit`.
  bool has_hit = false;    ///< It ends on something, inside the bounds.
  bool is_inside = false;  ///< False: no part of the ray lies in the bounds; it passes nothing.
};

/// Cuts the ray from `from` to `to` (voxel space) to the closed box of `bounds` and rounds it. A ray that is cut at its
/// far end has no hit. Requires: finite coordinates of at most 1e20; bounds of at most 2^19 voxels along each axis and
/// within ±2^29.
ScanRay MakeScanRay(Vec3 from, Vec3 to, bool has_hit, const VoxelBox& bounds);

/// What a scan does to a block. No voxel is in both masks.
struct ScanBlock {
  VoxelCoord block;
  BlockMask passed = {};  ///< Voxels that more than a point of some ray lies in, and no ray ends in.
  BlockMask hit = {};     ///< Voxels some ray ends in.
};

/// The blocks the rays touch, ascending. A voxel holds its low faces and not its high ones, so a ray that runs in a
/// face passes the voxels above it. `make_ray(i)` gives ray i of `count`, and is called from any thread.
/// The result does not depend on `threads` (0 = all the machine has). About 4 ns for each voxel a ray passes, shared by
/// the threads.
std::vector<ScanBlock> TraceScan(size_t count, const std::function<ScanRay(size_t)>& make_ray, const VoxelBox& bounds,
                                 int threads);

}  // namespace navnet
