#pragma once
// Answers to "what is the fastest way from here to there?" for agents that walk, fly, or do both.
//
//   Navigator navigator(*net);
//   Traveller traveller(navigator);
//   TravelPath path = traveller.Find({.start = {2, 1, 0}, .goal = {80, 45, 12},
//                                     .agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 3}});
//   for (const TravelSegment& s : path.segments) Follow(s.mode, path.PointsOf(s));
//
// The cost is time, in regions more than that. Agents that only walk and agents that only fly are the two extremes of
// the same call.

#include <navnet/runtime/navigator.h>
#include <navnet/runtime/walk.h>

#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// What an agent can do. At least one of the speeds must be > 0.
struct TravelAgent {
  double radius_m = 0;  ///< Range: 0 to 1e12.
  double walk_m_s =
      0;  ///< Speed on the ground plane, in metres a second; 0: it does not walk. Range: 0, or 1e-9 to 1e9.
  double fly_m_s = 0;  ///< Speed in the air; 0: it does not fly. Range: 0, or 1e-9 to 1e9.
  /// Seconds that taking off takes, and landing again, besides the way up or down. Range: 0 to 1e9.
  double switch_s = 0;
};

/// Walks and flights that a journey may try unless its query says otherwise. More of them find the fastest way in more
/// cases, and let the hardest queries take longer: this many take up to some seconds.
inline constexpr int64_t kDefaultMaxLegs = 8000;

struct TravelQuery {
  /// In the world, in metres. A point above or below ground by at most the ground's step height, or where no air is
  /// free, means the ground; others mean the air.
  Vec3 start, goal;
  TravelAgent agent;
  Effort effort = Effort::Balanced;  ///< Of the flights.
  /// A start or goal without room for the agent is moved to the nearest place with room, at most this many metres.
  /// Range: 0 to infinity.
  double snap_m = 0;
  /// Numbers of links that are closed now, such as doors and blocked landing spots; must live as long as the query.
  std::span<const uint32_t> closed_links = {};

  // Costs, at query time. What is least is then the time in which moving counts as often as the regions say; taking off
  // and landing (TravelAgent::switch_s) and links count once. Legs take longer to find, and more of them are tried.

  /// Boxes of the air that cost more or are forbidden, and boxes of the ground: as for FlightQuery and WalkQuery. Those
  /// of the air count for the ways up and down to the ground, too, those of the ground for the ends of links. Each must
  /// live as long as the query. A box that concerns both is given twice.
  std::span<const CostRegion> fly_regions = {}, walk_regions = {};
  /// What each metre climbed and descended in the air counts for, in metres flown, besides its length. Range: 0 to 1e9.
  double climb_cost = 0, descend_cost = 0;
  /// Heights that flights stay between, in metres along the world's up axis. The ways between the ground and the air go
  /// straight up to the floor, and never above the ceiling. Range: any, also infinite; the floor not above the ceiling.
  double floor_m = -std::numeric_limits<double>::infinity();
  double ceiling_m = std::numeric_limits<double>::infinity();

  /// If the budget runs out: the fastest journey found so far, to the goal or else to the stop reached so far that is
  /// nearest to it (status Partial).
  bool partial = false;

  /// Walks and flights that may be tried, 0: any number. Most journeys try a few dozen; where many ways are about
  /// equally fast it can be tens of thousands, of some microseconds to milliseconds each.
  /// Range: 0 or more.
  int64_t max_legs = kDefaultMaxLegs;
  const std::atomic<bool>* cancel = nullptr;  ///< Looked at between legs; raise it from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal may be anything: outside of the net they are OutsideWorld.
Status Validate(const TravelQuery& query);

enum class TravelMode : uint8_t { Walk, TakeOff, Fly, Land, Link };

/// Lower-case name with underscores: walk, take_off, fly, land, link.
const char* ToString(TravelMode mode);

/// A part of a path in one mode.
struct TravelSegment {
  TravelMode mode = TravelMode::Walk;
  uint32_t first_point = 0, point_count = 0;  ///< Two or more; its last point is the next one's first.
  double seconds = 0, length_m = 0;           ///< Walks are measured on the ground plane.
  double cost_s = 0;                          ///< What it counts for; the seconds without costs.
  uint32_t link = 0;                          ///< Of Link: its number in the ground's links.
};

struct TravelPath {
  PathStatus status = PathStatus::OutsideWorld;
  std::vector<Vec3> points;
  std::vector<TravelSegment> segments;
  double seconds = 0, length_m = 0;
  double cost_s = 0;  ///< What was made least: seconds, with those in regions as often as they count.
  int64_t legs = 0;   ///< Walks and flights that were tried.

  std::span<const Vec3> PointsOf(const TravelSegment& s) const {
    return std::span(points).subspan(s.first_point, s.point_count);
  }
};

/// Scratch memory of queries: one for each thread, used for one query at a time.
class TravelContext {
 public:
  TravelContext();
  ~TravelContext();
  TravelContext(TravelContext&&) noexcept;
  TravelContext& operator=(TravelContext&&) noexcept;

  struct Scratch;  ///< The library's own.
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
};

/// Finds the fastest way over ground, air and links. The way changes between them at the net's spots (GroundLink), at
/// the start and at the goal only; among all ways that do, it is the fastest as walks and flights are found, or with
/// costs the cheapest. Immutable: any number of threads may ask at once, each with a context of its own. Copies share
/// everything.
class Traveller {
 public:
  /// Looks for the air above every spot, on every level, and makes the tables for bounds of walks and flights: some
  /// microseconds a spot and 60 bytes a contact of cells. A net without ground serves agents that fly.
  explicit Traveller(Navigator navigator);

  const Navigator& navigator() const { return navigator_; }

  TravelPath Find(const TravelQuery& query) const;
  /// Answers into `path`, whose memory is reused.
  void Find(const TravelQuery& query, TravelContext& context, TravelPath& path) const;
  /// Answers many queries on `threads` threads (0: all the machine has): in order, and each the same as alone.
  std::vector<TravelPath> FindAll(std::span<const TravelQuery> queries, int threads = 0) const;

  struct Tables;  ///< The library's own.
  const Tables& tables() const { return *tables_; }

 private:
  Navigator navigator_;
  std::shared_ptr<const Tables> tables_;
};

/// A query in slices, for frame loops: begin, step until it is done, take the path.
class TravelRun {
 public:
  TravelRun(const Traveller& traveller, const TravelQuery& query, TravelContext& context);

  /// Tries up to `legs` walks and flights. True when all is done.
  bool Step(int64_t legs);
  /// The answer, the same as Traveller::Find's. Requires: Step returned true.
  void Take(TravelPath& path);

 private:
  const Traveller& traveller_;
  TravelQuery query_;
  TravelContext& context_;
};

}  // namespace navnet
