// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded worlds with surfaces above and beside each other, as triangles and as voxels: storeys, ledges, overhangs,
// floating boxes, steps, ramps.

#include <navnet/voxel/world.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace navnet {

/// A floor of 16 m by 16 m, 1 m thick, with its top at height 0, and boxes that stand on it, float above it, intersect
/// each other and overhang its border. Coordinates are multiples of `unit_m`, or arbitrary if it is 0.
inline std::vector<Box3> StoreyBoxes(TestRandom& random, double unit_m) {
  const auto snap = [&](double m) { return unit_m > 0 ? std::round(m / unit_m) * unit_m : m; };
  const auto uniform = [&](double lo, double hi) { return snap(random.Uniform(lo, hi)); };
  const auto size = [&](double lo, double hi) { return std::max(uniform(lo, hi), unit_m); };
  std::vector<Box3> boxes{{{0, 0, -1}, {16, 16, 0}}};
  const auto add = [&](Vec3 lo, Vec3 extent) { boxes.push_back({lo, lo + extent}); };
  const int count = random.Integer(3, 9);
  for (int i = 0; i < count; ++i) {
    const Vec3 at{uniform(-2, 14), uniform(-2, 14), 0}, wide{size(1, 8), size(1, 8), 0};
    switch (random.Integer(0, 4)) {
      case 0: add(at, wide + Vec3{0, 0, size(0.1, 0.6)}); break;                                // A step.
      case 1: add(at + Vec3{0, 0, uniform(1.5, 5)}, wide + Vec3{0, 0, size(0.1, 0.5)}); break;  // A storey.
      case 2: add(at + Vec3{0, 0, uniform(0.5, 4)}, wide + Vec3{0, 0, size(0.5, 5)}); break;    // Floating.
      case 3: add(at, wide + Vec3{0, 0, size(0.5, 4)}); break;                                  // A block.
      default: add(boxes.back().max - wide * 0.5, wide + Vec3{0, 0, size(0.1, 0.5)});           // On another.
    }
  }
  if (unit_m > 0) {
    for (Box3& box : boxes) {
      for (int a = 0; a < 3; ++a) box.min[a] = snap(box.min[a]), box.max[a] = snap(box.max[a]);
    }
  }
  return boxes;
}

/// The boxes as triangles, with ramps from the tops of some down to the floor or beyond.
inline World StoreyMesh(uint64_t seed, UpAxis up = UpAxis::Z) {
  TestRandom random(seed);
  const std::vector<Box3> boxes = StoreyBoxes(random, 0);
  TriangleMesh mesh;
  for (const Box3& box : boxes) mesh.Append(MakeBox(box));
  for (size_t i = 1; i < boxes.size(); ++i) {
    if (random.Integer(0, 2) != 0) continue;
    const Box3& box = boxes[i];
    const double run = box.max.z * random.Uniform(0.9, 3), y0 = box.min.y, y1 = std::min(box.max.y, y0 + 3);
    mesh.Append(TriangleMesh{
        {{box.max.x, y0, box.max.z}, {box.max.x, y1, box.max.z}, {box.max.x + run, y1, 0}, {box.max.x + run, y0, 0}},
        {{0, 1, 2}, {0, 2, 3}}});
  }
  if (up == UpAxis::Y) {
    for (Vec3& v : mesh.vertices) v = {v.y, v.z, v.x};
  }
  return {"storeys " + std::to_string(seed), up, mesh};
}

/// The boxes as voxels of 0.25 m.
inline World StoreyVoxels(uint64_t seed) {
  constexpr double kVoxel_m = 0.25;
  TestRandom random(seed);
  const std::vector<Box3> boxes = StoreyBoxes(random, kVoxel_m);
  const VoxelCoord low{-12, -12, -8}, size{100, 100, 60};
  std::vector<uint8_t> blocked(size_t(size.x) * size_t(size.y) * size_t(size.z));
  for (const Box3& box : boxes) {
    VoxelCoord lo, hi;
    for (int a = 0; a < 3; ++a) {
      lo[a] = std::clamp(int32_t(std::lround(box.min[a] / kVoxel_m)) - low[a], 0, size[a]);
      hi[a] = std::clamp(int32_t(std::lround(box.max[a] / kVoxel_m)) - low[a], 0, size[a]);
    }
    for (int x = lo.x; x < hi.x; ++x) {
      for (int y = lo.y; y < hi.y; ++y) {
        for (int z = lo.z; z < hi.z; ++z) blocked[size_t((x * size.y + y) * size.z + z)] = 1;
      }
    }
  }
  const Vec3 origin{low.x * kVoxel_m, low.y * kVoxel_m, low.z * kVoxel_m};
  Result<World> world = WorldFromVoxels({blocked, size, origin, kVoxel_m}, UpAxis::Z, "voxels " + std::to_string(seed));
  if (!world) throw std::runtime_error(world.error().message);
  return *world;
}

}  // namespace navnet
