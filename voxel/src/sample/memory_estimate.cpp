// SPDX-License-Identifier: Apache-2.0
// Compares bounds with the budget, cheapest first: from the volume of the grid, then from the size of each triangle. If
// neither decides, the world is sampled on coarse grids of increasing resolution: a touched coarse voxel of f³ fine
// ones contains at least one leaf and at most (f / 8)³.

#include "sample/memory_estimate.h"

#include "grid/free_space.h"
#include "grid/occupancy_data.h"
#include "sample/mesh_sampler.h"
#include "triangles/fixed_mesh.h"
#include "triangles/triangle_index.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr double kLeafBytes = 104;          // A leaf with allocator overhead and its share of the parent's pointers.
constexpr double kNodeBytes = 34.5 * 1024;  // A 128³ node.
constexpr double kTriangleBytes = 200;      // Embree's index and the snapped copy.
constexpr double kVertexBytes = 72;
constexpr double kLargeNodeBytes = 272 * 1024;  // A 4096³ node.
constexpr int kLeafSize = 8, kNodeSize = 128, kLargeNodeSize = 4096;

// The diagonal of a unit cube plus the snapping error.
constexpr double kDiagonal = 1.7321 + 0.01;

// Upper bound on the number of cubes of `size` voxels within `reach` of a triangle.
double CubesTouched(const std::array<Vec3, 3>& p_voxels, double size, double reach) {
  Box3 box;
  for (const Vec3& p : p_voxels) box.Extend(p);
  const Vec3 extent = box.Size();
  std::array<double, 3> cubes;
  for (int a = 0; a < 3; ++a) cubes[size_t(a)] = std::floor((extent[a] + 2 * reach) / size) + 2;
  const double in_box = cubes[0] * cubes[1] * cubes[2];
  // Projected along the axis with the largest component of its normal, a triangle fills columns of limited height: 4
  // cubes for slopes of at most 45° in both directions, plus the reach.
  const Vec3 n = Cross(p_voxels[1] - p_voxels[0], p_voxels[2] - p_voxels[0]);
  const double projected_area = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}) / 2;
  const double perimeter = 2 * (extent.x + extent.y + extent.z);
  const double wide = size + 2 * reach;
  const double columns = (projected_area + perimeter * wide + wide * wide * 4) / (size * size);
  return std::min(in_box, columns * (4 + 4 * reach / size));
}

// Saturates: estimates of very large grids exceed 64 bits.
size_t Bytes(double estimate) { return size_t(std::min(estimate, 0x1p62)); }

struct Volume {
  double cubes;  ///< Upper bound on the number of cubes of a size that meet the bounds.
  Volume(const VoxelBox& bounds, double size) : cubes(1) {
    for (int a = 0; a < 3; ++a) cubes *= std::floor(double(bounds.Size(a)) / size) + 2;
  }
};

}  // namespace

size_t EstimateBytes(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, const SampleOptions& options,
                     double beside) {
  const double fixed = beside + double(mesh.triangles.size()) * kTriangleBytes +
                       double(mesh.vertices.size()) * kVertexBytes +
                       Volume(bounds, kLargeNodeSize).cubes * double(options.radii_m.size()) * kLargeNodeBytes +
                       (options.seeds_world.empty() ? 0 : KeepBytes(bounds));
  const double budget = double(options.memory_budget_bytes);
  const double largest = options.radii_m.back() / frame.voxel_m;
  if (fixed > budget) return Bytes(fixed);

  const double most = fixed + double(options.radii_m.size()) * (Volume(bounds, kLeafSize).cubes * kLeafBytes +
                                                                Volume(bounds, kNodeSize).cubes * kNodeBytes);
  if (most <= budget) return Bytes(most);

  double quick = fixed;
  for (double radius_m : options.radii_m) {
    const double reach = radius_m / frame.voxel_m;
    double leaves = 0, nodes = 0;
    for (const Triangle& t : mesh.triangles) {
      std::array<Vec3, 3> p;
      for (size_t i = 0; i < 3; ++i) p[i] = frame.ToVoxelSpace(mesh.vertices[t[i]]);
      leaves += CubesTouched(p, kLeafSize, reach);
      nodes += CubesTouched(p, kNodeSize, reach);
    }
    quick += std::min(leaves, Volume(bounds, kLeafSize).cubes) * kLeafBytes +
             std::min(nodes, Volume(bounds, kNodeSize).cubes) * kNodeBytes;
  }
  if (quick <= budget) return Bytes(quick);

  double upper = quick;
  for (int factor : {4096, 512, kNodeSize, 32, kLeafSize}) {
    GridFrame coarse = frame;
    coarse.voxel_m = frame.voxel_m * factor;
    VoxelBox coarse_bounds;
    for (int a = 0; a < 3; ++a) {
      coarse_bounds.lo[a] = int32_t(std::floor(double(bounds.lo[a]) / factor));
      coarse_bounds.hi[a] = int32_t(std::ceil(double(bounds.hi[a]) / factor));
    }
    const FixedMesh coarse_mesh = MakeFixedMesh(mesh, coarse, coarse_bounds, largest / factor, options.threads);
    if (coarse_mesh.triangles.empty()) return Bytes(fixed);
    const TriangleIndex index(coarse_mesh, options.progress);
    const auto touches = [&index](const FixedBox& box) { return index.AnyIn(box); };
    const auto nodes = TouchedNodes(coarse_mesh, coarse_bounds, largest / factor, touches, options.threads);
    const auto count = [&](double radius) {
      const auto trees = SampleNodes(
          coarse_mesh, coarse_bounds, std::array{radius}, nodes,
          [&](const FixedBox& box, std::vector<uint32_t>& out) { index.Gather(box, out); }, options.threads,
          options.progress);
      return double(trees[0]->activeVoxelCount());
    };
    double lower = fixed;
    upper = fixed;
    for (double radius_m : options.radii_m) {
      const double radius = radius_m / coarse.voxel_m;
      // A cube with a point nearer than the radius minus its diagonal is wholly blocked: a tile.
      const double touched = count(radius);
      const double solid = radius > kDiagonal ? count(radius - kDiagonal) : 0;
      const double leaves = (touched - solid) * std::pow(double(factor) / kLeafSize, 3);
      const double nodes_per_cube = std::pow(double(factor) / kNodeSize, 3);
      // At radius 0 each touched cube contains at least one leaf; cubes smaller than a node share a node.
      if (radius_m == 0) lower += touched * (kLeafBytes + std::min(nodes_per_cube, 1.0) * kNodeBytes);
      upper += std::min(leaves, Volume(bounds, kLeafSize).cubes) * kLeafBytes +
               std::min(touched * std::max(nodes_per_cube, 1.0), Volume(bounds, kNodeSize).cubes) * kNodeBytes;
    }
    if (lower > budget) return Bytes(lower);
    if (upper <= budget) return Bytes(upper);
  }
  return Bytes(upper);
}

size_t EstimateVoxelBytes(const OccupancyGrid& grid, const VoxelBox& bounds, const SampleOptions& options,
                          double beside) {
  const MaskTree& tree = *grid.data().tree;
  const double own = double(tree.memUsage());
  double bytes = beside + own + (options.seeds_world.empty() ? 0 : KeepBytes(bounds));
  const double leaves = double(tree.leafCount()) + double(tree.activeTileCount());
  for (double radius_m : options.radii_m) {
    bytes += own;
    if (radius_m == 0) continue;
    // Leaves within reach of a leaf or tile, their nodes, and the list of blocks.
    const double reach = 2 * std::ceil(radius_m / grid.frame().voxel_m / kLeafSize + 1) + 1;
    const double blocks =
        double(tree.activeTileCount() == 0 ? tree.leafCount() : 0) + double(tree.activeVoxelCount()) / (64.0 * 64 * 64);
    bytes += std::min(leaves * reach * reach * reach, Volume(grid.bounds(), kLeafSize).cubes) * kLeafBytes +
             std::min(blocks * 8, Volume(grid.bounds(), kNodeSize).cubes) * kNodeBytes +
             std::min(blocks, Volume(grid.bounds(), kBlockSize).cubes) * 27 * sizeof(VoxelCoord);
  }
  return Bytes(bytes);
}

}  // namespace navnet
