// SPDX-License-Identifier: Apache-2.0
// How many cells does a world take, and how much free volume is lost, as a function of the resolution? Uses worlds of
// known free volume: box rooms (exact), and the built-in station and building, whose free volume is integrated along a
// million vertical rays. Prints a table.
//
//   build/release/bin/volume_bench

#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

namespace navnet {
namespace {

// Integrates free length along vertical rays on a fine lattice; the solids are closed and may overlap.
class RayIntegral {
 public:
  RayIntegral(const TriangleMesh& mesh, const Box3& box) : box_(box) {
    const Vec3 size = box.Size();
    step_ = std::sqrt(size.x * size.y / 1'000'000);
    columns_ = int(size.x / step_);
    rows_ = int(size.y / step_);
    hits_.resize(size_t(columns_) * size_t(rows_));
    for (const Triangle& t : mesh.triangles) Add(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
    for (auto& list : hits_) std::ranges::sort(list, {}, &Hit::z);
  }

  /// Free volume inside the box. If `inside` is set, only the part between the first and the last surface of each ray.
  double Free(bool inside) const {
    double length = 0;
    for (const auto& list : hits_) {
      double from = box_.min.z;
      bool open = !inside;
      int depth = 0;
      for (const Hit& hit : list) {
        if (depth == 0 && open) length += hit.z - from;
        depth += hit.enters ? 1 : -1;
        from = hit.z;
        open = true;
      }
      if (!inside) length += box_.max.z - from;
    }
    return length * step_ * step_;
  }

 private:
  struct Hit {
    double z;
    bool enters;
  };

  // Offset from regular positions, so that no ray passes exactly through an edge.
  Vec3 Foot(int i, int j) const {
    return {box_.min.x + (i + 0.5 + 1e-5 * std::numbers::pi) * step_, box_.min.y + (j + 0.5 + 1e-5) * step_, 0};
  }

  void Add(Vec3 a, Vec3 b, Vec3 c) {
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) return;
    const auto index = [&](double p, double from) { return int(std::floor((p - from) / step_)); };
    const int i_lo = std::max(0, index(std::min({a.x, b.x, c.x}), box_.min.x) - 1);
    const int i_hi = std::min(columns_ - 1, index(std::max({a.x, b.x, c.x}), box_.min.x) + 1);
    const int j_lo = std::max(0, index(std::min({a.y, b.y, c.y}), box_.min.y) - 1);
    const int j_hi = std::min(rows_ - 1, index(std::max({a.y, b.y, c.y}), box_.min.y) + 1);
    for (int i = i_lo; i <= i_hi; ++i) {
      for (int j = j_lo; j <= j_hi; ++j) {
        const Vec3 p = Foot(i, j);
        const double u = ((b.x - p.x) * (c.y - p.y) - (b.y - p.y) * (c.x - p.x)) / area;
        const double v = ((c.x - p.x) * (a.y - p.y) - (c.y - p.y) * (a.x - p.x)) / area;
        const double w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        // A ray that goes up enters a solid at a face whose normal points down.
        hits_[size_t(i) * size_t(rows_) + size_t(j)].push_back({u * a.z + v * b.z + w * c.z, area < 0});
      }
    }
  }

  Box3 box_;
  double step_ = 1;
  int columns_ = 0, rows_ = 0;
  std::vector<std::vector<Hit>> hits_;
};

struct Case {
  std::string name;
  TriangleMesh mesh;
  Box3 bounds;
  std::vector<Vec3> seeds;
  double true_m3;
};

std::vector<Case> Cases() {
  std::vector<Case> out;
  const auto room = [&](std::string name, Vec3 size) {
    const Box3 inside{{0.1, 0.1, 0.1}, Vec3{0.1, 0.1, 0.1} + size};
    const Box3 bounds{{-1, -1, -1}, inside.max + Vec3{1, 1, 1}};
    out.push_back(
        {std::move(name), MakeBoxRoom(inside, 0.5), bounds, {inside.min + size * 0.5}, size.x * size.y * size.z});
  };
  room("room 6 × 5 × 3 m", {6, 5, 3});
  room("hall 31.4 × 27.2 × 9.8 m", {31.4, 27.2, 9.8});
  for (WorldKind kind : {WorldKind::Station, WorldKind::Building}) {
    ProceduralWorld world = *MakeWorldWithPlaces({.kind = kind});
    Box3 bounds = BoundsOf(world.mesh);
    bounds = {bounds.min - Vec3{1, 1, 1}, bounds.max + Vec3{1, 1, 1}};
    const double free = RayIntegral(world.mesh, bounds).Free(kind == WorldKind::Station);
    out.push_back({std::string(ToString(kind)), std::move(world.mesh), bounds, {world.places[0]}, free});
  }
  return out;
}

int Main() {
  std::printf("| world | free m³ | voxel m | cells | NavVolumes, distinct | free m³ found | error |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const Case& c : Cases()) {
    for (double voxel_m : {1.0, 0.5, 0.25, 0.125, 0.0625}) {
      BakeOptions options;
      options.sample.voxel_m = voxel_m;
      options.sample.bounds_world = c.bounds;
      options.sample.seeds_world = c.seeds;
      options.min_cell = 1;
      const Result<Baked> baked = Bake(World{c.name, UpAxis::Z, c.mesh}, options);
      if (!baked) {
        std::printf("| %s | %.1f | %g | – | – | – | %s |\n", c.name.c_str(), c.true_m3, voxel_m,
                    baked.error().message.c_str());
        continue;
      }
      const NetLevel& level = baked->net.levels()[0];
      const double found = double(level.voxels_free) * voxel_m * voxel_m * voxel_m;
      std::vector<VoxelBox> volumes(level.volumes.begin(), level.volumes.end());
      const auto key = [](const VoxelBox& b) { return std::pair(b.lo, b.hi); };
      std::ranges::sort(volumes, {}, key);
      const size_t distinct = size_t(std::unique(volumes.begin(), volumes.end()) - volumes.begin());
      std::printf("| %s | %.1f | %g | %zu | %zu | %.1f | %.1f %% |\n", c.name.c_str(), c.true_m3, voxel_m,
                  level.cells.size(), distinct, found, 100 * (found / c.true_m3 - 1));
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace navnet

int main() { return navnet::Main(); }
