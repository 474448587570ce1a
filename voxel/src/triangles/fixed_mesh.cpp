// SPDX-License-Identifier: Apache-2.0
#include "triangles/fixed_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace navnet {
namespace {

constexpr size_t kChunk = 8192;
constexpr uint32_t kUnused = std::numeric_limits<uint32_t>::max();

FixedVertex Snap(Vec3 p_voxels) {
  return {int32_t(std::lround(p_voxels.x * kUnitsPerVoxel)), int32_t(std::lround(p_voxels.y * kUnitsPerVoxel)),
          int32_t(std::lround(p_voxels.z * kUnitsPerVoxel))};
}

// Clips a convex polygon to one side of an axis-aligned plane (Sutherland and Hodgman 1974).
std::vector<Vec3> ClipToHalfSpace(const std::vector<Vec3>& polygon, int axis, double limit, bool keep_below) {
  std::vector<Vec3> out;
  const auto inside = [&](Vec3 p) { return keep_below ? p[axis] <= limit : p[axis] >= limit; };
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if (inside(a)) out.push_back(a);
    if (inside(a) == inside(b)) continue;
    Vec3 p = a + (b - a) * ((limit - a[axis]) / (b[axis] - a[axis]));
    p[axis] = limit;
    out.push_back(p);
  }
  return out;
}

struct Clipper {
  Box3 near;  ///< In voxels from the base: the bounds, extended by the reach and one voxel.

  bool Misses(const Box3& box) const {
    return box.max.x < near.min.x || box.max.y < near.min.y || box.max.z < near.min.z || box.min.x > near.max.x ||
           box.min.y > near.max.y || box.min.z > near.max.z;
  }
  // In a range wider than twice the largest grid the fixed-point products could overflow.
  static bool TooWide(const Box3& box) {
    constexpr double kLimit = kMaxGridSize;
    return std::min({box.min.x, box.min.y, box.min.z}) < -kLimit / 2 ||
           std::max({box.max.x, box.max.y, box.max.z}) > kLimit * 1.5;
  }
  std::vector<Vec3> Clip(std::vector<Vec3> polygon) const {
    for (int axis = 0; axis < 3; ++axis) {
      polygon = ClipToHalfSpace(polygon, axis, near.min[axis], false);
      polygon = ClipToHalfSpace(polygon, axis, near.max[axis], true);
    }
    return polygon;
  }
};

}  // namespace

FixedMesh MakeFixedMesh(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, double reach_voxels,
                        int threads) {
  FixedMesh out;
  for (int a = 0; a < 3; ++a) out.base[a] = bounds.lo[a] & ~127;
  const Vec3 base{double(out.base.x), double(out.base.y), double(out.base.z)};
  Clipper clipper;
  for (int a = 0; a < 3; ++a) {
    clipper.near.min[a] = double(bounds.lo[a]) - base[a] - reach_voxels - 1;
    clipper.near.max[a] = double(bounds.hi[a]) - base[a] + reach_voxels + 1;
  }

  std::vector<Vec3> local(mesh.vertices.size());
  ParallelFor((local.size() + kChunk - 1) / kChunk, threads, [&](size_t chunk) {
    for (size_t i = chunk * kChunk; i < std::min(local.size(), (chunk + 1) * kChunk); ++i) {
      local[i] = frame.ToVoxelSpace(mesh.vertices[i]) - base;
    }
  });

  // Vertices are renumbered by first use, so that the arrays contain only used ones and shared vertices stay shared.
  std::vector<uint32_t> renamed(local.size(), kUnused);
  out.triangles.reserve(mesh.triangles.size());
  out.exact.reserve(local.size());
  for (const Triangle& t : mesh.triangles) {
    Box3 box;
    for (uint32_t v : t) box.Extend(local[v]);
    if (clipper.Misses(box)) continue;
    if (Clipper::TooWide(box)) {
      // Sorted by coordinates, so that rounding does not depend on which corner comes first.
      std::vector<Vec3> corners{local[t[0]], local[t[1]], local[t[2]]};
      std::ranges::sort(corners, {}, [](const Vec3& p) { return std::tuple(p.x, p.y, p.z); });
      const std::vector<Vec3> polygon = clipper.Clip(std::move(corners));
      const uint32_t first = uint32_t(out.exact.size());
      out.exact.insert(out.exact.end(), polygon.begin(), polygon.end());
      for (uint32_t i = 2; i < polygon.size(); ++i) out.triangles.push_back({first, first + i - 1, first + i});
      continue;
    }
    Triangle renamed_triangle;
    for (size_t i = 0; i < 3; ++i) {
      if (renamed[t[i]] == kUnused) {
        renamed[t[i]] = uint32_t(out.exact.size());
        out.exact.push_back(local[t[i]]);
      }
      renamed_triangle[i] = renamed[t[i]];
    }
    out.triangles.push_back(renamed_triangle);
  }

  out.fixed.resize(out.exact.size());
  ParallelFor((out.exact.size() + kChunk - 1) / kChunk, threads, [&](size_t chunk) {
    for (size_t i = chunk * kChunk; i < std::min(out.exact.size(), (chunk + 1) * kChunk); ++i) {
      out.fixed[i] = Snap(out.exact[i]);
    }
  });
  return out;
}

}  // namespace navnet
