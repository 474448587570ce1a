#pragma once
// Answers to "how do I walk from here to there?", for agents of any radius.
//
//   Walker walker(ground, UpAxis::Z);
//   WalkPath path = walker.Find({.start = {10, 5, 0}, .goal = {80, 45, 3}, .radius_m = 0.4});
//   if (path.status == PathStatus::Complete) Follow(path.points);
//
// In a frame loop, keep a WalkContext for each thread and a WalkPath to reuse: a query with both warmed up allocates
// nothing.

#include <navnet/core/geometry.h>
#include <navnet/core/random.h>
#include <navnet/core/result.h>
#include <navnet/net/ground.h>
#include <navnet/runtime/costs.h>
#include <navnet/runtime/path_status.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct WalkQuery {
  /// In the world, in metres. Each means the walkable surface above or below it that is nearest, at most the agent
  /// height of the ground (Ground::height_m) away.
  Vec3 start, goal;
  /// Of the agent: no point of the path is nearer to a wall. Range: 0 to 1e12. On ground that is not one plane, paths
  /// keep a millimetre off walls where there is room: heights are not known nearer to ledges.
  double radius_m = 0;
  /// Where there is room, the path keeps this far from walls; never less than the radius. Chosen is still the way that
  /// is shortest for the radius. Range: 0 to infinity.
  double preferred_clearance_m = 0;

  /// Boxes that cost more or are forbidden; must live as long as the query. A box counts for the surface inside it: on
  /// the plan, and at heights from its bottom up to below its top (to a millimetre, so a box that stands on a floor
  /// counts for that floor and not for the one it reaches up to). The path is then the cheapest rather than the
  /// shortest, to about a percent; the preferred clearance does not count. A path keeps its agent's radius from walls,
  /// but not from forbidden boxes: widen them if it should. Cracks of less than two millimetres are used only where
  /// there is no other way, unless the ground is one plane. Factors that multiply to more than 1e6 count as 1e6. Slower
  /// than without, the more so the farther the agent sees.
  std::span<const CostRegion> regions = {};

  /// A start or goal off the surface or too near to a wall is moved to the nearest place with room for the agent, if it
  /// is within this distance in metres. Range: 0 to infinity.
  double snap_m = 0;
  /// If the goal cannot be reached: a path to the reachable point nearest to it (status Partial). If the budget runs
  /// out: a path to the point reached so far that is nearest to the goal.
  bool partial = false;

  int64_t max_expansions = 0;  ///< Nodes the search may expand; 0: any number. Range: 0 or more.
  /// Microseconds for the search; 0: any. Answers then depend on the machine. Range: 0 to infinity.
  double max_us = 0;
  const std::atomic<bool>* cancel = nullptr;  ///< Looked at now and then; raise it from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal may be anything: outside of the net they are OutsideWorld.
Status Validate(const WalkQuery& query);

struct WalkStatistics {
  int64_t expanded = 0;  ///< Nodes expanded by the search.
  int64_t pushed = 0;    ///< Entries of the open list.
  double search_us = 0, refine_us = 0;
};

struct WalkPath {
  PathStatus status = PathStatus::OutsideWorld;
  /// Way points on the surface from start to goal, in metres; empty without a path. Bends round corners are polygons
  /// around the agent's circle, so that no piece comes nearer to a wall than the radius. There are way points where the
  /// surface's slope changes.
  std::vector<Vec3> points;
  std::vector<GroundSpoke> corridor;  ///< The edges of the medial axis along which the path runs, with direction.
  double length_m = 0;                ///< On the ground plane.
  double cost_m = 0;                  ///< Length times the factors of the regions; the length without regions.
  Vec3 start, goal;                   ///< Where the path begins and ends: on the surface, and after snapping.
  WalkStatistics statistics;
};

/// Scratch memory of queries: one for each thread, used for one query at a time, for any number of walkers one after
/// the other. Grows to what the largest query needed.
class WalkContext {
 public:
  WalkContext();
  ~WalkContext();
  WalkContext(WalkContext&&) noexcept;
  WalkContext& operator=(WalkContext&&) noexcept;

  struct Scratch;  ///< The library's own.
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
};

/// A place on the walkable surface.
struct GroundPlace {
  Vec3 point;              ///< On the surface, straight above or below what was asked for.
  uint32_t layer = 0;      ///< Of the ground.
  uint32_t edge = 0;       ///< Edge of the medial axis whose cell it is in …
  uint32_t bend = 0;       ///< … and the bend where that cell begins.
  double clearance_m = 0;  ///< Distance to the nearest obstacle, on the plan.
  Vec3 obstacle;           ///< The nearest obstacle point, at the height of `point`.
};

/// Holds the tables over a ground and answers queries on it. Immutable: any number of threads may ask at once, each
/// with a context of its own. Copies share everything.
class Walker {
 public:
  /// Builds the tables: sorts the edges, looks up every patch's neighbours, and floods the ground from nine places,
  /// some milliseconds for a thousand edges; some 150 bytes a bend. What the view refers to must outlive the walker.
  Walker(const GroundView& ground, UpAxis up);

  const GroundView& ground() const;
  UpAxis up() const;

  /// Answers with memory of its own: simple, and slower than the call below.
  WalkPath Find(const WalkQuery& query) const;
  /// Answers into `path`, whose memory is reused.
  void Find(const WalkQuery& query, WalkContext& context, WalkPath& path) const;

  /// Answers many queries on `threads` threads (0: all the machine has): in order, and each the same as alone.
  std::vector<WalkPath> FindAll(std::span<const WalkQuery> queries, int threads = 0) const;

  /// The walkable place above or below a point that is nearest to it, at most Ground::height_m away.
  std::optional<GroundPlace> Locate(Vec3 p) const;
  /// Height of that place, along the up axis.
  std::optional<double> HeightAt(Vec3 p) const;
  /// The wall point nearest to that place, at its height.
  std::optional<Vec3> NearestObstacle(Vec3 p) const;
  /// Distance in metres from that place to the nearest wall, on the plan: the largest agent that can stand there. 0 if
  /// there is none.
  double ClearanceAt(Vec3 p) const;
  /// Where one gets by moving straight away from the nearest wall until another is as near: the place's point of the
  /// medial axis.
  std::optional<Vec3> Retract(Vec3 p) const;

  /// The largest radius for which a path connects two places; 0 if none does.
  double WidestRadius(Vec3 a, Vec3 b) const;

  /// The place nearest to `p` with room for an agent, at most `within_m` away; the one below or above `p` if that is
  /// free. Nearest on the plan, among those at most Ground::height_m higher or lower.
  std::optional<Vec3> NearestWalkable(Vec3 p, double radius_m, double within_m) const;

  /// A place with room for an agent, uniformly distributed over all of them. The same seed gives the same place; for
  /// many places, SeedAt() of core/random.h names their seeds. Nothing when no place has room for it.
  std::optional<Vec3> RandomWalkable(uint64_t seed, double radius_m) const;

  struct Tables;  ///< The library's own.
  const Tables& tables() const { return *tables_; }

 private:
  std::shared_ptr<const Tables> tables_;
};

/// A query in slices, for frame loops: begin, step until it is done, take the path.
///
///   WalkRun run(walker, query, context);
///   while (!run.Step(200)) NextFrame();
///   run.Take(path);
///
/// The walker, the query's regions and the context must outlive it; the context serves no other query meanwhile.
class WalkRun {
 public:
  WalkRun(const Walker& walker, const WalkQuery& query, WalkContext& context);

  /// Expands up to `expansions` nodes, and makes the path at the end of the search. True when all is done.
  bool Step(int64_t expansions);
  /// The answer, the same as Walker::Find's. Requires: Step returned true.
  void Take(WalkPath& path);

 private:
  const Walker& walker_;
  WalkQuery query_;
  WalkContext& context_;
};

}  // namespace navnet
