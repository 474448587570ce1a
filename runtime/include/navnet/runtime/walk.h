// SPDX-License-Identifier: Apache-2.0
#pragma once
// Answers to "how do I walk from here to there?", for agents of any radius.
//
//   Walker walker(ground, UpAxis::Z);
//   WalkPath path = walker.Find({.start = {10, 5, 0}, .goal = {80, 45, 3}, .radius_m = 0.4});
//   if (path.status == PathStatus::Complete) Follow(path.points);
//
// In a frame loop, keep a QueryContext for each thread and a WalkPath to reuse: a query with both warmed up allocates
// nothing.

#include <navnet/core/geometry.h>
#include <navnet/core/random.h>
#include <navnet/core/result.h>
#include <navnet/net/ground.h>
#include <navnet/runtime/query.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct WalkTables;

/// Where a walk begins and ends, for which agent, at which costs and limits.
struct WalkQuery {
  /// In the world, in metres. Each is projected vertically to the nearest walkable surface, at most the ground's agent
  /// height (Ground::height_m) away.
  Vec3 start, goal;
  /// Radius of the agent: no point of the path is closer to a wall. On ground that is not one plane, paths keep an
  /// extra millimetre from walls where there is room, because heights are not known closer to ledges. Range: 0 to 1e12.
  double radius_m = 0;
  /// Where there is room, the path keeps this distance from walls; never less than the radius. The corridor is still
  /// the shortest one for the radius. Range: 0 to infinity.
  double preferred_clearance_m = 0;

  /// Boxes that cost more or are forbidden; must live as long as the query. A box applies to the surface inside it:
  /// horizontally, and at heights from its bottom up to below its top (to a millimetre, so that a box standing on a
  /// floor applies to that floor and not to the one it reaches up to). A box that hovers over a floor does not apply to
  /// it; so a box between the two floors of a step, which contains neither, does not apply to the step. The path is
  /// then the cheapest rather than the shortest, to about one percent, and the preferred clearance is ignored. A path
  /// keeps its agent's radius from walls, but not from forbidden boxes: widen them if it should. Gaps of less than two
  /// millimetres are used only if there is no other path, unless the ground is one plane. Products of factors are
  /// limited to 1e6. Slower than a query without regions, most of all in wide open spaces.
  std::span<const CostRegion> regions = {};

  /// A start or goal off the surface or too close to a wall is moved to the nearest place with room for the agent, if
  /// that is within this distance in metres. Range: 0 to infinity.
  double snap_m = 0;
  /// If the goal is unreachable: return a path to the reachable point nearest to it (status Partial). If the budget
  /// runs out: return a path to the point nearest to the goal among those reached so far.
  bool partial = false;

  int64_t max_expansions = 0;  ///< Maximum number of nodes that the search expands; 0: no limit. Range: 0 or more.
  /// Time limit of the search in microseconds; 0: none. With a limit, answers depend on the machine's speed. Range: 0
  /// to infinity.
  double max_us = 0;
  const std::atomic<bool>* cancel = nullptr;  ///< Polled during the query; set it to true from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal are not checked: outside the net the query ends as
/// OutsideWorld.
Status Validate(const WalkQuery& query);

/// Effort of a walk query.
struct WalkStatistics {
  int64_t expanded = 0;                 ///< Nodes expanded by the search.
  int64_t pushed = 0;                   ///< Entries of the open list.
  double search_us = 0, refine_us = 0;  ///< Duration of the search, and of pulling the path tight.
};

/// The answer to a walk query.
struct WalkPath {
  PathStatus status = PathStatus::OutsideWorld;  ///< How the query ended.
  /// Way points on the surface from start to goal, in metres; empty without a path. Around a corner the arc of the
  /// agent's radius is replaced by a polygon circumscribed about it, so that no segment is closer to a wall than the
  /// radius. There is also a way point wherever the surface's slope changes.
  std::vector<Vec3> points;
  std::vector<GroundSpoke> corridor;  ///< The edges of the medial axis along which the path runs, with direction.
  double length_m = 0;                ///< Horizontal length.
  double cost_m = 0;          ///< Length times the factors of the regions; equals length_m for a query without regions.
  Vec3 start, goal;           ///< First and last point of the path: on the surface, and after snapping.
  WalkStatistics statistics;  ///< Effort of the query.
};

/// A place on the walkable surface.
struct GroundPlace {
  Vec3 point;              ///< On the surface, vertically above or below the point asked for.
  uint32_t layer = 0;      ///< Layer of the ground.
  uint32_t edge = 0;       ///< Edge of the medial axis whose cell contains the point …
  uint32_t bend = 0;       ///< … and the bend where that cell begins.
  double clearance_m = 0;  ///< Horizontal distance to the nearest obstacle.
  Vec3 obstacle;           ///< The nearest obstacle point, at the height of `point`.
};

/// Answers queries on a ground, from tables built at construction. Immutable: any number of threads may query
/// concurrently, each with its own context. Copies share all data.
class Walker {
 public:
  // For QueryRun.
  using Query = WalkQuery;  ///< The queries it answers.
  using Path = WalkPath;    ///< Its answers.

  /// Builds the tables: sorts the edges, finds every patch's neighbours, and floods the ground nine times to place and
  /// measure its landmarks. Some milliseconds per thousand edges, about 240 bytes per bend. The memory that the view
  /// refers to must outlive the walker.
  Walker(const GroundView& ground, UpAxis up);

  /// The ground that it walks on.
  const GroundView& ground() const;
  /// The world's up axis.
  UpAxis up() const;

  /// Uses a context of the calling thread and allocates a new path.
  WalkPath Find(const WalkQuery& query) const;
  /// Writes the answer to `path` and reuses its memory.
  void Find(const WalkQuery& query, QueryContext& context, WalkPath& path) const;

  /// Answers many queries on `threads` threads (0: all hardware threads). Results are in the order of the queries, and
  /// each is the same as that of a single call.
  std::vector<WalkPath> FindAll(std::span<const WalkQuery> queries, int threads = 0) const;

  /// The nearest walkable place vertically above or below a point, at most Ground::height_m away.
  std::optional<GroundPlace> Locate(Vec3 p) const;
  /// Height of the place that Locate(p) finds, along the up axis.
  std::optional<double> HeightAt(Vec3 p) const;
  /// The wall point nearest to the place that Locate(p) finds, at its height.
  std::optional<Vec3> NearestObstacle(Vec3 p) const;
  /// Horizontal distance in metres from the place that Locate(p) finds to the nearest wall: the radius of the largest
  /// agent that can stand there. 0 if there is no such place.
  double ClearanceAt(Vec3 p) const;
  /// The place's retraction onto the medial axis: the point reached by moving straight away from the nearest wall until
  /// another wall is equally near.
  std::optional<Vec3> Retract(Vec3 p) const;

  /// The largest radius for which a path connects two places; 0 if none does.
  double WidestRadius(Vec3 a, Vec3 b) const;

  /// The place nearest to `p` with room for an agent, at most `within_m` away; the one vertically below or above `p` if
  /// that has room. Distances are horizontal, among places at most Ground::height_m higher or lower.
  std::optional<Vec3> NearestWalkable(Vec3 p, double radius_m, double within_m) const;

  /// A random place with room for an agent, uniformly distributed over all of them. The same seed gives the same place;
  /// for many places, make their seeds with SeedAt() of core/random.h. Empty when no place has room.
  std::optional<Vec3> RandomWalkable(uint64_t seed, double radius_m) const;

 private:
  friend struct RuntimeAccess;
  std::shared_ptr<const WalkTables> tables_;
};

/// A walk in time slices (see QueryRun): Step expands nodes of the ground.
using WalkRun = QueryRun<Walker>;
extern template class QueryRun<Walker>;

}  // namespace navnet
