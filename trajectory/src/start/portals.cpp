// SPDX-License-Identifier: Apache-2.0
#include "start/portals.h"

#include "start/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace navnet {
namespace {

constexpr double kThin = 1e-5;        // Depth of a portal, relative to the reach, below which it is thin.
constexpr double kAsDeep = 0.7;       // Depth of a merged portal, relative to those that it replaces, at least.
constexpr double kExactShare = 1e-4;  // Of the tolerance: what rounding of coordinates alone accounts for.

// A place on the path is a number: the index of a segment plus a fraction of it.
class PathInRooms {
 public:
  /// The path counts as inside a room up to `tolerance_m` beyond its borders.
  PathInRooms(std::span<const Vec3> points, double tolerance_m) : points_(points), tolerance_m_(tolerance_m) {}

  Vec3 At(double place) const {
    const size_t i = std::min(size_t(place), points_.size() - 1);
    if (i + 1 >= points_.size()) return points_.back();
    return points_[i] + (points_[i + 1] - points_[i]) * (place - double(i));
  }

  /// The first part of the path from `place` on that lies in a room.
  std::optional<std::pair<double, double>> PartIn(std::span<const HalfSpace> room, double place) const {
    std::optional<std::pair<double, double>> part;
    for (size_t i = std::min(size_t(place), points_.size() - 1); i < points_.size(); ++i) {
      const bool is_last = i + 1 == points_.size();
      double lo = std::max(0.0, place - double(i)), hi = is_last ? 0 : 1;
      const bool meets = Clip(room, points_[i], points_[is_last ? i : i + 1], lo, hi);
      if (part && (!meets || lo > 0)) return part;
      if (!meets) continue;
      part.emplace(part ? part->first : double(i) + lo, double(i) + hi);
      if (hi < 1) return part;
    }
    return part;
  }

 private:
  // Limits the fractions [lo, hi] of a segment to those in a room. False when none is left.
  bool Clip(std::span<const HalfSpace> room, Vec3 a, Vec3 b, double& lo, double& hi) const {
    for (const HalfSpace& plane : room) {
      const double from = plane.DistanceTo(a) - tolerance_m_, to = plane.DistanceTo(b) - tolerance_m_;
      if (from > 0 && to > 0) return false;
      if (from > 0) lo = std::max(lo, from / (from - to));
      if (to > 0) hi = std::min(hi, from / (from - to));
    }
    return lo <= hi;
  }

  std::span<const Vec3> points_;
  double tolerance_m_;
};

// Moves a point that rounding left outside of two rooms to their borders, by projections in turn. Exact where planes
// are at right angles.
Vec3 PulledInside(std::span<const HalfSpace> room, std::span<const HalfSpace> next, Vec3 p) {
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round) {
    for (const std::span<const HalfSpace> planes : {room, next}) {
      for (const HalfSpace& plane : planes) p = p - plane.normal * std::max(0.0, plane.DistanceTo(p));
    }
  }
  return p;
}

// Replaces a thin portal by the point of both rooms near a candidate, if that is better: inside, or less far outside.
// Whether it is inside.
bool TakeThin(std::span<const HalfSpace> room, std::span<const HalfSpace> next, Vec3 candidate, double tolerance_m,
              PortalPoint& portal) {
  const Vec3 p = PulledInside(room, next, candidate);
  const double depth_m = std::min(DepthIn(room, p), DepthIn(next, p));
  const bool is_inside = depth_m > -kExactShare * tolerance_m;
  if (is_inside || depth_m > portal.depth_m) portal = {p, depth_m, true};
  return is_inside;
}

// A point deep inside both rooms, near a point of the path.
PortalPoint DeepPortal(std::span<const HalfSpace> room, std::span<const HalfSpace> next, Vec3 near, double reach_m) {
  const InteriorPoint deep = DeepPoint(room, next, near, reach_m);
  return {deep.point, deep.depth_m, !(deep.depth_m > kThin * reach_m)};
}

}  // namespace

double DepthIn(std::span<const HalfSpace> room, Vec3 p) {
  double depth = std::numeric_limits<double>::infinity();
  for (const HalfSpace& plane : room) depth = std::min(depth, -plane.DistanceTo(p));
  return depth;
}

PortalPoint PortalNear(std::span<const HalfSpace> room, std::span<const HalfSpace> next, Vec3 near, double reach_m,
                       double tolerance_m) {
  PortalPoint portal = DeepPortal(room, next, near, reach_m);
  if (portal.is_thin) TakeThin(room, next, near, tolerance_m, portal);
  return portal;
}

void PlacePortals(std::span<const Vec3> points, const RoomCorridor& rooms, double reach_m, double tolerance_m,
                  std::vector<PortalPoint>& portals) {
  // The path nearly always runs inside its rooms but for the rounding of coordinates. With the whole tolerance, a place
  // of the path may lie that far outside both rooms, and no way back into a sharp intersection is short.
  const PathInRooms exact(points, kExactShare * tolerance_m), rounded(points, tolerance_m);
  portals.clear();
  double at = 0;
  for (size_t i = 0; i + 1 < rooms.size(); ++i) {
    const std::span<const HalfSpace> room = rooms.PlanesOf(i), next = rooms.PlanesOf(i + 1);
    const auto crossing_of = [&](const PathInRooms& path, double& enter) {
      const auto own = path.PartIn(room, at), other = path.PartIn(next, at);
      enter = other ? other->first : at;
      const double leave = own ? std::max(own->second, enter) : enter;
      // The middle of the part that both rooms contain.
      return path.At((enter + (other ? std::min(leave, other->second) : leave)) / 2);
    };
    double enter = at;
    const Vec3 crossing = crossing_of(rounded, enter);
    PortalPoint portal = DeepPortal(room, next, crossing, reach_m);
    if (portal.is_thin) {
      double unused = 0;
      if (!TakeThin(room, next, crossing_of(exact, unused), tolerance_m, portal)) {
        TakeThin(room, next, crossing, tolerance_m, portal);
      }
    }
    at = enter;
    portal.to = uint32_t(i + 1);
    portals.push_back(portal);
  }
}

void MergePortals(const RoomCorridor& rooms, uint32_t first, double reach_m, double short_m, double tolerance_m,
                  std::vector<PortalPoint>& portals) {
  if (portals.empty()) return;
  const double outside_m = kExactShare * tolerance_m;
  uint32_t before = first;  // The room before the last portal that is kept.
  size_t kept = 0;
  for (size_t i = 1; i < portals.size(); ++i) {
    PortalPoint& last = portals[kept];
    const PortalPoint& next = portals[i];
    const std::span<const HalfSpace> room = rooms.PlanesOf(before), behind = rooms.PlanesOf(next.to);
    if (last.is_thin && DepthIn(behind, last.p) > -outside_m) {
      last.to = next.to;
      continue;
    }
    if (next.is_thin && DepthIn(room, next.p) > -outside_m) {
      last = next;
      continue;
    }
    if (!last.is_thin && !next.is_thin && Length(next.p - last.p) <= short_m) {
      const InteriorPoint deep = DeepPoint(room, behind, (last.p + next.p) * 0.5, reach_m);
      if (deep.depth_m > kThin * reach_m && deep.depth_m >= kAsDeep * std::min(last.depth_m, next.depth_m)) {
        last = {deep.point, deep.depth_m, false, next.to};
        continue;
      }
    }
    before = last.to;
    portals[++kept] = next;
  }
  portals.resize(kept + 1);
}

}  // namespace navnet
