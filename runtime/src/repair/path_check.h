#pragma once
// Looking at a path, segment by segment.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/repair.h>

namespace navnet {

/// The place in the world. Requires: it is on the path.
Vec3 PointAt(std::span<const Vec3> points, PathPlace place);

/// Whether a path comes within `by_m` of a box, from a place on.
bool ComesNear(std::span<const Vec3> points, PathPlace from, const Box3& box, double by_m);

/// MayBeImproved, for one box.
bool MayBeShorterBy(const Box3& freed, Vec3 from, Vec3 to, double length_m);

/// CheckPath on a level, of a path whose points are finite and at least two.
PathCheck CheckPoints(const LevelIndex& index, const GridFrame& frame, std::span<const Vec3> points, PathPlace from,
                      const WorldChange* change);

}  // namespace navnet
