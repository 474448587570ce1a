// SPDX-License-Identifier: Apache-2.0
#include "triangles/triangle_clearance.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kRounding = 1e-7;  // Bounds are widened by this many voxels. Larger: more exact tests.
constexpr double kNeedle = 1e-9;    // A triangle is a needle if twice its area is below this times its size².

// Distance between a segment and an axis-parallel box: distance² along the segment is convex and piecewise quadratic,
// so its derivative is monotone and piecewise linear; between the two breakpoints where it changes sign the minimum is
// found by one division.
struct SegmentToBox {
  double t = 0, distance_squared = 0;

  SegmentToBox(Vec3 a, Vec3 b, Vec3 lo, Vec3 hi) {
    const Vec3 d = b - a;
    const auto excess = [&](int k, double at) {
      const double v = a[k] + at * d[k];
      return std::min(v - lo[k], 0.0) + std::max(v - hi[k], 0.0);
    };
    const auto slope = [&](double at) { return d.x * excess(0, at) + d.y * excess(1, at) + d.z * excess(2, at); };
    double left = 0, right = 1, left_slope = slope(0), right_slope = slope(1);
    if (left_slope < 0 && right_slope > 0) {
      for (int k = 0; k < 3; ++k) {
        if (d[k] == 0) continue;
        for (const double face : {lo[k], hi[k]}) {
          const double at = (face - a[k]) / d[k];
          if (!(at > left && at < right)) continue;
          const double s = slope(at);
          if (s <= 0) {
            left = at;
            left_slope = s;
          } else {
            right = at;
            right_slope = s;
          }
        }
      }
      t = left + (right - left) * (-left_slope / (right_slope - left_slope));
    } else {
      t = left_slope >= 0 ? 0 : 1;
    }
    for (int k = 0; k < 3; ++k) distance_squared += excess(k, t) * excess(k, t);
  }
};

}  // namespace

TriangleClearance::TriangleClearance(const std::array<Vec3, 3>& triangle, double radius_voxels)
    : corners(triangle), radius(radius_voxels - kTieVoxels), rounding(kRounding) {
  centroid = (corners[0] + corners[1] + corners[2]) * (1.0 / 3);
  for (const Vec3& p : corners) spread = std::max(spread, Length(p - centroid));

  // Extended precision, because the normal of a long sliver is a small difference of large products.
  const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0];
  const auto minor = [](long double a, long double b, long double c, long double d) { return a * d - b * c; };
  const std::array<long double, 3> cross = {minor(u.y, u.z, v.y, v.z), minor(u.z, u.x, v.z, v.x),
                                            minor(u.x, u.y, v.x, v.y)};
  const double length = double(std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]));
  if (length <= kNeedle * spread * spread) {
    // A needle's plane is dominated by rounding errors. It is represented by its edges, widened by what the face could
    // add.
    if (spread > 0) radius += length / spread;
    return;
  }
  has_plane = true;
  const long double scale = (cross[2] < 0 ? -1 : 1) / static_cast<long double>(length);
  normal = {double(cross[0] * scale), double(cross[1] * scale), double(cross[2] * scale)};
  // A generous bound on the distance of a corner from the computed plane.
  rounding = kRounding + 1e-17 * spread * spread * spread / length + 1e-15 * spread;
  offset = Dot(normal, corners[0]);
  for (size_t i = 0; i < 3; ++i) {
    const Vec3 &a = corners[i], &b = corners[(i + 1) % 3], &c = corners[(i + 2) % 3];
    Vec3 m = Cross(normal, b - a);
    m = m * ((Dot(m, c - a) < 0 ? -1 : 1) / Length(m));
    inward[i] = m;
    inward_offset[i] = Dot(m, a);
  }
}

// The nearest point of the triangle lies on its face or on an edge.
bool TriangleClearance::IsNear(Vec3 voxel) const {
  if (has_plane) {
    const Vec3 centre = voxel + Vec3{0.5, 0.5, 0.5};
    const Vec3 corner{std::copysign(0.5, normal.x), std::copysign(0.5, normal.y), 0.5};  // Farthest along the normal.
    const double half_extent = Dot(normal, corner);
    const double height = Dot(normal, centre) - offset;
    const double gap = std::abs(height) - half_extent;
    if (gap >= radius + rounding - kRounding) return false;
    const double side = height < 0 ? -1 : 1;
    // If the plane misses the voxel: the projection of its nearest corner. If the plane cuts it: the intersection of
    // its diagonal and the plane, which lies in the triangle if the face but no edge meets the voxel.
    const Vec3 on_face = gap > 0 ? centre - (corner + normal * gap) * side : centre - corner * (height / half_extent);
    const auto inside = [&](size_t i) { return Dot(inward[i], on_face) >= inward_offset[i]; };
    if (inside(0) && inside(1) && inside(2)) return true;
  }
  const Vec3 hi = voxel + Vec3{1, 1, 1};
  for (size_t i = 0; i < 3; ++i) {
    if (SegmentToBox(corners[i], corners[(i + 1) % 3], voxel, hi).distance_squared < radius * radius) return true;
  }
  return false;
}

}  // namespace navnet
