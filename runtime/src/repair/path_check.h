// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks of paths, segment by segment.

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/repair.h>

namespace navnet {

/// The point at a place, in the world. Requires: the place is on the path.
Vec3 PointAt(std::span<const Vec3> points, PathPlace place);

/// Whether a path, from `from` on, meets a box grown by `by_m` to each side.
bool ComesNear(std::span<const Vec3> points, PathPlace from, const Box3& box, double by_m);

/// MayBeImproved, for one box.
bool MayBeShorterBy(const Box3& freed, Vec3 from, Vec3 to, double length_m);

/// CheckPath on a level. Requires: the points are finite and at least one, `from` is on the path, and so are the jumps.
PathCheck CheckPoints(const NavigatorTables& tables, const LevelIndex& index, std::span<const Vec3> points,
                      double radius_m, const PathCheckOptions& options);

}  // namespace navnet
