// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/repair.h>

#include "repair/path_check.h"
#include "walk/ground_index.h"

#include <algorithm>

namespace navnet {
namespace {

constexpr double kOnTheWalk_m = 1e-3;  // Horizontal distance up to which an agent is on its walk.

// Horizontal projection, in which walks are measured.
Vec3 Flat(Vec3 p, UpAxis up) { return WorldOf(PlanOf(p, up), 0, up); }

bool MayBeShorter(std::span<const Box3> boxes, Vec3 from, Vec3 to, double length_m, UpAxis up) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box3& box) {
    return !box.IsEmpty() && MayBeShorterBy({Flat(box.min, up), Flat(box.max, up)}, from, to, length_m);
  });
}

// Sets `path` to the old walk from the agent's position on, if it can be kept.
bool KeepOld(const Walker& now, const WalkQuery& query, const WalkPath& old, const RepairOptions& options,
             WalkPath& path) {
  const auto& points = old.points;
  if (!options.change || old.status != PathStatus::Complete || !query.regions.empty() ||
      query.preferred_clearance_m > query.radius_m || points.size() < 2 ||
      !IsWalkUntouched(now, points, query.radius_m, *options.change, options.from)) {
    return false;
  }
  const UpAxis up = now.up();
  // A query's heights only select the surface.
  const Vec3 at = PointAt(points, options.from);
  const double off_start = Length(Flat(query.start, up) - Flat(at, up));
  const double off_goal = Length(Flat(query.goal, up) - Flat(points.back(), up));
  const double height_m = now.ground().height_m;
  if (!(off_start <= kOnTheWalk_m && Length(query.start - at) <= off_start + height_m && off_goal <= kOnTheWalk_m &&
        Length(query.goal - points.back()) <= off_goal + height_m)) {
    return false;
  }
  // Ground that is no longer connected to the net's seeds is not in the net.
  if (!now.Locate(at) || !now.Locate(points.back())) return false;
  double length_m = Length(Flat(points[options.from.segment + 1], up) - Flat(at, up));
  for (size_t i = options.from.segment + 2; i < points.size(); ++i) {
    length_m += Length(Flat(points[i], up) - Flat(points[i - 1], up));
  }
  const Vec3 from = Flat(at, up), to = Flat(points.back(), up);
  if (MayBeShorter(options.change->freed, from, to, length_m, up) ||
      MayBeShorter(options.change->blocked, from, to, length_m, up)) {
    return false;
  }
  if (&path != &old) path.points = old.points;
  path.points.erase(path.points.begin(), path.points.begin() + std::ptrdiff_t(options.from.segment));
  path.points.front() = at;
  path.corridor.clear();
  path.status = PathStatus::Complete;
  path.length_m = path.cost_m = length_m;
  path.start = path.points.front();
  path.goal = path.points.back();
  path.statistics = {};
  return true;
}

}  // namespace

bool IsWalkUntouched(const Walker& now, std::span<const Vec3> points, double radius_m, const WorldChange& change,
                     PathPlace from) {
  const size_t segments = std::max<size_t>(points.size(), 2) - 1;
  if (points.empty() || !std::all_of(points.begin(), points.end(), IsFinite) || !(radius_m >= 0) ||
      from.segment >= segments || !(from.share >= 0 && from.share <= 1)) {
    return false;
  }
  const double by_m = radius_m + now.ground().height_m;
  const auto is_near = [&](const Box3& box) { return ComesNear(points, from, box, by_m); };
  return std::none_of(change.blocked.begin(), change.blocked.end(), is_near) &&
         std::none_of(change.freed.begin(), change.freed.end(), is_near);
}

RepairResult RepairWalk(const Walker& now, const WalkQuery& query, const WalkPath& old, const RepairOptions& options,
                        QueryContext& context, WalkPath& path) {
  if (KeepOld(now, query, old, options, path)) return {RepairOutcome::Kept, path.status};
  now.Find(query, context, path);
  return {RepairOutcome::Replanned, path.status};
}

}  // namespace navnet
