// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small voxel worlds of many kinds, as tests of partition, volumes and contacts.

#include <navnet/voxel/world.h>

#include "grid/occupancy_build.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <string>
#include <vector>

namespace navnet {

struct VoxelCase {
  std::string name;
  OccupancyGrid grid;
};

/// Noise of every density, one-voxel tunnels, diagonal walls, empty and solid blocks, worlds smaller than a block and
/// worlds whose size is no multiple of 64. Seeded; `count` of them.
inline std::vector<VoxelCase> VoxelCases(int count) {
  std::vector<VoxelCase> cases;
  for (int i = 0; i < count; ++i) {
    TestRandom random(9000 + uint64_t(i));
    VoxelBox bounds;
    for (int a = 0; a < 3; ++a) {
      bounds.lo[a] = random.Integer(-80, 70);
      // One of the three axes may span several blocks; sometimes a world is one voxel thick.
      bounds.hi[a] = bounds.lo[a] + (a == i % 3 ? random.Integer(1, 150) : random.Integer(1, 14));
    }
    std::vector<VoxelBox> blocked;
    const auto block = [&](VoxelCoord v) { blocked.push_back({v, v + VoxelCoord{1, 1, 1}}); };
    std::string name;
    switch (i % 6) {
      case 0:
      case 1: {
        const double density = random.Uniform(0, 1);
        name = "noise " + std::to_string(density);
        oracle::EachVoxel(bounds, [&](VoxelCoord v) {
          if (random.Uniform(0, 1) < density) block(v);
        });
        break;
      }
      case 2: {
        name = "tunnels one voxel wide";
        oracle::VoxelSet tunnel;
        for (int t = 0; t < 3; ++t) {
          VoxelCoord v;
          for (int a = 0; a < 3; ++a) v[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
          for (int step = 0; step < 200; ++step) {
            tunnel.insert(v);
            const int a = random.Integer(0, 2), d = random.Integer(0, 1) * 2 - 1;
            if (v[a] + d >= bounds.lo[a] && v[a] + d < bounds.hi[a]) v[a] += d;
          }
        }
        oracle::EachVoxel(bounds, [&](VoxelCoord v) {
          if (!tunnel.contains(v)) block(v);
        });
        break;
      }
      case 3:
        name = "diagonal walls";
        oracle::EachVoxel(bounds, [&](VoxelCoord v) {
          if ((v.x + v.y + v.z) % 9 == 0 || (v.x - v.z) % 13 == 0) block(v);
        });
        break;
      case 4: name = "empty"; break;
      default:
        name = "solid but for a few boxes";
        oracle::EachVoxel(bounds, [&](VoxelCoord v) {
          if ((v.x / 5 + v.y / 3 + v.z / 7) % 2) block(v);
        });
    }
    cases.push_back({name + ", case " + std::to_string(i), BuildOccupancy({{}, 1}, bounds, 0, blocked)});
  }
  return cases;
}

}  // namespace navnet
