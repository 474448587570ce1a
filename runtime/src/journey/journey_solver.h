// SPDX-License-Identifier: Apache-2.0
#pragma once
// One travel query: places its stops, searches from the start and back from the goal (journey_search.h), then computes
// the legs of the best few journeys exactly and takes the cheapest. Costs are travel times in seconds, weighted by
// mode, and by cost regions, climbing and descending. If the cheapest journey exceeds the limit on flying, it searches
// again at other prices of a metre flown (flown_prices.h), then enumerates journeys (limited_search.h).

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "flight/costs/cost_boxes.h"
#include "flight/costs/cost_cells.h"
#include "journey/flown_prices.h"
#include "journey/journey_candidates.h"
#include "journey/journey_search.h"
#include "journey/limited_search.h"
#include "journey/travel_stop.h"
#include "journey/travel_tables.h"
#include "query/planner.h"
#include "query/scratch.h"
#include "walk/walk_cost_field.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// Phase of a query.
enum class JourneyPhase : uint8_t {
  Done,
  Direct,     ///< Computes the journeys without stops on the way, whose costs bound the search.
  Flood,      ///< Searches from the start.
  Return,     ///< Searches from the goal, guided by the flood.
  Again,      ///< Searches from the start, guided by the search from the goal.
  Refine,     ///< Computes the legs of candidates.
  Enumerate,  ///< Enumerates journeys within the limit on flying.
  Reach,      ///< Searches from the start what the limit allows to reach.
  Approach,   ///< Computes journeys towards the goal that end within the limit.
};

/// Scratch memory of journeys, and the state of the current one.
struct JourneyScratch {
  /// A computed walk or flight.
  struct Leg {
    uint32_t from = 0, to = 0;
    double cost_s = kNever, seconds = 0, length_m = 0;
    uint32_t first_point = 0, point_count = 0;  ///< In `leg_points`.
  };
  /// A place from which a journey within the limit may go towards the goal.
  struct Exit {
    double least_m = 0;         ///< About how near to the goal it ends.
    uint32_t change = kNoStop;  ///< The stop at which the last change before it begins, if there is one.
    uint32_t from = kStart;     ///< Its stop.
    bool goes_on = true;        ///< False: the journey ends there.
  };
  /// Where the ends of links lie for one radius. Cached, since finding them takes longer than the rest of most
  /// journeys.
  struct Placed {
    GroundStops stops;
    uint64_t tables = 0;  ///< TravelTables::number they belong to; 0: unused.
    double radius_m = 0;
  };

  JourneyProblem problem;
  JourneySearch flood, to_goal, from_start;
  JourneyCandidates candidates;
  std::vector<TravelStop> stops;
  std::vector<TravelChange> changes, changes_back;  ///< By stop: where a change leads to, and comes from.
  std::vector<TravelChange> priced, priced_back;    ///< The same, with the price of the metres flown.
  std::array<Placed, 4> placed;                     ///< Of the most recently used radii, the current one first.
  AirGraph air;
  CostBoxes air_costs, column_costs;  ///< Of flights, and of vertical moves between ground and air.
  CostCells air_cells;                ///< The cells of the level, divided by `air_costs`.
  CostField ground_costs;             ///< Of walks.
  bool is_raised = false;             ///< The flight floor lies above the air point of a spot or end.
  AirSpots raised;                    ///< Spots with their air points raised to the floor.
  std::vector<AirSpots::Spot> raised_spots;
  std::vector<float> to_spot;        ///< See JourneyProblem; kept for the next query on the same level.
  uint64_t to_spot_tables = 0;       ///< TravelTables::number that `to_spot` belongs to …
  size_t to_spot_level = 0;          ///< … and the level.
  std::vector<uint8_t> is_closed;    ///< By link, then by gate.
  std::vector<uint8_t> is_reached;   ///< By group of the ground, then by component of the air: 1 if reached by changes.
  bool has_links = false;            ///< Journeys may stop between their ends …
  bool has_links_on_ground = false;  ///< … even without gates.
  size_t level = 0;
  TravelAgent agent;             ///< Its speeds in metres per unit of cost, its switch in units of cost.
  double fastest_on_ground = 0;  ///< Upper bound on its speed there, links included.
  double fly_clearance_m = 0;    ///< Preferred by flights.
  double fastest_by_gates = 0;   ///< The same through gates; 0: there are none.

  // The leg being computed.
  FlightQuery flight_query;
  WalkQuery walk_query;
  FlightPath flown;
  WalkPath walked;
  bool is_flooded = false;  ///< The flood has labels of this query.
  bool is_leg_begun = false;
  bool is_flight_limited = false;  ///< The flight between the ends was not found by the searches: there may be none.

  std::vector<Leg> legs;  ///< All legs computed.
  std::vector<Vec3> leg_points;
  size_t candidate = 0;                ///< The one being computed.
  size_t computed = 0;                 ///< Candidates whose legs were computed.
  double limit_m = kNever;             ///< On the metres flown.
  FlownCost best;                      ///< The cheapest journey within the limit computed so far …
  std::vector<uint32_t> best_changes;  ///< … and the stops at which its changes begin.
  uint32_t last = kGoal;               ///< Where the journey ends: the goal, or a stop reached by a partial one.

  // For the limit.
  FlownPrices prices;
  double price = 0;         ///< Of a metre flown, in the current searches.
  FlownCost best_at_price;  ///< The journey computed that is the cheapest at this price, within the limit or not.
  bool is_wide = false;     ///< The searches find bounds for `limited`, for all journeys up to `wide_s` at the price.
  double wide_s = 0;
  bool is_first = false;  ///< They look for any journey within the limit.
  LimitedSearch limited;
  LimitedSearch::Leg wanted;                        ///< By `limited`.
  std::vector<std::pair<double, uint32_t>> ranked;  ///< Changes, by the cost of the best journey through them.
  std::vector<Exit> exits;
  size_t exit = 0;               ///< The one being computed.
  uint32_t exit_stop = kNoStop;  ///< Where a journey from there ends.
  std::vector<uint32_t> exit_changes;
  double nearest_m = kNever;       ///< Distance from the goal at which the best journey towards it ends …
  uint32_t nearest_stop = kStart;  ///< … and the stop there.

  JourneyPhase phase = JourneyPhase::Done;
  PathStatus status = PathStatus::OutsideWorld;
  bool is_cut_short = false;  ///< Costs divide the air into too many cells.
  int64_t expanded = 0;       ///< Nodes expanded by finished searches and legs.
  double spent_us = 0;
  Stopwatch clock;
};

class JourneySolver {
 public:
  JourneySolver(const Traveller& traveller, const TravelQuery& query, QueryContext& context)
      : navigator_(traveller.navigator()),
        tables_(RuntimeAccess::TablesOf(traveller)),
        query_(query),
        context_(context),
        s_(JourneyScratchOf(context)) {}

  void Begin();
  bool Step(int64_t expansions);
  void Take(TravelPath& path);

 private:
  using Leg = JourneyScratch::Leg;
  /// A part of a journey: a leg, or else a change.
  struct Part {
    uint32_t from, to;
    bool is_leg;
  };

  // Costs.
  void ReadAgent();
  void ReadCosts();
  bool HasCosts() const { return s_.air_costs.are_any() || !query_.walk_regions.empty(); }
  bool IsForbiddenToWalk(const GroundStop& stop) const;
  void SetFlight(Vec3 start, Vec3 goal);
  std::optional<AirStop> AirOver(const std::optional<AirStop>& lowest);
  double CostAlong(CostBoxes& costs, Vec3 from, Vec3 to) const;
  const AirSpots& SpotsInAir();

  // Stops.
  bool Flies() const { return query_.agent.fly_m_s > 0 && s_.level != kNoStop; }
  bool Walks() const { return query_.agent.walk_m_s > 0 && navigator_.walker(); }
  const LevelIndex& Level() const;
  bool PlaceEnds();
  bool PlaceEnd(Vec3 p, uint32_t stop, uint32_t above);
  bool PlaceOnGround(const GroundStop& ground, uint32_t stop, uint32_t above);
  bool PlaceInAir(Vec3 p, uint32_t stop);
  const GroundStops& FindGroundStops();
  void PlaceLinks();
  void PlaceGates();
  void DropGates();
  const Gate* GateOf(uint32_t stop) const;
  void MakeChanges();
  bool MayReachGoal();
  uint32_t ChangeOf(uint32_t stop) const;
  double ChangeSeconds(uint32_t from, uint32_t to) const;
  double ChangeCost(uint32_t from, uint32_t to, double column_m) const;

  // Search and legs.
  void MakeProblem();
  double Slack() const;
  double GuidedSlack() const { return std::max(Slack(), JourneySearch::kGuidedSlack); }
  void BeginSearch();
  bool AddDirect(double cost_s);
  void BeginFlood();
  void EndFlood(SearchState state);
  void EndReturn(SearchState state);
  void EndAgain();
  void ListCandidates(const JourneySearch& from_start);
  SearchState Run(JourneySearch& search, int64_t expansions) const;
  void Refine(int64_t expansions);
  void EndCandidates();
  std::optional<Part> PartOf(std::span<const uint32_t> changes, size_t number) const;
  const Leg* FindLeg(uint32_t from, uint32_t to) const;
  FlownCost CostOf(const Leg& leg) const { return {leg.cost_s, s_.stops[leg.from].in_air ? leg.length_m : 0}; }
  FlownCost CostOfChange(uint32_t from) const { return {s_.changes[from].cost_s, ColumnOf(from)}; }
  double ColumnOf(uint32_t from) const;
  FlownCost LeastCost(uint32_t from, uint32_t to) const;
  double LeastJourney() const;
  void SetWalk(Vec3 start, Vec3 goal);
  void StepLeg(uint32_t from, uint32_t to, int64_t expansions);
  bool MayGoOn();
  int64_t ExpandedSoFar() const;
  void GiveUp();
  void End(PathStatus status);

  // The limit on flying.
  std::span<const TravelChange> Changes() const { return s_.price > 0 ? s_.priced : s_.changes; }
  std::span<const TravelChange> ChangesBack() const { return s_.price > 0 ? s_.priced_back : s_.changes_back; }
  void SetPrice(double price);
  void EndPrice();
  void EndWide();
  void BeginEnumerate();
  void Enumerate(int64_t expansions);
  void EndEnumerate();
  void EndBeyond();
  void BeginReach();
  void EndReach();
  void Approach(int64_t expansions);
  bool IsBeyondStops(uint32_t stop) const { return stop >= s_.changes.size(); }
  bool EndLastLeg(double most_m);
  void AddPart(TravelPath& path, const Part& part) const;

  const Navigator& navigator_;
  const TravelTables& tables_;
  const TravelQuery& query_;
  QueryContext& context_;  ///< Also of its walks and flights.
  JourneyScratch& s_;
};

template <>
struct SolverOf<Traveller> {
  using Type = JourneySolver;
};

}  // namespace navnet
