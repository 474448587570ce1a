// SPDX-License-Identifier: Apache-2.0
#pragma once
// Journeys: the fastest path from start to goal for agents that walk, fly, or do both.
//
//   Navigator navigator(*net);
//   Traveller traveller(navigator);
//   TravelPath path = traveller.Find({.start = {2, 1, 0}, .goal = {80, 45, 12},
//                                     .agent = {.radius_m = 0.3, .walk_m_s = 1.4, .fly_m_s = 8, .switch_s = 3}});
//   for (const TravelSegment& s : path.segments) Follow(s.mode, path.PointsOf(s));
//
// The cost is time, weighted by mode (TravelWeights) and multiplied by the factors of cost regions. Agents that only
// walk and agents that only fly use the same call.

#include <navnet/core/range.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/walk.h>

#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

struct TravelTables;

/// Abilities of an agent. At least one of the speeds must be > 0.
struct TravelAgent {
  double radius_m = 0;  ///< Range: 0 to 1e12.
  /// Horizontal speed on the ground, in metres per second; 0: it does not walk. Range: 0, or 1e-9 to 1e9.
  double walk_m_s = 0;
  double fly_m_s = 0;  ///< Speed in the air, in metres per second; 0: it does not fly. Range: 0, or 1e-9 to 1e9.
  /// Duration, in seconds, of a take-off and of a landing, in addition to the flight up or down. Range: 0 to 1e9.
  double switch_s = 0;
};

/// Cost of a second, by what it is spent on. With the default weights a journey costs its time. With the power that the
/// agent draws in each mode, in watts, it costs energy, in joules:
///
///   // A hexapod that walks with 60 W and flies with 400 W; doors and ladders are passed at a standstill.
///   query.weights = {.walk = 60, .fly = 400, .switching = 250, .link = 20};
///
/// Weights in money per second or in risk per second work the same way. Only their ratios decide which journey is the
/// cheapest.
struct TravelWeights {
  double walk = 1;       ///< A second walked. Range: 1e-6 to 1e6.
  double fly = 1;        ///< A second flown, also straight up and down between ground and air. Range: 1e-6 to 1e6.
  double switching = 1;  ///< A second of TravelAgent::switch_s, or of the duration of a spot. Range: 0 to 1e6.
  double link = 1;       ///< A second in a link other than a spot. Range: 0 to 1e6.
};

/// The ranges of TravelWeights.
namespace ranges {
inline constexpr Range kMoveWeight = {1e-6, 1e6};  ///< Of a second walked or flown.
inline constexpr Range kChangeWeight = {0, 1e6};   ///< Of a second of a change of mode or a link.
}  // namespace ranges

/// Where a journey begins and ends, for which agent, at which costs and limits.
struct TravelQuery {
  /// In the world, in metres. A point whose height differs from the ground's by at most the ground's step height, or
  /// that is not in free air, is taken as a point on the ground; any other point is in the air.
  Vec3 start, goal;
  TravelAgent agent;                 ///< Its abilities.
  Effort effort = Effort::Balanced;  ///< Effort of each flight.
  /// A start or goal without room for the agent is moved to the nearest place with room, at most this far away, in
  /// metres. Range: 0 to infinity.
  double snap_m = 0;
  /// Numbers of links that are closed at present, such as doors and blocked landing spots; must live as long as the
  /// query.
  std::span<const uint32_t> closed_links = {};
  /// Indices of gates that are closed at present, besides those that are closed in the net; must live as long as the
  /// query.
  std::span<const uint32_t> closed_gates = {};

  /// What the query minimises: time, or with other weights energy, money or risk.
  TravelWeights weights = {};
  /// Clearance that walks keep where there is room, as WalkQuery::preferred_clearance_m: they get longer by it. Ignored
  /// with walk_regions. Range: 0 to infinity.
  double walk_clearance_m = 0;
  /// Clearance that flights keep where there is room, as FlightQuery::preferred_clearance_m: a metre in a narrow place
  /// costs up to 4. Ignored with the costs of the air below. Journeys are ranked without the clearance of walks and
  /// flights; then the costs of the best eight are compared with it. Range: 0 to infinity.
  double fly_clearance_m = 0;

  /// Limits on the metres and on the seconds flown, for example with one battery: of flights, and of the ways up and
  /// down between ground and air, without TravelAgent::switch_s. The answer is the cheapest journey found that keeps
  /// both, measured on its segments (TravelPath::flown_m). If the goal can be reached, but not within them, the query
  /// ends as BeyondLimit, or with `partial` leads to the nearest point to the goal that was found within them, on the
  /// ground, at a stop, or where a flight to the goal has to end.
  ///
  /// How near to the cheapest: searches at several prices of a metre flown give journeys within the limit and a bound
  /// on the cost of all of them. Where these differ by more than 0.1 %, journeys that change between ground and air at
  /// the 256 most promising places are enumerated, with exact walks and flights. So the answer is within 0.3 % of the
  /// cheapest on average, and rarely above 2 %; in large worlds the enumeration ends after 2,000 partial journeys or
  /// 800 walks and flights, and the answer is the cheapest one known by then. Each walk and flight is the cheapest
  /// between its ends: a shorter one that costs more is not tried, except that flights ignore fly_clearance_m if no
  /// journey keeps the limit otherwise. A query whose cheapest journey keeps the limit takes no longer than without it;
  /// others take some forty times as long: tens of milliseconds in a building or a city. Range: 0 to infinity.
  double max_fly_m = std::numeric_limits<double>::infinity();
  double max_fly_s = std::numeric_limits<double>::infinity();  ///< See max_fly_m.

  // Costs, at query time. The query then minimises seconds weighted by mode and by the factors of the regions passed;
  // TravelAgent::switch_s and links have factor 1. Walks and flights then take longer to find.

  /// Cost regions of the air, as in FlightQuery, and of the ground, as in WalkQuery. Those of the air also apply to the
  /// vertical ways between ground and air, those of the ground also to the ends of links. Both must live as long as the
  /// query. A box that applies to air and ground is given in both.
  std::span<const CostRegion> fly_regions = {}, walk_regions = {};
  /// Cost per metre climbed and per metre descended in the air, in metres flown, added to the cost of the length.
  /// Range: 0 to 1e9.
  double climb_cost = 0, descend_cost = 0;
  /// Limits of the height of flights, in metres along the world's up axis. Take-offs and landings go vertically between
  /// the ground and floor_m, and never above ceiling_m. Range: any, also infinite; floor_m <= ceiling_m.
  double floor_m = -std::numeric_limits<double>::infinity();
  double ceiling_m = std::numeric_limits<double>::infinity();  ///< See floor_m.

  /// If the budget runs out: return the cheapest journey found so far, to the goal or else to the nearest stop to the
  /// goal reached so far (status Partial). If the goal is beyond the limit on flying: see max_fly_m.
  bool partial = false;

  /// Maximum number of nodes that the searches expand, those of its walks and flights included; 0: no limit. Range: 0
  /// or more.
  int64_t max_expansions = 0;
  /// Time limit of the query in microseconds; 0: none. With a limit, answers depend on the machine's speed. Range: 0 to
  /// infinity.
  double max_us = 0;
  const std::atomic<bool>* cancel = nullptr;  ///< Polled during the query; set it to true from another thread to stop.
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range. A query that it
/// refuses ends as PathStatus::InvalidQuery. Start and goal are not checked: outside the net the query ends as
/// OutsideWorld.
Status Validate(const TravelQuery& query);

/// How a part of a journey is covered.
enum class TravelMode : uint8_t { Walk, TakeOff, Fly, Land, Link };

/// Lower-case name with underscores: walk, take_off, fly, land, link.
const char* ToString(TravelMode mode);

/// A part of a journey in one mode.
struct TravelSegment {
  TravelMode mode = TravelMode::Walk;         ///< How it is covered.
  uint32_t first_point = 0, point_count = 0;  ///< At least two points; the last one is the first of the next segment.
  double seconds = 0, length_m = 0;           ///< The length of walks is horizontal, that of gates 0.
  double cost_s = 0;                          ///< Its cost; equals `seconds` for a query without costs and weights.
  uint32_t link = 0;     ///< If mode is Link: its index in the ground's links, or among the net's gates …
  bool is_gate = false;  ///< … if it is one.
};

/// The answer to a journey query.
struct TravelPath {
  PathStatus status = PathStatus::OutsideWorld;  ///< How the query ended.
  std::vector<Vec3> points;                      ///< Way points, in the world.
  std::vector<TravelSegment> segments;           ///< Its parts, in order.
  double seconds = 0, length_m = 0;              ///< Of all segments.
  double cost_s = 0;                             ///< The minimised cost: seconds weighted by mode and by regions.
  double flown_m = 0;                            ///< Metres of its flights, take-offs and landings.
  int64_t expanded = 0;                          ///< Nodes expanded by all searches.
  int64_t legs = 0;                              ///< Walks and flights computed.

  /// The points of a segment.
  std::span<const Vec3> PointsOf(const TravelSegment& s) const {
    return std::span(points).subspan(s.first_point, s.point_count);
  }
};

/// Finds the fastest journey over ground, air and links, or with costs and weights the cheapest. A journey changes
/// between them at the net's spots (GroundLink), at the start and at the goal; flights may pass gates. One search over
/// all of them estimates the costs of journeys; the best few are computed by Walker and Navigator. So the answer is the
/// best among all journeys in most cases, and rarely more than a percent slower. Immutable: any number of threads may
/// query concurrently, each with its own context. Copies share all data.
class Traveller {
 public:
  // For QueryRun.
  using Query = TravelQuery;  ///< The queries it answers.
  using Path = TravelPath;    ///< Its answers.

  /// Finds the free air above every spot, for every level: some microseconds per spot. With a net without ground it
  /// serves agents that fly.
  explicit Traveller(Navigator navigator);

  /// The navigator used for walks and flights.
  const Navigator& navigator() const { return navigator_; }

  /// Finds a journey; allocates its scratch memory.
  TravelPath Find(const TravelQuery& query) const;
  /// Writes the answer to `path` and reuses its memory.
  void Find(const TravelQuery& query, QueryContext& context, TravelPath& path) const;
  /// Answers many queries on `threads` threads (0: all hardware threads). Results are in the order of the queries, and
  /// each is the same as that of a single call.
  std::vector<TravelPath> FindAll(std::span<const TravelQuery> queries, int threads = 0) const;

 private:
  friend struct RuntimeAccess;
  Navigator navigator_;
  std::shared_ptr<const TravelTables> tables_;
};

/// A journey in time slices (see QueryRun): Step expands nodes.
using TravelRun = QueryRun<Traveller>;
extern template class QueryRun<Traveller>;

}  // namespace navnet
