// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded voxel worlds and edits of them: boxes added and removed, doors closed and opened.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/world_change.h>

#include "grid/occupancy_build.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace navnet {

/// A world made of blocked boxes, before the bake.
struct BoxWorld {
  GridFrame frame;
  VoxelBox bounds;
  std::vector<VoxelBox> blocked;

  OccupancyGrid Grid() const { return BuildOccupancy(frame, bounds, 0, blocked); }
  Navigator Bake(std::vector<double> radii_m = {0}) const {
    BakeOptions options;
    options.sample.radii_m = std::move(radii_m);
    Result<Baked> baked = navnet::Bake(World{"boxes", UpAxis::Z, Grid()}, options);
    EXPECT_TRUE(baked) << baked.error().message;
    return Navigator(baked->net);
  }
  /// The box in world coordinates, grown by the reach of an edit at the level of `radius_m`.
  Box3 WorldBox(const VoxelBox& box, double radius_m = 0) const {
    Box3 out = frame.WorldBox(box);
    const double grow = radius_m > 0 ? radius_m + frame.voxel_m : 0;
    return {out.min - Vec3{grow, grow, grow}, out.max + Vec3{grow, grow, grow}};
  }
  void Block(const VoxelBox& box, WorldChange& change, double radius_m = 0) {
    blocked.push_back(box);
    change.blocked.push_back(WorldBox(box, radius_m));
    change.box.Extend(change.blocked.back());
  }
  void Free(size_t which, WorldChange& change, double radius_m = 0) {
    change.freed.push_back(WorldBox(blocked[which], radius_m));
    change.box.Extend(change.freed.back());
    blocked.erase(blocked.begin() + std::ptrdiff_t(which));
  }
};

/// A box of voxels around a point in the world, `half` voxels to each side of the middle voxel; clamped to the bounds.
inline VoxelBox VoxelsAround(const BoxWorld& world, Vec3 p_world, VoxelCoord half) {
  const VoxelCoord v = world.frame.VoxelAt(p_world);
  VoxelBox box{v - half, v + half + VoxelCoord{1, 1, 1}};
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = std::clamp(box.lo[a], world.bounds.lo[a], world.bounds.hi[a] - 1);
    box.hi[a] = std::clamp(box.hi[a], box.lo[a] + 1, world.bounds.hi[a]);
  }
  return box;
}

/// Boxes of all sizes in open space, away from the origin and with an odd voxel size.
inline BoxWorld ScatteredBoxes(uint64_t seed, VoxelCoord size = {150, 140, 90}, int boxes = 160) {
  TestRandom random(seed);
  BoxWorld world{{{101.3, -57.7, 3.1}, 0.37}, {{-20, 5, 0}, VoxelCoord{-20, 5, 0} + size}, {}};
  for (int i = 0; i < boxes; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(world.bounds.lo[a], world.bounds.hi[a] - 2);
      box.hi[a] = std::min(world.bounds.hi[a], box.lo[a] + random.Integer(2, 30));
    }
    world.blocked.push_back(box);
  }
  return world;
}

/// Rooms of 24 voxels on three floors; most walls and some ceilings have a doorway. The other doorways are closed by
/// separate boxes, the last `closed` of `blocked`.
inline BoxWorld RoomsOnFloors(uint64_t seed, size_t& closed, int across = 6, int floors = 3) {
  constexpr int kRoom = 24, kDoor = 4;
  TestRandom random(seed);
  BoxWorld world{{{-3.3, 12.9, 0.7}, 0.25}, {{0, 0, 0}, {across * kRoom, across * kRoom, floors * kRoom}}, {}};
  std::vector<VoxelBox> doors;
  for (int x = 0; x < across; ++x) {
    for (int y = 0; y < across; ++y) {
      for (int z = 0; z < floors; ++z) {
        const VoxelCoord lo{x * kRoom, y * kRoom, z * kRoom}, hi = lo + VoxelCoord{kRoom, kRoom, kRoom};
        for (int a = 0; a < 3; ++a) {
          if (hi[a] >= world.bounds.hi[a]) continue;
          // A wall of one voxel with a hole, made of four boxes around it.
          const int b = (a + 1) % 3, c = (a + 2) % 3;
          VoxelBox wall{lo, hi};
          wall.lo[a] = hi[a] - 1;
          VoxelBox door = wall;
          door.lo[b] = random.Integer(lo[b] + 2, hi[b] - kDoor - 2);
          door.hi[b] = door.lo[b] + kDoor;
          door.lo[c] = random.Integer(lo[c] + 2, hi[c] - kDoor - 2);
          door.hi[c] = door.lo[c] + kDoor;
          for (const int k : {b, c}) {
            VoxelBox left = wall, right = wall;
            left.hi[k] = door.lo[k];
            right.lo[k] = door.hi[k];
            if (k == c) {
              left.lo[b] = right.lo[b] = door.lo[b];
              left.hi[b] = right.hi[b] = door.hi[b];
            }
            world.blocked.push_back(left);
            world.blocked.push_back(right);
          }
          if (random.Uniform(0, 1) < (a == 2 ? 0.6 : 0.3)) doors.push_back(door);
        }
      }
    }
  }
  closed = doors.size();
  world.blocked.insert(world.blocked.end(), doors.begin(), doors.end());
  return world;
}

/// Whether a path stays in free voxels: at every point where it crosses a grid plane, and at the midpoint between two
/// such points, at least one of the touched voxels must be free.
inline testing::AssertionResult IsFreeOfCollisions(const OccupancyGrid& grid, std::span<const Vec3> points) {
  constexpr double kTouch = 1e-6;
  const auto is_free = [&](Vec3 q) {
    VoxelBox touched;
    for (int k = 0; k < 3; ++k) {
      touched.lo[k] = int(std::floor(q[k] - kTouch));
      touched.hi[k] = int(std::floor(q[k] + kTouch)) + 1;
    }
    bool any = false;
    oracle::EachVoxel(touched, [&](VoxelCoord v) { any = any || (grid.bounds().Contains(v) && !grid.IsBlocked(v)); });
    return any;
  };
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 a = grid.frame().ToVoxelSpace(points[i - 1]), d = grid.frame().ToVoxelSpace(points[i]) - a;
    std::vector<double> cuts{0, 1};
    for (int k = 0; k < 3; ++k) {
      const double lo = std::min(a[k], a[k] + d[k]), hi = std::max(a[k], a[k] + d[k]);
      for (double plane = std::ceil(lo); d[k] != 0 && plane <= hi; ++plane) {
        cuts.push_back(std::clamp((plane - a[k]) / d[k], 0.0, 1.0));
      }
    }
    std::sort(cuts.begin(), cuts.end());
    for (size_t c = 1; c < cuts.size(); ++c) {
      for (const double at : {cuts[c - 1], (cuts[c - 1] + cuts[c]) / 2, cuts[c]}) {
        const Vec3 q = a + d * at;
        if (is_free(q)) continue;
        return testing::AssertionFailure()
               << "segment " << i - 1 << " is blocked at (" << q.x << ", " << q.y << ", " << q.z << ") voxels";
      }
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace navnet
