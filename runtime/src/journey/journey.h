#pragma once
// One travel query: A* over stops on the ground and in the air. Legs between stops count with a lower bound until one
// of them is the most promising; only then it is really walked or flown. Costs are seconds, those in regions as often
// as they count; times are lower bounds of them.

#include "flight/costs/cost_boxes.h"
#include "journey/travel_bounds.h"
#include "journey/travel_tables.h"

#include <array>
#include <limits>
#include <optional>

namespace navnet {

/// The ends, the air above them, then two stops for each link: a spot's ground and air, or a link's two ends.
inline constexpr uint32_t kStart = 0, kGoal = 1, kAboveStart = 2, kAboveGoal = 3, kFirstLink = 4;
inline constexpr uint32_t kNoStop = TravelBounds::kNoStop;
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// States: a stop reached by a leg, or by a change of mode (where the start counts, too).
constexpr uint32_t Moved(uint32_t stop) { return 2 * stop; }
constexpr uint32_t Changed(uint32_t stop) { return 2 * stop + 1; }
constexpr uint32_t StopOf(uint32_t state) { return state / 2; }
constexpr bool IsChanged(uint32_t state) { return state % 2 == 1; }

struct TravelContext::Scratch {
  /// A stop, reached by moving there or by a change of mode: after moving only a change makes sense, and the other way
  /// round, since walks and flights are shortest already.
  struct State {
    double cost_s = std::numeric_limits<double>::infinity();  ///< From the start, once closed.
    double seconds = 0;                                       ///< What that takes.
    uint32_t parent = 0;
    bool closed = false;
  };
  using Stop = TravelStop;
  struct Entry {
    double key;  ///< With the least the rest can cost.
    double cost_s;
    double seconds;     ///< Known if it is certain.
    uint32_t from, to;  ///< States.
    bool certain;       ///< The cost is not a lower bound any more.
  };

  /// A flight that was measured, and the last one before it from the same stop and to the same stop.
  struct Flown {
    uint32_t from, to;
    double cost_s;
    uint32_t before_from, before_to;
  };

  FlightContext flight;
  WalkContext walk;
  FlightPath flown;
  WalkPath walked;
  std::vector<Stop> stops;
  std::vector<State> states;
  std::vector<Flown> flights_flown;
  std::vector<uint32_t> flown_from, flown_to;  ///< By stop: the last flight measured from it, and to it, or kNoStop.
  std::vector<Entry> open;
  TravelBounds from_start, to_goal;
  bool is_bounded = false;                      ///< The two are made.
  std::vector<uint32_t> changes, changes_back;  ///< By stop, to and from which a change leads; kNoStop: none.
  std::vector<double> change_costs, change_back_costs;
  CostBoxes air_costs, column_costs;               ///< Of flights, and of the ways between ground and air.
  bool is_raised = false;                          ///< The floor lies above the air of spots.
  std::vector<AirGates::Gate> gates;               ///< Without what is forbidden.
  AirSpots raised;                                 ///< At the floor.
  std::vector<Landmarks::Goal> landmarks;          ///< By stop.
  std::vector<uint32_t> by_group, first_in_group;  ///< Stops on the ground.
  std::optional<GroundStop> ends[2];               ///< Start and goal, if on the ground.
  /// Groups of the ground for one radius: they take longer to find than all else of most journeys.
  struct Groups {
    std::vector<uint32_t> by_link;  ///< Two each.
    uint64_t tables = 0;            ///< Number of the tables they are of; 0: none.
    double radius_m = 0;
  };
  std::array<Groups, 4> groups;    ///< Of the last few kinds of agents; the one at hand first.
  std::vector<uint8_t> is_closed;  ///< By link.
  std::vector<uint8_t> pieces;     ///< By piece of ground, then by piece of air: 1 when changes lead there.
  std::vector<uint32_t> way;
  size_t level = 0;
  uint32_t air_pieces = 0;                    ///< Of the level, and those that forbidden boxes cut off.
  double fastest_on_ground = 0, fastest = 0;  ///< Metres a second that nothing exceeds.
  PathStatus status = PathStatus::OutsideWorld;
  bool done = true;
  bool is_cut_short = false;  ///< A flight ran out of its own budget.
  int64_t legs = 0;
};

class Journey {
 public:
  Journey(const Traveller& traveller, const TravelQuery& query, TravelContext& context)
      : navigator_(traveller.navigator()), tables_(traveller.tables()), query_(query), s_(context.scratch()) {}

  void Begin();
  bool Step(int64_t legs);
  void Take(TravelPath& path);

 private:
  using Stop = TravelContext::Scratch::Stop;
  using Entry = TravelContext::Scratch::Entry;

  /// What a leg or a change of mode counts for, and what it takes.
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
  bool CutOffUnreached(uint32_t from);
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
  void GiveUp();
  void TakeWayTo(uint32_t state);
  void AddLeg(TravelPath& path, uint32_t from, uint32_t to);

  const Navigator& navigator_;
  const Traveller::Tables& tables_;
  const TravelQuery& query_;
  TravelContext::Scratch& s_;
};

}  // namespace navnet
