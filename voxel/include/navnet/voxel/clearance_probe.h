// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distance from a straight flight to the world itself, its triangles or voxels: checks paths without the sampled grid.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <memory>
#include <utility>

namespace navnet {

/// Measures distances to a world's surface in double precision, without a grid in between: to the triangles of a mesh,
/// or to the blocked voxels (closed cubes) of a voxel world. An immutable value that keeps its own copy of the
/// geometry: copying the probe shares that data, and any number of threads may query at once.
///
///   const Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
///   if (!probe) return Print(probe.error().message);
///   const bool safe = probe->SegmentClearance(from, to, radius_m) >= radius_m;
///
/// The error is at most 4e-15 times the size of the segment and the triangle (in voxel worlds: times the position in
/// the grid); smaller distances are returned as 0. A mesh is a surface without an inside: within a closed mesh the
/// clearance is the distance to its surface. Space outside the bounds of a voxel world is free.
class ClearanceProbe {
 public:
  /// Indexes the world on at most `threads` threads (0 = all hardware threads); answers do not depend on their number.
  /// A million triangles take 0.6 s and 80 MB, twice that while building. Fails on meshes that `Validate` refuses and
  /// when memory runs out. In a voxel world without blocked voxels every query returns `at_most`.
  static Result<ClearanceProbe> Make(const World& world, int threads = 0);

  /// Distance in metres between the closed segment from `a` to `b` (which may be one point) and the nearest triangle or
  /// blocked voxel: 0 when they meet, and `at_most` when the distance is larger. A smaller `at_most` makes the query
  /// faster; infinity is allowed. Invalid input returns 0, as if unsafe: an `at_most` that is NaN or not above 0, or a
  /// coordinate that is NaN, infinite or beyond ±1e12.
  double SegmentClearance(Vec3 a, Vec3 b, double at_most) const;

  /// SegmentClearance of the segment from `p` to `p`.
  double PointClearance(Vec3 p, double at_most) const;

 private:
  friend class WalkProbe;
  struct Data;
  explicit ClearanceProbe(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace navnet
