// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions between NavNet's values and Eigen's, for programs that use both. Optional: no other header includes it,
// and the program brings Eigen.
//
//   Eigen::Vector3d goal(10, 5, 2);
//   path = navigator.Find({.start = start, .goal = navnet::FromEigen(goal), .radius_m = 0.4});
//   for (const navnet::Vec3& p : path.points) Draw(navnet::AsEigen(p));

#include <navnet/core/geometry.h>
#include <navnet/core/transform.h>

#include <Eigen/Geometry>

#include <cmath>
#include <span>

namespace navnet {

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Vec2) == 2 * sizeof(double));

/// A point or vector as Eigen's, without a copy; valid as long as `v`.
inline Eigen::Map<const Eigen::Vector3d> AsEigen(const Vec3& v) { return Eigen::Map<const Eigen::Vector3d>(&v.x); }
inline Eigen::Map<Eigen::Vector3d> AsEigen(Vec3& v) { return Eigen::Map<Eigen::Vector3d>(&v.x); }
inline Eigen::Map<const Eigen::Vector2d> AsEigen(const Vec2& v) { return Eigen::Map<const Eigen::Vector2d>(&v.x); }

/// Points as the columns of a 3 × n matrix, without a copy; valid as long as they are.
inline Eigen::Map<const Eigen::Matrix3Xd> AsEigen(std::span<const Vec3> points) {
  return {points.empty() ? nullptr : &points.front().x, 3, Eigen::Index(points.size())};
}

/// A point or vector of Eigen as NavNet's.
inline Vec3 FromEigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Vec2 FromEigen(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }

/// An empty box stays empty.
inline Eigen::AlignedBox3d ToEigen(const Box3& box) {
  return box.IsEmpty() ? Eigen::AlignedBox3d() : Eigen::AlignedBox3d(AsEigen(box.min), AsEigen(box.max));
}
/// The same box; an empty one stays empty.
inline Box3 FromEigen(const Eigen::AlignedBox3d& box) {
  return box.isEmpty() ? Box3{} : Box3{FromEigen(Eigen::Vector3d(box.min())), FromEigen(Eigen::Vector3d(box.max()))};
}

/// A rotation as a unit quaternion. Requires: not zero.
inline Eigen::Quaterniond ToEigen(const Quaternion& q) { return Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized(); }
/// The same rotation.
inline Quaternion FromEigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

/// The affine map that a transform stands for. Requires: Validate(transform) passed.
inline Eigen::Affine3d ToEigen(const Transform& transform) {
  return Eigen::Translation3d(AsEigen(transform.position)) * ToEigen(transform.rotation) *
         Eigen::Scaling(Eigen::Vector3d(AsEigen(transform.scale)));
}
/// The transform of a rigid motion. Scales are 1.
inline Transform FromEigen(const Eigen::Isometry3d& motion) {
  return {.position = FromEigen(Eigen::Vector3d(motion.translation())),
          .rotation = FromEigen(Eigen::Quaterniond(motion.rotation()))};
}

}  // namespace navnet
