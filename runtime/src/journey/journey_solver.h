// SPDX-License-Identifier: Apache-2.0
#pragma once
// One travel query: A* over stops on the ground and in the air. A leg between two stops counts with a lower bound on
// its cost until it becomes the most promising one; only then its path is computed. Costs are travel times in seconds,
// weighted by cost regions and by climbing and descending; so the travel time is a lower bound on the cost.

#include <navnet/internal/runtime/query/runtime_access.h>

#include "flight/costs/cost_boxes.h"
#include "flight/costs/cost_cells.h"
#include "journey/travel_bounds.h"
#include "journey/travel_tables.h"
#include "query/open_list.h"
#include "query/planner.h"
#include "query/scratch.h"
#include "walk/walk_cost_field.h"
#include "walk/walk_search.h"

#include <array>
#include <limits>
#include <optional>
#include <tuple>

namespace navnet {

/// Numbers of stops: the ends, the air above them, then two stops for each link: the ground and air of a spot, or the
/// two ends of another link.
inline constexpr uint32_t kStart = 0, kGoal = 1, kAboveStart = 2, kAboveGoal = 3, kFirstLink = 4;
inline constexpr uint32_t kNoStop = TravelBounds::kNoStop;
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// A state is a stop together with how it was reached: by a leg (Moved), or by a change of mode or a link (Changed).
/// The start counts as Changed.
constexpr uint32_t Moved(uint32_t stop) { return 2 * stop; }
constexpr uint32_t Changed(uint32_t stop) { return 2 * stop + 1; }
constexpr uint32_t StopOf(uint32_t state) { return state / 2; }
constexpr bool IsChanged(uint32_t state) { return state % 2 == 1; }

/// Scratch memory of journeys, and the state of the current one.
struct JourneyScratch {
  /// Search label of a stop reached by a leg or by a change. After a leg only a change is useful, and vice versa, since
  /// walks and flights are already shortest.
  struct State {
    double cost_s = std::numeric_limits<double>::infinity();  ///< Cost from the start, once closed.
    double seconds = 0;                                       ///< Travel time from the start.
    uint32_t parent = 0;
    bool closed = false;
  };
  using Stop = TravelStop;
  struct Entry {
    double key;  ///< `cost_s` plus a lower bound on the remaining cost.
    double cost_s;
    double seconds;     ///< Travel time; valid only if `certain`.
    uint32_t from, to;  ///< States.
    bool certain;       ///< `cost_s` is exact rather than a lower bound.
    bool operator<(const Entry& other) const {
      return std::tie(key, to, from) < std::tie(other.key, other.to, other.from);
    }
  };

  /// A computed flight, and the indices of the previous ones from the same stop and to the same stop.
  struct Flown {
    uint32_t from, to;
    double cost_s;
    uint32_t before_from, before_to;
  };

  FlightPath flown;
  WalkPath walked;
  std::vector<Stop> stops;
  std::vector<State> states;
  std::vector<Flown> flights_flown;
  std::vector<uint32_t> flown_from, flown_to;  ///< By stop: last flight computed from it, and to it; or kNoStop.
  OpenList<Entry> open;
  TravelBounds from_start, to_goal;
  bool is_bounded = false;                      ///< `from_start` and `to_goal` are computed.
  std::vector<uint32_t> changes, changes_back;  ///< By stop: where a change leads to, and comes from; or kNoStop.
  std::vector<double> change_costs, change_back_costs;
  CostBoxes air_costs, column_costs;  ///< Of flights, and of vertical moves between ground and air.
  CostCells air_cells;                ///< The cells of the level, divided by `air_costs`.
  CostField ground_costs;             ///< Of walks.
  WalkSearch landmark_search;
  bool is_raised = false;                          ///< The flight floor lies above the air point of a spot or end.
  std::vector<AirGates::Gate> gates;               ///< Gates of the level, clipped by forbidden boxes.
  AirSpots raised;                                 ///< Spots with their air points raised to the floor.
  std::vector<Landmarks::Goal> landmarks;          ///< By stop.
  std::vector<uint32_t> by_group, first_in_group;  ///< Stops on the ground, sorted by group; start of each group.
  std::optional<GroundStop> ends[2];               ///< Start and goal, where they are on the ground.
  /// Groups of the ends of links for one radius. Cached, since finding them takes longer than the rest of most
  /// journeys.
  struct Groups {
    std::vector<uint32_t> by_link;  ///< Two for each link: of `from` and of `to`.
    uint64_t tables = 0;            ///< TravelTables::number they belong to; 0: unused.
    double radius_m = 0;
  };
  std::array<Groups, 4> groups;     ///< Of the most recently used radii, the current one first.
  std::vector<uint8_t> is_closed;   ///< By link.
  std::vector<uint8_t> is_reached;  ///< By group of the ground, then by component of the air: 1 if reached by changes.
  std::vector<uint32_t> way;
  size_t level = 0;
  uint32_t air_components = 0;  ///< Components of the air: those of the level, and those that forbidden boxes cut off.
  double fastest_on_ground = 0, fastest = 0;  ///< Upper bounds on speed, in m/s.
  PathStatus status = PathStatus::OutsideWorld;
  bool done = true;
  bool is_cut_short = false;  ///< Some flight ran out of its own budget.
  int64_t legs = 0;
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
  bool Step(int64_t legs);
  void Take(TravelPath& path);

 private:
  using Stop = JourneyScratch::Stop;
  using Entry = JourneyScratch::Entry;

  /// Cost and travel time of a leg or a change of mode.
  struct Took {
    double cost_s, seconds;
  };

  void ReadCosts();
  bool IsForbiddenToWalk(const GroundStop& stop) const;
  FlightQuery FlightFrom(Vec3 start, Vec3 goal) const;
  std::optional<AirStop> AirOver(Vec3 on_ground, const std::optional<AirStop>& lowest);
  double CostAlong(CostBoxes& costs, Vec3 from, Vec3 to) const;
  std::span<const AirGates::Gate> AllowedGates();
  const AirSpots& SpotsInAir();

  bool Flies() const { return query_.agent.fly_m_s > 0 && s_.level != kNoStop; }
  bool PlaceEnd(Vec3 p, uint32_t stop, uint32_t above);
  bool PlaceOnGround(const GroundStop& ground, uint32_t stop, uint32_t above);
  bool PlaceInAir(Vec3 p, uint32_t stop);
  void FindGroups();
  void PlaceLinks();
  void MakeChanges();
  bool MayReachGoal();
  bool CutOffUnreached(uint32_t from, uint32_t to);
  double Rest(const Stop& stop) const;
  double LeastCost(uint32_t from, uint32_t to) const;
  Took MeasureLeg(const Stop& a, const Stop& b);
  double LeastByOthers(uint32_t from, uint32_t to, double least);
  double LeastKey(uint32_t to, double cost_s, bool certain) const;
  void SearchBounds();
  void MakeBounds();
  uint32_t ChangeOf(uint32_t stop) const;
  double ChangeSeconds(uint32_t from, uint32_t to, double column_m) const;
  void Push(uint32_t from, uint32_t to, Took took, bool certain);
  void Expand(uint32_t state);
  void End(PathStatus status);
  /// Whether an entry still needs its leg computed.
  bool NeedsLeg(const Entry& entry) const { return !entry.certain && !s_.states[entry.to].closed; }
  bool RaiseBound(const Entry& entry);
  void ComputeLeg(const Entry& entry);
  void Close(const Entry& entry);
  void GiveUp();
  void TakeWayTo(uint32_t state);
  void AddLeg(TravelPath& path, uint32_t from, uint32_t to);

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
