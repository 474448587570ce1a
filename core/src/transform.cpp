// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/transform.h>

#include <navnet/core/range.h>
#include <navnet/internal/core/text.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace navnet {
namespace {

double LargestOf(const Quaternion& q) { return std::max({std::abs(q.w), std::abs(q.x), std::abs(q.y), std::abs(q.z)}); }

// Normalises to unit length. Scales by the largest component first, so that no square overflows or underflows.
Quaternion Normalized(Quaternion q) {
  const double largest = LargestOf(q);
  q = {q.w / largest, q.x / largest, q.y / largest, q.z / largest};
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

}  // namespace

Quaternion Quaternion::AboutAxis(Vec3 axis, double angle_radians) {
  const Vec3 v = axis * (std::sin(angle_radians / 2) / Length(axis));
  return {std::cos(angle_radians / 2), v.x, v.y, v.z};
}

Status Validate(const Transform& transform) {
  const auto& [position, q, scale] = transform;
  const RangeCheck check = RangeCheck("transform: ").Point("position", position).Point("scale", scale, ranges::kScale);
  if (!check.ok()) return check.status();
  const bool finite = std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
  if (!finite || !std::isnormal(LargestOf(q))) {
    return Error{ErrorCode::InvalidArgument,
                 "transform: rotation (" + Shortest(q.w) + ", " + Shortest(q.x) + ", " + Shortest(q.y) + ", " +
                     Shortest(q.z) + "): expected a quaternion (w, x, y, z) of finite numbers, not all of them 0"};
  }
  return Ok();
}

TriangleMesh Transformed(MeshView mesh, const Transform& transform) {
  const Quaternion q = Normalized(transform.rotation);
  // The columns of the matrix: the rotated axes, scaled. Exact when there is no rotation.
  const Vec3 x = Vec3{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)};
  const Vec3 y = Vec3{2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x)};
  const Vec3 z = Vec3{2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)};
  const Vec3 ax = x * transform.scale.x, ay = y * transform.scale.y, az = z * transform.scale.z;
  TriangleMesh out;
  out.vertices.reserve(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) out.vertices.push_back(transform.position + (ax * v.x + ay * v.y + az * v.z));
  out.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
  return out;
}

}  // namespace navnet
