#pragma once
// One travel query: A* over stops on the ground and in the air. Legs between stops count with a lower bound until one
// of them is the most promising; only then it is really walked or flown.

#include "travel_bounds.h"
#include "travel_tables.h"

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
    double seconds = std::numeric_limits<double>::infinity();  ///< From the start, once closed.
    uint32_t parent = 0;
    bool closed = false;
  };
  using Stop = TravelStop;
  struct Entry {
    double key;  ///< With the least the rest can take.
    double seconds;
    uint32_t from, to;  ///< States.
    bool certain;       ///< The seconds are not a lower bound any more.
  };

  /// A flight that was measured, and the last one before it from the same stop and to the same stop.
  struct Flown {
    uint32_t from, to;
    double seconds;
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
  std::vector<double> change_seconds, change_back_seconds;
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
  double fastest_on_ground = 0, fastest = 0;  ///< Metres a second that nothing exceeds.
  PathStatus status = PathStatus::OutsideWorld;
  bool done = true;
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

  bool PlaceEnd(Vec3 p, uint32_t stop, uint32_t above);
  void FindGroups();
  void PlaceLinks();
  bool MayReachGoal();
  double Rest(const Stop& stop) const;
  double LeastSeconds(uint32_t from, uint32_t to) const;
  double MeasureLeg(const Stop& a, const Stop& b);
  double LeastByOthers(uint32_t from, uint32_t to, double least) const;
  double LeastKey(uint32_t to, double seconds, bool certain) const;
  void SearchBounds();
  void MakeBounds();
  double ChangeSeconds(uint32_t from, uint32_t to) const;
  uint32_t ChangeOf(uint32_t stop) const;
  void Push(uint32_t from, uint32_t to, double seconds, bool certain);
  void Expand(uint32_t state);
  void AddLeg(TravelPath& path, uint32_t from, uint32_t to);

  const Navigator& navigator_;
  const Traveller::Tables& tables_;
  const TravelQuery& query_;
  TravelContext::Scratch& s_;
};

}  // namespace navnet
