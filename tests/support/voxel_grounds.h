// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded small voxel worlds of many kinds to walk on, each with walk options.

#include <navnet/voxel/world.h>
#include <navnet/walk_options.h>

#include "support/random_meshes.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace navnet {

struct VoxelGround {
  std::string name;
  World world;
  WalkOptions walk;
};

/// A box of voxels to draw in. x and y are the plan and z is up, whichever axis is up in the world.
class VoxelCanvas {
 public:
  VoxelCanvas(int size_x, int size_y, int size_z)
      : size_{size_x, size_y, size_z}, blocked_(size_t(size_x) * size_t(size_y) * size_t(size_z), 0) {}

  int size_x() const { return size_.x; }
  int size_y() const { return size_.y; }
  int size_z() const { return size_.z; }

  /// Ignores voxels outside.
  void Set(int x, int y, int z, bool blocked = true) {
    if (x < 0 || y < 0 || z < 0 || x >= size_.x || y >= size_.y || z >= size_.z) return;
    blocked_[size_t((x * size_.y + y) * size_.z + z)] = blocked;
  }
  bool Get(int x, int y, int z) const { return blocked_[size_t((x * size_.y + y) * size_.z + z)] != 0; }
  /// Sets the voxels of the half-open box [lo, hi).
  void Fill(VoxelCoord lo, VoxelCoord hi, bool blocked = true) {
    for (int x = lo.x; x < hi.x; ++x) {
      for (int y = lo.y; y < hi.y; ++y) {
        for (int z = lo.z; z < hi.z; ++z) Set(x, y, z, blocked);
      }
    }
  }
  /// Fills a column from the floor up to a height.
  void Raise(int x, int y, int height) { Fill({x, y, 0}, {x + 1, y + 1, height}); }

  World Make(UpAxis up, double voxel_m, Vec3 origin_world, const std::string& name) const {
    if (up == UpAxis::Z) return *WorldFromVoxels({blocked_, size_, origin_world, voxel_m}, up, name);
    // If y is up, the plan is (z, x).
    std::vector<uint8_t> turned;
    for (int y = 0; y < size_.y; ++y) {
      for (int z = 0; z < size_.z; ++z) {
        for (int x = 0; x < size_.x; ++x) turned.push_back(Get(x, y, z));
      }
    }
    return *WorldFromVoxels({turned, {size_.y, size_.z, size_.x}, origin_world, voxel_m}, up, name);
  }

 private:
  VoxelCoord size_;
  std::vector<uint8_t> blocked_;
};

inline constexpr std::array kVoxelGroundKinds = {
    "noise",           "height field", "terraces",       "checkerboard", "boxes that touch in edges and corners",
    "pillars",         "stairs",       "diagonal walls", "tunnels",      "storeys and overhangs",
    "ledges and holes"};

inline void DrawVoxelGround(int kind, TestRandom& random, VoxelCanvas& c) {
  const auto each_column = [&](const auto& visit) {
    for (int x = 0; x < c.size_x(); ++x) {
      for (int y = 0; y < c.size_y(); ++y) visit(x, y);
    }
  };
  const auto chance = [&](double part) { return random.Uniform(0, 1) < part; };
  const auto inside = [&] {
    return VoxelCoord{random.Integer(0, c.size_x() - 1), random.Integer(0, c.size_y() - 1),
                      random.Integer(0, c.size_z() - 1)};
  };
  const int floor = random.Integer(0, 2);
  switch (kind) {
    case 0: {
      const double density = std::array{0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9}[size_t(random.Integer(0, 6))];
      each_column([&](int x, int y) {
        for (int z = 0; z < c.size_z(); ++z) c.Set(x, y, z, chance(density));
        if (floor > 0) c.Raise(x, y, floor);
      });
      break;
    }
    case 1: {  // Heights of neighbouring columns differ by up to three voxels.
      const int rise = random.Integer(1, 3);
      std::vector<int> row(size_t(c.size_y()), c.size_z() / 2);
      for (int x = 0; x < c.size_x(); ++x) {
        for (int y = 0; y < c.size_y(); ++y) {
          int& height = row[size_t(y)];
          height = std::clamp(height + random.Integer(-rise, rise), 0, c.size_z() - 1);
          c.Raise(x, y, height);
        }
      }
      break;
    }
    case 2: {
      const int tread = random.Integer(1, 4), rise = random.Integer(1, 3), turn = random.Integer(0, 2);
      each_column([&](int x, int y) {
        const int along = turn == 0   ? x
                          : turn == 1 ? x + y
                                      : std::abs(2 * x - c.size_x()) + std::abs(2 * y - c.size_y());
        c.Raise(x, y, 1 + along / tread * rise % (c.size_z() + 3));
      });
      break;
    }
    case 3: {
      const int size = random.Integer(1, 3), high = random.Integer(1, 3), style = random.Integer(0, 2);
      each_column([&](int x, int y) {
        for (int z = 0; z < c.size_z(); ++z) {
          const int sum = x / size + y / size + (style == 0 ? 0 : z / high);
          if (sum % 2 == 0 && (style != 0 || (z >= floor && z < floor + high)))
            c.Set(x, y, z, style != 2 || !chance(0.1));
        }
        c.Raise(x, y, floor);
      });
      break;
    }
    case 4: {  // Chains of boxes, each starting at a corner of the previous one.
      each_column([&](int x, int y) { c.Raise(x, y, floor); });
      for (int chain = random.Integer(2, 8); chain > 0; --chain) {
        VoxelCoord at = inside();
        for (int i = 0; i < 6; ++i) {
          VoxelCoord to = at;
          for (int a = 0; a < 3; ++a) to[a] += random.Integer(1, 3) * (chance(0.5) ? 1 : -1);
          VoxelCoord lo, hi;
          for (int a = 0; a < 3; ++a) lo[a] = std::min(at[a], to[a]), hi[a] = std::max(at[a], to[a]);
          c.Fill(lo, hi);
          at = to;
        }
      }
      break;
    }
    case 5:
      each_column([&](int x, int y) { c.Raise(x, y, floor + (chance(0.25) ? random.Integer(1, c.size_z()) : 0)); });
      break;
    case 6: {  // Stairs up and down a hall, some steps missing; above it a second flight across.
      const int rise = random.Integer(1, 2), tread = random.Integer(1, 3), period = c.size_z();
      each_column([&](int x, int y) {
        const int up = x / tread * rise % (2 * period), height = std::min(up, 2 * period - up);
        if (!chance(0.05)) c.Raise(x, y, height / 2 + 1);
        const int over = y / tread * rise % period;
        if (over > c.size_z() / 2 && chance(0.9)) c.Set(x, y, over);
      });
      break;
    }
    case 7: {
      const int apart = random.Integer(2, 9), other = random.Integer(3, 13), high = random.Integer(1, c.size_z());
      each_column([&](int x, int y) {
        const bool wall = (x + y) % apart == 0 || (x - y + 100) % other == 0;
        c.Raise(x, y, floor + (wall ? high : 0));
        for (int z = floor; z < c.size_z(); ++z) {
          if ((x + y + z) % (apart + other) == 0) c.Set(x, y, z);
        }
      });
      break;
    }
    case 8: {
      c.Fill({0, 0, 0}, {c.size_x(), c.size_y(), c.size_z()});
      const int high = random.Integer(1, 4);
      for (int tunnel = 0; tunnel < 5; ++tunnel) {
        VoxelCoord at = inside();
        for (int i = 0; i < 60; ++i) {
          c.Fill(at, {at.x + 1, at.y + 1, at.z + high}, false);
          const int axis = chance(0.2) ? 2 : random.Integer(0, 1);
          const VoxelCoord size{c.size_x(), c.size_y(), c.size_z()};
          at[axis] = std::clamp(at[axis] + (chance(0.5) ? 1 : -1), 0, size[axis] - 1);
        }
      }
      break;
    }
    case 9: {
      const int storey = random.Integer(2, 5), thick = random.Integer(1, storey - 1);
      const double holes = random.Uniform(0, 0.4);
      each_column([&](int x, int y) {
        for (int z = 0; z < c.size_z(); z += storey) {
          if (!chance(holes)) c.Fill({x, y, z}, {x + 1, y + 1, z + thick});
        }
        if (chance(0.05)) c.Raise(x, y, random.Integer(1, c.size_z()));
      });
      break;
    }
    default: {  // A cliff along x with ledges of one voxel, and holes of one voxel in all floors.
      const int cliff = c.size_y() / 2;
      each_column([&](int x, int y) {
        c.Raise(x, y, chance(0.1) ? 0 : y < cliff ? 1 : c.size_z() - 2);
        if (y != cliff - 1) return;
        for (int z = 2; z < c.size_z(); ++z) {
          if (chance(0.3)) c.Set(x, y, z);
        }
      });
    }
  }
}

/// Draws heights of 0.5 to 3 voxels, and steps of 0.1 to 2 voxels that are below the height; often whole voxels, so
/// that limits are met exactly.
inline WalkOptions DrawWalkOptions(TestRandom& random, double voxel_m) {
  constexpr std::array kHeights = {0.5, 1.0, 1.0, 1.5, 2.0, 2.0, 2.5, 3.0},
                       kSteps = {0.1, 0.3, 0.5, 1.0, 1.0, 1.0, 1.5, 2.0};
  WalkOptions walk;
  const double height = kHeights[size_t(random.Integer(0, 7))];
  double step = 0;
  do step = kSteps[size_t(random.Integer(0, 7))];
  while (step >= height);
  walk.height_m = height * voxel_m;
  walk.step_m = step * voxel_m;
  walk.min_area_m2 = std::min(walk.min_area_m2, 0.3 * voxel_m * voxel_m);  // Every voxel counts.
  return walk;
}

/// Makes a world of kind seed modulo the number of kinds, with a scale, an origin, an up axis and options drawn from
/// the seed. Most are up to 14 voxels wide; one in four crosses the border of a block.
inline VoxelGround MakeVoxelGround(uint64_t seed) {
  TestRandom random(seed * 7919 + 17);
  const int kind = int(seed % kVoxelGroundKinds.size());
  constexpr std::array kVoxels_m = {1.0 / 3, 1.0, 0.1, 0.7, 1.0, 1.0 / 3, 3.0, 0.25};
  const double voxel_m = kVoxels_m[size_t(random.Integer(0, int(kVoxels_m.size()) - 1))];
  int sizes[3] = {random.Integer(2, 14), random.Integer(2, 14), random.Integer(3, 10)};
  if (random.Integer(0, 3) == 0) sizes[random.Integer(0, 8) / 4] = random.Integer(60, 80);
  VoxelCanvas canvas(sizes[0], sizes[1], sizes[2]);
  DrawVoxelGround(kind, random, canvas);
  const UpAxis up = random.Integer(0, 3) == 0 ? UpAxis::Y : UpAxis::Z;
  const Vec3 origin = random.Integer(0, 1) == 0 ? Vec3{} : random.Point(-30, 30);
  const std::string name = std::string(kVoxelGroundKinds[size_t(kind)]) + ", seed " + std::to_string(seed);
  return {name, canvas.Make(up, voxel_m, origin, name), DrawWalkOptions(random, voxel_m)};
}

}  // namespace navnet
