// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flights and walks after a change of the world: whether they are still valid, where they break, and how to repair
// them.
//
//   const Result<WorldChange> change = live.Update();           // The world has changed.
//   const Navigator now = live.Latest()->navigator;             // Its new state.
//   if (!CheckPath(now, path.points, 0.5, {.change = &*change}).IsValid()) {
//     query.start = drone.position();
//     RepairPath(now, query, path, {.from = PlaceOnPath(path.points, query.start), .change = &*change}, context, path);
//   }
//
// Only the new navigator is needed: a path consists of points in the world and the radius of its agent.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/room.h>
#include <navnet/runtime/walk.h>
#include <navnet/runtime/world_change.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace navnet {

/// A place on a path: on the segment from way point `segment` to `segment + 1`, at fraction `share` of it. On a jump
/// (FlightPath::jumps) before the gate, or behind it if `share` is 1.
struct PathPlace {
  size_t segment = 0;  ///< Index of the segment, from 0.
  double share = 0;    ///< From 0 to 1.

  friend bool operator==(const PathPlace&, const PathPlace&) = default;
};

/// The place of a path nearest to a point, at or after `from`; the first of equally near ones. Linear in the number of
/// way points. Never inside a jump. Invalid input (no points, a point that is not finite) gives `from`.
PathPlace PlaceOnPath(std::span<const Vec3> points, Vec3 position, PathPlace from = {},
                      std::span<const FlightJump> jumps = {});

/// Whether a path is still in free space.
enum class PathValidity : uint8_t {
  Valid,    ///< Every point is free (see Navigator).
  Broken,   ///< Some points are not.
  Invalid,  ///< Not a path: no points, one that is not finite, a place beyond its end, or no level for the agent's
            ///< radius; or jumps that do not ascend or lie beyond its end.
};

/// Lower-case name: valid, broken, invalid.
const char* ToString(PathValidity validity);

/// Which part of a path is checked.
struct PathCheckOptions {
  PathPlace from = {};  ///< Where the agent is: the path before it is not checked.
  /// What changed since the path was valid; segments that are not near anything blocked are skipped. Null: every
  /// segment is checked, with the same answer.
  const WorldChange* change = nullptr;
  std::span<const FlightJump> jumps = {};       ///< The path's, ascending.
  std::span<const uint32_t> closed_gates = {};  ///< As in FlightQuery.
  /// The rooms of an exact path, which may leave the NavVolumes (see room.h). A segment in rooms is free, unless
  /// something became blocked within a voxel of it: then its NavVolumes decide. Null: they always do.
  const RoomCorridor* rooms = nullptr;
};

/// Result of CheckPath.
struct PathCheck {
  PathValidity state = PathValidity::Invalid;  ///< Whether the path is in free space.
  PathPlace first_broken;                      ///< If Broken: the path is valid up to here …
  PathPlace last_broken;          ///< … and from here on; between the two at least one point is not free.
  size_t segments_looked_at = 0;  ///< Segments that were tested.

  /// Whether the path is in free space.
  bool IsValid() const { return state == PathValidity::Valid; }
};

/// Whether a path, ends included, is free for an agent as Navigator defines it. A jump is valid if an open gate, of any
/// index, leads from one of its ends to the other. A path just found by Navigator::Find
/// always is, and Navigator::Find accepts the ends of a valid path. Thread safe; allocates nothing. Costs about a
/// look-up per volume passed, and about ten microseconds for each place without cells that the volumes nearby do not
/// decide, breaks of the path included.
PathCheck CheckPath(const Navigator& now, std::span<const Vec3> points, double radius_m,
                    const PathCheckOptions& options = {});

/// Whether a path from `from` to `to` through something freed can be shorter than `length_m`, by the straight distances
/// to and from each box; without gates. Conservative: may be true where no path is shorter, never false where one is.
bool MayBeImproved(const WorldChange& change, Vec3 from, Vec3 to, double length_m);

/// What RepairPath did.
enum class RepairOutcome : uint8_t {
  Kept,       ///< The path is unchanged: it is valid, and no shorter one is known.
  Repaired,   ///< Searched and tightened around the break; the rest is the old path's.
  Improved,   ///< The path was valid; a search found a shorter one through freed space.
  Replanned,  ///< The path of a full search: the old path could not be used, or its repair was longer.
};

/// Lower-case name: kept, repaired, improved, replanned.
const char* ToString(RepairOutcome outcome);

/// What is known when a path is repaired.
struct RepairOptions {
  PathPlace from = {};  ///< Where the agent is on the old path.
  /// What changed since the path was found. Null: no search for a shorter path.
  const WorldChange* change = nullptr;
};

/// Result of a repair.
struct RepairResult {
  RepairOutcome done = RepairOutcome::Replanned;  ///< What was done.
  PathStatus status = PathStatus::OutsideWorld;   ///< The path's.
};

/// Computes a path from `query.start`, the agent's position, to the old path's goal: along the old path where it is
/// valid, around the obstacle where it is not. `path` may be the old path itself. There is a path if and only if
/// Navigator::Find finds one.
///
/// A search covers the break and as much again before and behind it; the path is pulled taut from the bend before to
/// the bend behind. If that fails, the query is searched again from scratch; if the repaired path is clearly longer, it
/// is also searched again, but only for shorter paths. A valid path is searched again only if `MayBeImproved`; it never
/// becomes longer.
///
/// Paths of queries with costs or gates are searched from scratch unless they are valid; of queries with gates also if
/// the change freed anything or opened a gate. Paths that are not Complete, or whose
/// goal differs from the query's, are always searched from scratch. The query's budget is shared by all searches, and
/// the path's statistics are their sum.
///
/// The context serves one call at a time. Nothing is allocated once it and `path` are warmed up.
RepairResult RepairPath(const Navigator& now, const FlightQuery& query, const FlightPath& old,
                        const RepairOptions& options, QueryContext& context, FlightPath& path);

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
                        QueryContext& context, WalkPath& path);

}  // namespace navnet
