// SPDX-License-Identifier: Apache-2.0
#pragma once
// Frame and bounds of a net, for testing stages without a net.

#include <navnet/net/net.h>
#include <navnet/voxel/world.h>

#include <cmath>

namespace navnet {

/// Frame and bounds of a net around a box of the world, rounded outwards to whole voxels.
inline NetInfo InfoAround(const Box3& box_world, double voxel_m = 0.25, UpAxis up = UpAxis::Z) {
  NetInfo info;
  info.frame.voxel_m = voxel_m;
  info.up = up;
  for (int a = 0; a < 3; ++a) {
    info.bounds.lo[a] = int32_t(std::floor(box_world.min[a] / voxel_m));
    info.bounds.hi[a] = int32_t(std::ceil(box_world.max[a] / voxel_m));
  }
  return info;
}

/// The same for a voxel world. Requires: it has voxels.
inline NetInfo InfoOf(const World& world) {
  NetInfo info;
  info.frame = world.voxels()->frame();
  info.bounds = world.voxels()->bounds();
  info.up = world.up;
  return info;
}

}  // namespace navnet
