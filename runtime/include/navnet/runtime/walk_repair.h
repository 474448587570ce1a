#pragma once
// Walks after a change of the world: kept if nothing changed near them, otherwise searched again, which takes
// microseconds.

#include <navnet/runtime/repair.h>
#include <navnet/runtime/walk.h>

#include <span>

namespace navnet {

/// Whether nothing changed near a walk from `from` on: nothing blocked or freed within the agent's radius and the
/// ground's agent height (Ground::height_m) of it, be it wall, floor or headroom. A walk that was valid and is
/// untouched is still valid, to the tolerance of the ground's contours. False for invalid input. Requires: the change's
/// boxes contain every change of the ground. Cost: points times boxes.
bool IsWalkUntouched(const Walker& now, std::span<const Vec3> points, double radius_m, const WorldChange& change,
                     PathPlace from = {});

/// Computes a path from `query.start`, the agent's position, to the old walk's goal. Keeps the old walk if it is
/// untouched by `options.change`, the agent is on it, and no box of the change can be on a shorter path (something
/// blocked may be a bridge); its corridor is then empty, because edges are renumbered in each ground. In all other
/// cases the same as Walker::Find: without a change, for queries with regions or a preferred clearance, and for walks
/// that are not Complete or lead to another goal. `path` may be the old walk itself. Allocates nothing once warmed up.
RepairResult RepairWalk(const Walker& now, const WalkQuery& query, const WalkPath& old, const RepairOptions& options,
                        WalkContext& context, WalkPath& path);

}  // namespace navnet
