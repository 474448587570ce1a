#pragma once
// What becomes of flight paths when the world changes: are they still valid, where do they break, how do they go on?
//
//   const Result<WorldChange> change = live.Update();           // The world has changed.
//   const Navigator now = live.Latest()->navigator;             // Its new state.
//   if (!CheckPath(now, path.points, 0.5, {.change = &*change}).IsValid()) {
//     query.start = drone.position();
//     RepairPath(now, query, path, {.from = PlaceOnPath(path.points, query.start), .change = &*change}, context, path);
//   }
//
// Only the new navigator is needed: a path is points in the world and the radius of its agent.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/world_change.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace navnet {

/// A place on a path: between the way points `segment` and `segment + 1`, `share` of the way from one to the other.
struct PathPlace {
  size_t segment = 0;
  double share = 0;  ///< From 0 to 1.

  friend bool operator==(const PathPlace&, const PathPlace&) = default;
};

/// The place of a path nearest to a point, among those from `from` on; of equally near ones the first. Linear in the
/// way points. Nonsense (no points, a point that is not finite) gives `from`.
PathPlace PlaceOnPath(std::span<const Vec3> points, Vec3 position, PathPlace from = {});

enum class PathState : uint8_t {
  Valid,    ///< Every point is free (see Navigator).
  Broken,   ///< Some points are not.
  Invalid,  ///< No path: no points, one that is not finite, a place behind its end, or no level for such an agent.
};

struct PathCheckOptions {
  PathPlace from = {};  ///< Where the agent is: what lies before does not matter any more.
  /// What changed since the path was valid; segments that do not come near anything that became blocked need no look
  /// then. Null: every segment is looked at, with the same answer.
  const WorldChange* change = nullptr;
};

struct PathCheck {
  PathState state = PathState::Invalid;
  PathPlace first_broken;  ///< Broken: up to here the path is valid …
  PathPlace last_broken;   ///< … and from here on; between the two at least one place is not.
  size_t segments_looked_at = 0;

  bool IsValid() const { return state == PathState::Valid; }
};

/// Whether a path is still free for an agent, ends included, as Navigator defines it; a path that Navigator::Find just
/// found always is, and Navigator::Find accepts the ends of a path that is. Any thread may ask at any time; allocates
/// nothing; costs about a look-up for each volume that is passed, and some ten microseconds for each place where the
/// net left cells out and the volumes nearby do not tell, breaks of the path included.
PathCheck CheckPath(const Navigator& now, std::span<const Vec3> points, double radius_m,
                    const PathCheckOptions& options = {});

/// Whether a way from `from` to `to` that passes something freed can be shorter than `length_m`: the straight ways to
/// and from each box tell. Never false where it can.
bool MayBeImproved(const WorldChange& change, Vec3 from, Vec3 to, double length_m);

/// What RepairPath did.
enum class PathRepair : uint8_t {
  Kept,          ///< Nothing: the path is valid, and no shorter one is known.
  Repaired,      ///< Searched and tightened where the path was broken; the rest is the old path's.
  Improved,      ///< The path was valid; a search found a shorter one through what was freed.
  SearchedAnew,  ///< The same as Navigator::Find, since the old path is of no use.
};

struct PathRepairOptions {
  PathPlace from = {};  ///< Where the agent is on the old path.
  /// What changed since the path was found. Null: no improvement is looked for.
  const WorldChange* change = nullptr;
};

struct PathRepairResult {
  PathRepair done = PathRepair::SearchedAnew;
  PathStatus status = PathStatus::OutsideWorld;  ///< The path's.
};

/// The way on from `query.start`, where the agent is now, to the old path's goal: by the old path where that is valid,
/// round what blocks it where it is not. `path` may be the old path itself. There is a path if and only if
/// Navigator::Find has one.
///
/// The break and as much again before and behind it is searched, and the string pulled tight from the bend before to
/// the bend behind. If that fails, or the way becomes clearly longer, the query is searched anew, the latter only for
/// shorter ways. A valid path is searched anew, for shorter ways, only if `MayBeImproved`; it never becomes longer.
///
/// Searched anew unless they are valid: paths of queries with costs. Searched anew always: paths that are not Complete,
/// and those of another goal than the query's. The query's budget holds for all searches together, and the path's
/// statistics are the sum of them.
///
/// The context serves one call at a time; once it and `path` are warmed up, nothing is allocated.
PathRepairResult RepairPath(const Navigator& now, const FlightQuery& query, const FlightPath& old,
                            const PathRepairOptions& options, FlightContext& context, FlightPath& path);

}  // namespace navnet
