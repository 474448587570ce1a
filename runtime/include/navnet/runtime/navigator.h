#pragma once
// Answers to "how do I fly from here to there?", in microseconds.
//
//   Result<Net> net = LoadNet("city.navnet", NetLoading::Map);
//   Navigator navigator(*net);
//   FlightPath path = navigator.Find({.start = {10, 5, 20}, .goal = {300, 80, 45}, .radius_m = 0.5});
//   if (path.status == PathStatus::Complete) Fly(path.points);
//
// In a frame loop, keep a FlightContext for each thread and a FlightPath to reuse: a query with both warmed up
// allocates nothing.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/runtime/costs.h>
#include <navnet/runtime/path_status.h>
#include <navnet/runtime/walk.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// How much time a query may spend on a shorter path.
enum class Effort : uint8_t {
  Fast,      ///< The string pulled tight once in the volumes the search went through.
  Balanced,  ///< And again in the volumes the string then runs through, corners cut where space is free, a few times;
             ///< and unless it is nearly straight, the same from goal to start, of which the shorter is taken.
  Best,      ///< The same as often as it helps, and always from both ends.
};

struct FlightQuery {
  Vec3 start, goal;     ///< In the world, in metres. Blocked unless they are free (see Navigator).
  double radius_m = 0;  ///< Of the agent; chooses the smallest clearance level that is enough. Range: 0 to 1e12.
  Effort effort = Effort::Balanced;

  // Costs, at query time. They take the search and the tightening through the same net; places that a region's faces
  // cut are divided there. Time and memory grow with the number of pieces: a few for each region a cell meets, more
  // where regions cross each other; beyond 2^18 of them the query is OutOfBudget.

  /// Boxes that cost more or are forbidden; must live as long as the query. In a net that is turned about the up axis,
  /// each counts as the smallest box along the net's axes around it. A path keeps its agent's radius from triangles,
  /// but not from forbidden boxes: widen them if it should. Factors that multiply to more than 1e6 count as 1e6.
  std::span<const CostRegion> regions = {};
  /// Cost of each metre climbed and descended, added to that of the length. Range: 0 to 1e9.
  double climb_cost = 0, descend_cost = 0;
  /// Heights the path stays between, in metres along the world's up axis. Range: any, also infinite; the floor not
  /// above the ceiling.
  double floor_m = -std::numeric_limits<double>::infinity();
  double ceiling_m = std::numeric_limits<double>::infinity();

  /// A blocked start or goal is moved as by Navigator::NearestFree, if that is within this distance in metres. Range: 0
  /// to infinity.
  double snap_m = 0;
  /// If the goal cannot be reached: a path to the reachable point nearest to it (status Partial). If the budget runs
  /// out: a path to the point reached so far that is nearest to the goal.
  bool partial = false;

  int64_t max_expansions = 0;  ///< Cells the searches may expand; 0: any number. Range: 0 or more.
  /// Microseconds for the searches; 0: any. Answers then depend on the machine. Range: 0 to infinity.
  double max_us = 0;
  const std::atomic<bool>* cancel = nullptr;  ///< Looked at now and then; raise it from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal may be anything: outside of the net they are OutsideWorld.
Status Validate(const FlightQuery& query);

struct FlightStatistics {
  int64_t expanded = 0;  ///< Cells expanded by the search.
  int64_t pushed = 0;    ///< Entries of the open list.
  int rounds = 0;        ///< How often the string was pulled tight.
  double search_us = 0, refine_us = 0;
};

struct FlightPath {
  PathStatus status = PathStatus::OutsideWorld;
  std::vector<Vec3> points;       ///< Way points from start to goal, in metres; empty without a path.
  std::vector<uint32_t> volumes;  ///< The volume path: cells whose NavVolumes, one after the other, hold the path.
  double length_m = 0;
  double cost = 0;      ///< Length times factors, and what climbing and descending cost; the length without costs.
  double radius_m = 0;  ///< Of the clearance level used.
  Vec3 start, goal;     ///< Where the path begins and ends; differs from the query's after snapping.
  FlightStatistics statistics;
};

/// Scratch memory of queries: one for each thread, used for one query at a time, for any number of navigators one after
/// the other. Grows to what the largest query needed.
class FlightContext {
 public:
  FlightContext();
  ~FlightContext();
  FlightContext(FlightContext&&) noexcept;
  FlightContext& operator=(FlightContext&&) noexcept;

  struct Scratch;  ///< The library's own.
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
};

/// Answers queries on a net, or on one state of a live world. Immutable: any number of threads may ask at once, each
/// with a context of its own. Copies share everything.
///
/// What is free, for every call here and for paths, repairs, watches and agents: a point is free for an agent when it
/// lies in a NavVolume of the agent's level, or no farther than 1e-6 voxels beyond one along each axis, which is more
/// than rounding moves a way point by. NavVolumes are closed: a point on the face between a free voxel and a blocked
/// one is free. A line or path is free when every point of it is. Voxels that the net leaves out
/// (BakeOptions::min_cell) are free as far as volumes hold them; no volume reaches into pieces of space that are not
/// kept.
class Navigator {
 public:
  struct Tables;  ///< The library's own.

  /// Builds the tables for finding a point's cell and the doors between cells: some 300 bytes a cell, linear time.
  explicit Navigator(Net net);
  /// The library's own: takes tables over that were made elsewhere, such as those of a live world.
  explicit Navigator(std::shared_ptr<const Tables> tables);

  /// What it was made of. Over a live world, which answers from tables of its own, a net that has the same info() but
  /// no levels, ground or image: to get the whole net of a live world, save it.
  const Net& net() const { return net_; }
  /// Frame, bounds and the rest, of a net as of a live world.
  const NetInfo& info() const;
  /// The walkable ground, of a net as of a live world; empty when there is none. Lives as long as the navigator or a
  /// copy of it.
  const GroundView& ground() const;
  /// Answers for agents that walk; null when there is no ground. Lives as long as the navigator or a copy of it.
  const Walker* walker() const;

  /// Answers with memory of its own: simple, and slower than the call below.
  FlightPath Find(const FlightQuery& query) const;
  /// Answers into `path`, whose memory is reused.
  void Find(const FlightQuery& query, FlightContext& context, FlightPath& path) const;

  /// Answers many queries on `threads` threads (0: all the machine has): in order, and each the same as alone.
  std::vector<FlightPath> FindAll(std::span<const FlightQuery> queries, int threads = 0) const;

  /// Whether the straight line between two points is free for an agent. Never true for a line that is not; may be false
  /// for one that passes voxels that the net leaves out, for which CheckPath has the certain answer.
  bool IsVisible(Vec3 a, Vec3 b, double radius_m) const;

  /// `p` itself if it is free, or else the point of a cell nearest to it, at most `within_m` away.
  std::optional<Vec3> NearestFree(Vec3 p, double radius_m, double within_m) const;

  /// A point of a cell, uniformly distributed over the volume of the level's cells. The same seed gives the same point;
  /// for many points, SeedAt() of core/random.h names their seeds. Nothing when the level has no cells.
  std::optional<Vec3> RandomFree(uint64_t seed, double radius_m) const;

  /// A distance in metres from `p` to any triangle that is certain: the level's radius and the way to the nearest side
  /// of the best NavVolume around the point. 0 when the point is blocked.
  double ClearanceAt(Vec3 p) const;

  const Tables& tables() const { return *tables_; }

 private:
  Net net_;
  std::shared_ptr<const Tables> tables_;
};

/// A query in slices, for frame loops: begin, step until it is done, take the path.
///
///   FlightRun run(navigator, query, context);
///   while (!run.Step(200)) NextFrame();
///   run.Take(path);
///
/// The navigator, the query's regions and the context must outlive it; the context serves no other query meanwhile.
class FlightRun {
 public:
  FlightRun(const Navigator& navigator, const FlightQuery& query, FlightContext& context);

  /// Expands up to `expansions` cells, and pulls the string tight at the end of a search. True when all is done.
  bool Step(int64_t expansions);
  /// The answer, the same as Navigator::Find's. Requires: Step returned true.
  void Take(FlightPath& path);

 private:
  const Navigator& navigator_;
  FlightQuery query_;
  FlightContext& context_;
};

}  // namespace navnet
