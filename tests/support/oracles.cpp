// SPDX-License-Identifier: Apache-2.0
#include "support/oracles.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace navnet::oracle {
namespace {

__extension__ using Wide = __int128;

Corners CornersOf(MeshView mesh, const Triangle& t) {
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

double PointSegmentDistance(Vec3 p, Vec3 a, Vec3 b) {
  const double length_squared = LengthSquared(b - a);
  const double t = length_squared > 0 ? std::clamp(Dot(p - a, b - a) / length_squared, 0.0, 1.0) : 0;
  return Length(p - (a + (b - a) * t));
}

// Either the nearest points of the two lines lie inside both segments, or an end point is nearest.
double SegmentSegmentDistance(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  double best = std::min({PointSegmentDistance(a, c, d), PointSegmentDistance(b, c, d), PointSegmentDistance(c, a, b),
                          PointSegmentDistance(d, a, b)});
  const Vec3 u = b - a, v = d - c, w = a - c;
  const double uu = Dot(u, u), uv = Dot(u, v), vv = Dot(v, v), denominator = uu * vv - uv * uv;
  if (denominator > 1e-14 * uu * vv) {
    const double s = (uv * Dot(v, w) - vv * Dot(u, w)) / denominator;
    const double t = (uu * Dot(v, w) - uv * Dot(u, w)) / denominator;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, Length((a + u * s) - (c + v * t)));
  }
  return best;
}

double PointBoxDistance(Vec3 p, const Box3& box) { return Length(p - Max(box.min, Min(p, box.max))); }

// A face can cross a box without any two of their edges being close only if an edge passes through a face.
bool SegmentMeetsTriangle(Vec3 a, Vec3 b, const Corners& t) {
  const Vec3 n = Cross(t[1] - t[0], t[2] - t[0]);
  const double da = Dot(n, a - t[0]), db = Dot(n, b - t[0]);
  if (LengthSquared(n) == 0 || da * db > 0 || da == db) return false;
  const Vec3 p = a + (b - a) * (da / (da - db));
  for (size_t i = 0; i < 3; ++i) {
    if (Dot(Cross(t[(i + 1) % 3] - t[i], p - t[i]), n) < 0) return false;
  }
  return true;
}

bool SegmentMeetsBox(Vec3 a, Vec3 b, const Box3& box) {
  double first = 0, last = 1;
  for (int k = 0; k < 3; ++k) {
    const double d = b[k] - a[k];
    if (d == 0) {
      if (a[k] < box.min[k] || a[k] > box.max[k]) return false;
      continue;
    }
    const double t0 = (box.min[k] - a[k]) / d, t1 = (box.max[k] - a[k]) / d;
    first = std::max(first, std::min(t0, t1));
    last = std::min(last, std::max(t0, t1));
  }
  return first <= last;
}

}  // namespace

double PointTriangleDistance(Vec3 p, const Corners& t) {
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < 3; ++i) best = std::min(best, PointSegmentDistance(p, t[i], t[(i + 1) % 3]));
  const Vec3 n = Cross(t[1] - t[0], t[2] - t[0]);
  const double area = LengthSquared(n);
  if (area == 0) return best;
  const double height = Dot(p - t[0], n) / std::sqrt(area);
  const Vec3 foot = p - n * (Dot(p - t[0], n) / area);
  for (size_t i = 0; i < 3; ++i) {
    if (Dot(Cross(t[(i + 1) % 3] - t[i], foot - t[i]), n) < 0) return best;
  }
  return std::min(best, std::abs(height));
}

double TriangleBoxDistance(const Corners& t, const Box3& box) {
  std::array<Vec3, 8> corner;
  for (size_t i = 0; i < 8; ++i) {
    corner[i] = {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z};
  }
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < 3; ++i) {
    if (SegmentMeetsBox(t[i], t[(i + 1) % 3], box)) return 0;
    best = std::min(best, PointBoxDistance(t[i], box));
  }
  for (size_t i = 0; i < 8; ++i) {
    best = std::min(best, PointTriangleDistance(corner[i], t));
    for (size_t axis : {1, 2, 4}) {
      if (i & axis) continue;
      const Vec3 a = corner[i], b = corner[i | axis];
      if (SegmentMeetsTriangle(a, b, t)) return 0;
      for (size_t e = 0; e < 3; ++e) best = std::min(best, SegmentSegmentDistance(a, b, t[e], t[(e + 1) % 3]));
    }
  }
  return best;
}

bool TriangleMeetsBox(const std::array<std::array<int64_t, 3>, 3>& p, const std::array<int64_t, 3>& lo,
                      const std::array<int64_t, 3>& hi) {
  using Axis = std::array<Wide, 3>;
  const auto separates = [&](const Axis& n) {
    const auto dot = [&](const std::array<int64_t, 3>& v) { return n[0] * v[0] + n[1] * v[1] + n[2] * v[2]; };
    const auto [t_lo, t_hi] = std::minmax({dot(p[0]), dot(p[1]), dot(p[2])});
    Wide b_lo = 0, b_hi = 0;
    for (size_t k = 0; k < 3; ++k) {
      b_lo += std::min(n[k] * lo[k], n[k] * hi[k]);
      b_hi += std::max(n[k] * lo[k], n[k] * hi[k]);
    }
    return t_hi < b_lo || b_hi < t_lo;
  };
  const auto cross = [](const Axis& a, const Axis& b) {
    return Axis{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  std::array<Axis, 3> edge;
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < 3; ++k) edge[i][k] = Wide(p[(i + 1) % 3][k]) - p[i][k];
  }
  if (separates(cross(edge[0], edge[1]))) return false;
  for (size_t k = 0; k < 3; ++k) {
    Axis axis{};
    axis[k] = 1;
    if (separates(axis)) return false;
    for (const Axis& e : edge) {
      if (separates(cross(e, axis))) return false;
    }
  }
  return true;
}

VoxelSet TouchedVoxels(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds, int units) {
  VoxelSet touched;
  for (const Triangle& t : mesh.triangles) {
    std::array<std::array<int64_t, 3>, 3> p;
    for (size_t i = 0; i < 3; ++i) {
      const Vec3 v = frame.ToVoxelSpace(mesh.vertices[t[i]]);
      // Snaps relative to the bounds: far from the origin, a double has too little precision for the product.
      for (int k = 0; k < 3; ++k) {
        const double base = bounds.lo[k];
        p[i][size_t(k)] = std::llround((v[k] - base) * units) + int64_t{bounds.lo[k]} * units;
      }
    }
    EachVoxel(bounds, [&](VoxelCoord v) {
      std::array<int64_t, 3> lo, hi;
      for (size_t k = 0; k < 3; ++k) {
        lo[k] = int64_t{v[int(k)]} * units - 1;
        hi[k] = lo[k] + units + 2;
      }
      if (TriangleMeetsBox(p, lo, hi)) touched.insert(v);
    });
  }
  return touched;
}

std::vector<double> VoxelDistances(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds) {
  std::vector<double> distances;
  EachVoxel(bounds, [&](VoxelCoord v) {
    const Box3 box{frame.CornerWorld(v), frame.CornerWorld(v + VoxelCoord{1, 1, 1})};
    double best = std::numeric_limits<double>::infinity();
    for (const Triangle& t : mesh.triangles) best = std::min(best, TriangleBoxDistance(CornersOf(mesh, t), box));
    distances.push_back(best);
  });
  return distances;
}

VoxelSet Flood(const VoxelSet& blocked, const VoxelBox& bounds, std::span<const VoxelCoord> seeds) {
  VoxelSet reached;
  std::deque<VoxelCoord> queue;
  const auto visit = [&](VoxelCoord v) {
    if (bounds.Contains(v) && !blocked.contains(v) && reached.insert(v).second) queue.push_back(v);
  };
  for (VoxelCoord seed : seeds) visit(seed);
  for (; !queue.empty(); queue.pop_front()) {
    for (int k = 0; k < 3; ++k) {
      for (int step : {-1, 1}) {
        VoxelCoord next = queue.front();
        next[k] += step;
        visit(next);
      }
    }
  }
  return reached;
}

}  // namespace navnet::oracle
