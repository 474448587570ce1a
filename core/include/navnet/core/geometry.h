// SPDX-License-Identifier: Apache-2.0
#pragma once
// Points, boxes and the frame that maps voxels to the world. Plain values, no allocation.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace navnet {

/// A point or vector in world space, in metres. Double precision, so that worlds far from the origin keep their detail.
struct Vec3 {
  double x = 0, y = 0, z = 0;  ///< In metres.

  constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// The dot product.
constexpr double Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// The cross product.
constexpr Vec3 Cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
/// The square of the length.
constexpr double LengthSquared(Vec3 a) { return Dot(a, a); }
/// The Euclidean length.
inline double Length(Vec3 a) { return std::sqrt(LengthSquared(a)); }
/// The smaller of each two coordinates.
constexpr Vec3 Min(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
/// The larger of each two coordinates.
constexpr Vec3 Max(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }
/// Whether no coordinate is infinite or NaN.
inline bool IsFinite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// A point or vector on a plane, in metres unless a name says otherwise.
struct Vec2 {
  double x = 0, y = 0;  ///< In metres.

  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
  friend constexpr Vec2 operator*(double s, Vec2 a) { return a * s; }
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

/// The dot product.
constexpr double Dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Positive when b points to the left of a.
constexpr double Cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// The square of the length.
constexpr double LengthSquared(Vec2 a) { return Dot(a, a); }
/// The Euclidean length.
inline double Length(Vec2 a) { return std::sqrt(LengthSquared(a)); }

/// A closed axis-aligned box in world space. A default-constructed box is empty; `Extend` grows it.
struct Box3 {
  /// Lowest corner.
  Vec3 min = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity()};
  /// Highest corner.
  Vec3 max = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
              -std::numeric_limits<double>::infinity()};

  /// Whether it contains no point.
  constexpr bool IsEmpty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }
  /// Edge lengths; 0 if it is empty.
  constexpr Vec3 Size() const { return IsEmpty() ? Vec3{} : max - min; }
  /// Grows the box so that it contains a point.
  constexpr void Extend(Vec3 p) {
    min = Min(min, p);
    max = Max(max, p);
  }
  /// Grows the box so that it contains another.
  constexpr void Extend(const Box3& b) {
    min = Min(min, b.min);
    max = Max(max, b.max);
  }
  friend constexpr bool operator==(const Box3&, const Box3&) = default;
};

/// Integer coordinates of one voxel (or of one block, where a name says so).
struct VoxelCoord {
  int32_t x = 0, y = 0, z = 0;  ///< Along the grid's axes.

  constexpr int32_t operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr int32_t& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr VoxelCoord operator+(VoxelCoord a, VoxelCoord b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr VoxelCoord operator-(VoxelCoord a, VoxelCoord b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr bool operator==(const VoxelCoord&, const VoxelCoord&) = default;
  friend constexpr auto operator<=>(const VoxelCoord&, const VoxelCoord&) = default;
};

/// A box of voxels, half open: `lo` is inside, `hi` is not.
struct VoxelBox {
  VoxelCoord lo, hi;  ///< Lowest voxel, and the corner beyond the highest.

  /// Whether it contains no voxel.
  constexpr bool IsEmpty() const { return lo.x >= hi.x || lo.y >= hi.y || lo.z >= hi.z; }
  /// Number of voxels along an axis; negative or 0 if it is empty.
  constexpr int64_t Size(int axis) const { return int64_t{hi[axis]} - lo[axis]; }
  /// Number of voxels. Does not overflow, as boxes are limited to 2^19 voxels along each axis.
  constexpr int64_t Volume() const { return IsEmpty() ? 0 : Size(0) * Size(1) * Size(2); }
  /// Whether a voxel lies in the box.
  constexpr bool Contains(VoxelCoord v) const {
    return v.x >= lo.x && v.x < hi.x && v.y >= lo.y && v.y < hi.y && v.z >= lo.z && v.z < hi.z;
  }
  friend constexpr bool operator==(const VoxelBox&, const VoxelBox&) = default;
};

/// The intersection of two boxes; an empty box when they do not overlap.
constexpr VoxelBox Intersection(const VoxelBox& a, const VoxelBox& b) {
  return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
          {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}

/// The smallest box that contains both. Requires: neither is empty.
constexpr VoxelBox Around(const VoxelBox& a, const VoxelBox& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

/// Which world axis points up, against gravity. Worlds are never rotated: coordinates stay those of the file.
enum class UpAxis : uint8_t { Y, Z };

/// Lower-case name: y, z.
constexpr const char* ToString(UpAxis up) { return up == UpAxis::Z ? "z" : "y"; }

/// Splits a world point into its position on the ground plane, as seen from above, and its height; WorldOf is the
/// inverse.
constexpr Vec2 PlanOf(Vec3 p, UpAxis up) { return up == UpAxis::Z ? Vec2{p.x, p.y} : Vec2{p.z, p.x}; }
/// The height of a world point along the up axis.
constexpr double HeightOf(Vec3 p, UpAxis up) { return up == UpAxis::Z ? p.z : p.y; }
/// The world point above a point of the ground plane, at a height.
constexpr Vec3 WorldOf(Vec2 p, double height, UpAxis up) {
  return up == UpAxis::Z ? Vec3{p.x, p.y, height} : Vec3{p.y, height, p.x};
}

/// A rotation about the up axis, from grid directions to world directions. Default: none.
struct Turn {
  double cos = 1, sin = 0;  ///< Cosine and sine of the angle; cos² + sin² = 1.
  UpAxis up = UpAxis::Z;    ///< The axis of the rotation.

  /// Whether it rotates nothing.
  constexpr bool IsNone() const { return cos == 1 && sin == 0; }
  /// A direction of the grid, in the world.
  constexpr Vec3 ToWorld(Vec3 d) const {
    return up == UpAxis::Z ? Vec3{cos * d.x - sin * d.y, sin * d.x + cos * d.y, d.z}
                           : Vec3{cos * d.x + sin * d.z, d.y, cos * d.z - sin * d.x};
  }
  /// A direction of the world, in the grid.
  constexpr Vec3 ToGrid(Vec3 d) const {
    return up == UpAxis::Z ? Vec3{cos * d.x + sin * d.y, cos * d.y - sin * d.x, d.z}
                           : Vec3{cos * d.x - sin * d.z, d.y, cos * d.z + sin * d.x};
  }
  friend constexpr bool operator==(const Turn&, const Turn&) = default;
};

/// Maps voxels to the world: voxel (i, j, k) is the closed cube between the corners (i, j, k) and (i + 1, j + 1, k +
/// 1), where the corner v lies at `origin_world + turn.ToWorld(voxel_m * v)`.
struct GridFrame {
  Vec3 origin_world;   ///< World position of the low corner of voxel (0, 0, 0).
  double voxel_m = 1;  ///< Edge length of a voxel in metres, > 0.
  Turn turn = {};      ///< Rotation of the grid's axes against the world's.

  /// Converts a position in units of voxels to world space.
  constexpr Vec3 ToWorld(Vec3 p_voxels) const { return origin_world + turn.ToWorld(p_voxels * voxel_m); }
  /// World position of the low corner of a voxel.
  constexpr Vec3 CornerWorld(VoxelCoord v) const { return ToWorld({double(v.x), double(v.y), double(v.z)}); }
  /// World position of the centre of a voxel.
  constexpr Vec3 CentreWorld(VoxelCoord v) const { return ToWorld({v.x + 0.5, v.y + 0.5, v.z + 0.5}); }
  /// Converts a world position to units of voxels; rounded down, the result is the voxel's coordinates.
  constexpr Vec3 ToVoxelSpace(Vec3 p_world) const {
    const Vec3 d = turn.ToGrid(p_world - origin_world);
    return {d.x / voxel_m, d.y / voxel_m, d.z / voxel_m};
  }
  /// The smallest box along the world's axes that contains a box of voxels.
  constexpr Box3 WorldBox(const VoxelBox& box) const {
    Box3 out;
    for (int i = 0; i < 8; ++i) {
      out.Extend(CornerWorld({i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z}));
    }
    return out;
  }
  /// The voxel that contains a point; a point on a shared face belongs to the higher voxel.
  /// Requires: the point lies within ±2^30 voxels of the origin.
  VoxelCoord VoxelAt(Vec3 p_world) const {
    const Vec3 v = ToVoxelSpace(p_world);
    return {int32_t(std::floor(v.x)), int32_t(std::floor(v.y)), int32_t(std::floor(v.z))};
  }
  friend constexpr bool operator==(const GridFrame&, const GridFrame&) = default;
};

}  // namespace navnet
