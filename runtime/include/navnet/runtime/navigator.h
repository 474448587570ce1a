// SPDX-License-Identifier: Apache-2.0
#pragma once
// Answers to "how do I fly from here to there?", in microseconds.
//
//   Result<Net> net = LoadNet("city.navnet", NetLoading::Map);
//   Navigator navigator(*net);
//   FlightPath path = navigator.Find({.start = {10, 5, 20}, .goal = {300, 80, 45}, .radius_m = 0.5});
//   if (path.status == PathStatus::Complete) Fly(path.points);
//
// In a frame loop, keep a QueryContext for each thread and a FlightPath to reuse: a query with both warmed up
// allocates nothing.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/runtime/query.h>
#include <navnet/runtime/walk.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct NavigatorTables;

/// How much time a query may spend on making its path shorter.
enum class Effort : uint8_t {
  Fast,      ///< One taut path, in the corridor that the search found.
  Balanced,  ///< As Fast, then a few refinement rounds: the taut path of the volumes that the last one runs through,
             ///< with corners cut where space is free. Unless the path is nearly straight or the search met few
             ///< alternatives, the same from goal to start; the shorter path is returned.
  Best,      ///< The same, with as many rounds as make the path shorter, and always in both directions.
};

/// Lower-case name: fast, balanced, best.
const char* ToString(Effort effort);

/// Where a flight begins and ends, for which agent, at which costs and limits.
struct FlightQuery {
  Vec3 start, goal;  ///< In the world, in metres. Must be free (see Navigator), or the query ends as StartBlocked or
                     ///< GoalBlocked.
  /// Radius of the agent; selects the smallest clearance level that is large enough. Range: 0 to 1e12.
  double radius_m = 0;
  /// Where there is room, the path keeps this distance from the world; never less than the radius. "Room" is defined
  /// by the net's clearance levels: a metre in the smallest level whose radius is at least this (or else the largest
  /// one) costs 1, a metre where only the agent's own level has room costs 4, and the cost of levels in between is
  /// linear in their radius. The path nearly minimises this cost, which is FlightPath::cost_m: a detour around a
  /// narrow place is taken if it is at most 3 metres longer per metre of that place. Start and goal may be anywhere;
  /// there is a path whenever there is one for the radius alone. Ignored in queries with the costs below, and in a net
  /// without a larger level; also if the path would pass voxels that the agent's own level left out
  /// (BakeOptions::min_cell), which is rare in fine nets. Range: 0 to infinity.
  double preferred_clearance_m = 0;
  Effort effort = Effort::Balanced;  ///< Time spent on a shorter path.

  // Costs, at query time, on the same net: cells are divided along the faces of the regions. Time and memory grow with
  // the number of pieces: a few for each region that meets a cell, more where regions intersect each other; beyond 2^18
  // pieces the query is OutOfBudget.

  /// Boxes that cost more or are forbidden; must live as long as the query. In a net that is rotated about the up axis,
  /// each is replaced by its bounding box along the net's axes. A path keeps its agent's radius from triangles, but not
  /// from forbidden boxes: widen them if it should. Products of factors are limited to 1e6.
  std::span<const CostRegion> regions = {};
  /// Cost per metre climbed and per metre descended, added to the cost of the length. Range: 0 to 1e9.
  double climb_cost = 0, descend_cost = 0;
  /// Limits of the path's height, in metres along the world's up axis. Range: any, also infinite; floor_m <= ceiling_m.
  double floor_m = -std::numeric_limits<double>::infinity();
  double ceiling_m = std::numeric_limits<double>::infinity();  ///< See floor_m.

  // Gates, the links in the air.

  /// Speed of the agent in metres per second: a gate costs its seconds times this, in metres. 0: gates are not used.
  /// Range: 0, or 1e-9 to 1e9.
  double speed_m_s = 0;
  /// Indices of gates that are closed at present, besides those that are closed in the net; unknown ones are ignored.
  /// Must live as long as the query.
  std::span<const uint32_t> closed_gates = {};

  /// A blocked start or goal is moved to Navigator::NearestFree, if that is within this distance in metres. Range: 0 to
  /// infinity.
  double snap_m = 0;
  /// If the goal is unreachable: return a path to the reachable point nearest to it (status Partial). If the budget
  /// runs out: return a path to the point nearest to the goal among those reached so far.
  bool partial = false;

  /// Also prove how much shorter the path could be at most: FlightPath::lower_bound_m. Takes about twice as long as the
  /// query, more with Effort::Best, and is not counted by `max_us`; in time slices it is part of Take.
  bool certify = false;

  int64_t max_expansions = 0;  ///< Maximum number of cells that the searches expand; 0: no limit. Range: 0 or more.
  /// Time limit of the searches in microseconds; 0: none. With a limit, answers depend on the machine's speed. Range: 0
  /// to infinity.
  double max_us = 0;
  const std::atomic<bool>* cancel = nullptr;  ///< Polled during the query; set it to true from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal are not checked: outside the net the query ends as
/// OutsideWorld.
Status Validate(const FlightQuery& query);

/// Effort of a flight query.
struct FlightStatistics {
  int64_t expanded = 0;                 ///< Cells expanded by the search.
  int64_t pushed = 0;                   ///< Entries of the open list.
  int rounds = 0;                       ///< Number of taut paths computed, without the final exact pass.
  double search_us = 0, refine_us = 0;  ///< Duration of the search, and of pulling the path tight.
  double certify_us = 0;                ///< Duration of FlightQuery::certify.
};

/// Where a path passes a gate: from way point `point` to the next one, which are the gate's ends. The path does not
/// lead through the space between them.
struct FlightJump {
  uint32_t point = 0;  ///< Index of the way point at which the gate is entered.
  uint32_t gate = 0;   ///< Index among the net's gates.
  double seconds = 0;  ///< Duration of the jump.

  friend bool operator==(const FlightJump&, const FlightJump&) = default;
};

/// The answer to a flight query.
struct FlightPath {
  PathStatus status = PathStatus::OutsideWorld;  ///< How the query ended.
  std::vector<Vec3> points;                      ///< Way points from start to goal, in metres; empty without a path.
  std::vector<uint32_t> volumes;  ///< The corridor: cells whose NavVolumes, in this order, contain the path. Those
                                  ///< before and behind a jump need not meet.
  std::vector<FlightJump> jumps;  ///< The gates it passes, in order.
  double length_m = 0;            ///< Length of the path, without jumps.
  /// Length times factors, plus the cost of climbing, descending and gates; equals length_m for a query without costs,
  /// gates and preferred clearance.
  double cost_m = 0;
  /// With FlightQuery::certify: no path from `start` to `goal` for this agent costs less. It holds for all free paths
  /// of the level used (see Navigator) within the component that this path runs through, also for those that cost
  /// regions and height limits forbid, up to a rounding error of 1e-9 of the length. For a partial path, `goal` is
  /// its end. At most cost_m, and at least the straight distance from `start` to `goal`, or the shortest straight way
  /// through gates if the query uses them; 0 without certify, without a path, or if a partial path with gates ends
  /// where a search stopped.
  double lower_bound_m = 0;
  double radius_m = 0;          ///< Radius of the clearance level used.
  Vec3 start, goal;             ///< First and last point of the path; they differ from the query's after snapping.
  FlightStatistics statistics;  ///< Effort of the query.

  /// The proven gap: the path costs at most this fraction more than the best one, cost_m / lower_bound_m - 1. Infinite
  /// if nothing was proven.
  double Gap() const;
};

/// Answers queries on a net, or on one state of a live world. Immutable: any number of threads may query concurrently,
/// each with its own context. Copies share all data.
///
/// Definition of free, for every call here and for paths, repairs, watches and agents: a point is free for an agent
/// when it lies in a NavVolume of the agent's level, or at most 1e-6 voxels outside one along each axis, which is more
/// than the rounding error of a way point. NavVolumes are closed: a point on the face between a free voxel and a
/// blocked one is free. A line or path is free when every point of it is. A voxel without a cell
/// (BakeOptions::min_cell) is free if a volume contains it; no volume reaches into components that the net does not
/// keep.
class Navigator {
 public:
  // For QueryRun.
  using Query = FlightQuery;  ///< The queries it answers.
  using Path = FlightPath;    ///< Its answers.

  /// Builds the tables that find the cell of a point and the contacts between cells: about 300 bytes per cell, linear
  /// time.
  explicit Navigator(Net net);
  /// The net it was made from. A navigator of a live world answers from the world's own tables: its net() has the same
  /// info() but no levels, ground or image. To get the whole net of a live world, save it.
  const Net& net() const { return net_; }
  /// Frame, bounds and other properties, for a net and for a live world.
  const NetInfo& info() const;
  /// The walkable ground, for a net and for a live world; empty when there is none. Valid as long as the navigator or a
  /// copy of it.
  const GroundView& ground() const;
  /// The links in the air, for a net and for a live world. Valid as long as the navigator or a copy of it.
  std::span<const Gate> gates() const;
  /// Whether agents of a radius may use a gate: it is wide enough, and both ends are free in the level that serves
  /// them. A gate that is closed serves them when it opens. False for an unknown gate.
  bool ServesGate(size_t gate, double radius_m) const;
  /// Answers queries of agents that walk; null when there is no ground. Valid as long as the navigator or a copy of it.
  const Walker* walker() const;

  /// Uses a context of the calling thread and allocates a new path.
  FlightPath Find(const FlightQuery& query) const;
  /// Writes the answer to `path` and reuses its memory.
  void Find(const FlightQuery& query, QueryContext& context, FlightPath& path) const;

  /// Answers many queries on `threads` threads (0: all hardware threads). Results are in the order of the queries, and
  /// each is the same as that of a single call.
  std::vector<FlightPath> FindAll(std::span<const FlightQuery> queries, int threads = 0) const;

  /// Whether the straight segment between two points is free for an agent. Never true for a segment that is not free;
  /// may be false for a free one that passes through voxels without cells, for which CheckPath is exact.
  bool IsVisible(Vec3 a, Vec3 b, double radius_m) const;

  /// `p` itself if it is free, otherwise the nearest point of any cell, at most `within_m` away.
  std::optional<Vec3> NearestFree(Vec3 p, double radius_m, double within_m) const;

  /// A random point, uniformly distributed over the volume of the level's cells. The same seed gives the same point;
  /// for many points, make their seeds with SeedAt() of core/random.h. Empty when the level has no cells.
  std::optional<Vec3> RandomFree(uint64_t seed, double radius_m) const;

  /// Lower bound, in metres, of the distance from `p` to the nearest triangle: the maximum, over the NavVolumes that
  /// contain `p`, of the level's radius plus the distance to the volume's nearest face. 0 when the point is blocked.
  double ClearanceAt(Vec3 p) const;

 private:
  friend struct RuntimeAccess;
  explicit Navigator(std::shared_ptr<const NavigatorTables> tables);

  Net net_;
  std::shared_ptr<const NavigatorTables> tables_;
};

/// A flight in time slices (see QueryRun): Step expands cells.
using FlightRun = QueryRun<Navigator>;
extern template class QueryRun<Navigator>;

}  // namespace navnet
