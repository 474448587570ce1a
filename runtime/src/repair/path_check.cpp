// SPDX-License-Identifier: Apache-2.0
#include "repair/path_check.h"

#include <navnet/internal/runtime/query/runtime_access.h>

#include "level/free_air.h"
#include "repair/jumps.h"
#include "repair/segment_box.h"

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

// Whether a segment comes within a voxel of something that became blocked.
bool IsNearBlocked(const WorldChange& change, Vec3 a, Vec3 b, double voxel_m) {
  return std::any_of(change.blocked.begin(), change.blocked.end(),
                     [&](const Box3& box) { return SegmentMeets(a, b, box, voxel_m); });
}

// A view of a path from the place `from` on.
class Tail {
 public:
  Tail(std::span<const Vec3> points, PathPlace from) : points_(points), from_(from), start_(PointAt(points, from)) {}

  size_t first() const { return from_.segment; }
  size_t end() const { return std::max<size_t>(points_.size() - 1, 1); }
  Vec3 Start(size_t segment) const { return segment == from_.segment ? start_ : points_[segment]; }
  Vec3 End(size_t segment) const { return points_[std::min(segment + 1, points_.size() - 1)]; }
  /// The place at fraction `share` of the rest of a segment.
  PathPlace Place(size_t segment, double share) const {
    const double before = segment == from_.segment ? from_.share : 0;
    return {segment, std::min(1.0, before + (1 - before) * share)};
  }

 private:
  std::span<const Vec3> points_;
  PathPlace from_;
  Vec3 start_;
};

}  // namespace

PathCheck CheckPoints(const NavigatorTables& tables, const LevelIndex& index, std::span<const Vec3> points,
                      double radius_m, const PathCheckOptions& options) {
  const GridFrame& frame = tables.info.frame;
  const WorldChange* const change = options.change;
  const Tail tail(points, options.from);
  PathCheck check;
  const auto parts_of = [&](size_t segment) -> FreeParts {
    if (const FlightJump* jump = JumpAt(options.jumps, segment); jump && IsAhead(*jump, options.from)) {
      ++check.segments_looked_at;
      const Gate* gate =
          FindOpenGate(tables, index, radius_m, options.closed_gates, jump->gate, points[segment], points[segment + 1]);
      return gate ? FreeParts{1, 1} : FreeParts{0, 0};
    }
    const Vec3 a = tail.Start(segment), b = tail.End(segment);
    const bool is_near = change && IsNearBlocked(*change, a, b, frame.voxel_m);
    if (change && !is_near) return {1, 1};
    ++check.segments_looked_at;
    if (options.rooms && !is_near && AreRoomsAlong(*options.rooms, a, b)) return {1, 1};
    return FreePartsOf(index, frame.ToVoxelSpace(a), frame.ToVoxelSpace(b), Care::Exact);
  };
  check.state = PathValidity::Valid;
  for (size_t segment = tail.first(); segment < tail.end(); ++segment) {
    const FreeParts parts = parts_of(segment);
    if (parts.IsWhole()) continue;
    check.state = PathValidity::Broken;
    check.first_broken = tail.Place(segment, parts.from_start);
    check.last_broken = tail.Place(segment, 1 - parts.from_end);
    break;
  }
  if (check.IsValid()) return check;
  for (size_t segment = tail.end(); --segment > check.first_broken.segment;) {
    const FreeParts parts = parts_of(segment);
    if (parts.IsWhole()) continue;
    check.last_broken = tail.Place(segment, 1 - parts.from_end);
    break;
  }
  return check;
}

Vec3 PointAt(std::span<const Vec3> points, PathPlace place) {
  const Vec3 a = points[place.segment], b = points[std::min(place.segment + 1, points.size() - 1)];
  return place.share <= 0 ? a : place.share >= 1 ? b : a + (b - a) * place.share;
}

bool ComesNear(std::span<const Vec3> points, PathPlace from, const Box3& box, double by_m) {
  const Tail tail(points, from);
  for (size_t segment = tail.first(); segment < tail.end(); ++segment) {
    if (SegmentMeets(tail.Start(segment), tail.End(segment), box, by_m)) return true;
  }
  return false;
}

PathPlace PlaceOnPath(std::span<const Vec3> points, Vec3 position, PathPlace from, std::span<const FlightJump> jumps) {
  PathPlace best = from;
  double nearest = std::numeric_limits<double>::infinity();
  const size_t segments = points.empty() ? 0 : points.size() - 1;
  for (size_t i = from.segment; i < segments; ++i) {
    const Vec3 a = points[i], d = JumpAt(jumps, i) ? Vec3{} : points[i + 1] - a;
    const double least = i == from.segment ? std::clamp(from.share, 0.0, 1.0) : 0, length2 = LengthSquared(d);
    const double share = length2 > 0 ? std::clamp(Dot(position - a, d) / length2, least, 1.0) : least;
    const double distance2 = LengthSquared(a + d * share - position);
    if (distance2 < nearest) {
      nearest = distance2;
      best = {i, share};
    }
    if (i + 1 == segments && JumpAt(jumps, i) && LengthSquared(points[i + 1] - position) < nearest) best = {i, 1};
  }
  return best;
}

PathCheck CheckPath(const Navigator& now, std::span<const Vec3> points, double radius_m,
                    const PathCheckOptions& options) {
  const LevelIndex* index = RuntimeAccess::TablesOf(now).For(radius_m);
  const PathPlace from = options.from;
  const size_t segments = std::max<size_t>(points.size(), 2) - 1;
  if (!index || points.empty() || !std::all_of(points.begin(), points.end(), IsFinite) || from.segment >= segments ||
      !(from.share >= 0 && from.share <= 1) || !AreJumpsOf(options.jumps, points.size())) {
    return {};
  }
  return CheckPoints(RuntimeAccess::TablesOf(now), *index, points, radius_m, options);
}

}  // namespace navnet
