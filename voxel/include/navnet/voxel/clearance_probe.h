#pragma once
// How far is a straight flight from the world itself? Audits paths against the source, not against the voxels.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <memory>
#include <utility>

namespace navnet {

/// Measures distances to a world's surface in double precision, with no grid between: to the triangles of a mesh, or to
/// the blocked voxels, as closed cubes, of a voxel world. An immutable value that keeps what it needs of the world:
/// copying shares it, any number of threads may ask at once.
///
///   const Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
///   if (!probe) return Print(probe.error().message);
///   const bool safe = probe->SegmentClearance(from, to, radius_m) >= radius_m;
///
/// Answers are right to within 4e-15 of the size of the segment and the triangle (in voxel worlds: of the position in
/// the grid); a smaller distance counts as 0. A surface has no inside: within a closed mesh the clearance is the
/// distance to its shell. What lies outside the bounds of a voxel world counts as free.
class ClearanceProbe {
 public:
  /// Indexes the world on at most `threads` threads (0 = all the machine has), which never changes an answer: for a
  /// million triangles in 0.6 s and 80 MB, twice that while building. Fails on meshes that `Validate` refuses and when
  /// memory runs out. A voxel world without blocked voxels is far from everything.
  static Result<ClearanceProbe> Make(const World& world, int threads = 0);

  /// Distance in metres between the closed segment from `a` to `b` (which may be one point) and the nearest triangle or
  /// blocked voxel: 0 when they meet, and `at_most` when it is larger than that. The smaller `at_most`, the faster;
  /// infinity is allowed. Input that makes no sense is unsafe: 0 for an `at_most` that is NaN or not above 0, and for a
  /// coordinate that is NaN, infinite or beyond 1e12.
  double SegmentClearance(Vec3 a, Vec3 b, double at_most) const;

  /// The same for a point.
  double PointClearance(Vec3 p, double at_most) const;

 private:
  friend class WalkProbe;
  struct Data;
  explicit ClearanceProbe(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace navnet
