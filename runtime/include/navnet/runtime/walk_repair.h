#pragma once
// What becomes of walks when the world changes: kept where nothing changed near them, searched anew otherwise, which
// takes microseconds.

#include <navnet/runtime/repair.h>
#include <navnet/runtime/walk.h>

#include <span>

namespace navnet {

/// Whether nothing changed near a walk from a place on: nothing blocked or freed within the agent's radius and the
/// ground's agent height (Ground::height_m) of it, walls, floor and headroom. An untouched walk that was valid still
/// is, to the tolerance with which the ground's contours are drawn. False too for what is no walk. The change's boxes
/// must hold whatever changed of the ground. Linear in points times boxes.
bool IsWalkUntouched(const Walker& now, std::span<const Vec3> points, double radius_m, const WorldChange& change,
                     PathPlace from = {});

/// The way on from `query.start`, where the agent is now, to the old walk's goal. The old walk is kept if it is
/// untouched by `options.change`, the agent is on it, and no box of the change can be on a shorter way (something
/// blocked may be a bridge); its corridor is empty then, since edges are numbered anew in each ground. Otherwise, and
/// without a change, for queries with regions or a preferred clearance, walks that are not Complete and those to
/// another goal, the same as Walker::Find. `path` may be the old walk itself. Allocates nothing once warmed up.
PathRepairResult RepairWalk(const Walker& now, const WalkQuery& query, const WalkPath& old,
                            const PathRepairOptions& options, WalkContext& context, WalkPath& path);

}  // namespace navnet
